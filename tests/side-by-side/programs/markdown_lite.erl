%% Turns a little markup into HTML with regular expressions.
-module(markdown_lite).
-export([main/0]).

html(Text) -> [line(L) || L <- re:split(Text, "\n", [{return, list}])].

line("# " ++ T) -> wrap("h1", inline(T));
line("- " ++ T) -> wrap("li", inline(T));
line("") -> "";
line(T) -> wrap("p", inline(T)).

wrap(Tag, T) -> lists:append(["<", Tag, ">", T, "</", Tag, ">"]).

inline(T) ->
    T1 = re:replace(T, "\\*\\*(.+?)\\*\\*", "<b>\\1</b>", [global, {return, list}]),
    re:replace(T1, "`([^`]*)`", "<code>\\1</code>", [global, {return, list}]).

main() -> [io:format("~s~n", [L]) || L <- html("# Title\nSome **bold** and `code`.\n\n- item **one**\n- item two")], ok.
