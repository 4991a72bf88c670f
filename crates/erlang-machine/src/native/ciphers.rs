//! The ciphers of OTP's module `crypto`, with what comes of wrong arguments as OTP says it.

mod authenticated;
mod blocks;

use erlang_term::{Map, Term, atoms};

use super::arguments::size;
use super::crypto::{complain, fail};
use super::iolists::iodata;
use super::{Context, Outcome};
use crate::Raise;
use blocks::{Blocks, Direction};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Ecb,
    Cbc,
    Ctr,
    Gcm,
    /// ChaCha20 with Poly1305.
    Stream,
}

struct Cipher {
    name: &'static str,
    /// OpenSSL's number for it.
    number: Option<i64>,
    mode: Mode,
    key: usize,
    iv: usize,
    block: usize,
}

const fn cipher(
    name: &'static str,
    number: Option<i64>,
    mode: Mode,
    key: usize,
    iv: usize,
    block: usize,
) -> Cipher {
    Cipher { name, number, mode, key, iv, block }
}

const CIPHERS: [Cipher; 15] = [
    cipher("aes_128_cbc", Some(419), Mode::Cbc, 16, 16, 16),
    cipher("aes_192_cbc", Some(423), Mode::Cbc, 24, 16, 16),
    cipher("aes_256_cbc", Some(427), Mode::Cbc, 32, 16, 16),
    cipher("aes_128_ctr", None, Mode::Ctr, 16, 16, 1),
    cipher("aes_192_ctr", None, Mode::Ctr, 24, 16, 1),
    cipher("aes_256_ctr", None, Mode::Ctr, 32, 16, 1),
    cipher("aes_128_ecb", Some(418), Mode::Ecb, 16, 0, 16),
    cipher("aes_192_ecb", Some(422), Mode::Ecb, 24, 0, 16),
    cipher("aes_256_ecb", Some(426), Mode::Ecb, 32, 0, 16),
    cipher("aes_128_gcm", Some(895), Mode::Gcm, 16, 12, 1),
    cipher("aes_192_gcm", Some(898), Mode::Gcm, 24, 12, 1),
    cipher("aes_256_gcm", Some(901), Mode::Gcm, 32, 12, 1),
    cipher("chacha20_poly1305", None, Mode::Stream, 32, 12, 1),
    cipher("des_cbc", Some(31), Mode::Cbc, 8, 8, 8),
    cipher("des_ede3_cbc", Some(44), Mode::Cbc, 24, 8, 8),
];

/// What OpenSSL has, and this module has not.
const OTHERS: [&str; 26] = [
    "aes_128_ccm",
    "aes_192_ccm",
    "aes_256_ccm",
    "aes_128_cfb8",
    "aes_192_cfb8",
    "aes_256_cfb8",
    "aes_128_cfb128",
    "aes_192_cfb128",
    "aes_256_cfb128",
    "aes_128_ofb",
    "aes_192_ofb",
    "aes_256_ofb",
    "aes_ige256",
    "blowfish_cbc",
    "blowfish_cfb64",
    "blowfish_ecb",
    "blowfish_ofb64",
    "chacha20",
    "des_cfb",
    "des_ecb",
    "des_ede3_cfb",
    "rc2_cbc",
    "rc4",
    "sm4_cbc",
    "sm4_ctr",
    "sm4_ecb",
];

pub fn names() -> Term {
    Term::list(CIPHERS.iter().map(|cipher| Term::atom(cipher.name)).collect::<Vec<_>>())
}

fn find(term: &Term) -> Result<Option<&'static Cipher>, Raise> {
    let wanted = term.as_atom().map_or("", |name| name.name());
    if OTHERS.contains(&wanted) {
        return Err(Raise::unsupported(format!("crypto: the cipher {wanted}")));
    }
    Ok(CIPHERS.iter().find(|cipher| cipher.name == wanted))
}

pub fn info(term: &Term) -> Outcome {
    let cipher = find(term)?.ok_or_else(Raise::badarg)?;
    let mode = match cipher.mode {
        Mode::Ecb => "ecb_mode",
        Mode::Cbc => "cbc_mode",
        Mode::Ctr => "ctr_mode",
        Mode::Gcm => "gcm_mode",
        Mode::Stream => "stream_cipher",
    };
    let pairs = [
        ("block_size", Term::Int(cipher.block as i64)),
        ("iv_length", Term::Int(cipher.iv as i64)),
        ("key_length", Term::Int(cipher.key as i64)),
        ("mode", Term::atom(mode)),
        ("prop_aead", Term::bool(is_authenticated(cipher))),
        ("type", cipher.number.map_or(Term::Atom(atoms::UNDEFINED), Term::Int)),
    ];
    Ok(Term::Map(Map::from_pairs(pairs.map(|(key, value)| (Term::atom(key), value)))))
}

