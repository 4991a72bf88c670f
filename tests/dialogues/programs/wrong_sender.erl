%% Symptom: the value is [{left,right_answer},{right,left_answer}]: each gets the other's answer.
%% Bug: line 22. Any answer is taken for that of the process that was asked; the pattern should be {answer, Pid, Answer}.
-module(wrong_sender).
-export([main/0]).

main() ->
    Left = start(200, left_answer),
    Right = start(100, right_answer),
    [Pid ! {question, self()} || Pid <- [Left, Right]],
    [{left, answer_of(Left)}, {right, answer_of(Right)}].

%% Answers after so many milliseconds.
start(Delay, Answer) ->
    spawn(fun() ->
        receive {question, From} -> ok end,
        timer:sleep(Delay),
        From ! {answer, self(), Answer}
    end).

answer_of(Pid) when is_pid(Pid) ->
    receive
        {answer, _Pid, Answer} -> Answer
    end.
