//! A long list that grows in pieces: nothing is ever moved, and no more is allocated than one piece
//! too much.

/// Elements in a piece: a little less than a power of two, so that an allocator with size classes
/// wastes nothing.
const PIECE: usize = 16_000;

pub(crate) struct Column<T> {
    full: Vec<Box<[T]>>,
    last: Vec<T>,
}

impl<T> Default for Column<T> {
    fn default() -> Column<T> {
        Column { full: Vec::new(), last: Vec::new() }
    }
}

impl<T> Column<T> {
    #[inline]
    pub(crate) fn push(&mut self, value: T) {
        if self.last.len() == PIECE {
            self.next_piece();
        }
        self.last.push(value);
    }

    #[cold]
    fn next_piece(&mut self) {
        let full = std::mem::replace(&mut self.last, Vec::with_capacity(PIECE));
        self.full.push(full.into_boxed_slice());
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.full.len() * PIECE + self.last.len()
    }

    #[inline]
    pub(crate) fn get(&self, index: usize) -> Option<&T> {
        let in_full = self.full.len() * PIECE;
        match index.checked_sub(in_full) {
            Some(index) => self.last.get(index),
            None => self.full[index / PIECE].get(index % PIECE),
        }
    }

    /// How many elements there are before the first for which this does not hold; it must hold for
    /// none behind that.
    pub(crate) fn partition_point(&self, holds: impl Fn(&T) -> bool) -> usize {
        let (mut known, mut over) = (0, self.len());
        while known < over {
            let middle = known + (over - known) / 2;
            if self.get(middle).is_some_and(&holds) { known = middle + 1 } else { over = middle }
        }
        known
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        let in_full = self.full.len() * PIECE;
        match index.checked_sub(in_full) {
            Some(index) => self.last.get_mut(index),
            None => self.full[index / PIECE].get_mut(index % PIECE),
        }
    }

    #[inline]
    pub(crate) fn last_mut(&mut self) -> Option<&mut T> {
        // A new piece is begun only to put something into it.
        self.last.last_mut()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holds_what_was_put_in() {
        let mut column = Column::default();
        let count = 3 * PIECE + 5;
        for n in 0..count {
            assert_eq!(column.len(), n);
            column.push(n);
            assert_eq!(column.last_mut(), Some(&mut n.clone()));
        }
        assert!((0..count).all(|n| column.get(n) == Some(&n)));
        assert!(column.get(count).is_none() && column.get_mut(count).is_none());
        *column.get_mut(PIECE).expect("an element") = 7;
        assert_eq!(column.get(PIECE), Some(&7));
        *column.get_mut(PIECE).expect("an element") = PIECE;
        assert_eq!(column.partition_point(|n| *n < PIECE + 3), PIECE + 3);
        assert_eq!((column.partition_point(|_| false), column.partition_point(|_| true)), (0, count));
    }
}
