//! The named sets of characters, as OTP's PCRE has them: those of Latin-1, in every mode.

pub const DIGIT: &[(u32, u32)] = &[(0x30, 0x39)];
pub const SPACE: &[(u32, u32)] = &[(0x09, 0x0d), (0x20, 0x20)];
pub const WORD: &[(u32, u32)] = &[
    (0x30, 0x39),
    (0x41, 0x5a),
    (0x5f, 0x5f),
    (0x61, 0x7a),
    (0xaa, 0xaa),
    (0xb5, 0xb5),
    (0xba, 0xba),
    (0xc0, 0xd6),
    (0xd8, 0xf6),
    (0xf8, 0xff),
];
pub const HORIZONTAL: &[(u32, u32)] = &[
    (0x09, 0x09),
    (0x20, 0x20),
    (0xa0, 0xa0),
    (0x1680, 0x1680),
    (0x180e, 0x180e),
    (0x2000, 0x200a),
    (0x202f, 0x202f),
    (0x205f, 0x205f),
    (0x3000, 0x3000),
];
pub const VERTICAL: &[(u32, u32)] = &[(0x0a, 0x0d), (0x85, 0x85), (0x2028, 0x2029)];

const ALPHA: &[(u32, u32)] = &[
    (0x41, 0x5a),
    (0x61, 0x7a),
    (0xaa, 0xaa),
    (0xb5, 0xb5),
    (0xba, 0xba),
    (0xc0, 0xd6),
    (0xd8, 0xf6),
    (0xf8, 0xff),
];
const ALNUM: &[(u32, u32)] = &[
    (0x30, 0x39),
    (0x41, 0x5a),
    (0x61, 0x7a),
    (0xaa, 0xaa),
    (0xb5, 0xb5),
    (0xba, 0xba),
    (0xc0, 0xd6),
    (0xd8, 0xf6),
    (0xf8, 0xff),
];
const LOWER: &[(u32, u32)] =
    &[(0x61, 0x7a), (0xaa, 0xaa), (0xb5, 0xb5), (0xba, 0xba), (0xdf, 0xf6), (0xf8, 0xff)];
const UPPER: &[(u32, u32)] = &[(0x41, 0x5a), (0xc0, 0xd6), (0xd8, 0xde)];
const PUNCT: &[(u32, u32)] = &[
    (0x21, 0x2f),
    (0x3a, 0x40),
    (0x5b, 0x60),
    (0x7b, 0x7e),
    (0xa0, 0xa9),
    (0xab, 0xb4),
    (0xb6, 0xb9),
    (0xbb, 0xbf),
    (0xd7, 0xd7),
    (0xf7, 0xf7),
];

/// `[:name:]`
pub fn posix(name: &str) -> Option<&'static [(u32, u32)]> {
    Some(match name {
        "alpha" => ALPHA,
        "lower" => LOWER,
        "upper" => UPPER,
        "alnum" => ALNUM,
        "ascii" => &[(0, 0x7f)],
        "blank" => &[(0x09, 0x09), (0x20, 0x20)],
        "cntrl" => &[(0, 0x1f), (0x7f, 0x9f)],
        "digit" => DIGIT,
        "graph" => &[(0x21, 0x7e), (0xa0, 0xff)],
        "print" => &[(0x20, 0x7e), (0xa0, 0xff)],
        "punct" => PUNCT,
        "space" => SPACE,
        "word" => WORD,
        "xdigit" => &[(0x30, 0x39), (0x41, 0x46), (0x61, 0x66)],
        _ => return None,
    })
}

/// The general categories, and the names that PCRE adds to them. Scripts are left out.
pub fn property(name: &str) -> Option<&'static str> {
    const CATEGORIES: [&str; 36] = [
        "C", "Cc", "Cf", "Cn", "Co", "L", "Ll", "Lm", "Lo", "Lt", "Lu", "M", "Mc", "Me", "Mn", "N", "Nd",
        "Nl", "No", "P", "Pc", "Pd", "Pe", "Pf", "Pi", "Po", "Ps", "S", "Sc", "Sk", "Sm", "So", "Z", "Zl",
        "Zp", "Zs",
    ];
    if let Some(known) = CATEGORIES.iter().find(|category| **category == name) {
        return Some(known);
    }
    match name {
        "Any" => Some("Any"),
        "L&" => Some("LC"),
        _ => None,
    }
}

/// The scripts that OTP's PCRE knows.
pub const SCRIPTS: &str = "Arabic Armenian Avestan Balinese Bamum Bassa_Vah Batak Bengali Bopomofo Brahmi Braille Buginese \
    Buhid Canadian_Aboriginal Carian Caucasian_Albanian Chakma Cham Cherokee Common Coptic Cuneiform \
    Cypriot Cyrillic Deseret Devanagari Duployan Egyptian_Hieroglyphs Elbasan Ethiopic Georgian \
    Glagolitic Gothic Grantha Greek Gujarati Gurmukhi Han Hangul Hanunoo Hebrew Hiragana \
    Imperial_Aramaic Inherited Inscriptional_Pahlavi Inscriptional_Parthian Javanese Kaithi Kannada \
    Katakana Kayah_Li Kharoshthi Khmer Khojki Khudawadi Lao Latin Lepcha Limbu Linear_A Linear_B Lisu \
    Lycian Lydian Mahajani Malayalam Mandaic Manichaean Meetei_Mayek Mende_Kikakui Meroitic_Cursive \
    Meroitic_Hieroglyphs Miao Modi Mongolian Mro Myanmar Nabataean New_Tai_Lue Nko Ogham Ol_Chiki \
    Old_Italic Old_North_Arabian Old_Permic Old_Persian Old_South_Arabian Old_Turkic Oriya Osmanya \
    Pahawh_Hmong Palmyrene Pau_Cin_Hau Phags_Pa Phoenician Psalter_Pahlavi Rejang Runic Samaritan \
    Saurashtra Sharada Shavian Siddham Sinhala Sora_Sompeng Sundanese Syloti_Nagri Syriac Tagalog \
    Tagbanwa Tai_Le Tai_Tham Tai_Viet Takri Tamil Telugu Thaana Thai Tibetan Tifinagh Tirhuta Ugaritic \
    Vai Warang_Citi Yi";
