//! Files that are cut or damaged anywhere: as much is read as is whole, the rest is said with its
//! offset, and nothing panics.

use observation::event::{Event, EventId, Port, StackId, TextId, ThreadId};
use observation::format::{Reader, What, Writer};
use observation::trace::Trace;

const TEXT: &str = "\
0: Root f stack a b
1: Enter (P 0)
2: Lam (P 0)
3: MapsTo (P 2) stack a
4: Enter (Pr 3)
5: Con (Pr 3) : 2
6: Enter (Pc 5 1)
thread 7
7: Use k stack
8: Root k constant
9: Enter (P 8)
10: Raise (P 8) \"a long story\\n\"
thread 0
11: Con (Pc 5 1) 'ü' 0
";

/// Three blocks and the end.
fn file() -> Vec<u8> {
    let trace = Trace::from_text(TEXT).expect("a trace");
    assert_eq!(trace.to_text(), TEXT);
    trace.write(Vec::new()).expect("a file")
}

#[test]
fn cut_anywhere() {
    let file = file();
    for length in 0..file.len() {
        let (trace, trouble) = Trace::read(&file[..length]);
        assert!(TEXT.starts_with(&trace.to_text()), "{length}");
        match trouble.map(|trouble| (trouble.offset, trouble.what)) {
            // Between two blocks there is nothing to see, but that the end is missing.
            None => assert!(length >= 16),
            Some((0, What::NotATrace)) => assert_eq!(length, 0),
            Some((offset, What::Cut { events })) => {
                assert!(offset <= length as u64);
                assert_eq!(events as usize, trace.len(), "{length}");
            }
            Some(other) => panic!("{length}: {other:?}"),
        }
    }
    let (_, trouble) = Trace::read(&file[..]);
    assert_eq!(trouble, None);
}

#[test]
fn the_end_is_told_from_a_pause() {
    let file = file();
    let is_complete = |bytes: &[u8]| {
        let mut reader = Reader::new(bytes).expect("a header");
        while reader.next_event().expect("whole blocks").is_some() {}
        reader.is_complete()
    };
    assert!(is_complete(&file));
    assert!(!is_complete(&file[..file.len() - 24]));
}

#[test]
fn damaged_anywhere() {
    let file = file();
    for place in 0..file.len() {
        for bit in 0..8 {
            let mut damaged = file.clone();
            damaged[place] ^= 1 << bit;
            let (trace, trouble) = Trace::read(&damaged[..]);
            let trouble = trouble.unwrap_or_else(|| panic!("byte {place}, bit {bit}: nobody noticed"));
            assert!(TEXT.starts_with(&trace.to_text()), "{place}");
            assert!(trouble.offset <= place as u64, "byte {place}: {trouble}");
        }
    }
}

/// Blocks whose checksums are right, but whose records are not.
#[test]
fn records_that_make_no_sense() {
    let check = |payload: &[u8], events: u32, expected: &str| {
        let crc = |bytes: &[u8]| {
            let mut crc = flate2::Crc::new();
            crc.update(bytes);
            crc.sum().to_le_bytes()
        };
        let mut file = Vec::from(&file()[..16]);
        let mut header = Vec::new();
        for number in [payload.len() as u32, 0, events, 0] {
            header.extend(number.to_le_bytes());
        }
        header.extend(crc(payload));
        let own = crc(&header);
        file.extend(header);
        file.extend(own);
        file.extend(payload);
        let (_, trouble) = Trace::read(&file[..]);
        let told = trouble.map(|trouble| trouble.to_string()).unwrap_or_default();
        assert_eq!(told, format!("the trace is damaged at byte {expected}"), "{payload:?}");
    };
    check(&[9], 1, "40: a record of unknown kind");
    check(&[2, 0], 1, "40: a text that is not defined");
    check(&[0, 1, b'f', 2, 0], 2, "45: a block with fewer events than it says");
    check(&[0, 1, b'f', 2, 0, 2, 0], 1, "47: a block with more events than it says");
    check(&[0, 5, b'f'], 1, "40: a text that is longer than its block");
    check(&[0, 1, 0xff], 1, "40: a text that is not UTF-8");
    check(&[0, 1, b'f', 2, 0, 3, 0], 2, "45: an event that is its own parent");
    check(&[0, 1, b'f', 2, 0, 3, 2], 2, "45: a parent before the first event");
    check(&[0, 1, b'f', 2, 0, 0x45], 2, "45: a response without a request");
    check(&[3, 0xff, 0xff, 0xff, 0xff, 0xff], 1, "40: a number that does not end");
    check(&[3, 0xff, 0xff, 0xff, 0xff, 0x7f], 1, "40: a number that is too large");
    check(&[0, 1, b'f', 0x12, 0, 1], 1, "43: a stack that is not defined");
    check(&[0, 1, b'f', 1, 0, 0, 1, 0, 0], 1, "46: a stack that is defined twice");
    check(&[], 1, "16: a block that is too large");
}

/// Half a million of the largest events there are: no more than 24 bytes each, all told; and the
/// same comes back.
#[test]
fn events_are_small() {
    let mut writer = Writer::new(Vec::new()).expect("a file");
    let label = writer.text("f").expect("a text");
    let other = writer.text("g").expect("a text");
    let stack = writer.stacks().push_label(StackId::EMPTY, other);
    let events = 500_000;
    let event = |id: u32| match id % 4 {
        0 => Event::Root { label, stack: Some(stack), is_constant: true },
        1 => Event::Con { at: Port::Field(EventId(0), u32::MAX), name: other, arity: u32::MAX },
        2 => Event::MapsTo { of: EventId(0), stack: Some(stack) },
        _ => Event::Con { at: Port::Result(EventId(id - 1)), name: TextId(0), arity: 0 },
    };
    for id in 0..events {
        assert_eq!(writer.emit(event(id)).expect("an event"), EventId(id));
    }
    let file = writer.finish().expect("a file");
    assert!(file.len() < 24 * events as usize, "{} bytes", file.len());
    let mut reader = Reader::new(&file[..]).expect("a header");
    for id in 0..events {
        let recorded = reader.next_event().expect("an event").expect("an event");
        assert_eq!((recorded.id, recorded.event, recorded.thread), (EventId(id), event(id), ThreadId::MAIN));
    }
    assert_eq!(reader.next_event(), Ok(None));
    assert!(reader.is_complete());
}

#[test]
fn other_files() {
    let check = |bytes: &[u8], expected: &str| {
        let (_, trouble) = Trace::read(bytes);
        assert_eq!(trouble.map(|trouble| trouble.to_string()).unwrap_or_default(), expected);
    };
    check(b"", "not an observation trace: it does not begin like one");
    check(b"-module(m).", "not an observation trace: it does not begin like one");
    check(&file()[..5], "the trace ends in the middle of a block at byte 5, after 0 events");
    let mut newer = file();
    newer[8] = 2;
    check(&newer, "an observation trace of version 2; only version 1 can be read");
}
