%% What ct:get_config/1 knows: configuration files, default_config and userdata of suites; and
%% times.
-module(whodunit_ct_config).

-export([start/1, of_suite/1, add_defaults/1, forget/1, missing/1, require/2, get/3, milliseconds/1, userdata/1]).

-define(TABLE, whodunit_ct).

start(Files) ->
    Terms = lists:append([terms(File) || File <- Files]),
    ets:insert(?TABLE, {config, Terms}),
    ok.

terms(File) ->
    case file:consult(File) of
        {ok, Terms} -> lists:append([if is_list(Term) -> Term; true -> [Term] end || Term <- Terms]);
        {error, Reason} -> error({configuration_file, File, Reason})
    end.

%% Defaults of a suite count where nothing else is there.
of_suite(Info) ->
    ets:insert(?TABLE, {defaults, []}),
    _ = add_defaults(Info),
    ets:insert(?TABLE, {names, []}),
    ok.

%% Those of a group or a case; what to forget when it has ended.
add_defaults(Info) ->
    Defaults = lists:append([Pairs || {default_config, Pairs} <- [normal(D) || D <- Info]]),
    ets:insert(?TABLE, {defaults, value(defaults) ++ Defaults}),
    Defaults.

forget(Defaults) -> ets:insert(?TABLE, {defaults, value(defaults) -- Defaults}).

normal({default_config, Key, Values}) -> {default_config, [{Key, Values}]};
normal(Other) -> Other.

%% The keys that an info list requires and nobody has.
missing(Info) ->
    lists:append([case Item of
                      {require, Required} -> [Required || require(none, Required) =/= ok];
                      {require, Name, Required} -> [Required || require(Name, Required) =/= ok];
                      _ -> []
                  end || Item <- Info]).

require(Name, Required) ->
    Keys = case Required of
               {Above, Sub} when is_list(Sub) -> [{Above, S} || S <- Sub];
               _ -> [Required]
           end,
    case [K || K <- Keys, get(K, none, []) =:= none] of
        [] when Name =:= none -> ok;
        [] ->
            ets:insert(?TABLE, {names, [{Name, Required} | value(names)]}),
            ok;
        [Key | _] -> {error, {not_available, Key}}
    end.

value(Key) ->
    try ets:lookup(?TABLE, Key) of
        [{Key, Value}] -> Value;
        [] -> []
    catch
        error:badarg -> []
    end.

get(Required, Default, Options) ->
    Found = all(Required),
    case {Found, lists:member(all, Options)} of
        {[], true} when Default =:= undefined -> [];
        {[], _} -> Default;
        {_, true} -> Found;
        {[First | _], false} -> First
    end.

all({Key, Sub}) -> lists:append([below(Value, [Sub]) || Value <- all(Key)]);
all(Keys) when is_tuple(Keys) ->
    [Key | Rest] = tuple_to_list(Keys),
    lists:append([below(Value, Rest) || Value <- all(Key)]);
all(Key) ->
    case lists:keyfind(Key, 1, value(names)) of
        {Key, Required} when Required =/= Key -> all(Required);
        _ ->
            case [Value || {K, Value} <- value(config), K =:= Key] of
                [] -> [Value || {K, Value} <- value(defaults), K =:= Key];
                Values -> Values
            end
    end.

below(Value, []) -> [Value];
below(Value, [Key | Rest]) when is_list(Value) ->
    lists:append([below(V, Rest) || {K, V} <- Value, K =:= Key]);
below(_, _) -> [].

userdata(Info) ->
    case [Data || {userdata, Data} <- Info] of
        [Data] -> Data;
        Several -> Several
    end.

milliseconds({hours, N}) -> round(N * 3600 * 1000);
milliseconds({minutes, N}) -> round(N * 60 * 1000);
milliseconds({seconds, N}) -> round(N * 1000);
milliseconds(N) when is_integer(N) -> N;
milliseconds(N) when is_float(N) -> round(N);
milliseconds(infinity) -> infinity;
milliseconds({Time, Scale}) when is_boolean(Scale) -> milliseconds(Time);
milliseconds({Module, Function, Arguments}) -> milliseconds(apply(Module, Function, Arguments));
milliseconds(Fun) when is_function(Fun, 0) -> milliseconds(Fun()).
