//! A number that belongs to the sources of the project: other sources, other random programs.

use std::fs;
use std::path::{Path, PathBuf};

/// Made from all Rust and Erlang sources below a folder, by their names and texts.
pub fn hash(folder: &Path) -> std::io::Result<u64> {
    let mut files = Vec::new();
    collect(folder, &mut files)?;
    files.sort();
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for file in files {
        let name = file.strip_prefix(folder).unwrap_or(&file).to_string_lossy().into_owned();
        for byte in name.into_bytes().into_iter().chain(fs::read(&file)?) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    // Far from the seeds that are tried every time, and with room above.
    Ok((hash >> 24) | 1 << 32)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs" || extension == "erl") {
            files.push(path);
        }
    }
    Ok(())
}
