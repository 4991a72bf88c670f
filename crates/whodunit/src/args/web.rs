//! `whodunit web`, and `--web` of other commands.

use clap::Args;
use debugger::language::Method;

use super::{Asking, Lazy, Target};

#[derive(Args)]
pub struct Web {
    #[command(flatten)]
    pub target: Target,

    #[command(flatten)]
    pub lazy: Lazy,

    #[command(flatten)]
    pub asking: Asking,

    /// How to build the tree of an observation trace: exactly from spans, or roughly from
    /// cost-centre stacks
    #[arg(long = "tree", value_name = "spans|stacks", default_value = "spans")]
    pub method: Method,

    #[command(flatten)]
    pub serving: Serving,
}

/// How the page is served.
#[derive(Args, Clone, Default)]
pub struct Serving {
    /// Print the address only; do not open a browser
    #[arg(long)]
    pub no_open: bool,

    /// Serve the page on this port [default: a free one, reused next time]
    #[arg(long, value_name = "N")]
    pub port: Option<u16>,

    /// Start over, even if the same command has a session to continue
    #[arg(long)]
    pub fresh: bool,
}

/// Whether a command shows its work in the browser. The other options are those of `whodunit web`.
#[derive(Args, Clone, Default)]
pub struct InBrowser {
    /// Show it in the browser, as `whodunit web` does
    #[arg(long, conflicts_with = "json")]
    pub web: bool,

    #[arg(long, hide = true, requires = "web")]
    no_open: bool,

    #[arg(long, hide = true, requires = "web")]
    port: Option<u16>,

    #[arg(long, hide = true, requires = "web")]
    fresh: bool,
}

impl InBrowser {
    pub fn serving(&self) -> Serving {
        Serving { no_open: self.no_open, port: self.port, fresh: self.fresh }
    }
}
