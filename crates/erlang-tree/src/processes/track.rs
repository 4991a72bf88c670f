//! One process on its way from receive to receive.

use computation_tree::SubjectId;
use erlang_history::EventId;
use erlang_machine::exception::Exception;
use erlang_machine::observer::ReceiveAt;
use erlang_term::{Pid, Term};

use super::deeds::Deed;
use super::endings::Endings;
use super::marks::Standing;
use super::strand::{End, Step, Strand, StrandNode};
use crate::column::Column;
use crate::subject::{Role, Subjects};
use crate::values::{FrameId, Values};

/// Follows a process from its beginning, or (then without a shape) from any point of it.
pub(crate) struct ProcessTrack {
    pub(crate) pid: Pid,
    /// Built if the process is followed from its beginning.
    pub(crate) strand: Option<Strand>,
    /// The next step.
    next: u32,
    /// The segment that the process is in, or was in before the receive that it waits in.
    segment: u32,
    first_of_segment: u32,
    /// Frames of the machine, as far as they were begun while the process was followed.
    frames: Vec<Frame>,
    /// As many of them, and all that are not known, were there when the segment began: what returns
    /// to them are *old* pieces.
    floor: usize,
    /// How often something has returned to them.
    returns: u32,
    /// Receives that are open: their frames and steps.
    bodies: Vec<Body>,
    /// The steps of this segment that have not ended, outermost first.
    open: Vec<Step>,
    /// The old piece that goes on (RCV1). There is never more than one: before an outer one goes
    /// on, the inner one has ended.
    going_on: Option<GoingOn>,
    waiting: bool,
    /// What the receive that the process waits in was told.
    consumed: Option<EventId>,
    over: bool,
    /// What it did, in order; with the shape.
    pub(crate) events: Column<EventId>,
    /// What arrived in its mailbox.
    pub(crate) deliveries: Column<EventId>,
    /// The node that ended last.
    last: Option<StrandNode>,
    choosing: bool,
    raised: Option<(Exception, Option<u32>)>,
    /// The steps whose values are wanted, if not all of a range.
    picks: Option<Picks>,
    pub(crate) values: Values,
    pub(crate) endings: Endings,
}

#[derive(Clone, Copy)]
struct Frame {
    /// The segment that the next two belong to; they mean nothing in a later one.
    segment: u32,
    /// Open steps: a tail call leaves its caller open, since the two end together.
    steps: u32,
    values: FrameId,
    /// Whose code it runs: of the functions called in the frame, the last one ("a piece whose frame
    /// was left by a tail call has nothing left to do"). None: trusted code.
    piece: Step,
    /// The call that the piece is, or is in.
    call: Step,
    /// The frame in which the piece began: another one for the functions of comprehensions, which
    /// are part of where they are written.
    owner: u32,
    /// Receives that were open in it when it went on as the function of a comprehension in the last
    /// place.
    receives: u32,
}

impl Frame {
    const EMPTY: Frame = Frame {
        segment: 0,
        steps: 0,
        values: FrameId::NONE,
        piece: Step::NONE,
        call: Step::NONE,
        owner: 0,
        receives: 0,
    };
}

#[derive(Clone, Copy)]
struct Body {
    frame: u32,
    step: Step,
    /// How many receives there are around it in its frame.
    depth: u32,
}

#[derive(Clone, Copy)]
struct GoingOn {
    piece: Step,
    wrap: u32,
    /// It ends with this one at the latest.
    frame: u32,
}

/// Steps, in order.
struct Picks {
    steps: Vec<u32>,
    next: usize,
}

impl Picks {
    /// Whether a step that begins is the next one of them.
    #[inline]
    fn take(&mut self, step: u32) -> bool {
        let found = self.steps.get(self.next) == Some(&step);
        self.next += usize::from(found);
        found
    }
}

/// How something ends.
#[derive(Clone, Copy)]
enum Ending<'a> {
    Value(&'a Term),
    Raised,
}

