%% Encodings and normal forms. Native: bin_is_7bit/1, characters_to_binary/1,2,3, characters_to_list/1,2.
-module(unicode).

-export([bom_to_encoding/1, characters_to_nfc_binary/1, characters_to_nfc_list/1, characters_to_nfd_binary/1,
         characters_to_nfd_list/1, characters_to_nfkc_binary/1, characters_to_nfkc_list/1, characters_to_nfkd_binary/1,
         characters_to_nfkd_list/1, encoding_to_bom/1]).

bom_to_encoding(<<16#EF, 16#BB, 16#BF, _/binary>>) -> {utf8, 3};
bom_to_encoding(<<0, 0, 16#FE, 16#FF, _/binary>>) -> {{utf32, big}, 4};
bom_to_encoding(<<16#FF, 16#FE, 0, 0, _/binary>>) -> {{utf32, little}, 4};
bom_to_encoding(<<16#FE, 16#FF, _/binary>>) -> {{utf16, big}, 2};
bom_to_encoding(<<16#FF, 16#FE, _/binary>>) -> {{utf16, little}, 2};
bom_to_encoding(Binary) when is_binary(Binary) -> {latin1, 0}.

encoding_to_bom(latin1) -> <<>>;
encoding_to_bom(unicode) -> <<16#FEFF/utf8>>;
encoding_to_bom(utf8) -> <<16#FEFF/utf8>>;
encoding_to_bom(utf16) -> <<16#FEFF/utf16>>;
encoding_to_bom({utf16, big}) -> <<16#FEFF/utf16>>;
encoding_to_bom({utf16, little}) -> <<16#FEFF/little-utf16>>;
encoding_to_bom(utf32) -> <<16#FEFF/utf32>>;
encoding_to_bom({utf32, big}) -> <<16#FEFF/utf32>>;
encoding_to_bom({utf32, little}) -> <<16#FEFF/little-utf32>>.

%% ---- normal forms: where the data are not characters, badarg; where they are not UTF-8, what came before and the rest

characters_to_nfc_list(Data) ->
    try formed(Data, fun unicode_util:nfc/1, [])
    catch error:_ -> erlang:error(badarg, [Data])
    end.

characters_to_nfd_list(Data) ->
    try formed(Data, fun unicode_util:nfd/1, [])
    catch error:_ -> erlang:error(badarg, [Data])
    end.

characters_to_nfkc_list(Data) ->
    try formed(Data, fun unicode_util:nfkc/1, [])
    catch error:_ -> erlang:error(badarg, [Data])
    end.

characters_to_nfkd_list(Data) ->
    try formed(Data, fun unicode_util:nfkd/1, [])
    catch error:_ -> erlang:error(badarg, [Data])
    end.

characters_to_nfc_binary(Data) ->
    try as_binary(formed(Data, fun unicode_util:nfc/1, []))
    catch error:_ -> erlang:error(badarg, [Data])
    end.

characters_to_nfd_binary(Data) ->
    try as_binary(formed(Data, fun unicode_util:nfd/1, []))
    catch error:_ -> erlang:error(badarg, [Data])
    end.

characters_to_nfkc_binary(Data) ->
    try as_binary(formed(Data, fun unicode_util:nfkc/1, []))
    catch error:_ -> erlang:error(badarg, [Data])
    end.

characters_to_nfkd_binary(Data) ->
    try as_binary(formed(Data, fun unicode_util:nfkd/1, []))
    catch error:_ -> erlang:error(badarg, [Data])
    end.

formed(Data, Form, Reversed) ->
    case Form(Data) of
        [Cluster | Rest] when is_list(Cluster) -> formed(Rest, Form, lists:reverse(Cluster, Reversed));
        [Char | Rest] -> formed(Rest, Form, [Char | Reversed]);
        [] -> lists:reverse(Reversed);
        {error, Rest} -> {error, lists:reverse(Reversed), Rest}
    end.

as_binary({error, Chars, Rest}) -> {error, unicode:characters_to_binary(Chars), Rest};
as_binary(Chars) -> <<_/binary>> = unicode:characters_to_binary(Chars).
