//! `whodunit web`.

use clap::Args;
use observation::reading::Method;

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
