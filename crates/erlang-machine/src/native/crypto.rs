//! What OTP's module `crypto` leaves to OpenSSL: hashes, MACs, random bytes, powers of large
//! numbers. Ciphers are in `ciphers.rs`.
//!
//! Random bytes come from the seed of the run. An algorithm that is not here is named as not
//! supported.

use std::rc::Rc;

use blake2::{Blake2b512, Blake2s256};
use md5::Md5;
use num_bigint::BigUint;
use sha1::Sha1;
use sha2::digest::{Digest, DynDigest};
use sha2::{Sha224, Sha256, Sha384, Sha512};
use sha3::{Sha3_224, Sha3_256, Sha3_384, Sha3_512};

use erlang_term::{Map, Term, atoms, work};

use super::arguments::{binary, size};
use super::iolists::iodata;
use super::{Context, Outcome, Table, ciphers};
use crate::Raise;
use crate::native::effect::{Change, Effect, Look, On, Pure, Touches};

/// A new reference, or new random bytes.
const FRESH: Effect = Touches(&[Change(On::Fresh)]);
const LOOK: Effect = Touches(&[Look(On::Hash(0))]);
const CONTINUE: Effect = Touches(&[Look(On::Hash(0)), Change(On::Fresh)]);

pub const TABLE: Table = &[
    ("hash_nif", 2, Pure, |context, arguments| {
        let mut digest = start(&arguments[0], BAD_DIGEST)?;
        let data = iodata(&arguments[1])?;
        context.charge_bytes(data.len());
        digest.update(&data);
        Ok(Term::binary(&digest.finalize()))
    }),
    ("hash_init_nif", 1, FRESH, |context, arguments| {
        let digest = start(&arguments[0], BAD_INIT)?;
        Ok(keep(context, digest))
    }),
    ("hash_update_nif", 2, CONTINUE, |context, arguments| {
        let mut digest = state(context, &arguments[0], BAD_UPDATE)?;
        let data = iodata(&arguments[1])?;
        context.charge_bytes(data.len());
        digest.update(&data);
        Ok(keep(context, digest))
    }),
    ("hash_final_nif", 1, LOOK, |context, arguments| {
        Ok(Term::binary(&state(context, &arguments[0], BAD_FINAL)?.finalize()))
    }),
    ("hash_info_nif", 1, Pure, |_, arguments| hash_info(&arguments[0])),
    ("mac_nif", 4, Pure, |context, arguments| {
        let key = iodata(&arguments[2])?;
        let data = iodata(&arguments[3])?;
        context.charge_bytes(data.len());
        match arguments[0].as_atom().map(|kind| kind.name()) {
            Some("hmac") => Ok(Term::binary(&hmac(algorithm(&arguments[1], BAD_HMAC)?, &key, &[&data]))),
            Some("cmac") => ciphers::cmac(&arguments[1], &key, &data),
            Some("poly1305") => ciphers::poly1305(&key, &data),
            _ => Err(Raise::unsupported(format!("crypto:mac/4 with {}", name(&arguments[0])))),
        }
    }),
    ("pbkdf2_hmac_nif", 5, Pure, pbkdf2),
    ("do_exor", 2, Pure, |context, arguments| {
        let (a, b) = (binary(&arguments[0])?.to_bytes(), binary(&arguments[1])?.to_bytes());
        if a.len() != b.len() {
            return Err(Raise::badarg());
        }
        context.charge_bytes(a.len());
        Ok(Term::binary(&a.iter().zip(b.iter()).map(|(x, y)| x ^ y).collect::<Vec<u8>>()))
    }),
    ("hash_equals_nif", 2, Pure, |_, arguments| {
        let (a, b) = (binary(&arguments[0])?, binary(&arguments[1])?);
        if a.to_bytes().len() != b.to_bytes().len() {
            return Err(Raise::badarg());
        }
        Ok(Term::bool(a.to_bytes() == b.to_bytes()))
    }),
    ("mod_exp_nif", 4, Pure, mod_exp),
    ("strong_rand_bytes_nif", 1, FRESH, |context, arguments| {
        let bytes = size(&arguments[0])?;
        if !context.world.may_make(bytes) {
            return Err(super::arguments::system_limit());
        }
        context.charge_bytes(bytes);
        Ok(Term::binary(&random(context, bytes)))
    }),
    ("strong_rand_range_nif", 1, FRESH, |context, arguments| {
        let range = number(&arguments[0])?;
        if range == BigUint::ZERO {
            return Err(Raise::badarg());
        }
        Ok(Term::binary(&below(context, &range).to_bytes_be()))
    }),
    ("rand_uniform_nif", 2, FRESH, |context, arguments| {
        let (from, to) = (number_with_size(&arguments[0])?, number_with_size(&arguments[1])?);
        if from >= to {
            return Err(Raise::badarg());
        }
        Ok(with_size(&(&from + below(context, &(&to - &from)))))
    }),
    // The seed of the run decides.
    ("rand_seed_nif", 1, Pure, |_, arguments| {
        iodata(&arguments[0])?;
        Ok(Term::Atom(atoms::OK))
    }),
    ("hash_algorithms", 0, Pure, |_, _| {
        Ok(Term::list(ALGORITHMS.iter().rev().map(|known| Term::atom(known.name)).collect::<Vec<_>>()))
    }),
    ("mac_algorithms", 0, Pure, |_, _| Ok(Term::list(["cmac", "hmac", "poly1305"].map(Term::atom)))),
    ("cipher_algorithms", 0, Pure, |_, _| Ok(ciphers::names())),
    ("cipher_info_nif", 1, Pure, |_, arguments| ciphers::info(&arguments[0])),
    ("ng_crypto_one_time_nif", 5, Pure, ciphers::one_time),
    ("aead_cipher_nif", 7, Pure, ciphers::aead),
    ("pubkey_algorithms", 0, Pure, |_, _| Ok(Term::Nil)),
    ("curve_algorithms", 0, Pure, |_, _| Ok(Term::Nil)),
    ("rsa_opts_algorithms", 0, Pure, |_, _| Ok(Term::Nil)),
    ("info_fips", 0, Pure, |_, _| Ok(Term::atom("not_supported"))),
];