impl ProcessTrack {
    /// A process that begins.
    pub(crate) fn beginning(pid: Pid, values: Values, endings: Endings) -> ProcessTrack {
        let mut strand = Strand::default();
        strand.begin_segment(None);
        ProcessTrack { strand: Some(strand), ..ProcessTrack::starting(pid, values, endings) }
    }

    /// The same without a shape.
    pub(crate) fn starting(pid: Pid, values: Values, endings: Endings) -> ProcessTrack {
        let mut track = ProcessTrack::going_on(pid, 0, 0, values, endings);
        track.endings.begin(0, true);
        track
    }

    /// The same from where it stood at a checkpoint.
    pub(crate) fn from_mark(pid: Pid, mark: Standing, values: Values, endings: Endings) -> ProcessTrack {
        match mark {
            // Nothing has happened yet, so that what happens is known from the beginning.
            Standing { next: 0, segment: 0, .. } => ProcessTrack::starting(pid, values, endings),
            Standing { next, segment, .. } => ProcessTrack::going_on(pid, next, segment, values, endings),
        }
    }

    /// A process that has reached step `next`, in or behind this segment.
    pub(crate) fn going_on(
        pid: Pid,
        next: u32,
        segment: u32,
        values: Values,
        endings: Endings,
    ) -> ProcessTrack {
        ProcessTrack {
            pid,
            strand: None,
            next,
            segment,
            first_of_segment: 0,
            frames: Vec::new(),
            floor: 0,
            returns: 0,
            bodies: Vec::new(),
            open: Vec::new(),
            going_on: None,
            waiting: false,
            consumed: None,
            over: false,
            events: Column::default(),
            deliveries: Column::default(),
            last: None,
            choosing: false,
            raised: None,
            picks: None,
            values,
            endings,
        }
    }

    /// Keeps the values of single steps, by their number among these.
    pub(crate) fn picking(self, steps: Vec<u32>) -> ProcessTrack {
        ProcessTrack { picks: Some(Picks { steps, next: 0 }), ..self }
    }

    pub(crate) fn next(&self) -> u32 {
        self.next
    }

    pub(crate) fn standing(&self) -> Standing {
        Standing { next: self.next, segment: self.segment, settled: self.waiting || self.over }
    }

    /// Whether the segment is over, and the process waits in a receive.
    pub(crate) fn is_waiting(&self) -> bool {
        self.waiting
    }

    // ---- calls (BFUN) ----

    #[inline]
    pub(crate) fn call(&mut self, role: Role, arguments: &[Term], tail: bool) {
        if !tail {
            let owner = self.frames.len() as u32;
            let frame = match (role, self.frames.last()) {
                (Role::Part, Some(caller)) => {
                    let (piece, owner) = self.innermost_piece();
                    Frame { piece, call: caller.call, owner, ..Frame::EMPTY }
                }
                _ => Frame { owner, ..Frame::EMPTY },
            };
            self.frames.push(frame);
        } else if self.frames.is_empty() {
            // An old one, that is not known; or the first.
            self.frames.push(Frame::EMPTY);
            self.floor = 1;
        } else if matches!(role, Role::Part) {
            let top = self.frames.len() as u32 - 1;
            let depth = self.bodies.last().filter(|body| body.frame == top).map(|body| body.depth + 1);
            if let (Some(frame), Some(depth)) = (self.frames.last_mut(), depth) {
                frame.receives = depth;
            }
        } else {
            let owner = self.frames.len() as u32 - 1;
            while self.bodies.pop_if(|body| body.frame == owner).is_some() {}
            if let Some(frame) = self.frames.last_mut() {
                (frame.piece, frame.call, frame.owner, frame.receives) = (Step::NONE, Step::NONE, owner, 0);
            }
        }
        self.choosing = false;
        if let Role::Node(subject) = role {
            let piece = Step(self.next);
            self.choosing = self.begin_step(subject, arguments.iter());
            if let Some(frame) = self.frames.last_mut() {
                (frame.piece, frame.call) = (piece, piece);
            }
        }
    }