fn is_authenticated(cipher: &Cipher) -> bool {
    matches!(cipher.mode, Mode::Gcm | Mode::Stream)
}

/// What becomes of a last block that is not full.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Padding {
    /// It is left out.
    Unset,
    /// It is an error.
    None,
    Pkcs,
    Zero,
}

fn options(term: &Term) -> Result<(Direction, Padding), Raise> {
    let direction = |term: &Term| match term {
        Term::Atom(atoms::TRUE) => Ok(Direction::Encrypt),
        Term::Atom(atoms::FALSE) => Ok(Direction::Decrypt),
        _ => Err(complain(("api_ng.c", 152, 4, "The 'encrypt' option must be a boolean!"))),
    };
    let bad = || complain(("api_ng.c", 128, 4, "Bad option format"));
    if matches!(term, Term::Atom(_)) {
        return Ok((direction(term)?, Padding::Unset));
    }
    let mut read = (Direction::Encrypt, Padding::Unset);
    for option in term.proper_list().ok_or_else(bad)? {
        let Some([Term::Atom(name), value]) = option.as_tuple() else { return Err(bad()) };
        match (name.name(), value.as_atom().map(|value| value.name())) {
            ("encrypt", _) => read.0 = direction(value)?,
            ("padding", Some("none")) => read.1 = Padding::None,
            ("padding", Some("pkcs_padding")) => read.1 = Padding::Pkcs,
            ("padding", Some("zero")) => read.1 = Padding::Zero,
            ("padding", Some("undefined")) => read.1 = Padding::Unset,
            ("padding", Some("random")) => {
                return Err(Raise::unsupported("crypto: the padding random"));
            }
            ("padding", _) => return Err(complain(("api_ng.c", 178, 4, "Bad 'padding' option value"))),
            _ => return Err(complain(("api_ng.c", 130, 4, "Bad option name"))),
        }
    }
    Ok(read)
}

/// `ng_crypto_one_time_nif(Cipher, Key, IV, Data, Options)`
pub fn one_time(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let (direction, padding) = options(&arguments[4])?;
    let unknown = ("api_ng.c", 242, 0, "Unknown cipher");
    let cipher = find(&arguments[0])?.ok_or_else(|| complain(unknown))?;
    if is_authenticated(cipher) {
        return Err(complain(("api_ng.c", 250, 0, "Missing arguments for this cipher")));
    }
    let key = iodata(&arguments[1]).map_err(|_| complain(("api_ng.c", 220, 1, "Bad key")))?;
    if key.len() != cipher.key {
        return Err(complain(("api_ng.c", 244, 1, "Bad key size")));
    }
    let iv = iodata(&arguments[2]).map_err(|_| complain(("api_ng.c", 305, 2, "Bad iv type")))?;
    if cipher.iv != 0 && iv.len() != cipher.iv {
        return Err(complain(("api_ng.c", 310, 2, "Bad iv size")));
    }
    let data =
        iodata(&arguments[3]).map_err(|_| complain(("api_ng.c", 966, 3, "expected binary as data")))?;
    context.charge_bytes(data.len());
    let blocks = blocks::of(cipher.name, &key).ok_or_else(Raise::badarg)?;
    if cipher.mode == Mode::Ctr {
        return Ok(Term::binary(&blocks::ctr(&*blocks, &iv, &data)));
    }
    let padded = padded(data.to_vec(), cipher.block, direction, padding)?;
    let iv = (cipher.mode == Mode::Cbc).then_some(&*iv);
    let mut result = blocks::chained(&*blocks, direction, iv, padded);
    if (direction, padding) == (Direction::Decrypt, Padding::Pkcs) {
        unpad(&mut result, cipher.block)?;
    }
    Ok(Term::binary(&result))
}

