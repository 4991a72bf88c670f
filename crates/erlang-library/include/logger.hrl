%% The macros for logging: they ask first whether the event is wanted, and say where it comes from.
-ifndef(LOGGER_HRL).
-define(LOGGER_HRL, true).

-define(LOG_EMERGENCY(A), ?LOG(emergency, A)).
-define(LOG_EMERGENCY(A, B), ?LOG(emergency, A, B)).
-define(LOG_EMERGENCY(A, B, C), ?LOG(emergency, A, B, C)).

-define(LOG_ALERT(A), ?LOG(alert, A)).
-define(LOG_ALERT(A, B), ?LOG(alert, A, B)).
-define(LOG_ALERT(A, B, C), ?LOG(alert, A, B, C)).

-define(LOG_CRITICAL(A), ?LOG(critical, A)).
-define(LOG_CRITICAL(A, B), ?LOG(critical, A, B)).
-define(LOG_CRITICAL(A, B, C), ?LOG(critical, A, B, C)).

-define(LOG_ERROR(A), ?LOG(error, A)).
-define(LOG_ERROR(A, B), ?LOG(error, A, B)).
-define(LOG_ERROR(A, B, C), ?LOG(error, A, B, C)).

-define(LOG_WARNING(A), ?LOG(warning, A)).
-define(LOG_WARNING(A, B), ?LOG(warning, A, B)).
-define(LOG_WARNING(A, B, C), ?LOG(warning, A, B, C)).

-define(LOG_NOTICE(A), ?LOG(notice, A)).
-define(LOG_NOTICE(A, B), ?LOG(notice, A, B)).
-define(LOG_NOTICE(A, B, C), ?LOG(notice, A, B, C)).

-define(LOG_INFO(A), ?LOG(info, A)).
-define(LOG_INFO(A, B), ?LOG(info, A, B)).
-define(LOG_INFO(A, B, C), ?LOG(info, A, B, C)).

-define(LOG_DEBUG(A), ?LOG(debug, A)).
-define(LOG_DEBUG(A, B), ?LOG(debug, A, B)).
-define(LOG_DEBUG(A, B, C), ?LOG(debug, A, B, C)).

-define(LOCATION, #{mfa => {?MODULE, ?FUNCTION_NAME, ?FUNCTION_ARITY}, line => ?LINE, file => ?FILE}).

-define(LOG(Level, A), ?LOG_IF_WANTED(Level, logger:macro_log(?LOCATION, Level, A))).
-define(LOG(Level, A, B), ?LOG_IF_WANTED(Level, logger:macro_log(?LOCATION, Level, A, B))).
-define(LOG(Level, A, B, C), ?LOG_IF_WANTED(Level, logger:macro_log(?LOCATION, Level, A, B, C))).

-define(LOG_IF_WANTED(Level, Call), case logger:allow(Level, ?MODULE) of true -> Call; false -> ok end).

-endif.
