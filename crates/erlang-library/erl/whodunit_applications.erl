%% The processes of OTP's kernel that every run has (servants.rs of the machine). Each begins here with its first
%% message, and from then on runs the code of OTP. Kernel and stdlib count as started from the beginning.
-module(whodunit_applications).
-export([controller/0, kernel_sup/0, kernel_safe_sup/0, init/1]).

controller() ->
    begin_servant({application_controller, start, 1}),
    Started = [{stdlib, permanent}, {kernel, permanent}],
    Running = [{stdlib, undefined}, {kernel, whereis(kernel_sup)}],
    % #state{loading, starting, start_p_false, running, control, started, start_req, conf_data}
    State = {state, [], [], [], Running, [], Started, [], []},
    {reply, ok, Configured} = configure(State),
    gen_server:enter_loop(application_controller, [], Configured, {local, application_controller}).

kernel_sup() -> supervisor(kernel_sup, {one_for_all, 0, 1}).

kernel_safe_sup() -> supervisor(kernel_safe_sup, {one_for_one, 4, 3600}).

supervisor(Name, Flags) ->
    begin_servant({supervisor, ?MODULE, 1}),
    {ok, State} = supervisor:init({{local, Name}, ?MODULE, Flags}),
    gen_server:enter_loop(supervisor, [], State, {local, Name}).

init(Flags) -> {ok, {Flags, []}}.

begin_servant(InitialCall) ->
    process_flag(trap_exit, true),
    % Of the process init, which is not there.
    put('$ancestors', [list_to_pid("<0.0.0>")]),
    put('$initial_call', InitialCall).

%% What the files of `init:get_argument(config)` say counts for every application that is loaded from now on.
configure(State) ->
    Files = case init:get_argument(config) of
                {ok, Lists} -> lists:append(Lists);
                error -> []
            end,
    Settings = merge([read(File, ".") || File <- Files]),
    application_controller:handle_call({set_env, Settings, [{persistent, true}]}, {self(), make_ref()}, State).

read(File, Folder) ->
    Name = filename:join(Folder, filename:rootname(File, ".config") ++ ".config"),
    case consult(erl_prim_loader:get_file(Name)) of
        {ok, Entries} when is_list(Entries) ->
            merge([case Entry of
                       {_, _} -> [Entry];
                       _ -> read(Entry, filename:dirname(Name))
                   end || Entry <- Entries]);
        {ok, _} ->
            stop(Name, "it must hold one list of {Application, Settings}");
        {error, {_, Module, Reason}} ->
            stop(Name, Module:format_error(Reason));
        error ->
            stop(Name, "cannot read it")
    end.

consult({ok, Contents, _}) ->
    case erl_scan:string(unicode:characters_to_list(Contents)) of
        {ok, Tokens, _} -> erl_parse:parse_term(Tokens);
        {error, Why, _} -> {error, Why}
    end;
consult(error) ->
    error.

stop(Name, Why) ->
    io:format(standard_error, "error in config file ~tp: ~ts~n", [Name, Why]),
    erlang:halt(1).

%% What comes later goes before what came earlier.
merge(Configurations) ->
    Add = fun({Application, Settings}, All) ->
                  Before = maps:get(Application, All, #{}),
                  All#{Application => maps:merge(Before, maps:from_list(Settings))}
          end,
    All = lists:foldl(Add, #{}, lists:append(Configurations)),
    [{Application, maps:to_list(Settings)} || {Application, Settings} <- maps:to_list(All)].