/// The data as whole blocks.
fn padded(mut data: Vec<u8>, block: usize, direction: Direction, padding: Padding) -> Result<Vec<u8>, Raise> {
    let extra = data.len() % block;
    match (padding, direction) {
        (Padding::Pkcs, Direction::Encrypt) => data.resize(data.len() - extra + block, (block - extra) as u8),
        (Padding::Pkcs, Direction::Decrypt) if extra != 0 => {
            return Err(fail(("api_ng.c", 638, -1, "Can't finalize")));
        }
        (Padding::None, _) if extra != 0 => {
            return Err(fail(("api_ng.c", 610, -1, "Padding 'none' but unfilled last block")));
        }
        (Padding::Zero, Direction::Encrypt) if extra != 0 => data.resize(data.len() - extra + block, 0),
        _ => data.truncate(data.len() - extra),
    }
    Ok(data)
}

/// Takes away what was added: as many bytes as each of them says.
fn unpad(data: &mut Vec<u8>, block: usize) -> Result<(), Raise> {
    let count = data.last().map_or(0, |last| usize::from(*last));
    let is_right = (1..=block).contains(&count)
        && data.len() >= count
        && data[data.len() - count..].iter().all(|byte| usize::from(*byte) == count);
    if !is_right {
        return Err(fail(("api_ng.c", 638, -1, "Can't finalize")));
    }
    data.truncate(data.len() - count);
    Ok(())
}

const LONGEST_TAG: usize = 16;

/// `aead_cipher_nif(Cipher, Key, IV, Text, More, TagOrLength, IsEncryption)`
pub fn aead(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let encrypts = match &arguments[6] {
        Term::Atom(atoms::TRUE) => true,
        Term::Atom(atoms::FALSE) => false,
        _ => return Err(complain(("aead.c", 65, 6, "Bad enc flag"))),
    };
    let bytes = |n: usize, text| iodata(&arguments[n]).map_err(|_| complain(("aead.c", 70, n as i64, text)));
    let (key, iv) = (bytes(1, "non-binary key")?, bytes(2, "non-binary iv")?);
    let (data, more) = (bytes(3, "non-binary text")?, bytes(4, "non-binary AAD")?);
    let unknown = ("aead.c", 90, 0, "Unknown cipher or invalid key size");
    let cipher = find(&arguments[0])?.ok_or_else(|| complain(unknown))?;
    if !is_authenticated(cipher) || key.len() != cipher.key {
        return Err(complain(unknown));
    }
    if iv.is_empty() || (cipher.mode == Mode::Stream && iv.len() != cipher.iv) {
        return Err(complain(("aead.c", 111, 2, "Bad IV length")));
    }
    context.charge_bytes(16 * data.len() + more.len());
    let run = |data: &[u8]| match cipher.mode {
        Mode::Stream => Some(authenticated::chacha20_poly1305(&key, &iv, &more, data, encrypts)),
        _ => {
            let blocks: Box<dyn Blocks> = blocks::of(cipher.name, &key)?;
            Some(authenticated::gcm(&*blocks, &iv, &more, data, encrypts))
        }
    };
    if encrypts {
        let length = size(&arguments[5]).map_err(|_| complain(("aead.c", 78, 5, "Bad Tag length")))?;
        if length > LONGEST_TAG {
            return Err(fail(("aead.c", 156, -1, "Can't get Tag")));
        }
        let (text, tag) = run(&data).ok_or_else(Raise::badarg)?;
        return Ok(Term::tuple([Term::binary(&text), Term::binary(&tag[..length])]));
    }
    let tag = bytes(5, "Bad Tag")?;
    let (text, expected) = run(&data).ok_or_else(Raise::badarg)?;
    let is_right = tag.len() <= LONGEST_TAG && !tag.is_empty() && *tag == expected[..tag.len()];
    Ok(if is_right { Term::binary(&text) } else { Term::Atom(atoms::ERROR) })
}

pub fn poly1305(key: &[u8], data: &[u8]) -> Outcome {
    if key.len() != 32 {
        return Err(complain(("mac.c", 235, 2, "Bad key length")));
    }
    Ok(Term::binary(&authenticated::poly1305(key, data)))
}

pub fn cmac(term: &Term, key: &[u8], data: &[u8]) -> Outcome {
    let cipher = find(term)?.ok_or_else(|| complain(("mac.c", 313, 1, "Unknown cipher")))?;
    if key.len() != cipher.key {
        return Err(complain(("mac.c", 316, 2, "Bad key size")));
    }
    match (cipher.mode, blocks::of(cipher.name, key)) {
        (Mode::Cbc, Some(blocks)) => Ok(Term::binary(&blocks::cmac(&*blocks, data))),
        _ => Err(Raise::unsupported(format!("crypto:mac/4 with cmac and {}", cipher.name))),
    }
}
