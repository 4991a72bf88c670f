%% Names of files, as on Unix: parts of what asks nothing of the file system. absname/1, basedir/2,3, safe_relative_path/1 and
%% names as on Windows are not supported.
%%
%% A name is a binary, or a deep list of characters and atoms.
-module(filename).

-export([absname/2, absname_join/2, append/2, basename/1, basename/2, dirname/1, extension/1, flatten/1, join/1, join/2,
         nativename/1, pathtype/1, rootname/1, rootname/2, split/1, validate/1]).

flatten(Name) when is_binary(Name) -> Name;
flatten(Name) -> flatten(Name, []).

flatten([Inner | Rest], Tail) when is_list(Inner) -> flatten(Inner, flatten(Rest, Tail));
flatten([Atom | Rest], Tail) when is_atom(Atom) -> atom_to_list(Atom) ++ flatten(Rest, Tail);
flatten([C | Rest], Tail) -> [C | flatten(Rest, Tail)];
flatten([], Tail) -> Tail;
flatten(Atom, Tail) when is_atom(Atom) -> atom_to_list(Atom) ++ Tail.

as_binary(Name) when is_binary(Name) -> Name;
as_binary(Name) ->
    case unicode:characters_to_binary(flatten(Name)) of
        Binary when is_binary(Binary) -> Binary;
        _ -> error(badarg)
    end.

%% ---- putting together

absname(Name, Base) ->
    case pathtype(Name) of
        relative -> absname_join(Base, Name);
        absolute -> join([flatten(Name)])
    end.

absname_join(Base, Name) -> join(Base, flatten(Name)).

append(Dir, Name) when is_binary(Dir); is_binary(Name) -> <<(as_binary(Dir))/binary, $/, (as_binary(Name))/binary>>;
append(Dir, Name) -> Dir ++ [$/ | Name].

join([Name1, Name2 | Names]) -> join([join(Name1, Name2) | Names]);
join([Name]) when is_list(Name) -> joined(flatten(Name));
join([Name]) when is_binary(Name) -> list_to_binary(joined(binary_to_list(Name)));
join([Name]) when is_atom(Name) -> joined(atom_to_list(Name)).

join(Name1, Name2) when is_atom(Name1) -> join(atom_to_list(Name1), Name2);
join(Name1, Name2) when is_atom(Name2) -> join(Name1, atom_to_list(Name2));
join(Name1, Name2) when is_list(Name1), is_list(Name2) ->
    case pathtype(Name2) of
        absolute -> joined(flatten(Name2));
        relative when Name2 =:= [] -> joined(flatten(Name1));
        relative -> joined(flatten(Name1) ++ "/" ++ flatten(Name2))
    end;
join(Name1, Name2) when is_binary(Name1), is_list(Name2); is_list(Name1), is_binary(Name2); is_binary(Name1), is_binary(Name2) ->
    list_to_binary(join(binary_to_list(as_binary(Name1)), binary_to_list(as_binary(Name2)))).

%% Without repeated slashes, a slash at the end, or `.` in the middle.
joined(Name) -> joined(Name, []).

joined([$/ | Rest], [$., $/ | Done]) -> joined(Rest, [$/ | Done]);
joined([$/ | Rest], [$/ | _] = Done) -> joined(Rest, Done);
joined([C | Rest], Done) when is_integer(C) -> joined(Rest, [C | Done]);
joined([], [$/]) -> "/";
joined([], [$/ | Done]) -> lists:reverse(Done);
joined([], Done) -> lists:reverse(Done).

nativename(Name) -> join([Name]).

%% ---- taking apart

pathtype(Name) when is_atom(Name) -> pathtype(atom_to_list(Name));
pathtype(<<$/, _/binary>>) -> absolute;
pathtype([$/ | _]) -> absolute;
pathtype([Inner | Rest]) when is_list(Inner) -> pathtype(Inner ++ Rest);
pathtype([Atom | Rest]) when is_atom(Atom) -> pathtype(atom_to_list(Atom) ++ Rest);
pathtype(Name) when is_list(Name); is_binary(Name) -> relative.

split(Name) when is_binary(Name) -> [list_to_binary(Part) || Part <- split(binary_to_list(Name))];
split(Name) ->
    case flatten(Name) of
        [$/ | Rest] -> ["/" | parts(Rest, [])];
        Rest -> parts(Rest, [])
    end.

parts([$/ | Rest], []) -> parts(Rest, []);
parts([$/ | Rest], Part) -> [lists:reverse(Part) | parts(Rest, [])];
parts([C | Rest], Part) when is_integer(C) -> parts(Rest, [C | Part]);
parts([], []) -> [];
parts([], Part) -> [lists:reverse(Part)].

basename(Name) when is_binary(Name) ->
    case parts(binary_to_list(Name), []) of
        [] -> <<>>;
        Parts -> list_to_binary(lists:last(Parts))
    end;