/// Hashes that OpenSSL has, and this module has not.
const OTHERS: [&str; 2] = ["md4", "ripemd160"];

struct Algorithm {
    name: &'static str,
    /// OpenSSL's number for it.
    number: i64,
    block: usize,
    size: i64,
    start: fn() -> Box<dyn DynDigest>,
}

macro_rules! algorithms {
    ($($name:literal $number:literal $block:literal $size:literal $type:ty;)*) => {
        &[$(Algorithm {
            name: $name,
            number: $number,
            block: $block,
            size: $size,
            start: || Box::new(<$type>::new()),
        }),*]
    };
}

const ALGORITHMS: &[Algorithm] = algorithms! {
    "md5" 4 64 16 Md5;
    "sha" 64 64 20 Sha1;
    "sha224" 675 64 28 Sha224;
    "sha256" 672 64 32 Sha256;
    "sha384" 673 128 48 Sha384;
    "sha512" 674 128 64 Sha512;
    "sha3_224" 1096 144 28 Sha3_224;
    "sha3_256" 1097 136 32 Sha3_256;
    "sha3_384" 1098 104 48 Sha3_384;
    "sha3_512" 1099 72 64 Sha3_512;
    "blake2b" 1056 128 64 Blake2b512;
    "blake2s" 1057 64 32 Blake2s256;
};

/// What `crypto` says of a wrong argument: the place in OTP's sources, the argument, the text.
type Complaint = (&'static str, i64, i64, &'static str);

const BAD_DIGEST: Complaint = ("hash.c", 108, 0, "Bad digest type");
const BAD_INIT: Complaint = ("hash.c", 145, 0, "Bad digest type");
const BAD_UPDATE: Complaint = ("hash.c", 171, 0, "Bad state");
const BAD_FINAL: Complaint = ("hash.c", 205, 0, "Bad state");
const BAD_HMAC: Complaint = ("mac.c", 263, 1, "Bad digest algorithm for HMAC");
const BAD_INFO: Complaint = ("hash.c", 53, 0, "Bad digest type");

pub fn complain((file, line, argument, text): Complaint) -> Raise {
    let place = [
        ("c_file_name", Term::string(file)),
        ("c_file_line_num", Term::Int(line)),
        ("c_function_arg_num", Term::Int(argument)),
    ];
    let place = Map::from_pairs(place.map(|(key, value)| (Term::atom(key), value)));
    Raise::error(Term::tuple([Term::Atom(atoms::BADARG), Term::Map(place), Term::string(text)]))
}

/// The same of something that went wrong with right arguments.
pub fn fail(complaint: Complaint) -> Raise {
    let raise = complain(complaint);
    let parts =
        raise.reason.as_tuple().map(|parts| Term::tuple([&[Term::Atom(atoms::ERROR)], &parts[1..]].concat()));
    Raise { reason: parts.unwrap_or(Term::Nil), ..raise }
}

fn name(term: &Term) -> &'static str {
    term.as_atom().map_or("another argument", |name| name.name())
}

fn algorithm(term: &Term, complaint: Complaint) -> Result<&'static Algorithm, Raise> {
    let wanted = name(term);
    if OTHERS.contains(&wanted) {
        return Err(Raise::unsupported(format!("crypto: the hash {wanted}")));
    }
    ALGORITHMS.iter().find(|known| known.name == wanted).ok_or_else(|| complain(complaint))
}

fn start(term: &Term, complaint: Complaint) -> Result<Box<dyn DynDigest>, Raise> {
    Ok((algorithm(term, complaint)?.start)())
}

/// A hash under way is kept by reference and never changes: to go on with it makes another one.
fn keep(context: &mut Context<'_>, digest: Box<dyn DynDigest>) -> Term {
    let reference = context.system.new_ref();
    context.system.storage.hashes.insert_mut(reference.into(), Rc::from(digest));
    Term::Ref(reference)
}

