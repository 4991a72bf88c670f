%% Events of suites, for handlers that nobody has added.
-module(ct_event).

-export([notify/1, sync_notify/1]).

notify(_) -> ok.
sync_notify(_) -> ok.
