//! `cargo xtask bench web`: how long the page of `whodunit web` waits for an answer, alone and with
//! many other readers. Never part of the checks.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::bench_ask::{aim, milliseconds};
use crate::shell::{self, Outcome};

/// What the 99th of 100 answers may take beyond what it takes without other readers.
const AIM_BEYOND: Duration = Duration::from_millis(50);
/// Pages that are open at the same time. Each is told of every change.
const READERS: usize = 50;
/// How often everything is done.
const ROUNDS: usize = 200;

const TREE: [&str; 3] = ["benches/erl/bench_fib.erl", "-e", "bench_fib:fib(22)"];
const RUN: [&str; 3] = ["benches/erl/bench_messages.erl", "-e", "bench_messages:main(10, 30)"];

pub fn web() -> Outcome {
    shell::run("cargo", &["build", "--release", "--quiet", "--package", "whodunit"])?;
    println!("answers of `whodunit web`, {ROUNDS} of each; beside it those with {READERS} readers\n");
    println!(
        "{:<20} {:>9} {:>9} {:>11} {:>9} {:>9}",
        "", "median", "99 of 100", "median", "99 of 100", "beyond"
    );
    let tree = Page::open(&TREE)?;
    let walk = Page::open(&RUN)?;
    walk.do_say(r#"{"do":"walk","line":""}"#)?;
    tree.do_say(r#"{"do":"answer","answer":{"answer":"wrong"}}"#)?;
    tree.do_say(r#"{"do":"answer","answer":{"answer":"undo"}}"#)?;
    let answer = |n: usize| match n % 2 {
        0 => tree.do_say(r#"{"do":"answer","answer":{"answer":"wrong"}}"#),
        _ => tree.do_say(r#"{"do":"answer","answer":{"answer":"undo"}}"#),
    };
    let expand = |n: usize| tree.get(&format!("/look/below?node={}", 1 + n * 97));
    let seek = |n: usize| walk.do_say(&format!(r#"{{"do":"walk","line":"go {}"}}"#, 1 + n * 37 % 500));
    let undo = |n: usize| match n % 2 {
        0 => walk.do_say(r#"{"do":"walk","line":"undo event 400"}"#),
        _ => walk.do_say(r#"{"do":"walk","line":"replay"}"#),
    };
    measure("question", &tree, &answer)?;
    measure("tree expansion", &tree, &expand)?;
    measure("seek", &walk, &seek)?;
    walk.do_say(r#"{"do":"walk","line":"run"}"#)?;
    measure("undo, make again", &walk, &undo)
}

fn measure(title: &str, page: &Page, act: &dyn Fn(usize) -> Outcome<()>) -> Outcome {
    let all = || -> Outcome<(Duration, Duration)> {
        let mut times = Vec::with_capacity(ROUNDS);
        for n in 0..ROUNDS {
            let begin = Instant::now();
            act(n)?;
            times.push(begin.elapsed());
        }
        times.sort_unstable();
        Ok((times[ROUNDS / 2], times[ROUNDS * 99 / 100]))
    };
    let alone = all()?;
    let readers = Readers::of(page)?;
    let among = all()?;
    drop(readers);
    let beyond = among.1.saturating_sub(alone.1);
    println!(
        "{title:<20} {:>6.1} ms {:>6.1} ms {:>8.1} ms {:>6.1} ms {:>6.1} ms   {}",
        milliseconds(alone.0),
        milliseconds(alone.1),
        milliseconds(among.0),
        milliseconds(among.1),
        milliseconds(beyond),
        aim(format!("{} ms", AIM_BEYOND.as_millis()), beyond <= AIM_BEYOND)
    );
    Ok(())
}

/// A server, and the page that it serves.
struct Page {
    server: Child,
    host: String,
    token: String,
}

impl Page {
    fn open(program: &[&str]) -> Outcome<Page> {
        let whodunit = shell::target_folder()?.join("release/whodunit");
        let state = shell::target_folder()?.join("bench-web");
        let mut server = Command::new(whodunit)
            .current_dir(shell::root())
            .env("XDG_STATE_HOME", state)
            .args(["web", "--no-open", "--no-otp", "--fresh"])
            .args(program)
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot start whodunit: {error}"))?;
        let mut line = String::new();
        let stdout = server.stdout.take().ok_or("no standard output")?;
        BufReader::new(stdout).read_line(&mut line).map_err(|error| error.to_string())?;
        let address = line.trim().strip_prefix("http://").ok_or_else(|| format!("no address: {line}"))?;
        let (host, token) = address.split_once("/?token=").ok_or_else(|| format!("no token: {line}"))?;
        let page = Page { server, host: host.to_owned(), token: token.to_owned() };
        page.settle()?;
        Ok(page)
    }

    fn request(&self, method: &str, path: &str, body: &str) -> Outcome<(u16, String)> {
        let failed = |error: std::io::Error| format!("{path}: {error}");
        let mut stream = TcpStream::connect(&self.host).map_err(failed)?;
        stream.write_all(self.head(method, path, body.len()).as_bytes()).map_err(failed)?;
        stream.write_all(body.as_bytes()).map_err(failed)?;
        let mut text = String::new();
        stream.read_to_string(&mut text).map_err(failed)?;
        let status = text.split(' ').nth(1).and_then(|status| status.parse().ok());
        let body = text.split_once("\r\n\r\n").map(|(_, body)| body.to_owned());
        Ok((status.unwrap_or(0), body.unwrap_or_default()))
    }

    fn head(&self, method: &str, path: &str, length: usize) -> String {
        let Page { host, token, .. } = self;
        let port = host.rsplit(':').next().unwrap_or_default();
        format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nCookie: whodunit_{port}={token}\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
        )
    }

    fn get(&self, path: &str) -> Outcome<()> {
        match self.request("GET", path, "")? {
            (200, _) => Ok(()),
            (status, body) => Err(format!("{path}: {status} {body}")),
        }
    }

    /// Waits until nothing is being done. The revision then.
    fn settle(&self) -> Outcome<u64> {
        loop {
            let (_, state) = self.request("GET", "/state", "")?;
            let number = state.split_once("\"rev\":").map(|(_, rest)| rest);
            let number = number.and_then(|rest| rest.split([',', '}']).next()?.parse().ok());
            match number {
                Some(rev) if state.contains("\"busy\":false") && state.contains("\"card\":") => {
                    return Ok(rev);
                }
                _ => std::thread::sleep(Duration::from_millis(1)),
            }
        }
    }

    /// Says something, and waits for what comes of it.
    fn do_say(&self, say: &str) -> Outcome<()> {
        let rev = self.settle()?;
        match self.request("POST", "/say", &format!("{{\"rev\":{rev},\"say\":{say}}}"))? {
            (200, _) => self.settle().map(|_| ()),
            (status, body) => Err(format!("{say}: {status} {body}")),
        }
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// Pages that are told of every change, until they are dropped.
struct Readers {
    done: Arc<AtomicBool>,
    threads: Vec<std::thread::JoinHandle<()>>,
}

impl Readers {
    fn of(page: &Page) -> Outcome<Readers> {
        let done = Arc::new(AtomicBool::new(false));
        let mut threads = Vec::new();
        for _ in 0..READERS {
            let failed = |error: std::io::Error| format!("/events: {error}");
            let mut stream = TcpStream::connect(&page.host).map_err(failed)?;
            stream.write_all(page.head("GET", "/events", 0).as_bytes()).map_err(failed)?;
            stream.set_read_timeout(Some(Duration::from_millis(100))).map_err(failed)?;
            let done = done.clone();
            threads.push(std::thread::spawn(move || {
                let mut buffer = [0; 1 << 14];
                while !done.load(Ordering::Relaxed) {
                    // Nothing may have come in time, which is an error.
                    if stream.read(&mut buffer).is_ok_and(|count| count == 0) {
                        return;
                    }
                }
            }));
        }
        Ok(Readers { done, threads })
    }
}

impl Drop for Readers {
    fn drop(&mut self) {
        self.done.store(true, Ordering::Relaxed);
        self.threads.drain(..).for_each(|thread| drop(thread.join()));
    }
}
