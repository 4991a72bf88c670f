%% Dates and times of the Gregorian calendar, from year 0 on. The clock and the time zone are the machine's.
-module(calendar).

-export([date_to_gregorian_days/1, date_to_gregorian_days/3, datetime_to_gregorian_seconds/1, day_of_the_week/1,
         day_of_the_week/3, gregorian_days_to_date/1, gregorian_seconds_to_datetime/1, is_leap_year/1, iso_week_number/0,
         iso_week_number/1, last_day_of_the_month/2, local_time/0, local_time_to_universal_time/1,
         local_time_to_universal_time/2, local_time_to_universal_time_dst/1, now_to_datetime/1, now_to_local_time/1,
         now_to_universal_time/1, rfc3339_to_system_time/1, rfc3339_to_system_time/2, seconds_to_daystime/1, seconds_to_time/1,
         system_time_to_local_time/2, system_time_to_rfc3339/1, system_time_to_rfc3339/2, system_time_to_universal_time/2,
         time_difference/2, time_to_seconds/1, universal_time/0, universal_time_to_local_time/1, valid_date/1, valid_date/3]).

-define(DAY, 86400).
%% The seconds from year 0 to 1970, and from 1970 to 10000 as OTP has it: counted from year 0.
-define(EPOCH, (719528 * ?DAY)).
-define(END, (2932897 * ?DAY)).

%% ---- the calendar

is_leap_year(Year) when is_integer(Year), Year >= 0 -> Year rem 4 =:= 0 andalso Year rem 100 =/= 0 orelse Year rem 400 =:= 0.

last_day_of_the_month(Year, Month) when is_integer(Year), Year >= 0 -> last_day(Year, Month).

last_day(Year, 2) ->
    case is_leap_year(Year) of
        true -> 29;
        false -> 28
    end;
last_day(_, Month) when Month =:= 4; Month =:= 6; Month =:= 9; Month =:= 11 -> 30;
last_day(_, Month) when is_integer(Month), Month > 0, Month < 13 -> 31.

valid_date({Year, Month, Day}) -> valid_date(Year, Month, Day).

valid_date(Year, Month, Day) when is_integer(Year), is_integer(Month), is_integer(Day) ->
    Year >= 0 andalso Month > 0 andalso Month < 13 andalso Day > 0 andalso Day =< last_day(Year, Month).

date_to_gregorian_days({Year, Month, Day}) -> date_to_gregorian_days(Year, Month, Day).

date_to_gregorian_days(Year, Month, Day) when is_integer(Day), Day > 0 ->
    Last = last_day_of_the_month(Year, Month),
    if
        Day =< Last -> days_before_year(Year) + days_before_month(Year, Month) + Day - 1
    end.

days_before_year(0) -> 0;
days_before_year(Year) ->
    Before = Year - 1,
    Before * 365 + Before div 4 - Before div 100 + Before div 400 + 366.

days_before_month(_, 1) -> 0;
days_before_month(Year, Month) -> days_before_month(Year, Month - 1) + last_day(Year, Month - 1).

gregorian_days_to_date(Days) ->
    Year = year_of(Days),
    {Month, Day} = month_and_day(Year, 1, Days - days_before_year(Year)),
    {Year, Month, Day}.

%% A guess from the mean length of a year is at most one off.
year_of(Days) when Days >= 0 ->
    Guess = Days * 400 div 146097,
    case Days < days_before_year(Guess) of
        true -> Guess - 1;
        false ->
            case Days < days_before_year(Guess + 1) of
                true -> Guess;
                false -> Guess + 1
            end
    end.

month_and_day(Year, Month, Days) ->
    case Days - last_day(Year, Month) of
        Left when Left < 0 -> {Month, Days + 1};
        Left -> month_and_day(Year, Month + 1, Left)
    end.

day_of_the_week({Year, Month, Day}) -> day_of_the_week(Year, Month, Day).

day_of_the_week(Year, Month, Day) -> (date_to_gregorian_days(Year, Month, Day) + 5) rem 7 + 1.

iso_week_number() ->
    {Date, _} = local_time(),
    iso_week_number(Date).

