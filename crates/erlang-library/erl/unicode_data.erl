%% Character properties, version 14.0. Written by generate/unicode_data.escript: do not edit.
-module(unicode_data).

-export([case_step/1, cluster_class/1]).

%% How a character takes part in grapheme clusters, besides Hangul and regional indicators.
cluster_class(C) ->
 if C < 10133 ->
  if C < 3544 ->
   if C < 2622 ->
    if C < 2027 ->
     if C < 1552 ->
      if C < 1162 ->
       if C < 173 ->
        if C < 160 ->
         if C < 32 -> control; true -> if C < 127 -> other; true -> control end end;
        true ->
         if C < 169 -> other; true -> if C < 170 -> picture; true -> other end end
        end;
       true ->
        if C < 768 ->
         if C < 174 -> control; true -> if C < 175 -> picture; true -> other end end;
        true ->
         if C < 880 -> extend; true -> if C < 1155 -> other; true -> extend end end
        end
       end;
      true ->
       if C < 1475 ->
        if C < 1471 ->
         if C < 1425 -> other; true -> if C < 1470 -> extend; true -> other end end;
        true ->
         if C < 1472 -> extend; true -> if C < 1473 -> other; true -> extend end end
        end;
       true ->
        if C < 1479 ->
         if C < 1476 -> other; true -> if C < 1478 -> extend; true -> other end end;
        true ->
         if C < 1536 -> if C < 1480 -> extend; true -> other end; true -> if C < 1542 -> prepend; true -> other end end
        end
       end
      end;
     true ->
      if C < 1765 ->
       if C < 1648 ->
        if C < 1565 ->
         if C < 1563 -> extend; true -> if C < 1564 -> other; true -> control end end;
        true ->
         if C < 1611 -> other; true -> if C < 1632 -> extend; true -> other end end
        end;
       true ->
        if C < 1757 ->
         if C < 1649 -> extend; true -> if C < 1750 -> other; true -> extend end end;
        true ->
         if C < 1758 -> prepend; true -> if C < 1759 -> other; true -> extend end end
        end
       end;
      true ->
       if C < 1808 ->
        if C < 1770 ->
         if C < 1767 -> other; true -> if C < 1769 -> extend; true -> other end end;
        true ->
         if C < 1774 -> extend; true -> if C < 1807 -> other; true -> prepend end end
        end;
       true ->
        if C < 1840 ->
         if C < 1809 -> other; true -> if C < 1810 -> extend; true -> other end end;
        true ->
         if C < 1958 -> if C < 1867 -> extend; true -> other end; true -> if C < 1969 -> extend; true -> other end end
        end
       end
      end
     end;
    true ->
     if C < 2384 ->
      if C < 2137 ->
       if C < 2075 ->
        if C < 2046 ->
         if C < 2036 -> extend; true -> if C < 2045 -> other; true -> extend end end;
        true ->
         if C < 2070 -> other; true -> if C < 2074 -> extend; true -> other end end
        end;
       true ->
        if C < 2088 ->
         if C < 2084 -> extend; true -> if C < 2085 -> other; true -> extend end end;
        true ->
         if C < 2089 -> other; true -> if C < 2094 -> extend; true -> other end end
        end
       end;
      true ->
       if C < 2250 ->
        if C < 2194 ->
         if C < 2140 -> extend; true -> if C < 2192 -> other; true -> prepend end end;
        true ->
         if C < 2200 -> other; true -> if C < 2208 -> extend; true -> other end end
        end;
       true ->
        if C < 2308 ->
         if C < 2274 -> extend; true -> if C < 2275 -> prepend; true -> extend end end;
        true ->
         if C < 2365 -> if C < 2362 -> other; true -> extend end; true -> if C < 2366 -> other; true -> extend end end
        end
       end
      end;
     true ->
      if C < 2505 ->
       if C < 2436 ->
        if C < 2402 ->
         if C < 2385 -> other; true -> if C < 2392 -> extend; true -> other end end;
        true ->
         if C < 2404 -> extend; true -> if C < 2433 -> other; true -> extend end end
        end;
       true ->
        if C < 2494 ->
         if C < 2492 -> other; true -> if C < 2493 -> extend; true -> other end end;
        true ->
         if C < 2501 -> extend; true -> if C < 2503 -> other; true -> extend end end
        end
       end;
      true ->
       if C < 2532 ->
        if C < 2519 ->
         if C < 2507 -> other; true -> if C < 2510 -> extend; true -> other end end;
        true ->
         if C < 2520 -> extend; true -> if C < 2530 -> other; true -> extend end end
        end;
       true ->
        if C < 2561 ->
         if C < 2558 -> other; true -> if C < 2559 -> extend; true -> other end end;
        true ->
         if C < 2620 -> if C < 2564 -> extend; true -> other end; true -> if C < 2621 -> extend; true -> other end end
        end
       end
      end
     end
    end;
   true ->
    if C < 3072 ->
     if C < 2816 ->
      if C < 2689 ->
       if C < 2641 ->
        if C < 2633 ->
         if C < 2627 -> extend; true -> if C < 2631 -> other; true -> extend end end;
        true ->
         if C < 2635 -> other; true -> if C < 2638 -> extend; true -> other end end
        end;
       true ->
        if C < 2674 ->
         if C < 2642 -> extend; true -> if C < 2672 -> other; true -> extend end end;
        true ->
         if C < 2677 -> other; true -> if C < 2678 -> extend; true -> other end end
        end
       end;
      true ->
       if C < 2759 ->
        if C < 2749 ->
         if C < 2692 -> extend; true -> if C < 2748 -> other; true -> extend end end;
        true ->
         if C < 2750 -> other; true -> if C < 2758 -> extend; true -> other end end
        end;
       true ->
        if C < 2766 ->
         if C < 2762 -> extend; true -> if C < 2763 -> other; true -> extend end end;
        true ->
         if C < 2788 -> if C < 2786 -> other; true -> extend end; true -> if C < 2810 -> other; true -> extend end end
        end
       end
      end;
     true ->
      if C < 2904 ->
       if C < 2885 ->
        if C < 2876 ->
         if C < 2817 -> other; true -> if C < 2820 -> extend; true -> other end end;
        true ->
         if C < 2877 -> extend; true -> if C < 2878 -> other; true -> extend end end
        end;
       true ->
        if C < 2891 ->
         if C < 2887 -> other; true -> if C < 2889 -> extend; true -> other end end;
        true ->
         if C < 2894 -> extend; true -> if C < 2901 -> other; true -> extend end end
        end
       end;
      true ->
       if C < 3011 ->
        if C < 2946 ->
         if C < 2914 -> other; true -> if C < 2916 -> extend; true -> other end end;
        true ->
         if C < 2947 -> extend; true -> if C < 3006 -> other; true -> extend end end
        end;
       true ->
        if C < 3018 ->
         if C < 3014 -> other; true -> if C < 3017 -> extend; true -> other end end;
        true ->
         if C < 3031 -> if C < 3022 -> extend; true -> other end; true -> if C < 3032 -> extend; true -> other end end
        end
       end
      end
     end;
    true ->
     if C < 3287 ->
      if C < 3170 ->
       if C < 3142 ->
        if C < 3133 ->
         if C < 3077 -> extend; true -> if C < 3132 -> other; true -> extend end end;
        true ->
         if C < 3134 -> other; true -> if C < 3141 -> extend; true -> other end end
        end;
       true ->
        if C < 3150 ->
         if C < 3145 -> extend; true -> if C < 3146 -> other; true -> extend end end;
        true ->
         if C < 3157 -> other; true -> if C < 3159 -> extend; true -> other end end
        end
       end;
      true ->
       if C < 3262 ->
        if C < 3204 ->
         if C < 3172 -> extend; true -> if C < 3201 -> other; true -> extend end end;
        true ->
         if C < 3260 -> other; true -> if C < 3261 -> extend; true -> other end end
        end;
       true ->
        if C < 3273 ->
         if C < 3269 -> extend; true -> if C < 3270 -> other; true -> extend end end;
        true ->
         if C < 3278 -> if C < 3274 -> other; true -> extend end; true -> if C < 3285 -> other; true -> extend end end
        end
       end
      end;
     true ->
      if C < 3407 ->
       if C < 3389 ->
        if C < 3328 ->
         if C < 3298 -> other; true -> if C < 3300 -> extend; true -> other end end;
        true ->
         if C < 3332 -> extend; true -> if C < 3387 -> other; true -> extend end end
        end;
       true ->
        if C < 3398 ->
         if C < 3390 -> other; true -> if C < 3397 -> extend; true -> other end end;
        true ->
         if C < 3402 -> if C < 3401 -> extend; true -> other end; true -> if C < 3406 -> extend; true -> prepend end end
        end
       end;
      true ->
       if C < 3460 ->
        if C < 3426 ->
         if C < 3415 -> other; true -> if C < 3416 -> extend; true -> other end end;
        true ->
         if C < 3428 -> extend; true -> if C < 3457 -> other; true -> extend end end
        end;
       true ->
        if C < 3535 ->
         if C < 3530 -> other; true -> if C < 3531 -> extend; true -> other end end;
        true ->
         if C < 3542 -> if C < 3541 -> extend; true -> other end; true -> if C < 3543 -> extend; true -> other end end
        end
       end
      end
     end
    end
   end;
  true ->
   if C < 7040 ->
    if C < 4237 ->
     if C < 3904 ->
      if C < 3763 ->
       if C < 3635 ->
        if C < 3572 ->
         if C < 3552 -> extend; true -> if C < 3570 -> other; true -> extend end end;
        true ->
         if C < 3633 -> other; true -> if C < 3634 -> extend; true -> other end end
        end;
       true ->
        if C < 3663 ->
         if C < 3643 -> extend; true -> if C < 3655 -> other; true -> extend end end;
        true ->
         if C < 3761 -> other; true -> if C < 3762 -> extend; true -> other end end
        end
       end;
      true ->
       if C < 3893 ->
        if C < 3790 ->
         if C < 3773 -> extend; true -> if C < 3784 -> other; true -> extend end end;
        true ->
         if C < 3864 -> other; true -> if C < 3866 -> extend; true -> other end end
        end;
       true ->
        if C < 3896 ->
         if C < 3894 -> extend; true -> if C < 3895 -> other; true -> extend end end;
        true ->
         if C < 3898 -> if C < 3897 -> other; true -> extend end; true -> if C < 3902 -> other; true -> extend end end
        end
       end
      end;
     true ->
      if C < 4152 ->
       if C < 3992 ->
        if C < 3974 ->
         if C < 3953 -> other; true -> if C < 3973 -> extend; true -> other end end;
        true ->
         if C < 3976 -> extend; true -> if C < 3981 -> other; true -> extend end end
        end;
       true ->
        if C < 4038 ->
         if C < 3993 -> other; true -> if C < 4029 -> extend; true -> other end end;
        true ->
         if C < 4039 -> extend; true -> if C < 4141 -> other; true -> extend end end
        end
       end;
      true ->
       if C < 4193 ->
        if C < 4182 ->
         if C < 4153 -> other; true -> if C < 4159 -> extend; true -> other end end;
        true ->
         if C < 4186 -> extend; true -> if C < 4190 -> other; true -> extend end end
        end;
       true ->
        if C < 4226 ->
         if C < 4209 -> other; true -> if C < 4213 -> extend; true -> other end end;
        true ->
         if C < 4228 -> if C < 4227 -> extend; true -> other end; true -> if C < 4231 -> extend; true -> other end end
        end
       end
      end
     end;
    true ->
     if C < 6314 ->
      if C < 6002 ->
       if C < 5906 ->
        if C < 4254 ->
         if C < 4238 -> extend; true -> if C < 4253 -> other; true -> extend end end;
        true ->
         if C < 4957 -> other; true -> if C < 4960 -> extend; true -> other end end
        end;
       true ->
        if C < 5941 ->
         if C < 5910 -> extend; true -> if C < 5938 -> other; true -> extend end end;
        true ->
         if C < 5970 -> other; true -> if C < 5972 -> extend; true -> other end end
        end
       end;
      true ->
       if C < 6155 ->
        if C < 6100 ->
         if C < 6004 -> extend; true -> if C < 6068 -> other; true -> extend end end;
        true ->
         if C < 6109 -> other; true -> if C < 6110 -> extend; true -> other end end
        end;
       true ->
        if C < 6160 ->
         if C < 6158 -> extend; true -> if C < 6159 -> control; true -> extend end end;
        true ->
         if C < 6279 -> if C < 6277 -> other; true -> extend end; true -> if C < 6313 -> other; true -> extend end end
        end
       end
      end;
     true ->
      if C < 6755 ->
       if C < 6684 ->
        if C < 6448 ->
         if C < 6432 -> other; true -> if C < 6444 -> extend; true -> other end end;
        true ->
         if C < 6460 -> extend; true -> if C < 6679 -> other; true -> extend end end
        end;
       true ->
        if C < 6752 ->
         if C < 6741 -> other; true -> if C < 6751 -> extend; true -> other end end;
        true ->
         if C < 6753 -> extend; true -> if C < 6754 -> other; true -> extend end end
        end
       end;
      true ->
       if C < 6863 ->
        if C < 6783 ->
         if C < 6757 -> other; true -> if C < 6781 -> extend; true -> other end end;
        true ->
         if C < 6784 -> extend; true -> if C < 6832 -> other; true -> extend end end
        end;
       true ->
        if C < 6964 ->
         if C < 6912 -> other; true -> if C < 6917 -> extend; true -> other end end;
        true ->
         if C < 7019 -> if C < 6981 -> extend; true -> other end; true -> if C < 7028 -> extend; true -> other end end
        end
       end
      end
     end
    end;
   true ->
    if C < 9168 ->
     if C < 8232 ->
      if C < 7405 ->
       if C < 7204 ->
        if C < 7086 ->
         if C < 7043 -> extend; true -> if C < 7073 -> other; true -> extend end end;
        true ->
         if C < 7142 -> other; true -> if C < 7156 -> extend; true -> other end end
        end;
       true ->
        if C < 7379 ->
         if C < 7224 -> extend; true -> if C < 7376 -> other; true -> extend end end;
        true ->
         if C < 7380 -> other; true -> if C < 7401 -> extend; true -> other end end
        end
       end;
      true ->
       if C < 7616 ->
        if C < 7413 ->
         if C < 7406 -> extend; true -> if C < 7412 -> other; true -> extend end end;
        true ->
         if C < 7415 -> other; true -> if C < 7418 -> extend; true -> other end end
        end;
       true ->
        if C < 8204 ->
         if C < 7680 -> extend; true -> if C < 8203 -> other; true -> control end end;
        true ->
         if C < 8206 -> if C < 8205 -> extend; true -> joiner end; true -> if C < 8208 -> control; true -> other end end
        end
       end
      end;
     true ->
      if C < 8505 ->
       if C < 8288 ->
        if C < 8253 ->
         if C < 8239 -> control; true -> if C < 8252 -> other; true -> picture end end;
        true ->
         if C < 8265 -> other; true -> if C < 8266 -> picture; true -> other end end
        end;
       true ->
        if C < 8433 ->
         if C < 8304 -> control; true -> if C < 8400 -> other; true -> extend end end;
        true ->
         if C < 8482 -> other; true -> if C < 8483 -> picture; true -> other end end
        end
       end;
      true ->
       if C < 8986 ->
        if C < 8602 ->
         if C < 8506 -> picture; true -> if C < 8596 -> other; true -> picture end end;
        true ->
         if C < 8617 -> other; true -> if C < 8619 -> picture; true -> other end end
        end;
       true ->
        if C < 9001 ->
         if C < 8988 -> picture; true -> if C < 9000 -> other; true -> picture end end;
        true ->
         if C < 9097 -> if C < 9096 -> other; true -> picture end; true -> if C < 9167 -> other; true -> picture end end
        end
       end
      end
     end;
    true ->
     if C < 10004 ->
      if C < 9665 ->
       if C < 9411 ->
        if C < 9208 ->
         if C < 9193 -> other; true -> if C < 9204 -> picture; true -> other end end;
        true ->
         if C < 9211 -> picture; true -> if C < 9410 -> other; true -> picture end end
        end;
       true ->
        if C < 9654 ->
         if C < 9642 -> other; true -> if C < 9644 -> picture; true -> other end end;
        true ->
         if C < 9655 -> picture; true -> if C < 9664 -> other; true -> picture end end
        end
       end;
      true ->
       if C < 9747 ->
        if C < 9728 ->
         if C < 9723 -> other; true -> if C < 9727 -> picture; true -> other end end;
        true ->
         if C < 9734 -> picture; true -> if C < 9735 -> other; true -> picture end end
        end;
       true ->
        if C < 9872 ->
         if C < 9748 -> other; true -> if C < 9862 -> picture; true -> other end end;
        true ->
         if C < 9992 -> if C < 9990 -> picture; true -> other end; true -> if C < 10003 -> picture; true -> other end end
        end
       end
      end;
     true ->
      if C < 10053 ->
       if C < 10017 ->
        if C < 10007 ->
         if C < 10005 -> picture; true -> if C < 10006 -> other; true -> picture end end;
        true ->
         if C < 10013 -> other; true -> if C < 10014 -> picture; true -> other end end
        end;
       true ->
        if C < 10025 ->
         if C < 10018 -> picture; true -> if C < 10024 -> other; true -> picture end end;
        true ->
         if C < 10037 -> if C < 10035 -> other; true -> picture end; true -> if C < 10052 -> other; true -> picture end end
        end
       end;
      true ->
       if C < 10063 ->
        if C < 10060 ->
         if C < 10055 -> other; true -> if C < 10056 -> picture; true -> other end end;
        true ->
         if C < 10061 -> picture; true -> if C < 10062 -> other; true -> picture end end
        end;
       true ->
        if C < 10071 ->
         if C < 10067 -> other; true -> if C < 10070 -> picture; true -> other end end;
        true ->
         if C < 10083 -> if C < 10072 -> picture; true -> other end; true -> if C < 10088 -> picture; true -> other end end
        end
       end
      end
     end
    end
   end
  end;
 true ->
  if C < 71087 ->
   if C < 65040 ->
    if C < 43048 ->
     if C < 12336 ->
      if C < 11035 ->
       if C < 10175 ->
        if C < 10146 ->
         if C < 10136 -> picture; true -> if C < 10145 -> other; true -> picture end end;
        true ->
         if C < 10160 -> other; true -> if C < 10161 -> picture; true -> other end end
        end;
       true ->
        if C < 10550 ->
         if C < 10176 -> picture; true -> if C < 10548 -> other; true -> picture end end;
        true ->
         if C < 11013 -> other; true -> if C < 11016 -> picture; true -> other end end
        end
       end;
      true ->
       if C < 11503 ->
        if C < 11089 ->
         if C < 11037 -> picture; true -> if C < 11088 -> other; true -> picture end end;
        true ->
         if C < 11093 -> other; true -> if C < 11094 -> picture; true -> other end end
        end;
       true ->
        if C < 11648 ->
         if C < 11506 -> extend; true -> if C < 11647 -> other; true -> extend end end;
        true ->
         if C < 11776 -> if C < 11744 -> other; true -> extend end; true -> if C < 12330 -> other; true -> extend end end
        end
       end
      end;
     true ->
      if C < 42612 ->
       if C < 12951 ->
        if C < 12350 ->
         if C < 12337 -> picture; true -> if C < 12349 -> other; true -> picture end end;
        true ->
         if C < 12441 -> other; true -> if C < 12443 -> extend; true -> other end end
        end;
       true ->
        if C < 12954 ->
         if C < 12952 -> picture; true -> if C < 12953 -> other; true -> picture end end;
        true ->
         if C < 42607 -> other; true -> if C < 42611 -> extend; true -> other end end
        end
       end;
      true ->
       if C < 43010 ->
        if C < 42656 ->
         if C < 42622 -> extend; true -> if C < 42654 -> other; true -> extend end end;
        true ->
         if C < 42736 -> other; true -> if C < 42738 -> extend; true -> other end end
        end;
       true ->
        if C < 43015 ->
         if C < 43011 -> extend; true -> if C < 43014 -> other; true -> extend end end;
        true ->
         if C < 43020 -> if C < 43019 -> other; true -> extend end; true -> if C < 43043 -> other; true -> extend end end
        end
       end
      end
     end;
    true ->
     if C < 43596 ->
      if C < 43310 ->
       if C < 43206 ->
        if C < 43136 ->
         if C < 43052 -> other; true -> if C < 43053 -> extend; true -> other end end;
        true ->
         if C < 43138 -> extend; true -> if C < 43188 -> other; true -> extend end end
        end;
       true ->
        if C < 43263 ->
         if C < 43232 -> other; true -> if C < 43250 -> extend; true -> other end end;
        true ->
         if C < 43264 -> extend; true -> if C < 43302 -> other; true -> extend end end
        end
       end;
      true ->
       if C < 43457 ->
        if C < 43392 ->
         if C < 43335 -> other; true -> if C < 43348 -> extend; true -> other end end;
        true ->
         if C < 43396 -> extend; true -> if C < 43443 -> other; true -> extend end end
        end;
       true ->
        if C < 43561 ->
         if C < 43493 -> other; true -> if C < 43494 -> extend; true -> other end end;
        true ->
         if C < 43587 -> if C < 43575 -> extend; true -> other end; true -> if C < 43588 -> extend; true -> other end end
        end
       end
      end;
     true ->
      if C < 43713 ->
       if C < 43698 ->
        if C < 43645 ->
         if C < 43598 -> extend; true -> if C < 43644 -> other; true -> extend end end;
        true ->
         if C < 43696 -> other; true -> if C < 43697 -> extend; true -> other end end
        end;
       true ->
        if C < 43705 ->
         if C < 43701 -> extend; true -> if C < 43703 -> other; true -> extend end end;
        true ->
         if C < 43710 -> other; true -> if C < 43712 -> extend; true -> other end end
        end
       end;
      true ->
       if C < 44003 ->
        if C < 43760 ->
         if C < 43714 -> extend; true -> if C < 43755 -> other; true -> extend end end;
        true ->
         if C < 43765 -> other; true -> if C < 43767 -> extend; true -> other end end
        end;
       true ->
        if C < 44014 ->
         if C < 44011 -> extend; true -> if C < 44012 -> other; true -> extend end end;
        true ->
         if C < 64287 -> if C < 64286 -> other; true -> extend end; true -> if C < 65024 -> other; true -> extend end end
        end
       end
      end
     end
    end;
   true ->
    if C < 69827 ->
     if C < 68325 ->
      if C < 66273 ->
       if C < 65440 ->
        if C < 65279 ->
         if C < 65056 -> other; true -> if C < 65072 -> extend; true -> other end end;
        true ->
         if C < 65280 -> control; true -> if C < 65438 -> other; true -> extend end end
        end;
       true ->
        if C < 66045 ->
         if C < 65520 -> other; true -> if C < 65532 -> control; true -> other end end;
        true ->
         if C < 66046 -> extend; true -> if C < 66272 -> other; true -> extend end end
        end
       end;
      true ->
       if C < 68103 ->
        if C < 68097 ->
         if C < 66422 -> other; true -> if C < 66427 -> extend; true -> other end end;
        true ->
         if C < 68100 -> extend; true -> if C < 68101 -> other; true -> extend end end
        end;
       true ->
        if C < 68152 ->
         if C < 68108 -> other; true -> if C < 68112 -> extend; true -> other end end;
        true ->
         if C < 68159 -> if C < 68155 -> extend; true -> other end; true -> if C < 68160 -> extend; true -> other end end
        end
       end
      end;
     true ->
      if C < 69688 ->
       if C < 69446 ->
        if C < 68904 ->
         if C < 68327 -> extend; true -> if C < 68900 -> other; true -> extend end end;
        true ->
         if C < 69291 -> other; true -> if C < 69293 -> extend; true -> other end end
        end;
       true ->
        if C < 69510 ->
         if C < 69457 -> extend; true -> if C < 69506 -> other; true -> extend end end;
        true ->
         if C < 69632 -> other; true -> if C < 69635 -> extend; true -> other end end
        end
       end;
      true ->
       if C < 69759 ->
        if C < 69745 ->
         if C < 69703 -> extend; true -> if C < 69744 -> other; true -> extend end end;
        true ->
         if C < 69747 -> other; true -> if C < 69749 -> extend; true -> other end end
        end;
       true ->
        if C < 69819 ->
         if C < 69763 -> extend; true -> if C < 69808 -> other; true -> extend end end;
        true ->
         if C < 69822 -> if C < 69821 -> other; true -> prepend end; true -> if C < 69826 -> other; true -> extend end end
        end
       end
      end
     end;
    true ->
     if C < 70367 ->
      if C < 70019 ->
       if C < 69941 ->
        if C < 69888 ->
         if C < 69837 -> other; true -> if C < 69838 -> prepend; true -> other end end;
        true ->
         if C < 69891 -> extend; true -> if C < 69927 -> other; true -> extend end end
        end;
       true ->
        if C < 70003 ->
         if C < 69957 -> other; true -> if C < 69959 -> extend; true -> other end end;
        true ->
         if C < 70004 -> extend; true -> if C < 70016 -> other; true -> extend end end
        end
       end;
      true ->
       if C < 70093 ->
        if C < 70082 ->
         if C < 70067 -> other; true -> if C < 70081 -> extend; true -> other end end;
        true ->
         if C < 70084 -> prepend; true -> if C < 70089 -> other; true -> extend end end
        end;
       true ->
        if C < 70188 ->
         if C < 70094 -> other; true -> if C < 70096 -> extend; true -> other end end;
        true ->
         if C < 70206 -> if C < 70200 -> extend; true -> other end; true -> if C < 70207 -> extend; true -> other end end
        end
       end
      end;
     true ->
      if C < 70488 ->
       if C < 70462 ->
        if C < 70404 ->
         if C < 70379 -> extend; true -> if C < 70400 -> other; true -> extend end end;
        true ->
         if C < 70459 -> other; true -> if C < 70461 -> extend; true -> other end end
        end;
       true ->
        if C < 70473 ->
         if C < 70469 -> extend; true -> if C < 70471 -> other; true -> extend end end;
        true ->
         if C < 70478 -> if C < 70475 -> other; true -> extend end; true -> if C < 70487 -> other; true -> extend end end
        end
       end;
      true ->
       if C < 70517 ->
        if C < 70502 ->
         if C < 70498 -> other; true -> if C < 70500 -> extend; true -> other end end;
        true ->
         if C < 70509 -> extend; true -> if C < 70512 -> other; true -> extend end end
        end;
       true ->
        if C < 70750 ->
         if C < 70709 -> other; true -> if C < 70727 -> extend; true -> other end end;
        true ->
         if C < 70832 -> if C < 70751 -> extend; true -> other end; true -> if C < 70852 -> extend; true -> other end end
        end
       end
      end
     end
    end
   end;
  true ->
   if C < 119171 ->
    if C < 72872 ->
     if C < 72004 ->
      if C < 71458 ->
       if C < 71216 ->
        if C < 71105 ->
         if C < 71094 -> extend; true -> if C < 71096 -> other; true -> extend end end;
        true ->
         if C < 71132 -> other; true -> if C < 71134 -> extend; true -> other end end
        end;
       true ->
        if C < 71352 ->
         if C < 71233 -> extend; true -> if C < 71339 -> other; true -> extend end end;
        true ->
         if C < 71453 -> other; true -> if C < 71456 -> extend; true -> other end end
        end
       end;
      true ->
       if C < 71991 ->
        if C < 71739 ->
         if C < 71468 -> extend; true -> if C < 71724 -> other; true -> extend end end;
        true ->
         if C < 71984 -> other; true -> if C < 71990 -> extend; true -> other end end
        end;
       true ->
        if C < 71999 ->
         if C < 71993 -> extend; true -> if C < 71995 -> other; true -> extend end end;
        true ->
         if C < 72001 -> if C < 72000 -> prepend; true -> extend end; true -> if C < 72002 -> prepend; true -> extend end end
        end
       end
      end;
     true ->
      if C < 72255 ->
       if C < 72165 ->
        if C < 72154 ->
         if C < 72145 -> other; true -> if C < 72152 -> extend; true -> other end end;
        true ->
         if C < 72161 -> extend; true -> if C < 72164 -> other; true -> extend end end
        end;
       true ->
        if C < 72243 ->
         if C < 72193 -> other; true -> if C < 72203 -> extend; true -> other end end;
        true ->
         if C < 72250 -> extend; true -> if C < 72251 -> prepend; true -> extend end end
        end
       end;
      true ->
       if C < 72330 ->
        if C < 72273 ->
         if C < 72263 -> other; true -> if C < 72264 -> extend; true -> other end end;
        true ->
         if C < 72284 -> extend; true -> if C < 72324 -> other; true -> prepend end end
        end;
       true ->
        if C < 72759 ->
         if C < 72346 -> extend; true -> if C < 72751 -> other; true -> extend end end;
        true ->
         if C < 72768 -> if C < 72760 -> other; true -> extend end; true -> if C < 72850 -> other; true -> extend end end
        end
       end
      end
     end;
    true ->
     if C < 92976 ->
      if C < 73032 ->
       if C < 73019 ->
        if C < 73009 ->
         if C < 72873 -> other; true -> if C < 72887 -> extend; true -> other end end;
        true ->
         if C < 73015 -> extend; true -> if C < 73018 -> other; true -> extend end end
        end;
       true ->
        if C < 73023 ->
         if C < 73020 -> other; true -> if C < 73022 -> extend; true -> other end end;
        true ->
         if C < 73030 -> extend; true -> if C < 73031 -> prepend; true -> extend end end
        end
       end;
      true ->
       if C < 73112 ->
        if C < 73104 ->
         if C < 73098 -> other; true -> if C < 73103 -> extend; true -> other end end;
        true ->
         if C < 73106 -> extend; true -> if C < 73107 -> other; true -> extend end end
        end;
       true ->
        if C < 78896 ->
         if C < 73459 -> other; true -> if C < 73463 -> extend; true -> other end end;
        true ->
         if C < 92912 -> if C < 78905 -> control; true -> other end; true -> if C < 92917 -> extend; true -> other end end
        end
       end
      end;
     true ->
      if C < 113821 ->
       if C < 94095 ->
        if C < 94032 ->
         if C < 92983 -> extend; true -> if C < 94031 -> other; true -> extend end end;
        true ->
         if C < 94033 -> other; true -> if C < 94088 -> extend; true -> other end end
        end;
       true ->
        if C < 94181 ->
         if C < 94099 -> extend; true -> if C < 94180 -> other; true -> extend end end;
        true ->
         if C < 94192 -> other; true -> if C < 94194 -> extend; true -> other end end
        end
       end;
      true ->
       if C < 118576 ->
        if C < 113828 ->
         if C < 113823 -> extend; true -> if C < 113824 -> other; true -> control end end;
        true ->
         if C < 118528 -> other; true -> if C < 118574 -> extend; true -> other end end
        end;
       true ->
        if C < 119146 ->
         if C < 118599 -> extend; true -> if C < 119141 -> other; true -> extend end end;
        true ->
         if C < 119155 -> if C < 119149 -> other; true -> extend end; true -> if C < 119163 -> control; true -> extend end end
        end
       end
      end
     end
    end;
   true ->
    if C < 127375 ->
     if C < 122915 ->
      if C < 121462 ->
       if C < 119365 ->
        if C < 119210 ->
         if C < 119173 -> other; true -> if C < 119180 -> extend; true -> other end end;
        true ->
         if C < 119214 -> extend; true -> if C < 119362 -> other; true -> extend end end
        end;
       true ->
        if C < 121403 ->
         if C < 121344 -> other; true -> if C < 121399 -> extend; true -> other end end;
        true ->
         if C < 121453 -> extend; true -> if C < 121461 -> other; true -> extend end end
        end
       end;
      true ->
       if C < 121520 ->
        if C < 121499 ->
         if C < 121476 -> other; true -> if C < 121477 -> extend; true -> other end end;
        true ->
         if C < 121504 -> extend; true -> if C < 121505 -> other; true -> extend end end
        end;
       true ->
        if C < 122888 ->
         if C < 122880 -> other; true -> if C < 122887 -> extend; true -> other end end;
        true ->
         if C < 122907 -> if C < 122905 -> extend; true -> other end; true -> if C < 122914 -> extend; true -> other end end
        end
       end
      end;
     true ->
      if C < 125252 ->
       if C < 123566 ->
        if C < 122923 ->
         if C < 122917 -> extend; true -> if C < 122918 -> other; true -> extend end end;
        true ->
         if C < 123184 -> other; true -> if C < 123191 -> extend; true -> other end end
        end;
       true ->
        if C < 123632 ->
         if C < 123567 -> extend; true -> if C < 123628 -> other; true -> extend end end;
        true ->
         if C < 125136 -> other; true -> if C < 125143 -> extend; true -> other end end
        end
       end;
      true ->
       if C < 127279 ->
        if C < 127232 ->
         if C < 125259 -> extend; true -> if C < 126976 -> other; true -> picture end end;
        true ->
         if C < 127245 -> other; true -> if C < 127248 -> picture; true -> other end end
        end;
       true ->
        if C < 127346 ->
         if C < 127280 -> picture; true -> if C < 127340 -> other; true -> picture end end;
        true ->
         if C < 127360 -> if C < 127358 -> other; true -> picture end; true -> if C < 127374 -> other; true -> picture end end
        end
       end
      end
     end;
    true ->
     if C < 128981 ->
      if C < 127547 ->
       if C < 127504 ->
        if C < 127405 ->
         if C < 127377 -> other; true -> if C < 127387 -> picture; true -> other end end;
        true ->
         if C < 127462 -> picture; true -> if C < 127489 -> other; true -> picture end end
        end;
       true ->
        if C < 127535 ->
         if C < 127514 -> other; true -> if C < 127515 -> picture; true -> other end end;
        true ->
         if C < 127536 -> picture; true -> if C < 127538 -> other; true -> picture end end
        end
       end;
      true ->
       if C < 128318 ->
        if C < 127561 ->
         if C < 127548 -> other; true -> if C < 127552 -> picture; true -> other end end;
        true ->
         if C < 127995 -> picture; true -> if C < 128000 -> extend; true -> picture end end
        end;
       true ->
        if C < 128640 ->
         if C < 128326 -> other; true -> if C < 128592 -> picture; true -> other end end;
        true ->
         if C < 128884 -> if C < 128768 -> picture; true -> other end; true -> if C < 128896 -> picture; true -> other end end
        end
       end
      end;
     true ->
      if C < 129339 ->
       if C < 129114 ->
        if C < 129040 ->
         if C < 129024 -> picture; true -> if C < 129036 -> other; true -> picture end end;
        true ->
         if C < 129096 -> other; true -> if C < 129104 -> picture; true -> other end end
        end;
       true ->
        if C < 129168 ->
         if C < 129120 -> picture; true -> if C < 129160 -> other; true -> picture end end;
        true ->
         if C < 129280 -> if C < 129198 -> other; true -> picture end; true -> if C < 129292 -> other; true -> picture end end
        end
       end;
      true ->
       if C < 131070 ->
        if C < 129351 ->
         if C < 129340 -> other; true -> if C < 129350 -> picture; true -> other end end;
        true ->
         if C < 129792 -> picture; true -> if C < 130048 -> other; true -> picture end end
        end;
       true ->
        if C < 917632 ->
         if C < 917504 -> other; true -> if C < 917536 -> control; true -> extend end end;
        true ->
         if C < 918000 -> if C < 917760 -> control; true -> extend end; true -> if C < 921600 -> control; true -> other end end
        end
       end
      end
     end
    end
   end
  end
 end.

