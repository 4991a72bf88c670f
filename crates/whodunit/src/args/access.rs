//! What a program may see of the computer that it runs on.

use std::path::PathBuf;

use clap::Args;

#[derive(Args, Clone, Default)]
pub struct Access {
    /// Also let the program read this folder or file, besides the project, its dependencies and the
    /// current folder
    #[arg(long, value_name = "DIR")]
    pub allow_read: Vec<PathBuf>,

    /// Let the program read no files at all
    #[arg(long, conflicts_with = "allow_read")]
    pub no_files: bool,

    /// Set an environment variable that the program sees
    #[arg(long, value_name = "NAME=VALUE")]
    pub env: Vec<String>,

    /// Application settings, in the form of a `sys.config`
    #[arg(long, value_name = "FILE")]
    pub config: Vec<PathBuf>,

    /// Apply parse transforms anew, rather than take what an earlier run kept
    #[arg(long)]
    pub no_cache: bool,
}

impl Access {
    pub fn of_erlang(&self) -> debugger::erlang::project::Access {
        debugger::erlang::project::Access {
            read: self.allow_read.clone(),
            no_files: self.no_files,
            env: self.env.clone(),
            settings: self.config.clone(),
            no_cache: self.no_cache,
            arguments: Vec::new(),
        }
    }
}
