//! What kind of thing something is, by colour. The words beside it always say the same.

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tone {
    #[default]
    Plain,
    /// Something begins.
    Birth,
    /// Links and what comes through them.
    Tie,
    Time,
    /// It ended well.
    Good,
    /// It failed by itself.
    Bad,
    /// Others ended it.
    Stopped,
    Waiting,
    Busy,
}

impl Tone {
    pub(crate) fn class(self) -> &'static str {
        match self {
            Tone::Plain => "plain",
            Tone::Birth => "birth",
            Tone::Tie => "tie",
            Tone::Time => "time",
            Tone::Good => "good",
            Tone::Bad => "bad",
            Tone::Stopped => "stopped",
            Tone::Waiting => "waiting",
            Tone::Busy => "busy",
        }
    }
}

/// The colours, on light and on dark paper: what is drawn takes the colour of its tone.
pub(crate) const STYLE: &str = "\
    svg { color: #555b66 }
    .paper { fill: #fff } .box { fill: #f6f7f9; stroke: currentColor; rx: 4px } .focus { fill: #fff3bf }
    text { fill: #1a1a1a; stroke: #fff } .faint { fill: #6b7280 } .life { stroke: #9aa0aa }
    .birth { color: #1764c0 } .tie { color: #7b3fb5 } .time, .waiting { color: #946200 } .good { color: #1c7c3c }
    .bad { color: #c01c28 } .stopped { color: #b3470b } .busy { color: #1764c0 }
    @media (prefers-color-scheme: dark) {
      svg { color: #aeb4bf }
      .paper { fill: #16181d } .box { fill: #23262d } .focus { fill: #4a4012 }
      text { fill: #eceef2; stroke: #16181d } .faint { fill: #9aa1ad } .life { stroke: #6b727e }
      .birth { color: #6db0ff } .tie { color: #c79bf2 } .time, .waiting { color: #e5b54c } .good { color: #5fd085 }
      .bad { color: #ff7b7b } .stopped { color: #ff9d5c } .busy { color: #6db0ff }
    }";

/// The beginning of a picture of this size, up to its paper.
pub(crate) fn begin(width: f64, height: f64, style: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\">\n  \
         <style>\n{STYLE}\n{style}\n  </style>\n  <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n"
    )
}