fn state(context: &Context<'_>, term: &Term, complaint: Complaint) -> Result<Box<dyn DynDigest>, Raise> {
    let found = match term {
        Term::Ref(reference) => context.system.storage.hashes.get(&(*reference).into()),
        _ => None,
    };
    found.map(|digest| digest.box_clone()).ok_or_else(|| complain(complaint))
}

fn hash_info(term: &Term) -> Outcome {
    let known = algorithm(term, BAD_INFO)?;
    let pairs = [("type", known.number), ("size", known.size), ("block_size", known.block as i64)];
    Ok(Term::Map(Map::from_pairs(pairs.map(|(key, value)| (Term::atom(key), Term::Int(value))))))
}

/// RFC 2104.
fn hmac(algorithm: &Algorithm, key: &[u8], parts: &[&[u8]]) -> Box<[u8]> {
    let mut block = vec![0; algorithm.block];
    if key.len() > algorithm.block {
        let mut digest = (algorithm.start)();
        digest.update(key);
        let short = digest.finalize();
        block[..short.len()].copy_from_slice(&short);
    } else {
        block[..key.len()].copy_from_slice(key);
    }
    let padded = |byte: u8| block.iter().map(|part| part ^ byte).collect::<Vec<u8>>();
    let (mut inner, mut outer) = ((algorithm.start)(), (algorithm.start)());
    inner.update(&padded(0x36));
    parts.iter().for_each(|part| inner.update(part));
    outer.update(&padded(0x5c));
    outer.update(&inner.finalize());
    outer.finalize()
}

/// RFC 8018, 5.2.
fn pbkdf2(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let algorithm = algorithm(&arguments[0], ("pbkdf2_hmac.c", 46, 0, "Bad digest type"))?;
    let (password, salt) = (iodata(&arguments[1])?, iodata(&arguments[2])?);
    let (iterations, length) = (size(&arguments[3])?, size(&arguments[4])?);
    if iterations == 0 || length == 0 {
        return Err(Raise::badarg());
    }
    if !context.world.may_make(iterations.saturating_mul(length)) {
        return Err(super::arguments::system_limit());
    }
    let mut key = Vec::new();
    for block in 1u32.. {
        let mut last = hmac(algorithm, &password, &[&salt, &block.to_be_bytes()]);
        let mut sum = last.to_vec();
        for _ in 1..iterations {
            work::spend(HMAC_UNITS);
            last = hmac(algorithm, &password, &[&last]);
            sum.iter_mut().zip(last.iter()).for_each(|(all, one)| *all ^= one);
        }
        context.charge_bytes(iterations * sum.len());
        key.extend(sum);
        if key.len() >= length {
            break;
        }
    }
    key.truncate(length);
    Ok(Term::binary(&key))
}

/// The work of one HMAC, and of one block of random bytes, in units of [`work`].
const HMAC_UNITS: u64 = 32;
const BLOCK_UNITS: u64 = 8;

/// Bytes that nobody has had in this run: the reference that is taken for them is new.
fn random(context: &mut Context<'_>, length: usize) -> Vec<u8> {
    let seed = context.world.seed();
    let taken = context.system.new_ref().id();
    let block = |n: u64| {
        work::spend(BLOCK_UNITS);
        let numbers = [seed, taken, n].map(u64::to_be_bytes);
        Sha256::digest(numbers.concat())
    };
    let mut bytes: Vec<u8> = (0..length.div_ceil(32) as u64).flat_map(block).collect();
    bytes.truncate(length);
    bytes
}

/// A number below the limit. With that many more bits than it has, each is as likely as any other.
fn below(context: &mut Context<'_>, limit: &BigUint) -> BigUint {
    let length = usize::try_from(limit.bits() / 8).unwrap_or(0) + 17;
    BigUint::from_bytes_be(&random(context, length)) % limit
}

fn number(term: &Term) -> Result<BigUint, Raise> {
    Ok(BigUint::from_bytes_be(&binary(term)?.to_bytes()))
}

/// Four bytes that say how many follow.
fn number_with_size(term: &Term) -> Result<BigUint, Raise> {
    let bytes = binary(term)?.to_bytes();
    Ok(BigUint::from_bytes_be(bytes.get(4..).ok_or_else(Raise::badarg)?))
}

fn with_size(number: &BigUint) -> Term {
    let bytes = number.to_bytes_be();
    Term::binary(&[&(bytes.len() as u32).to_be_bytes(), &bytes[..]].concat())
}

fn mod_exp(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let [base, exponent, modulus] = [number(&arguments[0])?, number(&arguments[1])?, number(&arguments[2])?];
    if modulus == BigUint::ZERO {
        return Err(Raise::badarg());
    }
    context.charge(usize::try_from(exponent.bits().saturating_mul(modulus.bits() / 8 + 1)).unwrap_or(0));
    // A multiplication and a division for each bit.
    let words = modulus.bits() / 64 + 1;
    work::spend(exponent.bits().saturating_mul(words.saturating_mul(words)) / 8);
    let power = base.modpow(&exponent, &modulus);
    Ok(match arguments[3] {
        Term::Int(4) => with_size(&power),
        _ if power == BigUint::ZERO => Term::binary(&[]),
        _ => Term::binary(&power.to_bytes_be()),
    })
}