iso_week_number({Year, Month, Day}) ->
    Days = date_to_gregorian_days(Year, Month, Day),
    First = first_week(Year),
    Next = first_week(Year + 1),
    if
        Days < First -> {Year - 1, (Days - first_week(Year - 1)) div 7 + 1};
        Days < Next -> {Year, (Days - First) div 7 + 1};
        true -> {Year + 1, 1}
    end.

%% The Monday of the week with the year's first Thursday.
first_week(Year) ->
    NewYear = date_to_gregorian_days(Year, 1, 1),
    case day_of_the_week(Year, 1, 1) of
        Weekday when Weekday =< 4 -> NewYear - Weekday + 1;
        Weekday -> NewYear + 8 - Weekday
    end.

%% ---- seconds

time_to_seconds({Hour, Minute, Second}) when is_integer(Hour), is_integer(Minute), is_integer(Second) ->
    Hour * 3600 + Minute * 60 + Second.

seconds_to_time(Seconds) when Seconds >= 0, Seconds < ?DAY -> {Seconds div 3600, Seconds rem 3600 div 60, Seconds rem 60}.

seconds_to_daystime(Seconds) ->
    case {Seconds div ?DAY, Seconds rem ?DAY} of
        {Days, Rest} when Rest < 0 -> {Days - 1, seconds_to_time(Rest + ?DAY)};
        {Days, Rest} -> {Days, seconds_to_time(Rest)}
    end.

datetime_to_gregorian_seconds({Date, Time}) -> ?DAY * date_to_gregorian_days(Date) + time_to_seconds(Time).

gregorian_seconds_to_datetime(Seconds) when Seconds >= 0 ->
    {gregorian_days_to_date(Seconds div ?DAY), seconds_to_time(Seconds rem ?DAY)}.

time_difference({{_, _, _}, {_, _, _}} = First, {{_, _, _}, {_, _, _}} = Second) ->
    seconds_to_daystime(datetime_to_gregorian_seconds(Second) - datetime_to_gregorian_seconds(First)).

%% ---- clocks and zones

local_time() -> erlang:localtime().

universal_time() -> erlang:universaltime().

universal_time_to_local_time(DateTime) -> erlang:universaltime_to_localtime(DateTime).

local_time_to_universal_time(DateTime) -> erlang:localtime_to_universaltime(DateTime).

local_time_to_universal_time(DateTime, IsSummer) -> erlang:localtime_to_universaltime(DateTime, IsSummer).

%% Both possible times when the clock is put back, none when it is put forward.
local_time_to_universal_time_dst(DateTime) ->
    Summer = erlang:localtime_to_universaltime(DateTime, true),
    Winter = erlang:localtime_to_universaltime(DateTime, false),
    Possible = [Universal || Universal <- [Summer, Winter], erlang:universaltime_to_localtime(Universal) =:= DateTime],
    lists:uniq(Possible).

now_to_datetime({Mega, Seconds, _}) -> system_time_to_datetime(Mega * 1000000 + Seconds).

now_to_universal_time(Now) -> now_to_datetime(Now).

now_to_local_time({_, _, _} = Now) -> erlang:universaltime_to_localtime(now_to_datetime(Now)).

system_time_to_datetime(Seconds) -> gregorian_seconds_to_datetime(Seconds + ?EPOCH).

system_time_to_universal_time(Time, Unit) -> system_time_to_datetime(erlang:convert_time_unit(Time, Unit, second)).

system_time_to_local_time(Time, Unit) -> erlang:universaltime_to_localtime(system_time_to_universal_time(Time, Unit)).

%% ---- RFC 3339

rfc3339_to_system_time(String) -> rfc3339_to_system_time(String, []).

rfc3339_to_system_time(String, Options) ->
    Unit = proplists:get_value(unit, Options, second),
    [Y1, Y2, Y3, Y4, $-, M1, M2, $-, D1, D2, _, H1, H2, $:, Min1, Min2, $:, S1, S2 | Rest] = String,
    Time = {list_to_integer([H1, H2]), list_to_integer([Min1, Min2]), list_to_integer([S1, S2])},
    Date = {list_to_integer([Y1, Y2, Y3, Y4]), list_to_integer([M1, M2]), list_to_integer([D1, D2])},
    {Fraction, Zone} = lists:splitwith(fun(C) -> C >= $0 andalso C =< $9 orelse C =:= $. end, Rest),
    Seconds = datetime_to_gregorian_seconds({Date, Time}) - ?EPOCH - zone_offset(Zone),
    check_range(String, Options, Seconds),
    Scaled = erlang:convert_time_unit(Seconds, second, Unit),
    case fraction(Unit, Fraction) of
        Part when Scaled < 0 -> Scaled - Part;
        Part -> Scaled + Part
    end.

