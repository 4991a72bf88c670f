%% `rebar3 whodunit` runs the tests of a project in whodunit; `rebar3 whodunit ask -e EXPR` and the
%% like run its other commands. The program is called `whodunit` in PATH, or is what the variable
%% WHODUNIT names.
-module(rebar3_whodunit).

-export([init/1, do/1, format_error/1]).

-define(COMMANDS, ["run", "ask", "rewind", "test", "check", "tree", "diagram", "web", "help"]).

init(State) ->
    Provider = providers:create([{name, whodunit},
                                 {module, ?MODULE},
                                 {bare, true},
                                 %% The dependencies of tests are fetched, and nothing is compiled.
                                 {deps, [install_deps]},
                                 {profiles, [test]},
                                 {example, "rebar3 whodunit --ask 1"},
                                 {opts, options()},
                                 {short_desc, "Run tests in whodunit, and find the bugs behind them"},
                                 {desc, "Runs the tests of the project in whodunit. Its other commands are\n"
                                        "`rebar3 whodunit COMMAND`; options that rebar3 does not know follow `--`."}]),
    {ok, rebar_state:add_provider(State, Provider)}.

%% rebar3 refuses options that are not declared. whodunit reads them.
options() ->
    Flags = [{verbose, $v}, {ask, undefined}, {json, undefined}],
    Values = ["expr", "answers", "oracle", "reference", "schedule", "seed", "strategy", "trust"],
    [{Name, Short, atom_to_list(Name), undefined, "see `whodunit help test`"} || {Name, Short} <- Flags]
        ++ [{list_to_atom(Name), short(Name), Name, string, "see `whodunit help test`"} || Name <- Values].

short("expr") -> $e;
short(_) -> undefined.

do(State) ->
    case program() of
        false -> {error, {?MODULE, not_found}};
        Program ->
            case run(Program, arguments(rebar_state:command_args(State)), rebar_dir:root_dir(State)) of
                0 -> {ok, State};
                %% whodunit has said why, and rebar3 would make 1 of every status.
                Status -> halt(Status)
            end
    end.

program() ->
    case os:getenv("WHODUNIT") of
        false -> os:find_executable("whodunit");
        Path -> Path
    end.

arguments(Words) ->
    case [Word || Word <- Words, Word =/= "--"] of
        [Command | Rest] = Given ->
            case lists:member(Command, ?COMMANDS) of
                true -> [Command | of_project(Command, Rest)];
                false -> ["test" | Given]
            end;
        [] -> ["test"]
    end.

%% What is not about other code is about the project.
of_project(Command, Words) when Command =:= "help"; Command =:= "test" -> Words;
of_project(_, Words) ->
    case lists:any(fun filelib:is_file/1, Words) of
        true -> Words;
        false -> ["." | Words]
    end.

%% The program prints on the terminal itself.
run(Program, Arguments, Folder) ->
    Port = open_port({spawn_executable, Program}, [nouse_stdio, exit_status, {args, Arguments}, {cd, Folder}]),
    receive {Port, {exit_status, Status}} -> Status end.

format_error(not_found) ->
    "there is no program whodunit in PATH; the variable WHODUNIT can name it";
format_error(Reason) -> io_lib:format("~p", [Reason]).
