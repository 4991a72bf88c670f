//! For tests: files that exist as long as the test runs.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// A temporary folder with some files in it; removed when dropped.
pub struct TestFolder(PathBuf);

impl TestFolder {
    /// Files are given as `path` (left empty) or `path: contents`.
    pub fn new(files: &[&str]) -> TestFolder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let root = std::env::temp_dir().join(format!("whodunit-test-{}-{number}", std::process::id()));
        for file in files {
            let (path, contents) = file.split_once(": ").unwrap_or((file, ""));
            let path = root.join(path);
            fs::create_dir_all(path.parent().expect("below the root")).expect("a temporary folder");
            fs::write(path, contents).expect("a temporary file");
        }
        TestFolder(root)
    }

    pub fn root(&self) -> &Path {
        &self.0
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.0.join(path)
    }
}

impl Drop for TestFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
