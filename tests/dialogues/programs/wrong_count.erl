%% Symptom: the value is {opened,1}; a wrong code and then the right one are two tries.
%% Bug: line 17. The try that opens the lock does not count.
-module(wrong_count).
-behaviour(gen_fsm).
-export([main/0]).
-export([init/1, locked/2, locked/3, open/2, open/3, handle_event/3, handle_sync_event/4, handle_info/3]).
-export([terminate/3, code_change/4]).

main() ->
    {ok, Lock} = gen_fsm:start_link(?MODULE, [4, 2], []),
    [gen_fsm:send_event(Lock, {digit, Digit}) || Digit <- [1, 4, 2]],
    {gen_fsm:sync_send_event(Lock, state), gen_fsm:sync_send_all_state_event(Lock, tries)}.

init(Code) -> {ok, locked, {Code, Code, 0}}.

%% The digits of the code, those that are still to come, and how often someone tried.
locked({digit, Digit}, {Code, [Digit], Tries}) -> {next_state, open, {Code, Code, Tries}};
locked({digit, Digit}, {Code, [Digit | Left], Tries}) -> {next_state, locked, {Code, Left, Tries}};
locked({digit, _}, {Code, _, Tries}) -> {next_state, locked, {Code, Code, Tries + 1}}.

locked(state, _From, Data) -> {reply, closed, locked, Data}.

open({digit, _}, Data) -> {next_state, open, Data}.

open(state, _From, Data) -> {reply, opened, open, Data}.

handle_event(_, State, Data) -> {next_state, State, Data}.

handle_sync_event(tries, _From, State, {_, _, Tries} = Data) -> {reply, Tries, State, Data}.

handle_info(_, State, Data) -> {next_state, State, Data}.

terminate(_, _, _) -> ok.

code_change(_, State, Data, _) -> {ok, State, Data}.
