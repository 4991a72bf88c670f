//! What `--help` says of a command beyond its options: examples, and what its exit status means.

pub const ASK_EXAMPLES: &str = "\
Examples:
  whodunit ask merge.erl -e 'merge:mergesort([b,a], fun merge:comp/2)'
  whodunit ask . -e 'my_app:main()' --trust my_lists --zoom
  whodunit ask src -e 'm:f(3)' --reference ../last-release/src
      often needs no answers
  whodunit ask m.erl -e 'm:f(3)' --answers answers.jsonl
      stop and continue later
  whodunit ask queens.hs -e 'queens 4'
      a lazy program: .hs, .curry, .toy, .flp
  whodunit ask take.flp -e 'take n (from x) -> ys' --answer 3
      the third answer of a goal is wrong

Exit status:
  0  the bug was found
  2  bad usage or bad source
  3  a limit (--max-steps, --max-memory) was reached
  4  undecided, or ended before a verdict";

pub const RUN_EXAMPLES: &str = "\
Examples:
  whodunit run merge.erl -e 'merge:mergesort([b,a], fun merge:comp/2)'
  whodunit run . -e 'my_app:main()'
      a project: rebar.config or src/
  whodunit run tcp.erl -e 'tcp:main()' --schedule random --seed 7
  whodunit run -e 'lists:seq(1, 5)'
      no sources, just the library
  whodunit run queens.hs -e 'queens 6'
      a lazy program: .hs, .curry, .toy, .flp
  whodunit run bank.hs < input                           its main
  whodunit run take.flp -e 'take n (from x) -> ys' --answers-limit 3

Exit status:
  0  the expression has a value; the goal has an answer
  1  the program failed: an exception, a deadlock, or no answer
  2  bad usage or bad source
  3  a limit (--max-steps, --max-memory) was reached
  4  interrupted";

pub const TREE_EXAMPLES: &str = "\
Examples:
  whodunit tree merge.erl -e 'merge:mergesort([b,a], fun merge:comp/2)'
  whodunit tree . -e 'my_app:main()' --depth 3
  whodunit tree . -e 'my_app:main()' --svg > tree.svg
  whodunit tree . -e 'my_app:main()' --json | jq .statement
  whodunit tree take.flp -e 'take n (from x) -> ys' --answer 3
      a lazy program: the tree of an answer

Each node is a call of a function or fun in SOURCES. If the library calls back
into SOURCES, that call is shown below the function that called the library.
Tail calls are shown below their caller.

Exit status:
  0  the tree is shown
  2  bad usage or bad source
  3  a limit (--max-steps, --max-memory) was reached; the tree so far is shown
  4  interrupted; the tree so far is shown";

pub const DIAGRAM_EXAMPLES: &str = "\
Examples:
  whodunit diagram tcp.erl -e 'tcp:main()'
  whodunit diagram tcp.erl -e 'tcp:main()' --svg -o tcp.svg
  whodunit diagram . -e 'my_app:main()' --process db --message '{get, _}'
  whodunit diagram . -e 'my_app:main()' --around 1200 --window 50
  whodunit diagram . -e 'my_app:main()' --kind processes

Time runs downward. Events have the same numbers in `whodunit ask`. A message
has three events: it is sent, delivered to the mailbox (12→13 if both happen at
once), and received.

Exit status:
  0  the diagram is drawn
  2  bad usage or bad source
  3  a limit (--max-steps, --max-memory) was reached; the run so far is drawn
  4  interrupted; the run so far is drawn";

pub const REWIND_EXAMPLES: &str = "\
Examples:
  whodunit rewind dining.erl -e 'dining:main()'
  whodunit rewind dining.erl -e 'dining:main()' --script commands.txt
  whodunit rewind --load dining.rewind                  continue a saved session
  echo trace | whodunit rewind dining.erl -e 'dining:main()' --json

Commands, one per line:
  run 600                          run 600 steps; `run` alone: as far as it goes
  run until send {hungry, _, _}    run until such a message is sent
  trace                            list the numbered events between processes
  undo receive 23                  undo this event and its consequences
  state <0.83.0> all               show where a process is, with all variables
  step waiter 3                    run one process for three expressions
  ask waiter                       find the bug behind what this process did
                                   (--json: the events of `ask --json` follow,
                                   answers are read like commands, one object
                                   ends it)
  save FILE                        save the run, undone events, breakpoints and
                                   answers
  help                             list all commands

