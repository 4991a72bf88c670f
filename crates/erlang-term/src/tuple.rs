//! A tuple behind one thin pointer, so that a [`Term`] stays at 16 bytes.

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::ops::Deref;
use std::ptr::{self, NonNull};

use crate::Term;

/// A reference-counted, immutable sequence of terms.
pub struct Tuple {
    header: NonNull<Header>,
}

/// What the pointer points at; `arity` terms follow.
#[repr(C)]
struct Header {
    count: usize,
    arity: usize,
}

const _: () = assert!(align_of::<Header>() >= align_of::<Term>());

fn layout(arity: usize) -> Layout {
    let (layout, offset) = Layout::new::<Header>()
        .extend(Layout::array::<Term>(arity).expect("tuple size"))
        .expect("tuple size");
    debug_assert_eq!(offset, size_of::<Header>());
    layout.pad_to_align()
}

impl Tuple {
    /// Takes exactly `arity` terms from `elements`; panics if there are fewer.
    pub fn from_exact(arity: usize, mut elements: impl Iterator<Item = Term>) -> Tuple {
        // SAFETY: the layout is never empty (it begins with the header). All `arity` slots are
        // written before the tuple exists; should `elements` panic, the allocation leaks, which is
        // safe.
        unsafe {
            let layout = layout(arity);
            let header = alloc(layout).cast::<Header>();
            let Some(header) = NonNull::new(header) else { handle_alloc_error(layout) };
            header.write(Header { count: 1, arity });
            let slots = header.add(1).cast::<Term>();
            for n in 0..arity {
                slots.add(n).write(elements.next().expect("as many elements as announced"));
            }
            Tuple { header }
        }
    }

    fn slots(&self) -> NonNull<Term> {
        // SAFETY: the terms follow the header in the same allocation.
        unsafe { self.header.add(1).cast::<Term>() }
    }

    /// Whether nobody else holds this tuple.
    fn is_unique(&self) -> bool {
        // SAFETY: the header lives as long as any handle.
        unsafe { self.header.as_ref().count == 1 }
    }

    pub fn ptr_eq(&self, other: &Tuple) -> bool {
        self.header == other.header
    }

    /// The elements, for writing: copies them first if they are shared.
    pub fn make_mut(&mut self) -> &mut [Term] {
        if !self.is_unique() {
            *self = Tuple::from(&**self);
        }
        // SAFETY: unique, as just established, and borrowed mutably for as long as the slice lives.
        unsafe { std::slice::from_raw_parts_mut(self.slots().as_ptr(), self.header.as_ref().arity) }
    }
}

impl Deref for Tuple {
    type Target = [Term];
    fn deref(&self) -> &[Term] {
        // SAFETY: `arity` terms were written by `from_exact` and live as long as this handle.
        unsafe { std::slice::from_raw_parts(self.slots().as_ptr(), self.header.as_ref().arity) }
    }
}

impl Clone for Tuple {
    fn clone(&self) -> Tuple {
        // SAFETY: the header lives; handles stay on one thread (NonNull is not Send), so a plain
        // count will do. It cannot overflow: every handle takes 8 bytes of memory.
        unsafe { (*self.header.as_ptr()).count += 1 };
        Tuple { header: self.header }
    }
}

impl Drop for Tuple {
    fn drop(&mut self) {
        // SAFETY: as in `clone`; the last handle drops the elements, then frees what `from_exact`
        // allocated.
        unsafe {
            let header = self.header.as_ptr();
            (*header).count -= 1;
            if (*header).count == 0 {
                let arity = (*header).arity;
                let elements = ptr::slice_from_raw_parts_mut(self.slots().as_ptr(), arity);
                crate::release::elements(&mut *elements);
                ptr::drop_in_place(elements);
                dealloc(header.cast(), layout(arity));
            }
        }
    }
}

impl From<&[Term]> for Tuple {
    fn from(elements: &[Term]) -> Tuple {
        Tuple::from_exact(elements.len(), elements.iter().cloned())
    }
}

impl From<Vec<Term>> for Tuple {
    fn from(elements: Vec<Term>) -> Tuple {
        Tuple::from_exact(elements.len(), elements.into_iter())
    }
}

impl<const N: usize> From<[Term; N]> for Tuple {
    fn from(elements: [Term; N]) -> Tuple {
        Tuple::from_exact(N, elements.into_iter())
    }
}
