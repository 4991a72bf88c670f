%% May be included more than once.
-ifndef(GUARDED).
-define(GUARDED, once).
-endif.
