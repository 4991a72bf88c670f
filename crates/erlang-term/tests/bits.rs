//! Bitstrings share and grow without seeing each other's bits.

use erlang_term::bits::{Builder, Endian};
use erlang_term::{Bits, Term};

fn bits(text: &str) -> Bits {
    let mut builder = Builder::new();
    text.bytes().for_each(|bit| builder.push_small((bit - b'0').into(), 1, Endian::Big));
    builder.finish()
}

fn text(bits: &Bits) -> String {
    (0..bits.bit_len()).map(|n| if bits.bit(n) { '1' } else { '0' }).collect()
}

/// Every cut of a bitstring, and every way to put the pieces together again.
#[test]
fn slice_and_append() {
    let whole = "1011001110001111000011111000001";
    for from in 0..whole.len() {
        for to in from..whole.len() {
            let slice = bits(whole).slice(from, to - from);
            assert_eq!(text(&slice), whole[from..to]);
            assert_eq!(slice, bits(&whole[from..to]));
            assert_eq!(slice.is_binary(), (to - from) % 8 == 0);
            let mut glued = bits(&whole[..from]);
            glued.append(&slice);
            glued.append(&bits(whole).slice(to, whole.len() - to));
            assert_eq!(text(&glued), whole);
            let mut rest = bits(whole);
            let kept = rest.clone();
            rest.advance(from);
            rest.advance(to - from);
            assert_eq!(text(&rest), whole[to..]);
            assert_eq!(text(&kept), whole);
        }
    }
}

#[test]
fn order_is_bit_by_bit() {
    let sorted = ["", "0", "00", "0001", "000100010", "00011", "01", "1", "10", "100000000", "11"];
    for (n, a) in sorted.iter().enumerate() {
        for (m, b) in sorted.iter().enumerate() {
            // Once more at another alignment.
            let shifted = bits(&format!("101{b}")).slice(3, b.len());
            assert_eq!(bits(a).cmp(&bits(b)), n.cmp(&m));
            assert_eq!(bits(a).cmp(&shifted), n.cmp(&m));
            assert_eq!(bits(a) == shifted, n == m);
        }
    }
}

#[test]
fn older_values_keep_their_bits() {
    let mut first = Bits::from_bytes(b"start");
    first.append(&Bits::from_bytes(b"-"));
    // Two continuations of the same value: the second cannot use the same buffer.
    let (mut a, mut b) = (first.clone(), first.clone());
    a.append(&Bits::from_bytes(b"a"));
    b.append(&Bits::from_bytes(b"b"));
    let mut longer = a.clone();
    longer.append(&Bits::from_bytes(b"..."));
    let mut twice = longer.clone();
    twice.append(&longer);
    let seen = [&first, &a, &b, &longer, &twice]
        .map(|bits| String::from_utf8(bits.to_bytes().into_owned()).expect("text"));
    assert_eq!(seen, ["start-", "start-a", "start-b", "start-a...", "start-a...start-a..."]);
}

/// With every intermediate value still held somewhere, as registers do.
#[test]
fn appending_is_cheap() {
    let mut all = vec![Bits::from_bytes(b"")];
    let byte = Bits::from_bytes(b"x");
    for _ in 0..200_000 {
        let mut next = all.last().expect("a value").clone();
        next.append(&byte);
        all.push(next);
    }
    let last = all.last().expect("a value");
    assert_eq!(last.byte_len(), 200_000);
    assert!(last.to_bytes().iter().all(|&byte| byte == b'x'));
    assert_eq!(all[1000].byte_len(), 1000);
}

#[test]
fn building_after_a_value() {
    let mut value = Bits::from_bytes(b"");
    for n in 0..1000 {
        let mut builder = Builder::new();
        builder.push_small(n, 13, Endian::Big);
        value = builder.finish_after(value);
    }
    for n in 0..1000 {
        assert_eq!(value.read_integer(n * 13, 13, false, Endian::Big), Some(Term::Int(n as i64)));
    }
}