%% {Upper, Lower, Title, Fold}: each is a distance, to be added to the character, or a list of characters;
%% {alternating, First}, in a stretch of pairs of an upper and a lower character; or none.
case_step(C) ->
 if C < 8000 ->
  if C < 640 ->
   if C < 453 ->
    if C < 398 ->
     if C < 305 ->
      if C < 215 ->
       if C < 123 ->
        if C < 91 -> if C < 65 -> none; true -> {0,32,0,32} end; true -> if C < 97 -> none; true -> {-32,0,-32,0} end end;
       true ->
        if C < 182 -> if C < 181 -> none; true -> {743,0,743,775} end; true -> if C < 192 -> none; true -> {0,32,0,32} end end
       end;
      true ->
       if C < 247 ->
        if C < 223 -> if C < 216 -> none; true -> {0,32,0,32} end; true -> if C < 224 -> {[83,83],0,[83,115],[115,115]}; true -> {-32,0,-32,0} end end;
       true ->
        if C < 255 -> if C < 248 -> none; true -> {-32,0,-32,0} end; true -> if C < 256 -> {121,0,121,0}; true -> if C < 304 -> {alternating, 256}; true -> {0,[105,775],0,[105,775]} end end end
       end
      end;
     true ->
      if C < 383 ->
       if C < 329 ->
        if C < 312 -> if C < 306 -> {-232,0,-232,0}; true -> {alternating, 306} end; true -> if C < 313 -> none; true -> {alternating, 313} end end;
       true ->
        if C < 376 -> if C < 330 -> {[700,78],0,[700,78],[700,110]}; true -> {alternating, 330} end; true -> if C < 377 -> {0,-121,0,-121}; true -> {alternating, 377} end end
       end;
      true ->
       if C < 390 ->
        if C < 385 -> if C < 384 -> {-300,0,-300,-268}; true -> {195,0,195,0} end; true -> if C < 386 -> {0,210,0,210}; true -> {alternating, 386} end end;
       true ->
        if C < 393 -> if C < 391 -> {0,206,0,206}; true -> {alternating, 391} end; true -> if C < 395 -> {0,205,0,205}; true -> if C < 397 -> {alternating, 395}; true -> none end end end
       end
      end
     end;
    true ->
     if C < 422 ->
      if C < 407 ->
       if C < 403 ->
        if C < 400 -> if C < 399 -> {0,79,0,79}; true -> {0,202,0,202} end; true -> if C < 401 -> {0,203,0,203}; true -> {alternating, 401} end end;
       true ->
        if C < 405 -> if C < 404 -> {0,205,0,205}; true -> {0,207,0,207} end; true -> if C < 406 -> {97,0,97,0}; true -> {0,211,0,211} end end
       end;
      true ->
       if C < 412 ->
        if C < 410 -> if C < 408 -> {0,209,0,209}; true -> {alternating, 408} end; true -> if C < 411 -> {163,0,163,0}; true -> none end end;
       true ->
        if C < 414 -> if C < 413 -> {0,211,0,211}; true -> {0,213,0,213} end; true -> if C < 415 -> {130,0,130,0}; true -> if C < 416 -> {0,214,0,214}; true -> {alternating, 416} end end end
       end
      end;
     true ->
      if C < 435 ->
       if C < 428 ->
        if C < 425 -> if C < 423 -> {0,218,0,218}; true -> {alternating, 423} end; true -> if C < 426 -> {0,218,0,218}; true -> none end end;
       true ->
        if C < 431 -> if C < 430 -> {alternating, 428}; true -> {0,218,0,218} end; true -> if C < 433 -> {alternating, 431}; true -> {0,217,0,217} end end
       end;
      true ->
       if C < 444 ->
        if C < 440 -> if C < 439 -> {alternating, 435}; true -> {0,219,0,219} end; true -> if C < 442 -> {alternating, 440}; true -> none end end;
       true ->
        if C < 447 -> if C < 446 -> {alternating, 444}; true -> none end; true -> if C < 448 -> {56,0,56,0}; true -> if C < 452 -> none; true -> {0,2,1,2} end end end
       end
      end
     end
    end;
   true ->
    if C < 593 ->
     if C < 503 ->
      if C < 461 ->
       if C < 457 ->
        if C < 455 -> if C < 454 -> {-1,1,0,1}; true -> {-2,0,-1,0} end; true -> if C < 456 -> {0,2,1,2}; true -> {-1,1,0,1} end end;
       true ->
        if C < 459 -> if C < 458 -> {-2,0,-1,0}; true -> {0,2,1,2} end; true -> if C < 460 -> {-1,1,0,1}; true -> {-2,0,-1,0} end end
       end;
      true ->
       if C < 497 ->
        if C < 478 -> if C < 477 -> {alternating, 461}; true -> {-79,0,-79,0} end; true -> if C < 496 -> {alternating, 478}; true -> {[74,780],0,[74,780],[106,780]} end end;
       true ->
        if C < 499 -> if C < 498 -> {0,2,1,2}; true -> {-1,1,0,1} end; true -> if C < 500 -> {-2,0,-1,0}; true -> if C < 502 -> {alternating, 500}; true -> {0,-97,0,-97} end end end
       end
      end;
     true ->
      if C < 573 ->
       if C < 546 ->
        if C < 544 -> if C < 504 -> {0,-56,0,-56}; true -> {alternating, 504} end; true -> if C < 545 -> {0,-130,0,-130}; true -> none end end;
       true ->
        if C < 570 -> if C < 564 -> {alternating, 546}; true -> none end; true -> if C < 571 -> {0,10795,0,10795}; true -> {alternating, 571} end end
       end;
      true ->
       if C < 579 ->
        if C < 575 -> if C < 574 -> {0,-163,0,-163}; true -> {0,10792,0,10792} end; true -> if C < 577 -> {10815,0,10815,0}; true -> {alternating, 577} end end;
       true ->
        if C < 581 -> if C < 580 -> {0,-195,0,-195}; true -> {0,69,0,69} end; true -> if C < 582 -> {0,71,0,71}; true -> if C < 592 -> {alternating, 582}; true -> {10783,0,10783,0} end end end
       end
      end
     end;
    true ->
     if C < 613 ->
      if C < 602 ->
       if C < 597 ->
        if C < 595 -> if C < 594 -> {10780,0,10780,0}; true -> {10782,0,10782,0} end; true -> if C < 596 -> {-210,0,-210,0}; true -> {-206,0,-206,0} end end;
       true ->
        if C < 600 -> if C < 598 -> none; true -> {-205,0,-205,0} end; true -> if C < 601 -> none; true -> {-202,0,-202,0} end end
       end;
      true ->
       if C < 608 ->
        if C < 604 -> if C < 603 -> none; true -> {-203,0,-203,0} end; true -> if C < 605 -> {42319,0,42319,0}; true -> none end end;
       true ->
        if C < 610 -> if C < 609 -> {-205,0,-205,0}; true -> {42315,0,42315,0} end; true -> if C < 611 -> none; true -> if C < 612 -> {-207,0,-207,0}; true -> none end end end
       end
      end;
     true ->
      if C < 623 ->
       if C < 617 ->
        if C < 615 -> if C < 614 -> {42280,0,42280,0}; true -> {42308,0,42308,0} end; true -> if C < 616 -> none; true -> {-209,0,-209,0} end end;
       true ->
        if C < 619 -> if C < 618 -> {-211,0,-211,0}; true -> {42308,0,42308,0} end; true -> if C < 620 -> {10743,0,10743,0}; true -> if C < 621 -> {42305,0,42305,0}; true -> none end end end
       end;
      true ->
       if C < 627 ->
        if C < 625 -> if C < 624 -> {-211,0,-211,0}; true -> none end; true -> if C < 626 -> {10749,0,10749,0}; true -> {-213,0,-213,0} end end;
       true ->
        if C < 630 -> if C < 629 -> none; true -> {-214,0,-214,0} end; true -> if C < 637 -> none; true -> if C < 638 -> {10727,0,10727,0}; true -> none end end end
       end
      end
     end
    end
   end;
  true ->
   if C < 1104 ->
    if C < 913 ->
     if C < 838 ->
      if C < 650 ->
       if C < 644 ->
        if C < 642 -> if C < 641 -> {-218,0,-218,0}; true -> none end; true -> if C < 643 -> {42307,0,42307,0}; true -> {-218,0,-218,0} end end;
       true ->
        if C < 648 -> if C < 647 -> none; true -> {42282,0,42282,0} end; true -> if C < 649 -> {-218,0,-218,0}; true -> {-69,0,-69,0} end end
       end;
      true ->
       if C < 659 ->
        if C < 653 -> if C < 652 -> {-217,0,-217,0}; true -> {-71,0,-71,0} end; true -> if C < 658 -> none; true -> {-219,0,-219,0} end end;
       true ->
        if C < 670 -> if C < 669 -> none; true -> {42261,0,42261,0} end; true -> if C < 671 -> {42258,0,42258,0}; true -> if C < 837 -> none; true -> {84,0,84,116} end end end
       end
      end;
     true ->
      if C < 896 ->
       if C < 888 ->
        if C < 884 -> if C < 880 -> none; true -> {alternating, 880} end; true -> if C < 886 -> none; true -> {alternating, 886} end end;
       true ->
        if C < 894 -> if C < 891 -> none; true -> {130,0,130,0} end; true -> if C < 895 -> none; true -> {0,116,0,116} end end
       end;
      true ->
       if C < 907 ->
        if C < 903 -> if C < 902 -> none; true -> {0,38,0,38} end; true -> if C < 904 -> none; true -> {0,37,0,37} end end;
       true ->
        if C < 909 -> if C < 908 -> none; true -> {0,64,0,64} end; true -> if C < 910 -> none; true -> if C < 912 -> {0,63,0,63}; true -> {[921,776,769],0,[921,776,769],[953,776,769]} end end end
       end
      end
     end;
    true ->
     if C < 983 ->
      if C < 963 ->
       if C < 941 ->
        if C < 931 -> if C < 930 -> {0,32,0,32}; true -> none end; true -> if C < 940 -> {0,32,0,32}; true -> {-38,0,-38,0} end end;
       true ->
        if C < 945 -> if C < 944 -> {-37,0,-37,0}; true -> {[933,776,769],0,[933,776,769],[965,776,769]} end; true -> if C < 962 -> {-32,0,-32,0}; true -> {-31,0,-31,1} end end
       end;
      true ->
       if C < 976 ->
        if C < 973 -> if C < 972 -> {-32,0,-32,0}; true -> {-64,0,-64,0} end; true -> if C < 975 -> {-63,0,-63,0}; true -> {0,8,0,8} end end;
       true ->
        if C < 978 -> if C < 977 -> {-62,0,-62,-30}; true -> {-57,0,-57,-25} end; true -> if C < 981 -> none; true -> if C < 982 -> {-47,0,-47,-15}; true -> {-54,0,-54,-22} end end end
       end
      end;
     true ->
      if C < 1014 ->
       if C < 1010 ->
        if C < 1008 -> if C < 984 -> {-8,0,-8,0}; true -> {alternating, 984} end; true -> if C < 1009 -> {-86,0,-86,-54}; true -> {-80,0,-80,-48} end end;
       true ->
        if C < 1012 -> if C < 1011 -> {7,0,7,0}; true -> {-116,0,-116,0} end; true -> if C < 1013 -> {0,-60,0,-60}; true -> {-96,0,-96,-64} end end
       end;
      true ->
       if C < 1020 ->
        if C < 1017 -> if C < 1015 -> none; true -> {alternating, 1015} end; true -> if C < 1018 -> {0,-7,0,-7}; true -> {alternating, 1018} end end;
       true ->
        if C < 1024 -> if C < 1021 -> none; true -> {0,-130,0,-130} end; true -> if C < 1040 -> {0,80,0,80}; true -> if C < 1072 -> {0,32,0,32}; true -> {-32,0,-32,0} end end end
       end
      end
     end
    end;
   true ->
    if C < 7302 ->
     if C < 4296 ->
      if C < 1328 ->
       if C < 1216 ->
        if C < 1154 -> if C < 1120 -> {-80,0,-80,0}; true -> {alternating, 1120} end; true -> if C < 1162 -> none; true -> {alternating, 1162} end end;
       true ->
        if C < 1231 -> if C < 1217 -> {0,15,0,15}; true -> {alternating, 1217} end; true -> if C < 1232 -> {-15,0,-15,0}; true -> {alternating, 1232} end end
       end;
      true ->
       if C < 1415 ->
        if C < 1367 -> if C < 1329 -> none; true -> {0,48,0,48} end; true -> if C < 1377 -> none; true -> {-48,0,-48,0} end end;
       true ->
        if C < 4256 -> if C < 1416 -> {[1333,1362],0,[1333,1410],[1381,1410]}; true -> none end; true -> if C < 4294 -> {0,7264,0,7264}; true -> if C < 4295 -> none; true -> {0,7264,0,7264} end end end
       end
      end;
     true ->
      if C < 5104 ->
       if C < 4347 ->
        if C < 4302 -> if C < 4301 -> none; true -> {0,7264,0,7264} end; true -> if C < 4304 -> none; true -> {3008,0,0,0} end end;
       true ->
        if C < 4352 -> if C < 4349 -> none; true -> {3008,0,0,0} end; true -> if C < 5024 -> none; true -> {0,38864,0,0} end end
       end;
      true ->
       if C < 7296 ->
        if C < 5112 -> if C < 5110 -> {0,8,0,0}; true -> none end; true -> if C < 5118 -> {-8,0,-8,-8}; true -> none end end;
       true ->
        if C < 7298 -> if C < 7297 -> {-6254,0,-6254,-6222}; true -> {-6253,0,-6253,-6221} end; true -> if C < 7299 -> {-6244,0,-6244,-6212}; true -> if C < 7301 -> {-6242,0,-6242,-6210}; true -> {-6243,0,-6243,-6211} end end end
       end
      end
     end;
    true ->
     if C < 7832 ->
      if C < 7545 ->
       if C < 7312 ->
        if C < 7304 -> if C < 7303 -> {-6236,0,-6236,-6204}; true -> {-6181,0,-6181,-6180} end; true -> if C < 7305 -> {35266,0,35266,35267}; true -> none end end;
       true ->
        if C < 7357 -> if C < 7355 -> {0,-3008,0,-3008}; true -> none end; true -> if C < 7360 -> {0,-3008,0,-3008}; true -> none end end
       end;
      true ->
       if C < 7566 ->
        if C < 7549 -> if C < 7546 -> {35332,0,35332,0}; true -> none end; true -> if C < 7550 -> {3814,0,3814,0}; true -> none end end;
       true ->
        if C < 7680 -> if C < 7567 -> {35384,0,35384,0}; true -> none end; true -> if C < 7830 -> {alternating, 7680}; true -> if C < 7831 -> {[72,817],0,[72,817],[104,817]}; true -> {[84,776],0,[84,776],[116,776]} end end end
       end
      end;
     true ->
      if C < 7944 ->
       if C < 7836 ->
        if C < 7834 -> if C < 7833 -> {[87,778],0,[87,778],[119,778]}; true -> {[89,778],0,[89,778],[121,778]} end; true -> if C < 7835 -> {[65,702],0,[65,702],[97,702]}; true -> {-59,0,-59,-58} end end;
       true ->
        if C < 7839 -> if C < 7838 -> none; true -> {0,-7615,0,[115,115]} end; true -> if C < 7840 -> none; true -> if C < 7936 -> {alternating, 7840}; true -> {8,0,8,0} end end end
       end;
      true ->
       if C < 7966 ->
        if C < 7958 -> if C < 7952 -> {0,-8,0,-8}; true -> {8,0,8,0} end; true -> if C < 7960 -> none; true -> {0,-8,0,-8} end end;
       true ->
        if C < 7976 -> if C < 7968 -> none; true -> {8,0,8,0} end; true -> if C < 7984 -> {0,-8,0,-8}; true -> if C < 7992 -> {8,0,8,0}; true -> {0,-8,0,-8} end end end
       end
      end
     end
    end
   end
  end;
 true ->
  if C < 8527 ->
   if C < 8103 ->
    if C < 8069 ->
     if C < 8029 ->
      if C < 8020 ->
       if C < 8016 ->
        if C < 8008 -> if C < 8006 -> {8,0,8,0}; true -> none end; true -> if C < 8014 -> {0,-8,0,-8}; true -> none end end;
       true ->
        if C < 8018 -> if C < 8017 -> {[933,787],0,[933,787],[965,787]}; true -> {8,0,8,0} end; true -> if C < 8019 -> {[933,787,768],0,[933,787,768],[965,787,768]}; true -> {8,0,8,0} end end
       end;
      true ->
       if C < 8024 ->
        if C < 8022 -> if C < 8021 -> {[933,787,769],0,[933,787,769],[965,787,769]}; true -> {8,0,8,0} end; true -> if C < 8023 -> {[933,787,834],0,[933,787,834],[965,787,834]}; true -> {8,0,8,0} end end;
       true ->
        if C < 8026 -> if C < 8025 -> none; true -> {0,-8,0,-8} end; true -> if C < 8027 -> none; true -> if C < 8028 -> {0,-8,0,-8}; true -> none end end end
       end
      end;
     true ->
      if C < 8056 ->
       if C < 8040 ->
        if C < 8031 -> if C < 8030 -> {0,-8,0,-8}; true -> none end; true -> if C < 8032 -> {0,-8,0,-8}; true -> {8,0,8,0} end end;
       true ->
        if C < 8050 -> if C < 8048 -> {0,-8,0,-8}; true -> {74,0,74,0} end; true -> if C < 8054 -> {86,0,86,0}; true -> {100,0,100,0} end end
       end;
      true ->
       if C < 8064 ->
        if C < 8060 -> if C < 8058 -> {128,0,128,0}; true -> {112,0,112,0} end; true -> if C < 8062 -> {126,0,126,0}; true -> none end end;
       true ->
        if C < 8066 -> if C < 8065 -> {[7944,921],0,8,[7936,953]}; true -> {[7945,921],0,8,[7937,953]} end; true -> if C < 8067 -> {[7946,921],0,8,[7938,953]}; true -> if C < 8068 -> {[7947,921],0,8,[7939,953]}; true -> {[7948,921],0,8,[7940,953]} end end end
       end
      end
     end;
    true ->
     if C < 8086 ->
      if C < 8077 ->
       if C < 8073 ->
        if C < 8071 -> if C < 8070 -> {[7949,921],0,8,[7941,953]}; true -> {[7950,921],0,8,[7942,953]} end; true -> if C < 8072 -> {[7951,921],0,8,[7943,953]}; true -> {[7944,921],-8,0,[7936,953]} end end;
       true ->
        if C < 8075 -> if C < 8074 -> {[7945,921],-8,0,[7937,953]}; true -> {[7946,921],-8,0,[7938,953]} end; true -> if C < 8076 -> {[7947,921],-8,0,[7939,953]}; true -> {[7948,921],-8,0,[7940,953]} end end
       end;
      true ->
       if C < 8081 ->
        if C < 8079 -> if C < 8078 -> {[7949,921],-8,0,[7941,953]}; true -> {[7950,921],-8,0,[7942,953]} end; true -> if C < 8080 -> {[7951,921],-8,0,[7943,953]}; true -> {[7976,921],0,8,[7968,953]} end end;
       true ->
        if C < 8083 -> if C < 8082 -> {[7977,921],0,8,[7969,953]}; true -> {[7978,921],0,8,[7970,953]} end; true -> if C < 8084 -> {[7979,921],0,8,[7971,953]}; true -> if C < 8085 -> {[7980,921],0,8,[7972,953]}; true -> {[7981,921],0,8,[7973,953]} end end end
       end
      end;
     true ->
      if C < 8094 ->
       if C < 8090 ->
        if C < 8088 -> if C < 8087 -> {[7982,921],0,8,[7974,953]}; true -> {[7983,921],0,8,[7975,953]} end; true -> if C < 8089 -> {[7976,921],-8,0,[7968,953]}; true -> {[7977,921],-8,0,[7969,953]} end end;
       true ->
        if C < 8092 -> if C < 8091 -> {[7978,921],-8,0,[7970,953]}; true -> {[7979,921],-8,0,[7971,953]} end; true -> if C < 8093 -> {[7980,921],-8,0,[7972,953]}; true -> {[7981,921],-8,0,[7973,953]} end end
       end;
      true ->
       if C < 8098 ->
        if C < 8096 -> if C < 8095 -> {[7982,921],-8,0,[7974,953]}; true -> {[7983,921],-8,0,[7975,953]} end; true -> if C < 8097 -> {[8040,921],0,8,[8032,953]}; true -> {[8041,921],0,8,[8033,953]} end end;
       true ->
        if C < 8100 -> if C < 8099 -> {[8042,921],0,8,[8034,953]}; true -> {[8043,921],0,8,[8035,953]} end; true -> if C < 8101 -> {[8044,921],0,8,[8036,953]}; true -> if C < 8102 -> {[8045,921],0,8,[8037,953]}; true -> {[8046,921],0,8,[8038,953]} end end end
       end
      end
     end
    end;
   true ->
    if C < 8148 ->
     if C < 8122 ->
      if C < 8111 ->
       if C < 8107 ->
        if C < 8105 -> if C < 8104 -> {[8047,921],0,8,[8039,953]}; true -> {[8040,921],-8,0,[8032,953]} end; true -> if C < 8106 -> {[8041,921],-8,0,[8033,953]}; true -> {[8042,921],-8,0,[8034,953]} end end;
       true ->
        if C < 8109 -> if C < 8108 -> {[8043,921],-8,0,[8035,953]}; true -> {[8044,921],-8,0,[8036,953]} end; true -> if C < 8110 -> {[8045,921],-8,0,[8037,953]}; true -> {[8046,921],-8,0,[8038,953]} end end
       end;
      true ->
       if C < 8116 ->
        if C < 8114 -> if C < 8112 -> {[8047,921],-8,0,[8039,953]}; true -> {8,0,8,0} end; true -> if C < 8115 -> {[8122,921],0,[8122,837],[8048,953]}; true -> {[913,921],0,9,[945,953]} end end;
       true ->
        if C < 8118 -> if C < 8117 -> {[902,921],0,[902,837],[940,953]}; true -> none end; true -> if C < 8119 -> {[913,834],0,[913,834],[945,834]}; true -> if C < 8120 -> {[913,834,921],0,[913,834,837],[945,834,953]}; true -> {0,-8,0,-8} end end end
       end
      end;
     true ->
      if C < 8133 ->
       if C < 8127 ->
        if C < 8125 -> if C < 8124 -> {0,-74,0,-74}; true -> {[913,921],-9,0,[945,953]} end; true -> if C < 8126 -> none; true -> {-7205,0,-7205,-7173} end end;
       true ->
        if C < 8131 -> if C < 8130 -> none; true -> {[8138,921],0,[8138,837],[8052,953]} end; true -> if C < 8132 -> {[919,921],0,9,[951,953]}; true -> {[905,921],0,[905,837],[942,953]} end end
       end;
      true ->
       if C < 8140 ->
        if C < 8135 -> if C < 8134 -> none; true -> {[919,834],0,[919,834],[951,834]} end; true -> if C < 8136 -> {[919,834,921],0,[919,834,837],[951,834,953]}; true -> {0,-86,0,-86} end end;
       true ->
        if C < 8144 -> if C < 8141 -> {[919,921],-9,0,[951,953]}; true -> none end; true -> if C < 8146 -> {8,0,8,0}; true -> if C < 8147 -> {[921,776,768],0,[921,776,768],[953,776,768]}; true -> {[921,776,769],0,[921,776,769],[953,776,769]} end end end
       end
      end
     end;
    true ->
     if C < 8178 ->
      if C < 8163 ->
       if C < 8154 ->
        if C < 8151 -> if C < 8150 -> none; true -> {[921,834],0,[921,834],[953,834]} end; true -> if C < 8152 -> {[921,776,834],0,[921,776,834],[953,776,834]}; true -> {0,-8,0,-8} end end;
       true ->
        if C < 8160 -> if C < 8156 -> {0,-100,0,-100}; true -> none end; true -> if C < 8162 -> {8,0,8,0}; true -> {[933,776,768],0,[933,776,768],[965,776,768]} end end
       end;
      true ->
       if C < 8167 ->
        if C < 8165 -> if C < 8164 -> {[933,776,769],0,[933,776,769],[965,776,769]}; true -> {[929,787],0,[929,787],[961,787]} end; true -> if C < 8166 -> {7,0,7,0}; true -> {[933,834],0,[933,834],[965,834]} end end;
       true ->
        if C < 8170 -> if C < 8168 -> {[933,776,834],0,[933,776,834],[965,776,834]}; true -> {0,-8,0,-8} end; true -> if C < 8172 -> {0,-112,0,-112}; true -> if C < 8173 -> {0,-7,0,-7}; true -> none end end end
       end
      end;
     true ->
      if C < 8189 ->
       if C < 8182 ->
        if C < 8180 -> if C < 8179 -> {[8186,921],0,[8186,837],[8060,953]}; true -> {[937,921],0,9,[969,953]} end; true -> if C < 8181 -> {[911,921],0,[911,837],[974,953]}; true -> none end end;
       true ->
        if C < 8184 -> if C < 8183 -> {[937,834],0,[937,834],[969,834]}; true -> {[937,834,921],0,[937,834,837],[969,834,953]} end; true -> if C < 8186 -> {0,-128,0,-128}; true -> if C < 8188 -> {0,-126,0,-126}; true -> {[937,921],-9,0,[969,953]} end end end
       end;
      true ->
       if C < 8491 ->
        if C < 8487 -> if C < 8486 -> none; true -> {0,-7517,0,-7517} end; true -> if C < 8490 -> none; true -> {0,-8383,0,-8383} end end;
       true ->
        if C < 8498 -> if C < 8492 -> {0,-8262,0,-8262}; true -> none end; true -> if C < 8499 -> {0,28,0,28}; true -> if C < 8526 -> none; true -> {-28,0,-28,0} end end end
       end
      end
     end
    end
   end;
  true ->
   if C < 42932 ->
    if C < 11520 ->
     if C < 11367 ->
      if C < 9450 ->
       if C < 8579 ->
        if C < 8560 -> if C < 8544 -> none; true -> {0,16,0,16} end; true -> if C < 8576 -> {-16,0,-16,0}; true -> none end end;
       true ->
        if C < 9398 -> if C < 8581 -> {alternating, 8579}; true -> none end; true -> if C < 9424 -> {0,26,0,26}; true -> {-26,0,-26,0} end end
       end;
      true ->
       if C < 11362 ->
        if C < 11312 -> if C < 11264 -> none; true -> {0,48,0,48} end; true -> if C < 11360 -> {-48,0,-48,0}; true -> {alternating, 11360} end end;
       true ->
        if C < 11364 -> if C < 11363 -> {0,-10743,0,-10743}; true -> {0,-3814,0,-3814} end; true -> if C < 11365 -> {0,-10727,0,-10727}; true -> if C < 11366 -> {-10795,0,-10795,0}; true -> {-10792,0,-10792,0} end end end
       end
      end;
     true ->
      if C < 11381 ->
       if C < 11376 ->
        if C < 11374 -> if C < 11373 -> {alternating, 11367}; true -> {0,-10780,0,-10780} end; true -> if C < 11375 -> {0,-10749,0,-10749}; true -> {0,-10783,0,-10783} end end;
       true ->
        if C < 11378 -> if C < 11377 -> {0,-10782,0,-10782}; true -> none end; true -> if C < 11380 -> {alternating, 11378}; true -> none end end
       end;
      true ->
       if C < 11492 ->
        if C < 11390 -> if C < 11383 -> {alternating, 11381}; true -> none end; true -> if C < 11392 -> {0,-10815,0,-10815}; true -> {alternating, 11392} end end;
       true ->
        if C < 11503 -> if C < 11499 -> none; true -> {alternating, 11499} end; true -> if C < 11506 -> none; true -> if C < 11508 -> {alternating, 11506}; true -> none end end end
       end
      end
     end;
    true ->
     if C < 42888 ->
      if C < 42624 ->
       if C < 11565 ->
        if C < 11559 -> if C < 11558 -> {-7264,0,-7264,0}; true -> none end; true -> if C < 11560 -> {-7264,0,-7264,0}; true -> none end end;
       true ->
        if C < 42560 -> if C < 11566 -> {-7264,0,-7264,0}; true -> none end; true -> if C < 42606 -> {alternating, 42560}; true -> none end end
       end;
      true ->
       if C < 42802 ->
        if C < 42786 -> if C < 42652 -> {alternating, 42624}; true -> none end; true -> if C < 42800 -> {alternating, 42786}; true -> none end end;
       true ->
        if C < 42873 -> if C < 42864 -> {alternating, 42802}; true -> none end; true -> if C < 42877 -> {alternating, 42873}; true -> if C < 42878 -> {0,-35332,0,-35332}; true -> {alternating, 42878} end end end
       end
      end;
     true ->
      if C < 42923 ->
       if C < 42896 ->
        if C < 42893 -> if C < 42891 -> none; true -> {alternating, 42891} end; true -> if C < 42894 -> {0,-42280,0,-42280}; true -> none end end;
       true ->
        if C < 42901 -> if C < 42900 -> {alternating, 42896}; true -> {48,0,48,0} end; true -> if C < 42902 -> none; true -> if C < 42922 -> {alternating, 42902}; true -> {0,-42308,0,-42308} end end end
       end;
      true ->
       if C < 42927 ->
        if C < 42925 -> if C < 42924 -> {0,-42319,0,-42319}; true -> {0,-42315,0,-42315} end; true -> if C < 42926 -> {0,-42305,0,-42305}; true -> {0,-42308,0,-42308} end end;
       true ->
        if C < 42929 -> if C < 42928 -> none; true -> {0,-42258,0,-42258} end; true -> if C < 42930 -> {0,-42282,0,-42282}; true -> if C < 42931 -> {0,-42261,0,-42261}; true -> {0,928,0,928} end end end
       end
      end
     end
    end;
   true ->
    if C < 66600 ->
     if C < 64257 ->
      if C < 42966 ->
       if C < 42951 ->
        if C < 42949 -> if C < 42948 -> {alternating, 42932}; true -> {0,-48,0,-48} end; true -> if C < 42950 -> {0,-42307,0,-42307}; true -> {0,-35384,0,-35384} end end;
       true ->
        if C < 42960 -> if C < 42955 -> {alternating, 42951}; true -> none end; true -> if C < 42962 -> {alternating, 42960}; true -> none end end
       end;
      true ->
       if C < 43859 ->
        if C < 42997 -> if C < 42970 -> {alternating, 42966}; true -> none end; true -> if C < 42999 -> {alternating, 42997}; true -> none end end;
       true ->
        if C < 43888 -> if C < 43860 -> {-928,0,-928,0}; true -> none end; true -> if C < 43968 -> {-38864,0,-38864,-38864}; true -> if C < 64256 -> none; true -> {[70,70],0,[70,102],[102,102]} end end end
       end
      end;
     true ->
      if C < 64277 ->
       if C < 64261 ->
        if C < 64259 -> if C < 64258 -> {[70,73],0,[70,105],[102,105]}; true -> {[70,76],0,[70,108],[102,108]} end; true -> if C < 64260 -> {[70,70,73],0,[70,102,105],[102,102,105]}; true -> {[70,70,76],0,[70,102,108],[102,102,108]} end end;
       true ->
        if C < 64275 -> if C < 64263 -> {[83,84],0,[83,116],[115,116]}; true -> none end; true -> if C < 64276 -> {[1348,1350],0,[1348,1398],[1396,1398]}; true -> {[1348,1333],0,[1348,1381],[1396,1381]} end end
       end;
      true ->
       if C < 65313 ->
        if C < 64279 -> if C < 64278 -> {[1348,1339],0,[1348,1387],[1396,1387]}; true -> {[1358,1350],0,[1358,1398],[1406,1398]} end; true -> if C < 64280 -> {[1348,1341],0,[1348,1389],[1396,1389]}; true -> none end end;
       true ->
        if C < 65345 -> if C < 65339 -> {0,32,0,32}; true -> none end; true -> if C < 65371 -> {-32,0,-32,0}; true -> if C < 66560 -> none; true -> {0,40,0,40} end end end
       end
      end
     end;
    true ->
     if C < 66994 ->
      if C < 66940 ->
       if C < 66776 ->
        if C < 66736 -> if C < 66640 -> {-40,0,-40,0}; true -> none end; true -> if C < 66772 -> {0,40,0,40}; true -> none end end;
       true ->
        if C < 66928 -> if C < 66812 -> {-40,0,-40,0}; true -> none end; true -> if C < 66939 -> {0,39,0,39}; true -> none end end
       end;
      true ->
       if C < 66964 ->
        if C < 66956 -> if C < 66955 -> {0,39,0,39}; true -> none end; true -> if C < 66963 -> {0,39,0,39}; true -> none end end;
       true ->
        if C < 66967 -> if C < 66966 -> {0,39,0,39}; true -> none end; true -> if C < 66978 -> {-39,0,-39,0}; true -> if C < 66979 -> none; true -> {-39,0,-39,0} end end end
       end
      end;
     true ->
      if C < 71840 ->
       if C < 67005 ->
        if C < 67002 -> if C < 66995 -> none; true -> {-39,0,-39,0} end; true -> if C < 67003 -> none; true -> {-39,0,-39,0} end end;
       true ->
        if C < 68787 -> if C < 68736 -> none; true -> {0,64,0,64} end; true -> if C < 68800 -> none; true -> if C < 68851 -> {-64,0,-64,0}; true -> none end end end
       end;
      true ->
       if C < 93792 ->
        if C < 71904 -> if C < 71872 -> {0,32,0,32}; true -> {-32,0,-32,0} end; true -> if C < 93760 -> none; true -> {0,32,0,32} end end;
       true ->
        if C < 125184 -> if C < 93824 -> {-32,0,-32,0}; true -> none end; true -> if C < 125218 -> {0,34,0,34}; true -> if C < 125252 -> {-34,0,-34,0}; true -> none end end end
       end
      end
     end
    end
   end
  end
 end.
