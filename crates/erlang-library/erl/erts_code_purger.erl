%% What is left of versions of modules that were replaced. In OTP a process does this.
-module(erts_code_purger).

-export([purge/1, soft_purge/1]).

%% {Was there an old version?, Were processes killed?}
purge(Module) when is_atom(Module) ->
    HasOld = erlang:check_old_code(Module),
    {HasOld, code:purge(Module)}.

soft_purge(Module) when is_atom(Module) -> code:soft_purge(Module).
