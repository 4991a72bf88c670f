//! UTF-8, as strict as Erlang's bit syntax.

/// Whether this number is a character: neither beyond the last one nor a surrogate.
pub fn is_code_point(value: i64) -> bool {
    u32::try_from(value).is_ok_and(|value| char::from_u32(value).is_some())
}

/// The first character of `bytes`, and how many bytes it takes.
pub(super) fn decode_utf8(bytes: &[u8]) -> Option<(u32, usize)> {
    let (&first, rest) = bytes.split_first()?;
    let (length, top, least) = match first {
        0..0x80 => return Some((first.into(), 1)),
        0xc0..0xe0 => (2, first & 0x1f, 0x80),
        0xe0..0xf0 => (3, first & 0x0f, 0x800),
        0xf0..0xf8 => (4, first & 0x07, 0x1_0000),
        _ => return None,
    };
    let mut value = u32::from(top);
    for &byte in rest.get(..length - 1)? {
        if byte & 0xc0 != 0x80 {
            return None;
        }
        value = value << 6 | u32::from(byte & 0x3f);
    }
    // A character has only one form: the shortest.
    (value >= least && is_code_point(value.into())).then_some((value, length))
}