    /// The next step begins, in the topmost frame. Whether its values are kept.
    #[inline]
    fn begin_step<'t>(
        &mut self,
        subject: SubjectId,
        values: impl ExactSizeIterator<Item = &'t Term>,
    ) -> bool {
        let step = Step(self.next);
        self.next += 1;
        let segment = self.segment;
        let Some(frame) = self.frames.last_mut() else { return false };
        if frame.segment != segment {
            (frame.segment, frame.steps, frame.values) = (segment, 0, FrameId::NONE);
        }
        frame.steps += 1;
        let wanted = match &mut self.picks {
            Some(picks) => picks.take(step.0),
            None => self.values.wants(step.0),
        };
        if wanted {
            frame.values = self.values.call(values, frame.values);
        }
        if let Some(strand) = &mut self.strand {
            strand.open(subject);
            self.open.push(step);
        }
        wanted
    }

    #[inline]
    pub(crate) fn clause(&mut self, clause: u32) {
        if std::mem::take(&mut self.choosing) {
            self.values.clause(clause);
        }
    }

    #[inline]
    pub(crate) fn returned(&mut self, value: &Term) {
        self.leave_frame(Ending::Value(value));
    }

    pub(crate) fn raised(&mut self, exception: &Exception) {
        self.choosing = false;
        self.raised = Some((exception.clone(), None));
        if self.waiting {
            // The timeout of the receive is none: it never went on.
            self.begin_segment(None);
            self.come_back();
        }
    }

    pub(crate) fn unwound(&mut self, caught: bool) {
        if caught {
            return;
        }
        self.leave_frame(Ending::Raised);
    }

    /// The innermost function is gone.
    #[inline]
    fn leave_frame(&mut self, ending: Ending<'_>) {
        let old = self.frames.len() <= self.floor;
        let index = self.frames.len().wrapping_sub(1) as u32;
        let frame = self.frames.pop();
        if let Some(frame) = frame
            && frame.segment == self.segment
            && frame.steps > 0
        {
            self.set_result(frame.values, ending);
            self.close_steps(frame.steps);
        }
        if old {
            self.floor = self.frames.len();
            let number = self.note_return(ending);
            while let Some(body) = self.bodies.pop_if(|body| body.frame == index) {
                self.end_piece(body.step, index, number);
            }
            if let Some(frame) = frame
                && frame.owner == index
            {
                self.end_piece(frame.piece, index, number);
            }
            // A piece that went on and made a tail call.
            self.end_going_on(number, |going_on| going_on.frame == index);
            self.come_back();
        }
    }

    /// Steps of this segment end, innermost first.
    #[inline]
    fn close_steps(&mut self, count: u32) {
        let Some(strand) = &mut self.strand else { return };
        for _ in 0..count {
            strand.close();
            self.last = self.open.pop().map(StrandNode::Step);
        }
    }

    fn set_result(&mut self, frame: FrameId, ending: Ending<'_>) {
        if frame == FrameId::NONE {
            return;
        }
        match (ending, &mut self.raised) {
            (Ending::Value(value), _) => self.values.returned(frame, value),
            (Ending::Raised, Some((exception, number))) => {
                let known = *number.get_or_insert_with(|| self.values.raised(exception.clone()));
                self.values.ended_by(frame, known);
            }
            (Ending::Raised, None) => {}
        }
    }

    // ---- what goes on (RCV1) ----

    /// Something returns to a piece from before the segment: its number.
    fn note_return(&mut self, ending: Ending<'_>) -> u32 {
        match (ending, &self.raised) {
            (Ending::Value(value), _) => self.endings.returned(value),
            (Ending::Raised, Some((exception, _))) => self.endings.raised(exception),
            (Ending::Raised, None) => self.endings.returned(&Term::Nil),
        }
        self.returns += 1;
        self.returns - 1
    }

    /// A call or receive from before the segment ends: it has gone on, if only to end.
    fn end_piece(&mut self, piece: Step, frame: u32, number: u32) {
        if self.is_old(piece) && self.going_on.is_none_or(|going_on| going_on.piece != piece) {
            self.go_on(piece, frame);
        }
        self.end_going_on(number, |going_on| going_on.piece == piece);
    }

    fn end_going_on(&mut self, number: u32, is_it: impl Fn(&GoingOn) -> bool) {
        if let Some(going_on) = self.going_on.take_if(|going_on| is_it(going_on))
            && let Some(strand) = &mut self.strand
        {
            strand.close_wrap(going_on.wrap, number);
            self.last = Some(StrandNode::Transition(going_on.wrap));
        }
    }

    /// Control is in the topmost frame again, which was there before the segment began.
    fn come_back(&mut self) {
        let (piece, frame) = self.innermost_piece();
        if self.is_old(piece) && self.going_on.is_none() {
            self.go_on(piece, frame);
        }
    }

    fn go_on(&mut self, piece: Step, frame: u32) {
        if let Some(strand) = &mut self.strand {
            self.going_on = Some(GoingOn { piece, wrap: strand.wrap(piece), frame });
        }
    }

    fn is_old(&self, piece: Step) -> bool {
        piece < Step(self.first_of_segment)
    }

    /// The innermost receive that is open in the topmost frame, or the function that it runs; and
    /// the frame in which that ends.
    fn innermost_piece(&self) -> (Step, u32) {
        let top = self.frames.len().wrapping_sub(1) as u32;
        match (self.bodies.last(), self.frames.last()) {
            (Some(body), _) if body.frame == top => (body.step, top),
            (_, Some(frame)) => (frame.piece, frame.owner),
            (_, None) => (Step::NONE, top),
        }
    }

    // ---- receives (RCV3) ----

    /// A receive in suspect code begins to look at the mailbox: the segment is over.
    pub(crate) fn reached(&mut self, at: ReceiveAt<'_>, subjects: &mut Subjects) {
        if !self.endings.is_at(self.segment) {
            self.endings.begin(self.segment, false);
        }
        self.endings.reached(at.context());
        self.last = self.innermost().or(self.last);
        let call = self.frames.last().map_or(Step::NONE, |frame| frame.call);
        if let Some(subject) = self.receive_subject(at, subjects)
            && let Some(strand) = &mut self.strand
        {
            strand.end_segment(End::Reached(subject), call, self.last);
        }
        self.end_segment();
        self.waiting = true;
    }

    fn end_segment(&mut self) {
        self.open.clear();
        self.going_on = None;
        self.choosing = false;
    }

    fn receive_subject(&self, at: ReceiveAt<'_>, subjects: &mut Subjects) -> Option<SubjectId> {
        let code = at.function.copy_of.unwrap_or(at.id);
        if let Some(known) = subjects.known_receive(code, at.receive) {
            return Some(known);
        }
        let function = self.strand.as_ref()?.subject(self.frames.last()?.call)?;
        Some(subjects.receive(function, code, at.receive))
    }

    /// It goes on: with which event.
    pub(crate) fn entered(
        &mut self,
        at: ReceiveAt<'_>,
        clause: u32,
        subjects: &mut Subjects,
    ) -> Option<EventId> {
        // The process may be followed since after the receive was reached.
        if !self.endings.is_at(self.segment) {
            self.endings.begin(self.segment, false);
            self.endings.reached(at.context());
        }
        if self.frames.is_empty() {
            self.frames.push(Frame::EMPTY);
        }
        let event = self.consumed.take();
        let subject = self.receive_subject(at, subjects).unwrap_or(SubjectId(0));
        self.begin_segment(event);
        let frame = self.frames.len() as u32 - 1;
        let depth = self.depth(at.expression().depth);
        self.bodies.push(Body { frame, step: Step(self.next), depth });
        if self.begin_step(subject, at.bound(clause)) {
            self.values.clause(clause);
        }
        event
    }

    fn begin_segment(&mut self, event: Option<EventId>) {
        self.segment += 1;
        self.first_of_segment = self.next;
        self.floor = self.frames.len();
        self.returns = 0;
        self.waiting = false;
        self.endings.begin(self.segment, true);
        if let Some(strand) = &mut self.strand {
            strand.begin_segment(event);
        }
    }

    /// A receive has its value, and what is around it goes on.
    pub(crate) fn ended(&mut self, at: ReceiveAt<'_>, value: &Term) {
        self.end_bodies(at.expression().depth, Ending::Value(value));
    }

    /// An exception is caught outside of all but this many receives of the innermost function.
    pub(crate) fn left(&mut self, count: u32) {
        // Otherwise the function has not reached any of its receives yet.
        if self.frames.len() <= self.floor {
            self.end_bodies(count, Ending::Raised);
        }
    }

    /// How deep in its frame a receive is, in whatever function.
    fn depth(&self, depth: u32) -> u32 {
        self.frames.last().map_or(0, |frame| frame.receives) + depth
    }

    /// Receives of the topmost frame end until no more than this many of its function are left.
    fn end_bodies(&mut self, left: u32, ending: Ending<'_>) {
        let left = self.depth(left);
        let number = self.note_return(ending);
        let top = self.frames.len().wrapping_sub(1) as u32;
        while let Some(body) = self.bodies.pop_if(|body| body.frame == top && body.depth >= left) {
            if self.is_old(body.step) {
                self.end_piece(body.step, top, number);
            } else {
                self.end_first_receive(ending);
            }
        }
        self.come_back();
    }

    /// The receive that the segment began with ends before its frame does.
    fn end_first_receive(&mut self, ending: Ending<'_>) {
        let Some(frame) = self.frames.last_mut() else { return };
        frame.steps = frame.steps.saturating_sub(1);
        let values = std::mem::replace(&mut frame.values, FrameId::NONE);
        self.set_result(values, ending);
        self.close_steps(1);
    }

    /// All functions are gone; what comes next has a segment of its own.
    pub(crate) fn hibernated(&mut self) {
        self.last = self.innermost().or(self.last);
        if let Some(strand) = &mut self.strand {
            strand.end_segment(End::Hibernated, Step::NONE, self.last);
        }
        self.end_segment();
        self.frames.clear();
        self.bodies.clear();
        self.begin_segment(None);
    }

    // ---- events ----

    /// A message is taken, or a timeout has come. Whether the process waits in suspect code: that
    /// receive goes on next.
    pub(crate) fn consumes(&mut self, event: EventId) -> bool {
        if self.waiting {
            self.consumed = Some(event);
        }
        self.waiting
    }

    /// The process does this now: where.
    #[inline]
    pub(crate) fn does(&mut self, event: EventId) -> Deed {
        self.events.push(event);
        self.deed()
    }

    pub(crate) fn exits(&mut self) {
        self.over = true;
    }

    #[inline]
    pub(crate) fn deed(&self) -> Deed {
        let innermost = self.innermost();
        let steps = self.strand.as_ref().map_or(0, Strand::steps);
        Deed::new(innermost.or(self.last), steps, innermost.is_some())
    }

    /// The innermost node that is open.
    pub(crate) fn innermost(&self) -> Option<StrandNode> {
        let going_on = self.going_on.map(|going_on| StrandNode::Transition(going_on.wrap));
        self.open.last().map(|step| StrandNode::Step(*step)).or(going_on)
    }

    /// Whether all steps of the window have begun.
    pub(crate) fn is_passed(&self) -> bool {
        self.over || self.next >= self.values.window().end
    }

    /// Takes no more steps, if those it has include this one. Whether they do.
    pub(crate) fn close_after(&mut self, step: u32) -> bool {
        let held = self.values.holds(step);
        if held {
            self.values.close();
        }
        held
    }

    /// Gives up all values and takes no more. Whether there were any.
    pub(crate) fn forget_values(&mut self) -> bool {
        let any = self.values.len() > 0 || !self.endings.is_empty();
        self.values = Values::new(0..0);
        self.endings = Endings::new(0..0);
        self.frames.iter_mut().for_each(|frame| frame.values = FrameId::NONE);
        self.choosing = false;
        if let Some((_, number)) = &mut self.raised {
            *number = None;
        }
        any
    }
}
