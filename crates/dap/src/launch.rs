//! What an editor says of the program to run, and who turns that into a walk.

use debugger::Walk;
use debugger::walk::Console;
use serde::Deserialize;

/// The arguments of `launch`. Those that editors add of their own (`type`, `name`, `request`, …)
/// are passed over.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Launch {
    /// Files or folders, as on the command line; relative to `cwd`.
    #[serde(default)]
    pub sources: Vec<String>,
    pub expression: String,
    pub cwd: Option<String>,
    #[serde(default)]
    pub include: Vec<String>,
    #[serde(default)]
    pub define: Vec<String>,
    pub otp: Option<String>,
    #[serde(default)]
    pub no_otp: bool,
    /// `fair` or `random`
    pub schedule: Option<String>,
    #[serde(default)]
    pub seed: u64,
    pub max_steps: Option<u64>,
    /// How long the run goes on after the expression has ended, as on the command line: `2s`.
    #[serde(rename = "for")]
    pub overtime: Option<String>,
    /// Stand still before anything of the program has been done.
    #[serde(default)]
    pub stop_on_entry: bool,
    /// Stop when the run is over, even if it ended with a value.
    #[serde(default)]
    pub stop_on_end: bool,
    /// Run without stopping anywhere.
    #[serde(default)]
    pub no_debug: bool,
}

/// Finds and reads code, which this crate cannot.
pub trait Launcher {
    /// A walk through a run that is about to begin, or what is wrong, in words. The files of the
    /// user's modules have absolute names; what the program prints goes to the console.
    fn launch(&mut self, launch: &Launch, console: Box<dyn Console>) -> Result<Box<dyn Walk>, String>;

    /// Writes a saved walk to a file of this name, from which `whodunit rewind --load` goes on.
    fn save(&mut self, launch: &Launch, file: &str, text: &str) -> Result<(), String>;
}
