%% What the process file_server_2 does in OTP, done by the process that asks for it: so that two
%% processes that use different files do not depend on each other.
-module(whodunit_files).
-export([call/2]).

call(open, [Name, Modes]) when is_list(Modes) ->
    file_io_server:start(self(), Name, Modes);
call(open, _) ->
    {error, einval};
call(Command, Arguments) ->
    Request = list_to_tuple([Command | Arguments]),
    {reply, Reply, []} = file_server:handle_call(Request, {self(), make_ref()}, []),
    Reply.
