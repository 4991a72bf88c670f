//! Programs that whodunit has started end with it, also where a signal ends it.

/// A process group that a program was started in. Dropped, the group ends.
pub struct Child {
    group: i32,
}

/// Before the first of them is started.
pub fn prepare() {
    imp::listen();
}

impl Child {
    /// `group`: the id of the program, which leads a group of its own.
    pub fn adopt(group: u32) -> Child {
        let group = i32::try_from(group).unwrap_or(0);
        imp::add(group);
        Child { group }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        imp::remove(self.group);
    }
}

/// Ends all of them. A signal handler may call this.
pub fn end_all() {
    imp::end_all();
}

#[cfg(unix)]
mod imp {
    use std::sync::Once;
    use std::sync::atomic::{AtomicI32, Ordering};

    use nix::sys::signal::{SaFlags, SigAction, SigHandler, SigSet, Signal, killpg, raise, sigaction};
    use nix::unistd::Pid;

    /// The groups; 0: a free place. Oracles beyond these are not ended by a signal.
    static GROUPS: [AtomicI32; 32] = [const { AtomicI32::new(0) }; 32];
    static LISTENS: Once = Once::new();

    pub fn add(group: i32) {
        let free = |place: &&AtomicI32| {
            place.compare_exchange(0, group, Ordering::Relaxed, Ordering::Relaxed).is_ok()
        };
        GROUPS.iter().find(free);
    }

    pub fn remove(group: i32) {
        for place in &GROUPS {
            if place.compare_exchange(group, 0, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
                end(group);
            }
        }
    }

    pub fn end_all() {
        GROUPS.iter().for_each(|place| end(place.swap(0, Ordering::Relaxed)));
    }

    /// Not 0 and 1: those would be other groups than meant.
    fn end(group: i32) {
        if group > 1 {
            let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
        }
    }

    pub fn listen() {
        LISTENS.call_once(set_handlers);
    }

    fn set_handlers() {
        let action = SigAction::new(SigHandler::Handler(on_signal), SaFlags::SA_RESETHAND, SigSet::empty());
        for signal in [Signal::SIGTERM, Signal::SIGHUP] {
            // SAFETY: the handler only calls `killpg` and `raise`, which are safe in a handler.
            let before = unsafe { sigaction(signal, &action) };
            // `nohup` wants it ignored.
            if let Ok(before) = before
                && matches!(before.handler(), SigHandler::SigIgn)
            {
                // SAFETY: it was so before.
                let _ = unsafe { sigaction(signal, &before) };
            }
        }
    }

    /// Afterwards the signal does what it does without a handler: `SA_RESETHAND` has seen to that.
    extern "C" fn on_signal(signal: i32) {
        end_all();
        if let Ok(signal) = Signal::try_from(signal) {
            let _ = raise(signal);
        }
    }
}

#[cfg(not(unix))]
mod imp {
    pub fn listen() {}

    pub fn add(_group: i32) {}

    pub fn remove(_group: i32) {}

    pub fn end_all() {}
}
