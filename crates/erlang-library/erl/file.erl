%% Whole files and folders. What the process that calls reads and writes it reads and writes itself.
%% Open files, and the rest of OTP's file, need an installed OTP.
-module(file).
-export([read_file/1, write_file/2, get_cwd/0, set_cwd/1, delete/1, rename/2, make_dir/1, del_dir/1, list_dir/1,
         read_link/1, make_symlink/2, make_link/2]).

read_file(Name) -> with(Name, fun prim_file:read_file_nif/1).

set_cwd(Name) -> with(Name, fun prim_file:set_cwd_nif/1).

delete(Name) -> with(Name, fun prim_file:del_file_nif/1).

make_dir(Name) -> with(Name, fun prim_file:make_dir_nif/1).

del_dir(Name) -> with(Name, fun prim_file:del_dir_nif/1).

rename(From, To) -> with_both(From, To, fun prim_file:rename_nif/2).

make_link(Old, New) -> with_both(Old, New, fun prim_file:make_hard_link_nif/2).

make_symlink(Old, New) -> with_both(Old, New, fun prim_file:make_soft_link_nif/2).

get_cwd() ->
    {ok, Folder} = prim_file:get_cwd_nif(),
    {ok, prim_file:internal_native2name(Folder)}.

read_link(Name) ->
    case with(Name, fun prim_file:read_link_nif/1) of
        {ok, Target} -> {ok, prim_file:internal_native2name(Target)};
        Error -> Error
    end.

list_dir(Name) ->
    case with(Name, fun prim_file:list_dir_nif/1) of
        {ok, Names} -> {ok, decoded(Names, [])};
        Error -> Error
    end.

%% Names that are not UTF-8 are left out, as OTP does.
decoded([], Names) -> Names;
decoded([Native | Rest], Names) ->
    case prim_file:internal_native2name(Native) of
        Name when is_list(Name) -> decoded(Rest, [Name | Names]);
        _ -> decoded(Rest, Names)
    end.

write_file(Name, Data) ->
    try iolist_to_binary(Data) of
        Bytes -> with(Name, fun(Native) -> write(prim_file:open_nif(Native, [write, binary]), Bytes) end)
    catch
        error:_ -> {error, badarg}
    end.

write({ok, Handle}, Bytes) ->
    Result = prim_file:write_nif(Handle, [Bytes]),
    ok = prim_file:close_nif(Handle),
    Result;
write(Error, _) -> Error.

with(Name, Act) ->
    case native(Name) of
        badarg -> {error, badarg};
        Native -> Act(Native)
    end.

with_both(One, Other, Act) -> with(One, fun(Native) -> with(Other, fun(Second) -> Act(Native, Second) end) end).

%% A name is a binary, or characters, atoms and lists of them.
native(Name) when is_binary(Name) -> encoded(Name);
native(Name) ->
    try flat(Name) of
        Characters -> encoded(Characters)
    catch
        throw:badarg -> badarg
    end.

encoded(Name) ->
    try prim_file:internal_name2native(Name)
    catch error:badarg -> badarg
    end.

flat([Part | Rest]) when is_integer(Part) -> [Part | flat(Rest)];
flat([Part | Rest]) -> flat(Part) ++ flat(Rest);
flat([]) -> [];
flat(Name) when is_atom(Name) -> atom_to_list(Name);
flat(_) -> throw(badarg).