Exit status:
  0  the session ended
  2  bad usage, bad source, or a file that cannot be loaded
For scripts (--script, --json, or standard input that is not a terminal), the
first failing command decides:
  2  an unknown command
  4  a refused command";

pub const TEST_SOURCES: &str = "Folders and files [default: the current folder], then names of tests: module, module:test or test; or lazy programs, then names of properties";

pub const TEST_EXAMPLES: &str = "\
Examples:
  whodunit test
      the project in this folder: src/, test/, apps/*/
  whodunit test . calc_tests                    the tests of one module
  whodunit test . calc:add_test                 one test
  whodunit test test/calc_tests.erl             the tests of one file
  whodunit test --ask
      find the bug behind the first failure
  whodunit test --json
      one JSON object per test, one at the end
  whodunit test sort.hs
      the properties of a lazy program, prop_…: see `whodunit check --help`

Exit status:
  0  all tests passed
  1  a test failed or was cancelled
  2  bad usage or bad source, or a test could not run: it needs something that
     is missing or not supported
  3  a limit (--max-steps, --max-memory) was reached
  4  interrupted
  5  there are no tests";

pub const CHECK_SOURCES: &str =
    "Files of a lazy program (.hs), then names of properties (default: all functions prop_… and spec_…)";

pub const CHECK_EXAMPLES: &str = "\
Examples:
  whodunit check sort.hs prop_sorted              one property
  whodunit check sort.hs
      all functions whose names begin with prop_ or spec_
  whodunit check sort.hs prop_sorted --ask
      find the bug behind the counterexample
  whodunit check sort.hs prop_sorted --tests 1000 --seed 7
  whodunit check sort.hs --json
      one JSON object per property, one at the end

A property is a function that returns True for all arguments.
`condition ==> claim` of Test.QuickCheck skips arguments that do not meet the
condition. A counterexample is shrunk and shown as an expression.

Exit status:
  0  all properties pass; with --ask, the bug was found
  1  a property fails, or too few values meet its conditions
  2  bad usage or bad source, or a property that does not exist or cannot be
     tested
  3  too many tests of a property reached a limit (--max-steps, --max-memory)
  4  interrupted; with --ask, undecided";

pub const DAP_EXAMPLES: &str = "\
The editor starts this command and says what to run: `sources` and `expression`
in its launch configuration. docs/editors.md explains how to set up VS Code,
Neovim and Emacs.

  whodunit dap --listen 127.0.0.1:4711      for editors that connect to a port

Exit status:
  0  the editor disconnected
  2  bad usage
  4  the connection broke, or the editor does not speak the protocol";

pub const WEB_EXAMPLES: &str = "\
Examples:
  whodunit web merge.erl -e 'merge:mergesort([b,a], fun merge:comp/2)'
  whodunit web . -e 'my_app:main()' --no-open            prints the address only
  whodunit web .
      the project's tests; pick one that fails
  whodunit web queens.hs -e 'queens 4'
      a lazy program: .hs, .curry, .toy, .flp
  whodunit web or.trace                                  an observation trace

The page is served on this computer only, and its address holds a key. The same
command continues the session where it was, at the same address.

Exit status:
  2  bad usage; Ctrl-C ends the server";

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn help_fits_a_terminal_of_80_columns() {
        let mut whole = crate::args::Cli::command();
        whole.build();
        let names: Vec<String> = whole.get_subcommands().map(|it| it.get_name().to_owned()).collect();
        let mut pages = vec![whole.render_long_help()];
        for name in &names {
            pages.extend(whole.find_subcommand_mut(name).map(clap::Command::render_long_help));
        }
        assert!(pages.len() > 10);
        for page in pages {
            for line in page.to_string().lines() {
                assert!(line.chars().count() <= 80, "{line}");
            }
        }
    }

    #[test]
    fn examples_fit_a_terminal_of_80_columns() {
        let all = [
            ASK_EXAMPLES,
            RUN_EXAMPLES,
            TREE_EXAMPLES,
            DIAGRAM_EXAMPLES,
            REWIND_EXAMPLES,
            TEST_EXAMPLES,
            CHECK_EXAMPLES,
            DAP_EXAMPLES,
            WEB_EXAMPLES,
        ];
        for line in all.iter().flat_map(|text| text.lines()) {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }
}
