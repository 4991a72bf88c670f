//! Watches some processes in a re-run, for the values of some of their steps and segments.

use erlang_machine::code::{Function, FunctionId};
use erlang_machine::exception::Exception;
use erlang_machine::observer::{Observer, ObserverKind, ReceiveAt};
use erlang_machine::process::State;
use erlang_term::{Pid, Term};

use super::track::ProcessTrack;
use crate::moment::Numbering;
use crate::numbers::Numbers;
use crate::subject::Subjects;

pub(crate) struct ProcessWindow<'a> {
    subjects: &'a mut Subjects,
    pub(crate) tracks: Vec<ProcessTrack>,
    numbers: Numbers,
    /// The process that was heard of last, and its track, if it is watched.
    current: Option<(Pid, Option<usize>)>,
}

impl<'a> ProcessWindow<'a> {
    pub(crate) fn new(subjects: &'a mut Subjects, tracks: Vec<ProcessTrack>) -> ProcessWindow<'a> {
        let mut numbers = Numbers::default();
        tracks.iter().for_each(|track| {
            numbers.add(track.pid);
        });
        ProcessWindow { subjects, tracks, numbers, current: None }
    }

    #[inline]
    fn track(&mut self, pid: Pid) -> Option<&mut ProcessTrack> {
        let known = match self.current {
            Some((current, known)) if current == pid => known,
            _ => {
                let known = self.numbers.get(pid);
                self.current = Some((pid, known));
                known
            }
        };
        self.tracks.get_mut(known?)
    }

    /// The process, if it is watched and the receive is one of suspect code.
    fn receiver(&mut self, at: &ReceiveAt<'_>, pid: Pid) -> Option<(&mut ProcessTrack, &mut Subjects)> {
        self.track(pid)?;
        let (_, known) = self.current?;
        let suspect = self.subjects.is_suspect(at.function.copy_of.unwrap_or(at.id));
        suspect.then_some((&mut self.tracks[known?], &mut *self.subjects))
    }
}

impl Numbering for ProcessWindow<'_> {
    /// Of the first process that is watched.
    fn next(&self) -> u32 {
        self.tracks.first().map_or(0, ProcessTrack::next)
    }
}

impl ObserverKind for ProcessWindow<'_> {
    const CALLS: bool = true;
}

impl Observer for ProcessWindow<'_> {
    #[inline]
    fn call(&mut self, pid: Pid, id: FunctionId, _function: &Function, arguments: &[Term], tail: bool) {
        if self.track(pid).is_none() {
            return;
        }
        let role = self.subjects.role(id);
        if let Some(track) = self.track(pid) {
            track.call(role, arguments, tail);
        }
    }

    #[inline]
    fn returned(&mut self, pid: Pid, value: &Term) {
        if let Some(track) = self.track(pid) {
            track.returned(value);
        }
    }

    fn raised(&mut self, pid: Pid, exception: &Exception) {
        if let Some(track) = self.track(pid) {
            track.raised(exception);
        }
    }

    fn unwound(&mut self, pid: Pid, caught: bool) {
        if let Some(track) = self.track(pid) {
            track.unwound(caught);
        }
    }

    fn hibernated(&mut self, pid: Pid) {
        if let Some(track) = self.track(pid) {
            track.hibernated();
        }
    }

    #[inline]
    fn clause(&mut self, pid: Pid, clause: u32) {
        if let Some(track) = self.track(pid) {
            track.clause(clause);
        }
    }

    fn receive_reached(&mut self, pid: Pid, at: ReceiveAt<'_>) {
        if let Some((track, subjects)) = self.receiver(&at, pid) {
            track.reached(at, subjects);
        }
    }

    fn receive_entered(&mut self, pid: Pid, at: ReceiveAt<'_>, clause: u32) {
        if let Some((track, subjects)) = self.receiver(&at, pid) {
            let _ = track.entered(at, clause, subjects);
        }
    }

    fn receive_ended(&mut self, pid: Pid, at: ReceiveAt<'_>, value: &Term) {
        if let Some((track, _)) = self.receiver(&at, pid) {
            track.ended(at, value);
        }
    }

    fn receives_left(&mut self, pid: Pid, id: FunctionId, count: u32) {
        if self.track(pid).is_some()
            && self.subjects.is_suspect(id)
            && let Some(track) = self.track(pid)
        {
            track.left(count);
        }
    }

    fn exit(&mut self, pid: Pid, _state: &State) {
        if let Some(track) = self.track(pid) {
            track.exits();
        }
    }
}