fraction(second, _) -> 0;
fraction(_, "") -> 0;
fraction(Unit, Fraction) -> round(per_second(Unit) * list_to_float([$0 | Fraction])).

zone_offset("Z") -> 0;
zone_offset("z") -> 0;
zone_offset(Zone) ->
    [Sign, H1, H2 | Minutes] = Zone,
    Hours = list_to_integer([H1, H2]),
    Offset = 3600 * Hours + 60 * case Minutes of
                                     [$:, M1, M2] -> list_to_integer([M1, M2]);
                                     [] -> 0
                                 end,
    case Sign of
        $- -> -Offset;
        $+ -> Offset
    end.

system_time_to_rfc3339(Time) -> system_time_to_rfc3339(Time, []).

system_time_to_rfc3339(Time, Options) ->
    Offset = proplists:get_value(offset, Options, ""),
    case proplists:get_value(unit, Options, second) of
        native when is_integer(Offset) ->
            rfc3339(to_millisecond(Time), Options, millisecond, to_millisecond(Offset));
        native -> rfc3339(to_millisecond(Time), Options, millisecond, Offset);
        Unit -> rfc3339(Time, Options, Unit, Offset)
    end.

to_millisecond(Time) -> erlang:convert_time_unit(Time, native, millisecond).

%% The offset is a string to be shown as it is, a number in the given unit, or "" for the local one.
rfc3339(Time, Options, Unit, Offset) ->
    Designator = proplists:get_value(time_designator, Options, $T),
    OffsetSeconds = offset_seconds(Time, Unit, Offset),
    Adjusted = Time + erlang:convert_time_unit(OffsetSeconds, second, Unit),
    Factor = per_second(Unit),
    Seconds = Adjusted div Factor,
    check_range(Time, Options, Seconds),
    {{Year, Month, Day}, {Hour, Minute, Second}} = system_time_to_datetime(Seconds),
    Zone = case Offset of
               [_ | _] -> Offset;
               _ -> zone(OffsetSeconds)
           end,
    lists:append([padded(4, Year), "-", padded(2, Month), "-", padded(2, Day), [Designator], padded(2, Hour), ":",
                  padded(2, Minute), ":", padded(2, Second), fraction_digits(Factor, Adjusted), Zone]).

offset_seconds(Time, Unit, "") ->
    Universal = system_time_to_universal_time(Time, Unit),
    datetime_to_gregorian_seconds(erlang:universaltime_to_localtime(Universal)) - datetime_to_gregorian_seconds(Universal);
offset_seconds(_, _, Zone) when is_list(Zone) -> zone_offset(Zone);
offset_seconds(_, Unit, Offset) when is_integer(Offset) -> erlang:convert_time_unit(Offset, Unit, second).

zone(Seconds) when Seconds < 0 -> [$- | hours_and_minutes(-Seconds)];
zone(Seconds) -> [$+ | hours_and_minutes(Seconds)].

hours_and_minutes(Seconds) -> padded(2, Seconds div 3600) ++ ":" ++ padded(2, Seconds rem 3600 div 60).

fraction_digits(1, _) -> "";
fraction_digits(Factor, Time) -> [$. | padded(length(integer_to_list(Factor)) - 1, abs(Time rem Factor))].

padded(Width, N) ->
    Digits = integer_to_list(N),
    lists:duplicate(max(0, Width - length(Digits)), $0) ++ Digits.

per_second(second) -> 1;
per_second(millisecond) -> 1000;
per_second(microsecond) -> 1000000;
per_second(nanosecond) -> 1000000000;
per_second(native) -> erlang:convert_time_unit(1, second, native).

check_range(_, _, Seconds) when Seconds >= -?EPOCH, Seconds < ?END -> ok;
check_range(Argument, Options, _) -> error({badarg, [Argument, Options]}).
