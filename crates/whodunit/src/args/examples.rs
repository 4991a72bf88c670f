//! What `--help` says of a command beyond its options: examples, and what its exit status means.

pub const ASK_EXAMPLES: &str = "\
Examples:
  whodunit ask merge.erl -e 'merge:mergesort([b,a], fun merge:comp/2)'
  whodunit ask . -e 'my_app:main()' --trust my_lists --zoom
  whodunit ask src -e 'm:f(3)' --reference ../last-release/src        often needs no answer at all
  whodunit ask m.erl -e 'm:f(3)' --answers answers.jsonl              stop and go on later
  whodunit ask queens.hs -e 'queens 4'                                a lazy program: .hs, .curry, .toy, .flp
  whodunit ask take.flp -e 'take n (from x) -> ys' --answer 3         the third answer of a goal is wrong

Exit status:
  0  the code to blame was found
  2  bad usage or bad source
  3  a budget (--max-steps, --max-memory) ran out
  4  undecided, or ended before a verdict";

pub const RUN_EXAMPLES: &str = "\
Examples:
  whodunit run merge.erl -e 'merge:mergesort([b,a], fun merge:comp/2)'
  whodunit run . -e 'my_app:main()'                      a project: rebar.config or src/
  whodunit run tcp.erl -e 'tcp:main()' --schedule random --seed 7
  whodunit run -e 'lists:seq(1, 5)'                      no sources, just the library
  whodunit run queens.hs -e 'queens 6'                   a lazy program: .hs, .curry, .toy, .flp
  whodunit run bank.hs < input                           its main
  whodunit run take.flp -e 'take n (from x) -> ys' --answers-limit 3

Exit status:
  0  the expression has a value; the goal has an answer
  1  the program's own failure: an exception, a deadlock; no answer
  2  bad usage or bad source
  3  a budget (--max-steps, --max-memory) ran out
  4  interrupted";

pub const TREE_EXAMPLES: &str = "\
Examples:
  whodunit tree merge.erl -e 'merge:mergesort([b,a], fun merge:comp/2)'
  whodunit tree . -e 'my_app:main()' --depth 3
  whodunit tree merge.erl -e 'merge:mergesort([b,a], fun merge:comp/2)' --svg > tree.svg
  whodunit tree merge.erl -e 'merge:mergesort([b,a], fun merge:comp/2)' --json | jq .statement
  whodunit tree take.flp -e 'take n (from x) -> ys' --answer 3         a lazy program: the tree of an answer

A node is a call of a function or fun in SOURCES. Calls that the library makes back into them hang below the
function that called the library; what a function calls in the last place hangs below it.

Exit status:
  0  the tree is shown
  2  bad usage or bad source
  3  a budget (--max-steps, --max-memory) ran out: the tree is shown as far as it came
  4  interrupted: the tree is shown as far as it came";

pub const DIAGRAM_EXAMPLES: &str = "\
Examples:
  whodunit diagram tcp.erl -e 'tcp:main()'
  whodunit diagram tcp.erl -e 'tcp:main()' --svg -o tcp.svg
  whodunit diagram . -e 'my_app:main()' --process server --message '{request, _, _}'
  whodunit diagram . -e 'my_app:main()' --around 1200 --window 50
  whodunit diagram . -e 'my_app:main()' --kind processes

Time goes down. Events are numbered, and `whodunit ask` takes the same numbers. A message has three: it is sent,
it arrives in the mailbox (12→13 where that is at once), and it is received from there.

Exit status:
  0  the diagram is drawn
  2  bad usage or bad source
  3  a budget (--max-steps, --max-memory) ran out: the run is drawn as far as it came
  4  interrupted: the run is drawn as far as it came";

pub const REWIND_EXAMPLES: &str = "\
Examples:
  whodunit rewind dining.erl -e 'dining:main()'
  whodunit rewind dining.erl -e 'dining:main()' --script commands.txt
  whodunit rewind --load dining.rewind                  a session that was saved
  printf 'run 600\\ntrace\\n' | whodunit rewind dining.erl -e 'dining:main()' --json

Commands, one a line:
  run 600                          go on for 600 steps; `run` alone: until nothing can go on
  run until send {hungry, _, _}    until such a message is sent
  trace                            what the processes did to each other, numbered
  undo receive 23                  undo that, and what could not have happened without it
  state <0.83.0> all               where a process is, and all its variables
  step waiter 3                    a process goes on, three expressions of your code
  ask waiter                       who is to blame for what this process did? (--json: the events of `ask --json`
                                   follow, answers are read from where commands are, and one object ends it)
  save FILE                        the run, what was undone, breakpoints and answers
  help                             all commands

Exit status:
  0  the session was ended
  2  bad usage or bad source, or a file that cannot be loaded
  of a script (--script, --json, or standard input that is no terminal), by the first command that was not done:
  2  a line that is no command
  4  a command that was refused";

pub const TEST_SOURCES: &str = "Folders and files (default: the folder it is called in), then names of tests: module, module:test, or test; or files of lazy programs, then names of properties";

pub const TEST_EXAMPLES: &str = "\
Examples:
  whodunit test                                 the project in this folder: src/, test/, apps/*/
  whodunit test . calc_tests                    the tests of one module
  whodunit test . calc:add_test                 one test
  whodunit test test/calc_tests.erl             the tests of one file
  whodunit test --ask                           from the first failure to the code to blame
  whodunit test --json                          one JSON object a test, one at the end
  whodunit test sort.hs                         the properties of a lazy program, prop_…: see `whodunit check --help`

Exit status:
  0  all tests passed
  1  a test failed or was cancelled
  2  bad usage or bad source, or a test needs something that whodunit does not have
  3  a budget (--max-steps, --max-memory) ran out
  4  interrupted";

pub const CHECK_SOURCES: &str =
    "Files of a lazy program (.hs), then names of properties (default: all functions prop_… and spec_…)";

pub const CHECK_EXAMPLES: &str = "\
Examples:
  whodunit check sort.hs prop_sorted              one property
  whodunit check sort.hs                          all of them: functions whose names begin with prop_ or spec_
  whodunit check sort.hs prop_sorted --ask        from what makes it false to the code to blame
  whodunit check sort.hs prop_sorted --tests 1000 --seed 7
  whodunit check sort.hs --json                   one JSON object a property, one at the end

A property is a function to Bool that is True of all arguments. `condition ==> claim` of Test.QuickCheck leaves out those that
do not meet the condition. What makes it false is made as small as it can be, and shown as an expression.

Exit status:
  0  all hold in their tests; with --ask, the code to blame was found
  1  one does not hold, or too few values meet its conditions
  2  bad usage or bad source, no such property, or one whose arguments cannot be made
  3  too many tests of one ran out of their budget (--max-steps, --max-memory)
  4  interrupted; with --ask, undecided";

pub const DAP_EXAMPLES: &str = "\
The editor starts it and says what to run: `sources` and `expression` in its launch configuration. How to set that up
for VS Code, Neovim and Emacs is in docs/editors.md.

  whodunit dap --listen 127.0.0.1:4711      for editors that connect instead

Exit status:
  0  the editor has left
  2  bad usage
  4  the connection broke, or speaks something else";
