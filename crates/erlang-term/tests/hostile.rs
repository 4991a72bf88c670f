//! The decoder meets bytes that nobody encoded: it answers with an error, soon and without much
//! memory.

use erlang_term::external::{DecodeError, DecodeOptions, decode, decode_with, encode};
use erlang_term::{Bits, Map, Term};

fn sample() -> Term {
    let map =
        Map::from_pairs([(Term::atom("key"), Term::float(1.5)), (Term::Int(-70_000), Term::string("text"))]);
    Term::tuple([
        Term::atom("λ"),
        Term::list([Term::Int(1), Term::Int(1 << 40), Term::Nil]),
        Term::Map(map),
        Term::binary(b"some bytes"),
        Term::Bits(Bits::from_bits(&[0xff, 0xe0], 11)),
    ])
}

#[test]
fn cut_anywhere() {
    let options = Default::default();
    let bytes = encode(&sample(), options);
    for end in 0..bytes.len() {
        assert_eq!(decode(&bytes[..end]), Err(DecodeError::Truncated), "cut at {end}");
    }
    let packed = encode(
        &Term::list(vec![sample(); 50]),
        erlang_term::external::EncodeOptions { compressed: Some(9), ..options },
    );
    assert_eq!(packed[1], 80);
    for end in 0..packed.len() {
        assert!(decode(&packed[..end]).is_err(), "cut at {end}");
    }
}

#[test]
fn any_byte_changed() {
    let bytes = encode(&sample(), Default::default());
    for at in 0..bytes.len() {
        for value in 0..=255 {
            let mut changed = bytes.clone();
            changed[at] = value;
            let _ = decode_with(&changed, DecodeOptions { safe: true });
        }
    }
}

fn check(bytes: &[u8], expected: DecodeError) {
    assert_eq!(decode(bytes), Err(expected), "{bytes:?}");
}

#[test]
fn lengths_beyond_the_end() {
    for tag in [b'i', b'l', b'm', b't', b'o', b'M'] {
        check(&[131, tag, 0xff, 0xff, 0xff, 0xff, 1, 97], DecodeError::Truncated);
    }
    check(&[131, b'M', 0, 0, 0, 1, 9, 0], DecodeError::Invalid { at: 1 });
    // A map with the same key twice, a float that is none, atoms that are not text or too long.
    check(&[131, b't', 0, 0, 0, 2, 97, 1, 97, 1, 97, 1, 97, 1], DecodeError::Invalid { at: 14 });
    check(&[131, 70, 0x7f, 0xf0, 0, 0, 0, 0, 0, 0], DecodeError::Invalid { at: 1 });
    check(&[131, 119, 2, 0xff, 0xff], DecodeError::Invalid { at: 1 });
    let long = [&[131, 100, 1, 0][..], &[b'a'; 256]].concat();
    check(&long, DecodeError::Invalid { at: 1 });
    check(&[131, 102], DecodeError::Truncated);
    let long = [&[131, 120, 119, 1, b'a'][..], &[0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]].concat();
    check(&long, DecodeError::Unsupported("a port with a long number"));
    check(&[130], DecodeError::Invalid { at: 0 });
}

#[test]
fn safe_makes_no_atoms() {
    let bytes = [&[131, 119, 20][..], b"an atom nobody made."].concat();
    assert_eq!(decode_with(&bytes, DecodeOptions { safe: true }), Err(DecodeError::UnsafeAtom));
    assert!(decode(&bytes).is_ok());
    assert!(decode_with(&bytes, DecodeOptions { safe: true }).is_ok());
}

/// Four gigabytes announced, a few bytes there.
#[test]
fn compression_that_lies() {
    let mut bytes = encode(
        &Term::list(vec![Term::atom("ok"); 1000]),
        erlang_term::external::EncodeOptions { compressed: Some(6), minor_version: 1 },
    );
    bytes[2..6].copy_from_slice(&[0xff; 4]);
    assert!(matches!(decode(&bytes), Err(DecodeError::Invalid { .. })));
    bytes[2..6].copy_from_slice(&[0, 0, 0, 9]);
    assert!(matches!(decode(&bytes), Err(DecodeError::Invalid { .. })));
}