basename(Name) ->
    Flat = flatten(Name),
    after_slash(Flat, Flat).

%% In a list, only one slash at the end is passed over.
after_slash([$/], Base) -> lists:droplast(Base);
after_slash([$/ | Rest], _) -> after_slash(Rest, Rest);
after_slash([C | Rest], Base) when is_integer(C) -> after_slash(Rest, Base);
after_slash([], Base) -> Base.

%% In a binary, the extension is looked for at the very end, even behind a slash.
basename(Name, Extension) when is_binary(Name); is_binary(Extension) ->
    Whole = as_binary(Name),
    Ending = as_binary(Extension),
    Base = basename(Whole),
    case byte_size(Base) - byte_size(Ending) of
        Short when Short < 0 -> Base;
        Length ->
            Before = byte_size(Whole) - byte_size(Base),
            case Whole of
                <<_:Before/binary, Kept:Length/binary, Ending/binary>> -> Kept;
                _ -> Base
            end
    end;
basename(Name, Extension) -> basename(flatten(Name), flatten(Extension), []).

%% The extension is also taken off when a slash follows nothing but it.
basename(Extension, Extension, Base) -> lists:reverse(Base);
basename([$/], Extension, Base) -> basename([], Extension, Base);
basename([$/ | Rest], Extension, _) -> basename(Rest, Extension, []);
basename([C | Rest], Extension, Base) when is_integer(C) -> basename(Rest, Extension, [C | Base]);
basename([], _, Base) -> lists:reverse(Base).

dirname(Name) when is_binary(Name) -> list_to_binary(dirname(binary_to_list(Name)));
dirname(Name) ->
    Flat = flatten(Name),
    Dir = lists:dropwhile(fun(C) -> C =/= $/ end, lists:reverse(Flat)),
    case lists:dropwhile(fun(C) -> C =:= $/ end, Dir) of
        [] when Dir =:= [] -> ".";
        [] -> "/";
        Reversed -> lists:reverse(Reversed)
    end.

extension(Name) when is_binary(Name) ->
    case lists:reverse(binary:matches(Name, <<".">>)) of
        [{At, _} | _] when At > 0 ->
            <<_:(At - 1)/binary, Before, Extension/binary>> = Name,
            case Before =:= $/ orelse binary:match(Extension, <<"/">>) =/= nomatch of
                true -> <<>>;
                false -> Extension
            end;
        _ -> <<>>
    end;
extension(Name) -> extension([$/ | flatten(Name)], []).

%% A dot at the start of a part begins no extension.
extension([$/, $. | Rest], _) -> extension(Rest, []);
extension([$/ | Rest], _) -> extension(Rest, []);
extension([$. | Rest] = Extension, _) -> extension(Rest, Extension);
extension([C | Rest], Extension) when is_integer(C) -> extension(Rest, Extension);
extension([], Extension) -> Extension.

rootname(Name) when is_binary(Name) -> list_to_binary(rootname(binary_to_list(Name)));
rootname(Name) -> rootname(flatten(Name), [], []).

%% Root and extension so far, both backwards.
rootname([$/ | Rest], Root, Extension) -> rootname(Rest, [$/] ++ Extension ++ Root, []);
rootname([$. | Rest], [$/ | _] = Root, []) -> rootname(Rest, [$. | Root], []);
rootname([$. | Rest], Root, Extension) -> rootname(Rest, Extension ++ Root, ".");
rootname([C | Rest], Root, []) when is_integer(C) -> rootname(Rest, [C | Root], []);
rootname([C | Rest], Root, Extension) when is_integer(C) -> rootname(Rest, Root, [C | Extension]);
rootname([], Root, _) -> lists:reverse(Root).

rootname(Name, Extension) when is_binary(Name); is_binary(Extension) ->
    list_to_binary(rootname(binary_to_list(as_binary(Name)), binary_to_list(as_binary(Extension))));
rootname(Name, Extension) -> without_extension(flatten(Name), flatten(Extension), []).

without_extension(Extension, Extension, [$/ | _] = Root) -> lists:reverse(Root, Extension);
without_extension(Extension, Extension, Root) -> lists:reverse(Root);
without_extension([C | Rest], Extension, Root) when is_integer(C) -> without_extension(Rest, Extension, [C | Root]);
without_extension([], _, Root) -> lists:reverse(Root).

%% No name of a file has a zero in it, nor is empty.
validate(Name) when is_binary(Name) -> Name =/= <<>> andalso binary:match(Name, <<0>>) =:= nomatch;
validate(Name) when is_list(Name); is_atom(Name) ->
    try flatten(Name) of
        Flat -> Flat =/= [] andalso lists:all(fun(C) -> is_integer(C) andalso C > 0 andalso C =< 16#10FFFF end, Flat)
    catch
        error:_ -> false
    end;
validate(_) -> false.
