//! What whodunit keeps for later runs: in the user's cache folder, never in a project.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::durable::{self, Privacy};

/// What was kept under a name.
pub fn recall(name: &str) -> Option<Vec<u8>> {
    fs::read(folder()?.join(name)).ok()
}

/// Keeps something under a name, readable to its owner only. The error says why that failed.
pub fn keep(name: &str, contents: &[u8]) -> Result<(), String> {
    let Some(folder) = folder() else { return Ok(()) };
    let path = folder.join(name);
    let parent = path.parent().unwrap_or(&folder);
    fs::create_dir_all(parent).map_err(|error| durable::cannot(parent, &error))?;
    durable::write(&path, contents, Privacy::Owner)
}

/// A name for what is kept about a folder.
pub fn of_folder(kind: &str, folder: &Path) -> String {
    let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf());
    format!("{kind}/{:016x}", hash(&folder))
}

/// Which whodunit this is: another one may have kept other things under the same names.
pub fn of_this_program(name: &str) -> String {
    let about = env::current_exe().and_then(fs::metadata);
    let about = about.map(|about| (about.len(), about.modified().ok())).ok();
    format!("{:016x}/{name}", hash(&about))
}

/// `$XDG_CACHE_HOME/whodunit`, or its usual place.
fn folder() -> Option<PathBuf> {
    let absolute = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let cache = absolute("XDG_CACHE_HOME").or_else(|| Some(absolute("HOME")?.join(".cache")));
    cache.map(|cache| cache.join("whodunit"))
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
