//! The help that `?` shows at each prompt. Each text fits a screen of 80 × 24.

/// At a question about a call or an expression.
pub const QUESTION: &str = "\
Would a correct program give this result?

  y          yes, this is correct
  n          no, this is wrong
  n .2.1     only element 1 of element 2 of the value is wrong
  3          in a list: line 3 is the first wrong one
  t          trust this function: whatever it is called with, it is correct
  i          invalid call: nobody should call it like this; blame the caller
  d          I don't know: ask me something else

  u          undo the last answer; repeat to go further back
  r 2 y      revise: the answer to question 2 should be y
  h          list the answers so far
  s NAME     change the search strategy; s alone lists them
  o          the result that I reported was correct after all
  +, f       show more of a shortened value; f shows all of it
  /TEXT      find TEXT in a long value
  v          view the source of the function
  r          step through the run from this call, then come back here
  r exit     step through the run from where the call ended
  q          quit; you can save the answers";

/// At a question about a lazy program or its trace.
pub const LAZY_QUESTION: &str = "\
Would a correct program give this result?
`_` was never evaluated: it can be anything. `f x -> v`: v is one value of f x.

  y          yes, this is correct
  n          no, this is wrong
  3          in a list: line 3 is the first wrong one
  t          trust this function: whatever it is called with, it is correct
  i          invalid call: nobody should call it like this; blame the caller
  d          I don't know: ask me something else

  u          undo the last answer; repeat to go further back
  r 2 y      revise: the answer to question 2 should be y
  h          list the answers so far
  s NAME     change the search strategy; s alone lists them
  o          the result that I reported was correct after all
  x          ask about the simpler expression instead, if one is offered
  +, f       show more of a shortened value; f shows all of it
  /TEXT      find TEXT in a long value
  v          view the source of the function
  q          quit; you can save the answers";

/// At a question about a step of a process, with numbered claims.
pub const STEP: &str = "\
Would a correct program do this, with the same variables and messages?

  2          line 2 is the first incorrect one
  0          something is missing, such as a message that was not sent
  y          all lines are correct
  t          trust this function and its receives: they are always correct
  i          invalid: this should never have happened; blame what caused it
  d          I don't know: ask me something else

If an input is wrong (context, received message), the search moves to the code
that produced it. If an action is wrong, the search continues inside.

  u          undo the last answer          h          list the answers so far
  r 2 y      revise answer 2 to y          s NAME     change the search strategy
  p, p all   list the processes            o          the result was correct
  m          diagram of the events         m 21       … around event 21
  m <0.83.0> … of one process              m out.svg  … as a picture, to a file
  m all      … with monitors, names and library code
  +          show more of a value          f          show everything, in full
  /TEXT      find TEXT in the question     v          view the source
  r          step through the run from here, then come back (r exit: from its end)
  q          quit; you can save the answers";

/// At the choice of a process to begin with.
pub const START: &str = "\
Where did you notice that something is wrong?

  2          in the outcome of process 2; its pid or name works too
  e 21       at event 21 of the diagram, such as a message that is wrong
  w          not sure: search the whole run

  m          diagram of what the processes did, with numbered events
  m 21       … around event 21
  m <0.83.0> … of one process
  m out.svg  … as a picture, to a file
  +          list all processes
  s NAME     change the search strategy; s alone lists them
  o          nothing is wrong after all
  q          quit";

/// At a verdict that can be narrowed down to an expression.
pub const VERDICT: &str = "\
  y          search inside the function for the wrong expression
  n          no, I am done
  p          show the proof: why the bug must be here
  u          undo the last answer
  r 2 y      revise: the answer to question 2 should be y
  h          list the answers so far
  rewind     step through the run from the faulty call, then come back here
  rewind exit  … from where the call ended";

/// At a verdict on a lazy program or on an expression.
pub const LAST_VERDICT: &str = "\
  y          yes, I am done
  p          show the proof: why the bug must be here
  u          undo the last answer
  r 2 y      revise: the answer to question 2 should be y
  h          list the answers so far";
