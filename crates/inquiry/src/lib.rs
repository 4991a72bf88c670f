//! The search for the node to blame: suspects, questions, answers, verdict. Knows no language; never prints, never waits.
