//! How frames and places are named to an editor.

use erlang_syntax::ast::Module;
use erlang_syntax::source::{FileId, Pos};
use erlang_term::Pid;

/// Columns as editors count them: in units of UTF-16.
pub fn utf16_column(module: &Module, file: FileId, pos: Pos) -> u32 {
    let before = pos.column.saturating_sub(1) as usize;
    let text = module.sources.files.get(file.0 as usize).and_then(|file| file.text.as_deref());
    let line = text.and_then(|text| text.lines().nth(pos.line.saturating_sub(1) as usize));
    match line {
        Some(line) => 1 + line.chars().take(before).map(|c| c.len_utf16() as u32).sum::<u32>(),
        None => pos.column,
    }
}

/// A frame has a name for itself that stays the same as long as it is there: its process and how
/// many calls it is below.
pub fn frame_id(pid: Pid, below: usize) -> u64 {
    u64::from(pid.id()) << 28 | (below as u64 & 0xfff_ffff)
}

pub fn frame_of(id: u64) -> (Pid, usize) {
    (Pid::local((id >> 28) as u32), (id & 0xfff_ffff) as usize)
}
