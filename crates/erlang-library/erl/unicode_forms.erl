%% Character properties, version 14.0. Written by generate/unicode_data.escript: do not edit.
-module(unicode_forms).

-export([canonical/1, combining_class/1, compatibility/1, composed/2]).

combining_class(C) ->
 if C < 6849 ->
  if C < 2094 ->
   if C < 1479 ->
    if C < 1425 ->
     if C < 842 ->
      if C < 803 ->
       if C < 794 ->
        if C < 789 -> if C < 768 -> 0; true -> 230 end; true -> if C < 790 -> 232; true -> 220 end end;
       true ->
        if C < 796 -> if C < 795 -> 232; true -> 216 end; true -> if C < 801 -> 220; true -> 202 end end
       end;
      true ->
       if C < 825 ->
        if C < 809 -> if C < 807 -> 220; true -> 202 end; true -> if C < 820 -> 220; true -> 1 end end;
       true ->
        if C < 837 -> if C < 829 -> 220; true -> 230 end; true -> if C < 838 -> 240; true -> if C < 839 -> 230; true -> 220 end end end
       end
      end;
     true ->
      if C < 860 ->
       if C < 851 ->
        if C < 847 -> if C < 845 -> 230; true -> 220 end; true -> if C < 848 -> 0; true -> 230 end end;
       true ->
        if C < 856 -> if C < 855 -> 220; true -> 230 end; true -> if C < 857 -> 232; true -> if C < 859 -> 220; true -> 230 end end end
       end;
      true ->
       if C < 866 ->
        if C < 863 -> if C < 861 -> 233; true -> 234 end; true -> if C < 864 -> 233; true -> 234 end end;
       true ->
        if C < 880 -> if C < 867 -> 233; true -> 230 end; true -> if C < 1155 -> 0; true -> if C < 1160 -> 230; true -> 0 end end end
       end
      end
     end;
    true ->
     if C < 1460 ->
      if C < 1450 ->
       if C < 1434 ->
        if C < 1430 -> if C < 1426 -> 220; true -> 230 end; true -> if C < 1431 -> 220; true -> 230 end end;
       true ->
        if C < 1436 -> if C < 1435 -> 222; true -> 220 end; true -> if C < 1442 -> 230; true -> if C < 1448 -> 220; true -> 230 end end end
       end;
      true ->
       if C < 1455 ->
        if C < 1453 -> if C < 1451 -> 220; true -> 230 end; true -> if C < 1454 -> 222; true -> 228 end end;
       true ->
        if C < 1457 -> if C < 1456 -> 230; true -> 10 end; true -> if C < 1458 -> 11; true -> if C < 1459 -> 12; true -> 13 end end end
       end
      end;
     true ->
      if C < 1470 ->
       if C < 1464 ->
        if C < 1462 -> if C < 1461 -> 14; true -> 15 end; true -> if C < 1463 -> 16; true -> 17 end end;
       true ->
        if C < 1467 -> if C < 1465 -> 18; true -> 19 end; true -> if C < 1468 -> 20; true -> if C < 1469 -> 21; true -> 22 end end end
       end;
      true ->
       if C < 1474 ->
        if C < 1472 -> if C < 1471 -> 0; true -> 23 end; true -> if C < 1473 -> 0; true -> 24 end end;
       true ->
        if C < 1476 -> if C < 1475 -> 25; true -> 0 end; true -> if C < 1477 -> 230; true -> if C < 1478 -> 220; true -> 0 end end end
       end
      end
     end
    end;
   true ->
    if C < 1774 ->
     if C < 1623 ->
      if C < 1612 ->
       if C < 1561 ->
        if C < 1552 -> if C < 1480 -> 18; true -> 0 end; true -> if C < 1560 -> 230; true -> 30 end end;
       true ->
        if C < 1563 -> if C < 1562 -> 31; true -> 32 end; true -> if C < 1611 -> 0; true -> 27 end end
       end;
      true ->
       if C < 1616 ->
        if C < 1614 -> if C < 1613 -> 28; true -> 29 end; true -> if C < 1615 -> 30; true -> 31 end end;
       true ->
        if C < 1618 -> if C < 1617 -> 32; true -> 33 end; true -> if C < 1619 -> 34; true -> if C < 1621 -> 230; true -> 220 end end end
       end
      end;
     true ->
      if C < 1759 ->
       if C < 1632 ->
        if C < 1629 -> if C < 1628 -> 230; true -> 220 end; true -> if C < 1631 -> 230; true -> 220 end end;
       true ->
        if C < 1649 -> if C < 1648 -> 0; true -> 35 end; true -> if C < 1750 -> 0; true -> if C < 1757 -> 230; true -> 0 end end end
       end;
      true ->
       if C < 1767 ->
        if C < 1764 -> if C < 1763 -> 230; true -> 220 end; true -> if C < 1765 -> 230; true -> 0 end end;
       true ->
        if C < 1770 -> if C < 1769 -> 230; true -> 0 end; true -> if C < 1771 -> 220; true -> if C < 1773 -> 230; true -> 220 end end end
       end
      end
     end;
    true ->
     if C < 1862 ->
      if C < 1850 ->
       if C < 1841 ->
        if C < 1810 -> if C < 1809 -> 0; true -> 36 end; true -> if C < 1840 -> 0; true -> 230 end end;
       true ->
        if C < 1844 -> if C < 1842 -> 220; true -> 230 end; true -> if C < 1845 -> 220; true -> if C < 1847 -> 230; true -> 220 end end end
       end;
      true ->
       if C < 1855 ->
        if C < 1853 -> if C < 1851 -> 230; true -> 220 end; true -> if C < 1854 -> 230; true -> 220 end end;
       true ->
        if C < 1859 -> if C < 1858 -> 230; true -> 220 end; true -> if C < 1860 -> 230; true -> if C < 1861 -> 220; true -> 230 end end end
       end
      end;
     true ->
      if C < 2045 ->
       if C < 1867 ->
        if C < 1864 -> if C < 1863 -> 220; true -> 230 end; true -> if C < 1865 -> 220; true -> 230 end end;
       true ->
        if C < 2034 -> if C < 2027 -> 0; true -> 230 end; true -> if C < 2035 -> 220; true -> if C < 2036 -> 230; true -> 0 end end end
       end;
      true ->
       if C < 2075 ->
        if C < 2070 -> if C < 2046 -> 220; true -> 0 end; true -> if C < 2074 -> 230; true -> 0 end end;
       true ->
        if C < 2085 -> if C < 2084 -> 230; true -> 0 end; true -> if C < 2088 -> 230; true -> if C < 2089 -> 0; true -> 230 end end end
       end
      end
     end
    end
   end;
  true ->
   if C < 3531 ->
    if C < 2492 ->
     if C < 2285 ->
      if C < 2255 ->
       if C < 2201 ->
        if C < 2140 -> if C < 2137 -> 0; true -> 220 end; true -> if C < 2200 -> 0; true -> 230 end end;
       true ->
        if C < 2208 -> if C < 2204 -> 220; true -> 230 end; true -> if C < 2250 -> 0; true -> 230 end end
       end;
      true ->
       if C < 2276 ->
        if C < 2274 -> if C < 2260 -> 220; true -> 230 end; true -> if C < 2275 -> 0; true -> 220 end end;
       true ->
        if C < 2279 -> if C < 2278 -> 230; true -> 220 end; true -> if C < 2281 -> 230; true -> if C < 2282 -> 220; true -> 230 end end end
       end
      end;
     true ->
      if C < 2304 ->
       if C < 2291 ->
        if C < 2289 -> if C < 2288 -> 220; true -> 27 end; true -> if C < 2290 -> 28; true -> 29 end end;
       true ->
        if C < 2295 -> if C < 2294 -> 230; true -> 220 end; true -> if C < 2297 -> 230; true -> if C < 2299 -> 220; true -> 230 end end end
       end;
      true ->
       if C < 2382 ->
        if C < 2365 -> if C < 2364 -> 0; true -> 7 end; true -> if C < 2381 -> 0; true -> 9 end end;
       true ->
        if C < 2386 -> if C < 2385 -> 0; true -> 230 end; true -> if C < 2387 -> 220; true -> if C < 2389 -> 230; true -> 0 end end end
       end
      end
     end;
    true ->
     if C < 3021 ->
      if C < 2638 ->
       if C < 2558 ->
        if C < 2509 -> if C < 2493 -> 7; true -> 0 end; true -> if C < 2510 -> 9; true -> 0 end end;
       true ->
        if C < 2620 -> if C < 2559 -> 230; true -> 0 end; true -> if C < 2621 -> 7; true -> if C < 2637 -> 0; true -> 9 end end end
       end;
      true ->
       if C < 2766 ->
        if C < 2749 -> if C < 2748 -> 0; true -> 7 end; true -> if C < 2765 -> 0; true -> 9 end end;
       true ->
        if C < 2877 -> if C < 2876 -> 0; true -> 7 end; true -> if C < 2893 -> 0; true -> if C < 2894 -> 9; true -> 0 end end end
       end
      end;
     true ->
      if C < 3260 ->
       if C < 3149 ->
        if C < 3132 -> if C < 3022 -> 9; true -> 0 end; true -> if C < 3133 -> 7; true -> 0 end end;
       true ->
        if C < 3157 -> if C < 3150 -> 9; true -> 0 end; true -> if C < 3158 -> 84; true -> if C < 3159 -> 91; true -> 0 end end end
       end;
      true ->
       if C < 3387 ->
        if C < 3277 -> if C < 3261 -> 7; true -> 0 end; true -> if C < 3278 -> 9; true -> 0 end end;
       true ->
        if C < 3405 -> if C < 3389 -> 9; true -> 0 end; true -> if C < 3406 -> 9; true -> if C < 3530 -> 0; true -> 9 end end end
       end
      end
     end
    end;
   true ->
    if C < 4152 ->
     if C < 3898 ->
      if C < 3784 ->
       if C < 3656 ->
        if C < 3642 -> if C < 3640 -> 0; true -> 103 end; true -> if C < 3643 -> 9; true -> 0 end end;
       true ->
        if C < 3768 -> if C < 3660 -> 107; true -> 0 end; true -> if C < 3770 -> 118; true -> if C < 3771 -> 9; true -> 0 end end end
       end;
      true ->
       if C < 3893 ->
        if C < 3864 -> if C < 3788 -> 122; true -> 0 end; true -> if C < 3866 -> 220; true -> 0 end end;
       true ->
        if C < 3895 -> if C < 3894 -> 220; true -> 0 end; true -> if C < 3896 -> 220; true -> if C < 3897 -> 0; true -> 216 end end end
       end
      end;
     true ->
      if C < 3969 ->
       if C < 3956 ->
        if C < 3954 -> if C < 3953 -> 0; true -> 129 end; true -> if C < 3955 -> 130; true -> 0 end end;
       true ->
        if C < 3962 -> if C < 3957 -> 132; true -> 0 end; true -> if C < 3966 -> 130; true -> if C < 3968 -> 0; true -> 130 end end end
       end;
      true ->
       if C < 3974 ->
        if C < 3972 -> if C < 3970 -> 0; true -> 230 end; true -> if C < 3973 -> 9; true -> 0 end end;
       true ->
        if C < 4038 -> if C < 3976 -> 230; true -> 0 end; true -> if C < 4039 -> 220; true -> if C < 4151 -> 0; true -> 7 end end end
       end
      end
     end;
    true ->
     if C < 6458 ->
      if C < 5940 ->
       if C < 4238 ->
        if C < 4155 -> if C < 4153 -> 0; true -> 9 end; true -> if C < 4237 -> 0; true -> 220 end end;
       true ->
        if C < 4960 -> if C < 4957 -> 0; true -> 230 end; true -> if C < 5908 -> 0; true -> if C < 5910 -> 9; true -> 0 end end end
       end;
      true ->
       if C < 6109 ->
        if C < 6098 -> if C < 5941 -> 9; true -> 0 end; true -> if C < 6099 -> 9; true -> 0 end end;
       true ->
        if C < 6313 -> if C < 6110 -> 230; true -> 0 end; true -> if C < 6314 -> 228; true -> if C < 6457 -> 0; true -> 222 end end end
       end
      end;
     true ->
      if C < 6781 ->
       if C < 6680 ->
        if C < 6460 -> if C < 6459 -> 230; true -> 220 end; true -> if C < 6679 -> 0; true -> 230 end end;
       true ->
        if C < 6752 -> if C < 6681 -> 220; true -> 0 end; true -> if C < 6753 -> 9; true -> if C < 6773 -> 0; true -> 230 end end end
       end;
      true ->
       if C < 6837 ->
        if C < 6784 -> if C < 6783 -> 0; true -> 220 end; true -> if C < 6832 -> 0; true -> 230 end end;
       true ->
        if C < 6845 -> if C < 6843 -> 220; true -> 230 end; true -> if C < 6846 -> 220; true -> if C < 6847 -> 0; true -> 220 end end end
       end
      end
     end
    end
   end
  end;
 true ->
  if C < 68152 ->
   if C < 8428 ->
    if C < 7413 ->
     if C < 7143 ->
      if C < 6980 ->
       if C < 6859 ->
        if C < 6853 -> if C < 6851 -> 230; true -> 220 end; true -> if C < 6858 -> 230; true -> 220 end end;
       true ->
        if C < 6964 -> if C < 6863 -> 230; true -> 0 end; true -> if C < 6965 -> 7; true -> 0 end end
       end;
      true ->
       if C < 7021 ->
        if C < 7019 -> if C < 6981 -> 9; true -> 0 end; true -> if C < 7020 -> 230; true -> 220 end end;
       true ->
        if C < 7082 -> if C < 7028 -> 230; true -> 0 end; true -> if C < 7084 -> 9; true -> if C < 7142 -> 0; true -> 7 end end end
       end
      end;
     true ->
      if C < 7386 ->
       if C < 7224 ->
        if C < 7156 -> if C < 7154 -> 0; true -> 9 end; true -> if C < 7223 -> 0; true -> 7 end end;
       true ->
        if C < 7379 -> if C < 7376 -> 0; true -> 230 end; true -> if C < 7380 -> 0; true -> if C < 7381 -> 1; true -> 220 end end end
       end;
      true ->
       if C < 7394 ->
        if C < 7392 -> if C < 7388 -> 230; true -> 220 end; true -> if C < 7393 -> 230; true -> 0 end end;
       true ->
        if C < 7405 -> if C < 7401 -> 1; true -> 0 end; true -> if C < 7406 -> 220; true -> if C < 7412 -> 0; true -> 230 end end end
       end
      end
     end;
    true ->
     if C < 7676 ->
      if C < 7630 ->
       if C < 7618 ->
        if C < 7418 -> if C < 7416 -> 0; true -> 230 end; true -> if C < 7616 -> 0; true -> 230 end end;
       true ->
        if C < 7626 -> if C < 7619 -> 220; true -> 230 end; true -> if C < 7627 -> 220; true -> if C < 7629 -> 230; true -> 234 end end end
       end;
      true ->
       if C < 7670 ->
        if C < 7632 -> if C < 7631 -> 214; true -> 220 end; true -> if C < 7633 -> 202; true -> 230 end end;
       true ->
        if C < 7673 -> if C < 7671 -> 232; true -> 228 end; true -> if C < 7674 -> 220; true -> if C < 7675 -> 218; true -> 230 end end end
       end
      end;
     true ->
      if C < 8411 ->
       if C < 7680 ->
        if C < 7678 -> if C < 7677 -> 233; true -> 220 end; true -> if C < 7679 -> 230; true -> 220 end end;
       true ->
        if C < 8402 -> if C < 8400 -> 0; true -> 230 end; true -> if C < 8404 -> 1; true -> if C < 8408 -> 230; true -> 1 end end end
       end;
      true ->
       if C < 8421 ->
        if C < 8417 -> if C < 8413 -> 230; true -> 0 end; true -> if C < 8418 -> 230; true -> 0 end end;
       true ->
        if C < 8424 -> if C < 8423 -> 1; true -> 230 end; true -> if C < 8425 -> 220; true -> if C < 8426 -> 230; true -> 1 end end end
       end
      end
     end
    end;
   true ->
    if C < 43348 ->
     if C < 42608 ->
      if C < 12330 ->
       if C < 11506 ->
        if C < 8433 -> if C < 8432 -> 220; true -> 230 end; true -> if C < 11503 -> 0; true -> 230 end end;
       true ->
        if C < 11648 -> if C < 11647 -> 0; true -> 9 end; true -> if C < 11744 -> 0; true -> if C < 11776 -> 230; true -> 0 end end end
       end;
      true ->
       if C < 12334 ->
        if C < 12332 -> if C < 12331 -> 218; true -> 228 end; true -> if C < 12333 -> 232; true -> 222 end end;
       true ->
        if C < 12441 -> if C < 12336 -> 224; true -> 0 end; true -> if C < 12443 -> 8; true -> if C < 42607 -> 0; true -> 230 end end end
       end
      end;
     true ->
      if C < 43052 ->
       if C < 42656 ->
        if C < 42622 -> if C < 42612 -> 0; true -> 230 end; true -> if C < 42654 -> 0; true -> 230 end end;
       true ->
        if C < 42738 -> if C < 42736 -> 0; true -> 230 end; true -> if C < 43014 -> 0; true -> if C < 43015 -> 9; true -> 0 end end end
       end;
      true ->
       if C < 43232 ->
        if C < 43204 -> if C < 43053 -> 9; true -> 0 end; true -> if C < 43205 -> 9; true -> 0 end end;
       true ->
        if C < 43307 -> if C < 43250 -> 230; true -> 0 end; true -> if C < 43310 -> 220; true -> if C < 43347 -> 0; true -> 9 end end end
       end
      end
     end;
    true ->
     if C < 44013 ->
      if C < 43701 ->
       if C < 43457 ->
        if C < 43444 -> if C < 43443 -> 0; true -> 7 end; true -> if C < 43456 -> 0; true -> 9 end end;
       true ->
        if C < 43697 -> if C < 43696 -> 0; true -> 230 end; true -> if C < 43698 -> 0; true -> if C < 43700 -> 230; true -> 220 end end end
       end;
      true ->
       if C < 43712 ->
        if C < 43705 -> if C < 43703 -> 0; true -> 230 end; true -> if C < 43710 -> 0; true -> 230 end end;
       true ->
        if C < 43714 -> if C < 43713 -> 0; true -> 230 end; true -> if C < 43766 -> 0; true -> if C < 43767 -> 9; true -> 0 end end end
       end
      end;
     true ->
      if C < 66046 ->
       if C < 65056 ->
        if C < 64286 -> if C < 44014 -> 9; true -> 0 end; true -> if C < 64287 -> 26; true -> 0 end end;
       true ->
        if C < 65070 -> if C < 65063 -> 230; true -> 220 end; true -> if C < 65072 -> 230; true -> if C < 66045 -> 0; true -> 220 end end end
       end;
      true ->
       if C < 66427 ->
        if C < 66273 -> if C < 66272 -> 0; true -> 220 end; true -> if C < 66422 -> 0; true -> 230 end end;
       true ->
        if C < 68110 -> if C < 68109 -> 0; true -> 220 end; true -> if C < 68111 -> 0; true -> if C < 68112 -> 230; true -> 0 end end end
       end
      end
     end
    end
   end;
  true ->
   if C < 71350 ->
    if C < 69939 ->
     if C < 69453 ->
      if C < 68327 ->
       if C < 68159 ->
        if C < 68154 -> if C < 68153 -> 230; true -> 1 end; true -> if C < 68155 -> 220; true -> 0 end end;
       true ->
        if C < 68325 -> if C < 68160 -> 9; true -> 0 end; true -> if C < 68326 -> 230; true -> 220 end end
       end;
      true ->
       if C < 69293 ->
        if C < 68904 -> if C < 68900 -> 0; true -> 230 end; true -> if C < 69291 -> 0; true -> 230 end end;
       true ->
        if C < 69448 -> if C < 69446 -> 0; true -> 220 end; true -> if C < 69451 -> 230; true -> if C < 69452 -> 220; true -> 230 end end end
       end
      end;
     true ->
      if C < 69744 ->
       if C < 69508 ->
        if C < 69506 -> if C < 69457 -> 220; true -> 0 end; true -> if C < 69507 -> 230; true -> 220 end end;
       true ->
        if C < 69510 -> if C < 69509 -> 230; true -> 220 end; true -> if C < 69702 -> 0; true -> if C < 69703 -> 9; true -> 0 end end end
       end;
      true ->
       if C < 69817 ->
        if C < 69759 -> if C < 69745 -> 9; true -> 0 end; true -> if C < 69760 -> 9; true -> 0 end end;
       true ->
        if C < 69819 -> if C < 69818 -> 9; true -> 7 end; true -> if C < 69888 -> 0; true -> if C < 69891 -> 230; true -> 0 end end end
       end
      end
     end;
    true ->
     if C < 70502 ->
      if C < 70198 ->
       if C < 70080 ->
        if C < 70003 -> if C < 69941 -> 9; true -> 0 end; true -> if C < 70004 -> 7; true -> 0 end end;
       true ->
        if C < 70090 -> if C < 70081 -> 9; true -> 0 end; true -> if C < 70091 -> 7; true -> if C < 70197 -> 0; true -> 9 end end end
       end;
      true ->
       if C < 70379 ->
        if C < 70377 -> if C < 70199 -> 7; true -> 0 end; true -> if C < 70378 -> 7; true -> 9 end end;
       true ->
        if C < 70461 -> if C < 70459 -> 0; true -> 7 end; true -> if C < 70477 -> 0; true -> if C < 70478 -> 9; true -> 0 end end end
       end
      end;
     true ->
      if C < 70751 ->
       if C < 70722 ->
        if C < 70512 -> if C < 70509 -> 230; true -> 0 end; true -> if C < 70517 -> 230; true -> 0 end end;
       true ->
        if C < 70726 -> if C < 70723 -> 9; true -> 0 end; true -> if C < 70727 -> 7; true -> if C < 70750 -> 0; true -> 230 end end end
       end;
      true ->
       if C < 71103 ->
        if C < 70851 -> if C < 70850 -> 0; true -> 9 end; true -> if C < 70852 -> 7; true -> 0 end end;
       true ->
        if C < 71105 -> if C < 71104 -> 9; true -> 7 end; true -> if C < 71231 -> 0; true -> if C < 71232 -> 9; true -> 0 end end end
       end
      end
     end
    end;
   true ->
    if C < 119141 ->
     if C < 72345 ->
      if C < 71999 ->
       if C < 71468 ->
        if C < 71352 -> if C < 71351 -> 9; true -> 7 end; true -> if C < 71467 -> 0; true -> 9 end end;
       true ->
        if C < 71738 -> if C < 71737 -> 0; true -> 9 end; true -> if C < 71739 -> 7; true -> if C < 71997 -> 0; true -> 9 end end end
       end;
      true ->
       if C < 72161 ->
        if C < 72004 -> if C < 72003 -> 0; true -> 7 end; true -> if C < 72160 -> 0; true -> 9 end end;
       true ->
        if C < 72245 -> if C < 72244 -> 0; true -> 9 end; true -> if C < 72263 -> 0; true -> if C < 72264 -> 9; true -> 0 end end end
       end
      end;
     true ->
      if C < 73112 ->
       if C < 73026 ->
        if C < 72767 -> if C < 72346 -> 9; true -> 0 end; true -> if C < 72768 -> 9; true -> 0 end end;
       true ->
        if C < 73028 -> if C < 73027 -> 7; true -> 0 end; true -> if C < 73030 -> 9; true -> if C < 73111 -> 0; true -> 9 end end end
       end;
      true ->
       if C < 92983 ->
        if C < 92917 -> if C < 92912 -> 0; true -> 1 end; true -> if C < 92976 -> 0; true -> 230 end end;
       true ->
        if C < 94194 -> if C < 94192 -> 0; true -> 6 end; true -> if C < 113822 -> 0; true -> if C < 113823 -> 1; true -> 0 end end end
       end
      end
     end;
    true ->
     if C < 122905 ->
      if C < 119178 ->
       if C < 119150 ->
        if C < 119146 -> if C < 119143 -> 216; true -> 1 end; true -> if C < 119149 -> 0; true -> 226 end end;
       true ->
        if C < 119163 -> if C < 119155 -> 216; true -> 0 end; true -> if C < 119171 -> 220; true -> if C < 119173 -> 0; true -> 230 end end end
       end;
      true ->
       if C < 119362 ->
        if C < 119210 -> if C < 119180 -> 220; true -> 0 end; true -> if C < 119214 -> 230; true -> 0 end end;
       true ->
        if C < 122880 -> if C < 119365 -> 230; true -> 0 end; true -> if C < 122887 -> 230; true -> if C < 122888 -> 0; true -> 230 end end end
       end
      end;
     true ->
      if C < 123566 ->
       if C < 122917 ->
        if C < 122914 -> if C < 122907 -> 0; true -> 230 end; true -> if C < 122915 -> 0; true -> 230 end end;
       true ->
        if C < 122923 -> if C < 122918 -> 0; true -> 230 end; true -> if C < 123184 -> 0; true -> if C < 123191 -> 230; true -> 0 end end end
       end;
      true ->
       if C < 125136 ->
        if C < 123628 -> if C < 123567 -> 230; true -> 0 end; true -> if C < 123632 -> 230; true -> 0 end end;
       true ->
        if C < 125252 -> if C < 125143 -> 220; true -> 0 end; true -> if C < 125258 -> 230; true -> if C < 125259 -> 7; true -> 0 end end end
       end
      end
     end
    end
   end
  end
 end.

%% The characters that a character is decomposed to, or [].
canonical(C) ->
 if C < 8192 ->
  if C < 2880 ->
   if C < 1152 ->
    if C < 512 ->
     if C < 320 ->
      if C < 192 -> []; true -> if C < 256 -> canonical_3(C); true -> canonical_4(C) end end;
     true ->
      if C < 384 -> canonical_5(C); true -> if C < 448 -> canonical_6(C); true -> canonical_7(C) end end
     end;
    true ->
     if C < 896 ->
      if C < 576 -> canonical_8(C); true -> if C < 832 -> []; true -> canonical_13(C) end end;
     true ->
      if C < 1024 -> if C < 960 -> canonical_14(C); true -> canonical_15(C) end; true -> if C < 1088 -> canonical_16(C); true -> canonical_17(C) end end
     end
    end;
   true ->
    if C < 2304 ->
     if C < 1536 ->
      if C < 1216 -> []; true -> if C < 1280 -> canonical_19(C); true -> [] end end;
     true ->
      if C < 1728 -> if C < 1600 -> canonical_24(C); true -> [] end; true -> if C < 1792 -> canonical_27(C); true -> [] end end
     end;
    true ->
     if C < 2496 ->
      if C < 2368 -> canonical_36(C); true -> if C < 2432 -> canonical_37(C); true -> [] end end;
     true ->
      if C < 2624 -> if C < 2560 -> canonical_39(C); true -> canonical_40(C) end; true -> if C < 2688 -> canonical_41(C); true -> [] end end
     end
    end
   end;
  true ->
   if C < 4032 ->
    if C < 3328 ->
     if C < 3072 ->
      if C < 2944 -> canonical_45(C); true -> if C < 3008 -> canonical_46(C); true -> canonical_47(C) end end;
     true ->
      if C < 3200 -> if C < 3136 -> []; true -> canonical_49(C) end; true -> if C < 3264 -> []; true -> canonical_51(C) end end
     end;
    true ->
     if C < 3520 ->
      if C < 3392 -> []; true -> if C < 3456 -> canonical_53(C); true -> [] end end;
     true ->
      if C < 3904 -> if C < 3584 -> canonical_55(C); true -> [] end; true -> if C < 3968 -> canonical_61(C); true -> canonical_62(C) end end
     end
    end;
   true ->
    if C < 7744 ->
     if C < 6912 ->
      if C < 4096 -> []; true -> if C < 4160 -> canonical_64(C); true -> [] end end;
     true ->
      if C < 7040 -> if C < 6976 -> canonical_108(C); true -> canonical_109(C) end; true -> if C < 7680 -> []; true -> canonical_120(C) end end
     end;
    true ->
     if C < 7936 ->
      if C < 7808 -> canonical_121(C); true -> if C < 7872 -> canonical_122(C); true -> canonical_123(C) end end;
     true ->
      if C < 8064 -> if C < 8000 -> canonical_124(C); true -> canonical_125(C) end; true -> if C < 8128 -> canonical_126(C); true -> canonical_127(C) end end
     end
    end
   end
  end;
 true ->
  if C < 64320 ->
   if C < 11008 ->
    if C < 8704 ->
     if C < 8512 ->
      if C < 8256 -> canonical_128(C); true -> if C < 8448 -> []; true -> canonical_132(C) end end;
     true ->
      if C < 8576 -> []; true -> if C < 8640 -> canonical_134(C); true -> canonical_135(C) end end
     end;
    true ->
     if C < 8896 ->
      if C < 8768 -> canonical_136(C); true -> if C < 8832 -> canonical_137(C); true -> canonical_138(C) end end;
     true ->
      if C < 9024 -> if C < 8960 -> canonical_139(C); true -> canonical_140(C) end; true -> if C < 10944 -> []; true -> canonical_171(C) end end
     end
    end;
   true ->
    if C < 63872 ->
     if C < 12480 ->
      if C < 12352 -> []; true -> if C < 12416 -> canonical_193(C); true -> canonical_194(C) end end;
     true ->
      if C < 63744 -> if C < 12544 -> canonical_195(C); true -> [] end; true -> if C < 63808 -> canonical_996(C); true -> canonical_997(C) end end
     end;
    true ->
     if C < 64064 ->
      if C < 63936 -> canonical_998(C); true -> if C < 64000 -> canonical_999(C); true -> canonical_1000(C) end end;
     true ->
      if C < 64192 -> if C < 64128 -> canonical_1001(C); true -> canonical_1002(C) end; true -> if C < 64256 -> canonical_1003(C); true -> canonical_1004(C) end end
     end
    end
   end;
  true ->
   if C < 119104 ->
    if C < 70528 ->
     if C < 69824 ->
      if C < 64384 -> canonical_1005(C); true -> if C < 69760 -> []; true -> canonical_1090(C) end end;
     true ->
      if C < 69952 -> if C < 69888 -> []; true -> canonical_1092(C) end; true -> if C < 70464 -> []; true -> canonical_1101(C) end end
     end;
    true ->
     if C < 71040 ->
      if C < 70784 -> []; true -> if C < 70848 -> canonical_1106(C); true -> [] end end;
     true ->
      if C < 71936 -> if C < 71104 -> canonical_1110(C); true -> [] end; true -> if C < 72000 -> canonical_1124(C); true -> [] end end
     end
    end;
   true ->
    if C < 194752 ->
     if C < 119296 ->
      if C < 119168 -> canonical_1861(C); true -> if C < 119232 -> canonical_1862(C); true -> canonical_1863(C) end end;
     true ->
      if C < 194624 -> if C < 194560 -> []; true -> canonical_3040(C) end; true -> if C < 194688 -> canonical_3041(C); true -> canonical_3042(C) end end
     end;
    true ->
     if C < 194944 ->
      if C < 194816 -> canonical_3043(C); true -> if C < 194880 -> canonical_3044(C); true -> canonical_3045(C) end end;
     true ->
      if C < 195072 -> if C < 195008 -> canonical_3046(C); true -> canonical_3047(C) end; true -> if C < 195136 -> canonical_3048(C); true -> [] end end
     end
    end
   end
  end
 end.

canonical_3(192) -> [65,768];
canonical_3(193) -> [65,769];
canonical_3(194) -> [65,770];
canonical_3(195) -> [65,771];
canonical_3(196) -> [65,776];
canonical_3(197) -> [65,778];
canonical_3(199) -> [67,807];
canonical_3(200) -> [69,768];
canonical_3(201) -> [69,769];
canonical_3(202) -> [69,770];
canonical_3(203) -> [69,776];
canonical_3(204) -> [73,768];
canonical_3(205) -> [73,769];
canonical_3(206) -> [73,770];
canonical_3(207) -> [73,776];
canonical_3(209) -> [78,771];
canonical_3(210) -> [79,768];
canonical_3(211) -> [79,769];
canonical_3(212) -> [79,770];
canonical_3(213) -> [79,771];
canonical_3(214) -> [79,776];
canonical_3(217) -> [85,768];
canonical_3(218) -> [85,769];
canonical_3(219) -> [85,770];
canonical_3(220) -> [85,776];
canonical_3(221) -> [89,769];
canonical_3(224) -> [97,768];
canonical_3(225) -> [97,769];
canonical_3(226) -> [97,770];
canonical_3(227) -> [97,771];
canonical_3(228) -> [97,776];
canonical_3(229) -> [97,778];
canonical_3(231) -> [99,807];
canonical_3(232) -> [101,768];
canonical_3(233) -> [101,769];
canonical_3(234) -> [101,770];
canonical_3(235) -> [101,776];
canonical_3(236) -> [105,768];
canonical_3(237) -> [105,769];
canonical_3(238) -> [105,770];
canonical_3(239) -> [105,776];
canonical_3(241) -> [110,771];
canonical_3(242) -> [111,768];
canonical_3(243) -> [111,769];
canonical_3(244) -> [111,770];
canonical_3(245) -> [111,771];
canonical_3(246) -> [111,776];
canonical_3(249) -> [117,768];
canonical_3(250) -> [117,769];
canonical_3(251) -> [117,770];
canonical_3(252) -> [117,776];
canonical_3(253) -> [121,769];
canonical_3(255) -> [121,776];
canonical_3(_) -> [].

canonical_4(256) -> [65,772];
canonical_4(257) -> [97,772];
canonical_4(258) -> [65,774];
canonical_4(259) -> [97,774];
canonical_4(260) -> [65,808];
canonical_4(261) -> [97,808];
canonical_4(262) -> [67,769];
canonical_4(263) -> [99,769];
canonical_4(264) -> [67,770];
canonical_4(265) -> [99,770];
canonical_4(266) -> [67,775];
canonical_4(267) -> [99,775];
canonical_4(268) -> [67,780];
canonical_4(269) -> [99,780];
canonical_4(270) -> [68,780];
canonical_4(271) -> [100,780];
canonical_4(274) -> [69,772];
canonical_4(275) -> [101,772];
canonical_4(276) -> [69,774];
canonical_4(277) -> [101,774];
canonical_4(278) -> [69,775];
canonical_4(279) -> [101,775];
canonical_4(280) -> [69,808];
canonical_4(281) -> [101,808];
canonical_4(282) -> [69,780];
canonical_4(283) -> [101,780];
canonical_4(284) -> [71,770];
canonical_4(285) -> [103,770];
canonical_4(286) -> [71,774];
canonical_4(287) -> [103,774];
canonical_4(288) -> [71,775];
canonical_4(289) -> [103,775];
canonical_4(290) -> [71,807];
canonical_4(291) -> [103,807];
canonical_4(292) -> [72,770];
canonical_4(293) -> [104,770];
canonical_4(296) -> [73,771];
canonical_4(297) -> [105,771];
canonical_4(298) -> [73,772];
canonical_4(299) -> [105,772];
canonical_4(300) -> [73,774];
canonical_4(301) -> [105,774];
canonical_4(302) -> [73,808];
canonical_4(303) -> [105,808];
canonical_4(304) -> [73,775];
canonical_4(308) -> [74,770];
canonical_4(309) -> [106,770];
canonical_4(310) -> [75,807];
canonical_4(311) -> [107,807];
canonical_4(313) -> [76,769];
canonical_4(314) -> [108,769];
canonical_4(315) -> [76,807];
canonical_4(316) -> [108,807];
canonical_4(317) -> [76,780];
canonical_4(318) -> [108,780];
canonical_4(_) -> [].

canonical_5(323) -> [78,769];
canonical_5(324) -> [110,769];
canonical_5(325) -> [78,807];
canonical_5(326) -> [110,807];
canonical_5(327) -> [78,780];
canonical_5(328) -> [110,780];
canonical_5(332) -> [79,772];
canonical_5(333) -> [111,772];
canonical_5(334) -> [79,774];
canonical_5(335) -> [111,774];
canonical_5(336) -> [79,779];
canonical_5(337) -> [111,779];
canonical_5(340) -> [82,769];
canonical_5(341) -> [114,769];
canonical_5(342) -> [82,807];
canonical_5(343) -> [114,807];
canonical_5(344) -> [82,780];
canonical_5(345) -> [114,780];
canonical_5(346) -> [83,769];
canonical_5(347) -> [115,769];
canonical_5(348) -> [83,770];
canonical_5(349) -> [115,770];
canonical_5(350) -> [83,807];
canonical_5(351) -> [115,807];
canonical_5(352) -> [83,780];
canonical_5(353) -> [115,780];
canonical_5(354) -> [84,807];
canonical_5(355) -> [116,807];
canonical_5(356) -> [84,780];
canonical_5(357) -> [116,780];
canonical_5(360) -> [85,771];
canonical_5(361) -> [117,771];
canonical_5(362) -> [85,772];
canonical_5(363) -> [117,772];
canonical_5(364) -> [85,774];
canonical_5(365) -> [117,774];
canonical_5(366) -> [85,778];
canonical_5(367) -> [117,778];
canonical_5(368) -> [85,779];
canonical_5(369) -> [117,779];
canonical_5(370) -> [85,808];
canonical_5(371) -> [117,808];
canonical_5(372) -> [87,770];
canonical_5(373) -> [119,770];
canonical_5(374) -> [89,770];
canonical_5(375) -> [121,770];
canonical_5(376) -> [89,776];
canonical_5(377) -> [90,769];
canonical_5(378) -> [122,769];
canonical_5(379) -> [90,775];
canonical_5(380) -> [122,775];
canonical_5(381) -> [90,780];
canonical_5(382) -> [122,780];
canonical_5(_) -> [].

canonical_6(416) -> [79,795];
canonical_6(417) -> [111,795];
canonical_6(431) -> [85,795];
canonical_6(432) -> [117,795];
canonical_6(_) -> [].

canonical_7(461) -> [65,780];
canonical_7(462) -> [97,780];
canonical_7(463) -> [73,780];
canonical_7(464) -> [105,780];
canonical_7(465) -> [79,780];
canonical_7(466) -> [111,780];
canonical_7(467) -> [85,780];
canonical_7(468) -> [117,780];
canonical_7(469) -> [85,776,772];
canonical_7(470) -> [117,776,772];
canonical_7(471) -> [85,776,769];
canonical_7(472) -> [117,776,769];
canonical_7(473) -> [85,776,780];
canonical_7(474) -> [117,776,780];
canonical_7(475) -> [85,776,768];
canonical_7(476) -> [117,776,768];
canonical_7(478) -> [65,776,772];
canonical_7(479) -> [97,776,772];
canonical_7(480) -> [65,775,772];
canonical_7(481) -> [97,775,772];
canonical_7(482) -> [198,772];
canonical_7(483) -> [230,772];
canonical_7(486) -> [71,780];
canonical_7(487) -> [103,780];
canonical_7(488) -> [75,780];
canonical_7(489) -> [107,780];
canonical_7(490) -> [79,808];
canonical_7(491) -> [111,808];
canonical_7(492) -> [79,808,772];
canonical_7(493) -> [111,808,772];
canonical_7(494) -> [439,780];
canonical_7(495) -> [658,780];
canonical_7(496) -> [106,780];
canonical_7(500) -> [71,769];
canonical_7(501) -> [103,769];
canonical_7(504) -> [78,768];
canonical_7(505) -> [110,768];
canonical_7(506) -> [65,778,769];
canonical_7(507) -> [97,778,769];
canonical_7(508) -> [198,769];
canonical_7(509) -> [230,769];
canonical_7(510) -> [216,769];
canonical_7(511) -> [248,769];
canonical_7(_) -> [].

canonical_8(512) -> [65,783];
canonical_8(513) -> [97,783];
canonical_8(514) -> [65,785];
canonical_8(515) -> [97,785];
canonical_8(516) -> [69,783];
canonical_8(517) -> [101,783];
canonical_8(518) -> [69,785];
canonical_8(519) -> [101,785];
canonical_8(520) -> [73,783];
canonical_8(521) -> [105,783];
canonical_8(522) -> [73,785];
canonical_8(523) -> [105,785];
canonical_8(524) -> [79,783];
canonical_8(525) -> [111,783];
canonical_8(526) -> [79,785];
canonical_8(527) -> [111,785];
canonical_8(528) -> [82,783];
canonical_8(529) -> [114,783];
canonical_8(530) -> [82,785];
canonical_8(531) -> [114,785];
canonical_8(532) -> [85,783];
canonical_8(533) -> [117,783];
canonical_8(534) -> [85,785];
canonical_8(535) -> [117,785];
canonical_8(536) -> [83,806];
canonical_8(537) -> [115,806];
canonical_8(538) -> [84,806];
canonical_8(539) -> [116,806];
canonical_8(542) -> [72,780];
canonical_8(543) -> [104,780];
canonical_8(550) -> [65,775];
canonical_8(551) -> [97,775];
canonical_8(552) -> [69,807];
canonical_8(553) -> [101,807];
canonical_8(554) -> [79,776,772];
canonical_8(555) -> [111,776,772];
canonical_8(556) -> [79,771,772];
canonical_8(557) -> [111,771,772];
canonical_8(558) -> [79,775];
canonical_8(559) -> [111,775];
canonical_8(560) -> [79,775,772];
canonical_8(561) -> [111,775,772];
canonical_8(562) -> [89,772];
canonical_8(563) -> [121,772];
canonical_8(_) -> [].

canonical_13(832) -> [768];
canonical_13(833) -> [769];
canonical_13(835) -> [787];
canonical_13(836) -> [776,769];
canonical_13(884) -> [697];
canonical_13(894) -> [59];
canonical_13(_) -> [].

canonical_14(901) -> [168,769];
canonical_14(902) -> [913,769];
canonical_14(903) -> [183];
canonical_14(904) -> [917,769];
canonical_14(905) -> [919,769];
canonical_14(906) -> [921,769];
canonical_14(908) -> [927,769];
canonical_14(910) -> [933,769];
canonical_14(911) -> [937,769];
canonical_14(912) -> [953,776,769];
canonical_14(938) -> [921,776];
canonical_14(939) -> [933,776];
canonical_14(940) -> [945,769];
canonical_14(941) -> [949,769];
canonical_14(942) -> [951,769];
canonical_14(943) -> [953,769];
canonical_14(944) -> [965,776,769];
canonical_14(_) -> [].

canonical_15(970) -> [953,776];
canonical_15(971) -> [965,776];
canonical_15(972) -> [959,769];
canonical_15(973) -> [965,769];
canonical_15(974) -> [969,769];
canonical_15(979) -> [978,769];
canonical_15(980) -> [978,776];
canonical_15(_) -> [].

canonical_16(1024) -> [1045,768];
canonical_16(1025) -> [1045,776];
canonical_16(1027) -> [1043,769];
canonical_16(1031) -> [1030,776];
canonical_16(1036) -> [1050,769];
canonical_16(1037) -> [1048,768];
canonical_16(1038) -> [1059,774];
canonical_16(1049) -> [1048,774];
canonical_16(1081) -> [1080,774];
canonical_16(_) -> [].

canonical_17(1104) -> [1077,768];
canonical_17(1105) -> [1077,776];
canonical_17(1107) -> [1075,769];
canonical_17(1111) -> [1110,776];
canonical_17(1116) -> [1082,769];
canonical_17(1117) -> [1080,768];
canonical_17(1118) -> [1091,774];
canonical_17(1142) -> [1140,783];
canonical_17(1143) -> [1141,783];
canonical_17(_) -> [].

canonical_19(1217) -> [1046,774];
canonical_19(1218) -> [1078,774];
canonical_19(1232) -> [1040,774];
canonical_19(1233) -> [1072,774];
canonical_19(1234) -> [1040,776];
canonical_19(1235) -> [1072,776];
canonical_19(1238) -> [1045,774];
canonical_19(1239) -> [1077,774];
canonical_19(1242) -> [1240,776];
canonical_19(1243) -> [1241,776];
canonical_19(1244) -> [1046,776];
canonical_19(1245) -> [1078,776];
canonical_19(1246) -> [1047,776];
canonical_19(1247) -> [1079,776];
canonical_19(1250) -> [1048,772];
canonical_19(1251) -> [1080,772];
canonical_19(1252) -> [1048,776];
canonical_19(1253) -> [1080,776];
canonical_19(1254) -> [1054,776];
canonical_19(1255) -> [1086,776];
canonical_19(1258) -> [1256,776];
canonical_19(1259) -> [1257,776];
canonical_19(1260) -> [1069,776];
canonical_19(1261) -> [1101,776];
canonical_19(1262) -> [1059,772];
canonical_19(1263) -> [1091,772];
canonical_19(1264) -> [1059,776];
canonical_19(1265) -> [1091,776];
canonical_19(1266) -> [1059,779];
canonical_19(1267) -> [1091,779];
canonical_19(1268) -> [1063,776];
canonical_19(1269) -> [1095,776];
canonical_19(1272) -> [1067,776];
canonical_19(1273) -> [1099,776];
canonical_19(_) -> [].

canonical_24(1570) -> [1575,1619];
canonical_24(1571) -> [1575,1620];
canonical_24(1572) -> [1608,1620];
canonical_24(1573) -> [1575,1621];
canonical_24(1574) -> [1610,1620];
canonical_24(_) -> [].

canonical_27(1728) -> [1749,1620];
canonical_27(1730) -> [1729,1620];
canonical_27(1747) -> [1746,1620];
canonical_27(_) -> [].

canonical_36(2345) -> [2344,2364];
canonical_36(2353) -> [2352,2364];
canonical_36(2356) -> [2355,2364];
canonical_36(_) -> [].

canonical_37(2392) -> [2325,2364];
canonical_37(2393) -> [2326,2364];
canonical_37(2394) -> [2327,2364];
canonical_37(2395) -> [2332,2364];
canonical_37(2396) -> [2337,2364];
canonical_37(2397) -> [2338,2364];
canonical_37(2398) -> [2347,2364];
canonical_37(2399) -> [2351,2364];
canonical_37(_) -> [].

canonical_39(2507) -> [2503,2494];
canonical_39(2508) -> [2503,2519];
canonical_39(2524) -> [2465,2492];
canonical_39(2525) -> [2466,2492];
canonical_39(2527) -> [2479,2492];
canonical_39(_) -> [].

canonical_40(2611) -> [2610,2620];
canonical_40(2614) -> [2616,2620];
canonical_40(_) -> [].

canonical_41(2649) -> [2582,2620];
canonical_41(2650) -> [2583,2620];
canonical_41(2651) -> [2588,2620];
canonical_41(2654) -> [2603,2620];
canonical_41(_) -> [].

canonical_45(2888) -> [2887,2902];
canonical_45(2891) -> [2887,2878];
canonical_45(2892) -> [2887,2903];
canonical_45(2908) -> [2849,2876];
canonical_45(2909) -> [2850,2876];
canonical_45(_) -> [].

canonical_46(2964) -> [2962,3031];
canonical_46(_) -> [].

canonical_47(3018) -> [3014,3006];
canonical_47(3019) -> [3015,3006];
canonical_47(3020) -> [3014,3031];
canonical_47(_) -> [].

canonical_49(3144) -> [3142,3158];
canonical_49(_) -> [].

canonical_51(3264) -> [3263,3285];
canonical_51(3271) -> [3270,3285];
canonical_51(3272) -> [3270,3286];
canonical_51(3274) -> [3270,3266];
canonical_51(3275) -> [3270,3266,3285];
canonical_51(_) -> [].

canonical_53(3402) -> [3398,3390];
canonical_53(3403) -> [3399,3390];
canonical_53(3404) -> [3398,3415];
canonical_53(_) -> [].

canonical_55(3546) -> [3545,3530];
canonical_55(3548) -> [3545,3535];
canonical_55(3549) -> [3545,3535,3530];
canonical_55(3550) -> [3545,3551];
canonical_55(_) -> [].

canonical_61(3907) -> [3906,4023];
canonical_61(3917) -> [3916,4023];
canonical_61(3922) -> [3921,4023];
canonical_61(3927) -> [3926,4023];
canonical_61(3932) -> [3931,4023];
canonical_61(3945) -> [3904,4021];
canonical_61(3955) -> [3953,3954];
canonical_61(3957) -> [3953,3956];
canonical_61(3958) -> [4018,3968];
canonical_61(3960) -> [4019,3968];
canonical_61(_) -> [].

canonical_62(3969) -> [3953,3968];
canonical_62(3987) -> [3986,4023];
canonical_62(3997) -> [3996,4023];
canonical_62(4002) -> [4001,4023];
canonical_62(4007) -> [4006,4023];
canonical_62(4012) -> [4011,4023];
canonical_62(4025) -> [3984,4021];
canonical_62(_) -> [].

canonical_64(4134) -> [4133,4142];
canonical_64(_) -> [].

canonical_108(6918) -> [6917,6965];
canonical_108(6920) -> [6919,6965];
canonical_108(6922) -> [6921,6965];
canonical_108(6924) -> [6923,6965];
canonical_108(6926) -> [6925,6965];
canonical_108(6930) -> [6929,6965];
canonical_108(6971) -> [6970,6965];
canonical_108(6973) -> [6972,6965];
canonical_108(_) -> [].

canonical_109(6976) -> [6974,6965];
canonical_109(6977) -> [6975,6965];
canonical_109(6979) -> [6978,6965];
canonical_109(_) -> [].

canonical_120(7680) -> [65,805];
canonical_120(7681) -> [97,805];
canonical_120(7682) -> [66,775];
canonical_120(7683) -> [98,775];
canonical_120(7684) -> [66,803];
canonical_120(7685) -> [98,803];
canonical_120(7686) -> [66,817];
canonical_120(7687) -> [98,817];
canonical_120(7688) -> [67,807,769];
canonical_120(7689) -> [99,807,769];
canonical_120(7690) -> [68,775];
canonical_120(7691) -> [100,775];
canonical_120(7692) -> [68,803];
canonical_120(7693) -> [100,803];
canonical_120(7694) -> [68,817];
canonical_120(7695) -> [100,817];
canonical_120(7696) -> [68,807];
canonical_120(7697) -> [100,807];
canonical_120(7698) -> [68,813];
canonical_120(7699) -> [100,813];
canonical_120(7700) -> [69,772,768];
canonical_120(7701) -> [101,772,768];
canonical_120(7702) -> [69,772,769];
canonical_120(7703) -> [101,772,769];
canonical_120(7704) -> [69,813];
canonical_120(7705) -> [101,813];
canonical_120(7706) -> [69,816];
canonical_120(7707) -> [101,816];
canonical_120(7708) -> [69,807,774];
canonical_120(7709) -> [101,807,774];
canonical_120(7710) -> [70,775];
canonical_120(7711) -> [102,775];
canonical_120(7712) -> [71,772];
canonical_120(7713) -> [103,772];
canonical_120(7714) -> [72,775];
canonical_120(7715) -> [104,775];
canonical_120(7716) -> [72,803];
canonical_120(7717) -> [104,803];
canonical_120(7718) -> [72,776];
canonical_120(7719) -> [104,776];
canonical_120(7720) -> [72,807];
canonical_120(7721) -> [104,807];
canonical_120(7722) -> [72,814];
canonical_120(7723) -> [104,814];
canonical_120(7724) -> [73,816];
canonical_120(7725) -> [105,816];
canonical_120(7726) -> [73,776,769];
canonical_120(7727) -> [105,776,769];
canonical_120(7728) -> [75,769];
canonical_120(7729) -> [107,769];
canonical_120(7730) -> [75,803];
canonical_120(7731) -> [107,803];
canonical_120(7732) -> [75,817];
canonical_120(7733) -> [107,817];
canonical_120(7734) -> [76,803];
canonical_120(7735) -> [108,803];
canonical_120(7736) -> [76,803,772];
canonical_120(7737) -> [108,803,772];
canonical_120(7738) -> [76,817];
canonical_120(7739) -> [108,817];
canonical_120(7740) -> [76,813];
canonical_120(7741) -> [108,813];
canonical_120(7742) -> [77,769];
canonical_120(7743) -> [109,769];
canonical_120(_) -> [].

canonical_121(7744) -> [77,775];
canonical_121(7745) -> [109,775];
canonical_121(7746) -> [77,803];
canonical_121(7747) -> [109,803];
canonical_121(7748) -> [78,775];
canonical_121(7749) -> [110,775];
canonical_121(7750) -> [78,803];
canonical_121(7751) -> [110,803];
canonical_121(7752) -> [78,817];
canonical_121(7753) -> [110,817];
canonical_121(7754) -> [78,813];
canonical_121(7755) -> [110,813];
canonical_121(7756) -> [79,771,769];
canonical_121(7757) -> [111,771,769];
canonical_121(7758) -> [79,771,776];
canonical_121(7759) -> [111,771,776];
canonical_121(7760) -> [79,772,768];
canonical_121(7761) -> [111,772,768];
canonical_121(7762) -> [79,772,769];
canonical_121(7763) -> [111,772,769];
canonical_121(7764) -> [80,769];
canonical_121(7765) -> [112,769];
canonical_121(7766) -> [80,775];
canonical_121(7767) -> [112,775];
canonical_121(7768) -> [82,775];
canonical_121(7769) -> [114,775];
canonical_121(7770) -> [82,803];
canonical_121(7771) -> [114,803];
canonical_121(7772) -> [82,803,772];
canonical_121(7773) -> [114,803,772];
canonical_121(7774) -> [82,817];
canonical_121(7775) -> [114,817];
canonical_121(7776) -> [83,775];
canonical_121(7777) -> [115,775];
canonical_121(7778) -> [83,803];
canonical_121(7779) -> [115,803];
canonical_121(7780) -> [83,769,775];
canonical_121(7781) -> [115,769,775];
canonical_121(7782) -> [83,780,775];
canonical_121(7783) -> [115,780,775];
canonical_121(7784) -> [83,803,775];
canonical_121(7785) -> [115,803,775];
canonical_121(7786) -> [84,775];
canonical_121(7787) -> [116,775];
canonical_121(7788) -> [84,803];
canonical_121(7789) -> [116,803];
canonical_121(7790) -> [84,817];
canonical_121(7791) -> [116,817];
canonical_121(7792) -> [84,813];
canonical_121(7793) -> [116,813];
canonical_121(7794) -> [85,804];
canonical_121(7795) -> [117,804];
canonical_121(7796) -> [85,816];
canonical_121(7797) -> [117,816];
canonical_121(7798) -> [85,813];
canonical_121(7799) -> [117,813];
canonical_121(7800) -> [85,771,769];
canonical_121(7801) -> [117,771,769];
canonical_121(7802) -> [85,772,776];
canonical_121(7803) -> [117,772,776];
canonical_121(7804) -> [86,771];
canonical_121(7805) -> [118,771];
canonical_121(7806) -> [86,803];
canonical_121(7807) -> [118,803];
canonical_121(_) -> [].

canonical_122(7808) -> [87,768];
canonical_122(7809) -> [119,768];
canonical_122(7810) -> [87,769];
canonical_122(7811) -> [119,769];
canonical_122(7812) -> [87,776];
canonical_122(7813) -> [119,776];
canonical_122(7814) -> [87,775];
canonical_122(7815) -> [119,775];
canonical_122(7816) -> [87,803];
canonical_122(7817) -> [119,803];
canonical_122(7818) -> [88,775];
canonical_122(7819) -> [120,775];
canonical_122(7820) -> [88,776];
canonical_122(7821) -> [120,776];
canonical_122(7822) -> [89,775];
canonical_122(7823) -> [121,775];
canonical_122(7824) -> [90,770];
canonical_122(7825) -> [122,770];
canonical_122(7826) -> [90,803];
canonical_122(7827) -> [122,803];
canonical_122(7828) -> [90,817];
canonical_122(7829) -> [122,817];
canonical_122(7830) -> [104,817];
canonical_122(7831) -> [116,776];
canonical_122(7832) -> [119,778];
canonical_122(7833) -> [121,778];
canonical_122(7835) -> [383,775];
canonical_122(7840) -> [65,803];
canonical_122(7841) -> [97,803];
canonical_122(7842) -> [65,777];
canonical_122(7843) -> [97,777];
canonical_122(7844) -> [65,770,769];
canonical_122(7845) -> [97,770,769];
canonical_122(7846) -> [65,770,768];
canonical_122(7847) -> [97,770,768];
canonical_122(7848) -> [65,770,777];
canonical_122(7849) -> [97,770,777];
canonical_122(7850) -> [65,770,771];
canonical_122(7851) -> [97,770,771];
canonical_122(7852) -> [65,803,770];
canonical_122(7853) -> [97,803,770];
canonical_122(7854) -> [65,774,769];
canonical_122(7855) -> [97,774,769];
canonical_122(7856) -> [65,774,768];
canonical_122(7857) -> [97,774,768];
canonical_122(7858) -> [65,774,777];
canonical_122(7859) -> [97,774,777];
canonical_122(7860) -> [65,774,771];
canonical_122(7861) -> [97,774,771];
canonical_122(7862) -> [65,803,774];
canonical_122(7863) -> [97,803,774];
canonical_122(7864) -> [69,803];
canonical_122(7865) -> [101,803];
canonical_122(7866) -> [69,777];
canonical_122(7867) -> [101,777];
canonical_122(7868) -> [69,771];
canonical_122(7869) -> [101,771];
canonical_122(7870) -> [69,770,769];
canonical_122(7871) -> [101,770,769];
canonical_122(_) -> [].

canonical_123(7872) -> [69,770,768];
canonical_123(7873) -> [101,770,768];
canonical_123(7874) -> [69,770,777];
canonical_123(7875) -> [101,770,777];
canonical_123(7876) -> [69,770,771];
canonical_123(7877) -> [101,770,771];
canonical_123(7878) -> [69,803,770];
canonical_123(7879) -> [101,803,770];
canonical_123(7880) -> [73,777];
canonical_123(7881) -> [105,777];
canonical_123(7882) -> [73,803];
canonical_123(7883) -> [105,803];
canonical_123(7884) -> [79,803];
canonical_123(7885) -> [111,803];
canonical_123(7886) -> [79,777];
canonical_123(7887) -> [111,777];
canonical_123(7888) -> [79,770,769];
canonical_123(7889) -> [111,770,769];
canonical_123(7890) -> [79,770,768];
canonical_123(7891) -> [111,770,768];
canonical_123(7892) -> [79,770,777];
canonical_123(7893) -> [111,770,777];
canonical_123(7894) -> [79,770,771];
canonical_123(7895) -> [111,770,771];
canonical_123(7896) -> [79,803,770];
canonical_123(7897) -> [111,803,770];
canonical_123(7898) -> [79,795,769];
canonical_123(7899) -> [111,795,769];
canonical_123(7900) -> [79,795,768];
canonical_123(7901) -> [111,795,768];
canonical_123(7902) -> [79,795,777];
canonical_123(7903) -> [111,795,777];
canonical_123(7904) -> [79,795,771];
canonical_123(7905) -> [111,795,771];
canonical_123(7906) -> [79,795,803];
canonical_123(7907) -> [111,795,803];
canonical_123(7908) -> [85,803];
canonical_123(7909) -> [117,803];
canonical_123(7910) -> [85,777];
canonical_123(7911) -> [117,777];
canonical_123(7912) -> [85,795,769];
canonical_123(7913) -> [117,795,769];
canonical_123(7914) -> [85,795,768];
canonical_123(7915) -> [117,795,768];
canonical_123(7916) -> [85,795,777];
canonical_123(7917) -> [117,795,777];
canonical_123(7918) -> [85,795,771];
canonical_123(7919) -> [117,795,771];
canonical_123(7920) -> [85,795,803];
canonical_123(7921) -> [117,795,803];
canonical_123(7922) -> [89,768];
canonical_123(7923) -> [121,768];
canonical_123(7924) -> [89,803];
canonical_123(7925) -> [121,803];
canonical_123(7926) -> [89,777];
canonical_123(7927) -> [121,777];
canonical_123(7928) -> [89,771];
canonical_123(7929) -> [121,771];
canonical_123(_) -> [].

canonical_124(7936) -> [945,787];
canonical_124(7937) -> [945,788];
canonical_124(7938) -> [945,787,768];
canonical_124(7939) -> [945,788,768];
canonical_124(7940) -> [945,787,769];
canonical_124(7941) -> [945,788,769];
canonical_124(7942) -> [945,787,834];
canonical_124(7943) -> [945,788,834];
canonical_124(7944) -> [913,787];
canonical_124(7945) -> [913,788];
canonical_124(7946) -> [913,787,768];
canonical_124(7947) -> [913,788,768];
canonical_124(7948) -> [913,787,769];
canonical_124(7949) -> [913,788,769];
canonical_124(7950) -> [913,787,834];
canonical_124(7951) -> [913,788,834];
canonical_124(7952) -> [949,787];
canonical_124(7953) -> [949,788];
canonical_124(7954) -> [949,787,768];
canonical_124(7955) -> [949,788,768];
canonical_124(7956) -> [949,787,769];
canonical_124(7957) -> [949,788,769];
canonical_124(7960) -> [917,787];
canonical_124(7961) -> [917,788];
canonical_124(7962) -> [917,787,768];
canonical_124(7963) -> [917,788,768];
canonical_124(7964) -> [917,787,769];
canonical_124(7965) -> [917,788,769];
canonical_124(7968) -> [951,787];
canonical_124(7969) -> [951,788];
canonical_124(7970) -> [951,787,768];
canonical_124(7971) -> [951,788,768];
canonical_124(7972) -> [951,787,769];
canonical_124(7973) -> [951,788,769];
canonical_124(7974) -> [951,787,834];
canonical_124(7975) -> [951,788,834];
canonical_124(7976) -> [919,787];
canonical_124(7977) -> [919,788];
canonical_124(7978) -> [919,787,768];
canonical_124(7979) -> [919,788,768];
canonical_124(7980) -> [919,787,769];
canonical_124(7981) -> [919,788,769];
canonical_124(7982) -> [919,787,834];
canonical_124(7983) -> [919,788,834];
canonical_124(7984) -> [953,787];
canonical_124(7985) -> [953,788];
canonical_124(7986) -> [953,787,768];
canonical_124(7987) -> [953,788,768];
canonical_124(7988) -> [953,787,769];
canonical_124(7989) -> [953,788,769];
canonical_124(7990) -> [953,787,834];
canonical_124(7991) -> [953,788,834];
canonical_124(7992) -> [921,787];
canonical_124(7993) -> [921,788];
canonical_124(7994) -> [921,787,768];
canonical_124(7995) -> [921,788,768];
canonical_124(7996) -> [921,787,769];
canonical_124(7997) -> [921,788,769];
canonical_124(7998) -> [921,787,834];
canonical_124(7999) -> [921,788,834];
canonical_124(_) -> [].

canonical_125(8000) -> [959,787];
canonical_125(8001) -> [959,788];
canonical_125(8002) -> [959,787,768];
canonical_125(8003) -> [959,788,768];
canonical_125(8004) -> [959,787,769];
canonical_125(8005) -> [959,788,769];
canonical_125(8008) -> [927,787];
canonical_125(8009) -> [927,788];
canonical_125(8010) -> [927,787,768];
canonical_125(8011) -> [927,788,768];
canonical_125(8012) -> [927,787,769];
canonical_125(8013) -> [927,788,769];
canonical_125(8016) -> [965,787];
canonical_125(8017) -> [965,788];
canonical_125(8018) -> [965,787,768];
canonical_125(8019) -> [965,788,768];
canonical_125(8020) -> [965,787,769];
canonical_125(8021) -> [965,788,769];
canonical_125(8022) -> [965,787,834];
canonical_125(8023) -> [965,788,834];
canonical_125(8025) -> [933,788];
canonical_125(8027) -> [933,788,768];
canonical_125(8029) -> [933,788,769];
canonical_125(8031) -> [933,788,834];
canonical_125(8032) -> [969,787];
canonical_125(8033) -> [969,788];
canonical_125(8034) -> [969,787,768];
canonical_125(8035) -> [969,788,768];
canonical_125(8036) -> [969,787,769];
canonical_125(8037) -> [969,788,769];
canonical_125(8038) -> [969,787,834];
canonical_125(8039) -> [969,788,834];
canonical_125(8040) -> [937,787];
canonical_125(8041) -> [937,788];
canonical_125(8042) -> [937,787,768];
canonical_125(8043) -> [937,788,768];
canonical_125(8044) -> [937,787,769];
canonical_125(8045) -> [937,788,769];
canonical_125(8046) -> [937,787,834];
canonical_125(8047) -> [937,788,834];
canonical_125(8048) -> [945,768];
canonical_125(8049) -> [945,769];
canonical_125(8050) -> [949,768];
canonical_125(8051) -> [949,769];
canonical_125(8052) -> [951,768];
canonical_125(8053) -> [951,769];
canonical_125(8054) -> [953,768];
canonical_125(8055) -> [953,769];
canonical_125(8056) -> [959,768];
canonical_125(8057) -> [959,769];
canonical_125(8058) -> [965,768];
canonical_125(8059) -> [965,769];
canonical_125(8060) -> [969,768];
canonical_125(8061) -> [969,769];
canonical_125(_) -> [].

canonical_126(8064) -> [945,787,837];
canonical_126(8065) -> [945,788,837];
canonical_126(8066) -> [945,787,768,837];
canonical_126(8067) -> [945,788,768,837];
canonical_126(8068) -> [945,787,769,837];
canonical_126(8069) -> [945,788,769,837];
canonical_126(8070) -> [945,787,834,837];
canonical_126(8071) -> [945,788,834,837];
canonical_126(8072) -> [913,787,837];
canonical_126(8073) -> [913,788,837];
canonical_126(8074) -> [913,787,768,837];
canonical_126(8075) -> [913,788,768,837];
canonical_126(8076) -> [913,787,769,837];
canonical_126(8077) -> [913,788,769,837];
canonical_126(8078) -> [913,787,834,837];
canonical_126(8079) -> [913,788,834,837];
canonical_126(8080) -> [951,787,837];
canonical_126(8081) -> [951,788,837];
canonical_126(8082) -> [951,787,768,837];
canonical_126(8083) -> [951,788,768,837];
canonical_126(8084) -> [951,787,769,837];
canonical_126(8085) -> [951,788,769,837];
canonical_126(8086) -> [951,787,834,837];
canonical_126(8087) -> [951,788,834,837];
canonical_126(8088) -> [919,787,837];
canonical_126(8089) -> [919,788,837];
canonical_126(8090) -> [919,787,768,837];
canonical_126(8091) -> [919,788,768,837];
canonical_126(8092) -> [919,787,769,837];
canonical_126(8093) -> [919,788,769,837];
canonical_126(8094) -> [919,787,834,837];
canonical_126(8095) -> [919,788,834,837];
canonical_126(8096) -> [969,787,837];
canonical_126(8097) -> [969,788,837];
canonical_126(8098) -> [969,787,768,837];
canonical_126(8099) -> [969,788,768,837];
canonical_126(8100) -> [969,787,769,837];
canonical_126(8101) -> [969,788,769,837];
canonical_126(8102) -> [969,787,834,837];
canonical_126(8103) -> [969,788,834,837];
canonical_126(8104) -> [937,787,837];
canonical_126(8105) -> [937,788,837];
canonical_126(8106) -> [937,787,768,837];
canonical_126(8107) -> [937,788,768,837];
canonical_126(8108) -> [937,787,769,837];
canonical_126(8109) -> [937,788,769,837];
canonical_126(8110) -> [937,787,834,837];
canonical_126(8111) -> [937,788,834,837];
canonical_126(8112) -> [945,774];
canonical_126(8113) -> [945,772];
canonical_126(8114) -> [945,768,837];
canonical_126(8115) -> [945,837];
canonical_126(8116) -> [945,769,837];
canonical_126(8118) -> [945,834];
canonical_126(8119) -> [945,834,837];
canonical_126(8120) -> [913,774];
canonical_126(8121) -> [913,772];
canonical_126(8122) -> [913,768];
canonical_126(8123) -> [913,769];
canonical_126(8124) -> [913,837];
canonical_126(8126) -> [953];
canonical_126(_) -> [].

canonical_127(8129) -> [168,834];
canonical_127(8130) -> [951,768,837];
canonical_127(8131) -> [951,837];
canonical_127(8132) -> [951,769,837];
canonical_127(8134) -> [951,834];
canonical_127(8135) -> [951,834,837];
canonical_127(8136) -> [917,768];
canonical_127(8137) -> [917,769];
canonical_127(8138) -> [919,768];
canonical_127(8139) -> [919,769];
canonical_127(8140) -> [919,837];
canonical_127(8141) -> [8127,768];
canonical_127(8142) -> [8127,769];
canonical_127(8143) -> [8127,834];
canonical_127(8144) -> [953,774];
canonical_127(8145) -> [953,772];
canonical_127(8146) -> [953,776,768];
canonical_127(8147) -> [953,776,769];
canonical_127(8150) -> [953,834];
canonical_127(8151) -> [953,776,834];
canonical_127(8152) -> [921,774];
canonical_127(8153) -> [921,772];
canonical_127(8154) -> [921,768];
canonical_127(8155) -> [921,769];
canonical_127(8157) -> [8190,768];
canonical_127(8158) -> [8190,769];
canonical_127(8159) -> [8190,834];
canonical_127(8160) -> [965,774];
canonical_127(8161) -> [965,772];
canonical_127(8162) -> [965,776,768];
canonical_127(8163) -> [965,776,769];
canonical_127(8164) -> [961,787];
canonical_127(8165) -> [961,788];
canonical_127(8166) -> [965,834];
canonical_127(8167) -> [965,776,834];
canonical_127(8168) -> [933,774];
canonical_127(8169) -> [933,772];
canonical_127(8170) -> [933,768];
canonical_127(8171) -> [933,769];
canonical_127(8172) -> [929,788];
canonical_127(8173) -> [168,768];
canonical_127(8174) -> [168,769];
canonical_127(8175) -> [96];
canonical_127(8178) -> [969,768,837];
canonical_127(8179) -> [969,837];
canonical_127(8180) -> [969,769,837];
canonical_127(8182) -> [969,834];
canonical_127(8183) -> [969,834,837];
canonical_127(8184) -> [927,768];
canonical_127(8185) -> [927,769];
canonical_127(8186) -> [937,768];
canonical_127(8187) -> [937,769];
canonical_127(8188) -> [937,837];
canonical_127(8189) -> [180];
canonical_127(_) -> [].

canonical_128(8192) -> [8194];
canonical_128(8193) -> [8195];
canonical_128(_) -> [].

canonical_132(8486) -> [937];
canonical_132(8490) -> [75];
canonical_132(8491) -> [65,778];
canonical_132(_) -> [].

canonical_134(8602) -> [8592,824];
canonical_134(8603) -> [8594,824];
canonical_134(8622) -> [8596,824];
canonical_134(_) -> [].

canonical_135(8653) -> [8656,824];
canonical_135(8654) -> [8660,824];
canonical_135(8655) -> [8658,824];
canonical_135(_) -> [].

canonical_136(8708) -> [8707,824];
canonical_136(8713) -> [8712,824];
canonical_136(8716) -> [8715,824];
canonical_136(8740) -> [8739,824];
canonical_136(8742) -> [8741,824];
canonical_136(_) -> [].

canonical_137(8769) -> [8764,824];
canonical_137(8772) -> [8771,824];
canonical_137(8775) -> [8773,824];
canonical_137(8777) -> [8776,824];
canonical_137(8800) -> [61,824];
canonical_137(8802) -> [8801,824];
canonical_137(8813) -> [8781,824];
canonical_137(8814) -> [60,824];
canonical_137(8815) -> [62,824];
canonical_137(8816) -> [8804,824];
canonical_137(8817) -> [8805,824];
canonical_137(8820) -> [8818,824];
canonical_137(8821) -> [8819,824];
canonical_137(8824) -> [8822,824];
canonical_137(8825) -> [8823,824];
canonical_137(_) -> [].

canonical_138(8832) -> [8826,824];
canonical_138(8833) -> [8827,824];
canonical_138(8836) -> [8834,824];
canonical_138(8837) -> [8835,824];
canonical_138(8840) -> [8838,824];
canonical_138(8841) -> [8839,824];
canonical_138(8876) -> [8866,824];
canonical_138(8877) -> [8872,824];
canonical_138(8878) -> [8873,824];
canonical_138(8879) -> [8875,824];
canonical_138(_) -> [].

canonical_139(8928) -> [8828,824];
canonical_139(8929) -> [8829,824];
canonical_139(8930) -> [8849,824];
canonical_139(8931) -> [8850,824];
canonical_139(8938) -> [8882,824];
canonical_139(8939) -> [8883,824];
canonical_139(8940) -> [8884,824];
canonical_139(8941) -> [8885,824];
canonical_139(_) -> [].

canonical_140(9001) -> [12296];
canonical_140(9002) -> [12297];
canonical_140(_) -> [].

canonical_171(10972) -> [10973,824];
canonical_171(_) -> [].

canonical_193(12364) -> [12363,12441];
canonical_193(12366) -> [12365,12441];
canonical_193(12368) -> [12367,12441];
canonical_193(12370) -> [12369,12441];
canonical_193(12372) -> [12371,12441];
canonical_193(12374) -> [12373,12441];
canonical_193(12376) -> [12375,12441];
canonical_193(12378) -> [12377,12441];
canonical_193(12380) -> [12379,12441];
canonical_193(12382) -> [12381,12441];
canonical_193(12384) -> [12383,12441];
canonical_193(12386) -> [12385,12441];
canonical_193(12389) -> [12388,12441];
canonical_193(12391) -> [12390,12441];
canonical_193(12393) -> [12392,12441];
canonical_193(12400) -> [12399,12441];
canonical_193(12401) -> [12399,12442];
canonical_193(12403) -> [12402,12441];
canonical_193(12404) -> [12402,12442];
canonical_193(12406) -> [12405,12441];
canonical_193(12407) -> [12405,12442];
canonical_193(12409) -> [12408,12441];
canonical_193(12410) -> [12408,12442];
canonical_193(12412) -> [12411,12441];
canonical_193(12413) -> [12411,12442];
canonical_193(_) -> [].

canonical_194(12436) -> [12358,12441];
canonical_194(12446) -> [12445,12441];
canonical_194(12460) -> [12459,12441];
canonical_194(12462) -> [12461,12441];
canonical_194(12464) -> [12463,12441];
canonical_194(12466) -> [12465,12441];
canonical_194(12468) -> [12467,12441];
canonical_194(12470) -> [12469,12441];
canonical_194(12472) -> [12471,12441];
canonical_194(12474) -> [12473,12441];
canonical_194(12476) -> [12475,12441];
canonical_194(12478) -> [12477,12441];
canonical_194(_) -> [].

canonical_195(12480) -> [12479,12441];
canonical_195(12482) -> [12481,12441];
canonical_195(12485) -> [12484,12441];
canonical_195(12487) -> [12486,12441];
canonical_195(12489) -> [12488,12441];
canonical_195(12496) -> [12495,12441];
canonical_195(12497) -> [12495,12442];
canonical_195(12499) -> [12498,12441];
canonical_195(12500) -> [12498,12442];
canonical_195(12502) -> [12501,12441];
canonical_195(12503) -> [12501,12442];
canonical_195(12505) -> [12504,12441];
canonical_195(12506) -> [12504,12442];
canonical_195(12508) -> [12507,12441];
canonical_195(12509) -> [12507,12442];
canonical_195(12532) -> [12454,12441];
canonical_195(12535) -> [12527,12441];
canonical_195(12536) -> [12528,12441];
canonical_195(12537) -> [12529,12441];
canonical_195(12538) -> [12530,12441];
canonical_195(12542) -> [12541,12441];
canonical_195(_) -> [].

canonical_996(63744) -> [35912];
canonical_996(63745) -> [26356];
canonical_996(63746) -> [36554];
canonical_996(63747) -> [36040];
canonical_996(63748) -> [28369];
canonical_996(63749) -> [20018];
canonical_996(63750) -> [21477];
canonical_996(63751) -> [40860];
canonical_996(63752) -> [40860];
canonical_996(63753) -> [22865];
canonical_996(63754) -> [37329];
canonical_996(63755) -> [21895];
canonical_996(63756) -> [22856];
canonical_996(63757) -> [25078];
canonical_996(63758) -> [30313];
canonical_996(63759) -> [32645];
canonical_996(63760) -> [34367];
canonical_996(63761) -> [34746];
canonical_996(63762) -> [35064];
canonical_996(63763) -> [37007];
canonical_996(63764) -> [27138];
canonical_996(63765) -> [27931];
canonical_996(63766) -> [28889];
canonical_996(63767) -> [29662];
canonical_996(63768) -> [33853];
canonical_996(63769) -> [37226];
canonical_996(63770) -> [39409];
canonical_996(63771) -> [20098];
canonical_996(63772) -> [21365];
canonical_996(63773) -> [27396];
canonical_996(63774) -> [29211];
canonical_996(63775) -> [34349];
canonical_996(63776) -> [40478];
canonical_996(63777) -> [23888];
canonical_996(63778) -> [28651];
canonical_996(63779) -> [34253];
canonical_996(63780) -> [35172];
canonical_996(63781) -> [25289];
canonical_996(63782) -> [33240];
canonical_996(63783) -> [34847];
canonical_996(63784) -> [24266];
canonical_996(63785) -> [26391];
canonical_996(63786) -> [28010];
canonical_996(63787) -> [29436];
canonical_996(63788) -> [37070];
canonical_996(63789) -> [20358];
canonical_996(63790) -> [20919];
canonical_996(63791) -> [21214];
canonical_996(63792) -> [25796];
canonical_996(63793) -> [27347];
canonical_996(63794) -> [29200];
canonical_996(63795) -> [30439];
canonical_996(63796) -> [32769];
canonical_996(63797) -> [34310];
canonical_996(63798) -> [34396];
canonical_996(63799) -> [36335];
canonical_996(63800) -> [38706];
canonical_996(63801) -> [39791];
canonical_996(63802) -> [40442];
canonical_996(63803) -> [30860];
canonical_996(63804) -> [31103];
canonical_996(63805) -> [32160];
canonical_996(63806) -> [33737];
canonical_996(63807) -> [37636];
canonical_996(_) -> [].

canonical_997(63808) -> [40575];
canonical_997(63809) -> [35542];
canonical_997(63810) -> [22751];
canonical_997(63811) -> [24324];
canonical_997(63812) -> [31840];
canonical_997(63813) -> [32894];
canonical_997(63814) -> [29282];
canonical_997(63815) -> [30922];
canonical_997(63816) -> [36034];
canonical_997(63817) -> [38647];
canonical_997(63818) -> [22744];
canonical_997(63819) -> [23650];
canonical_997(63820) -> [27155];
canonical_997(63821) -> [28122];
canonical_997(63822) -> [28431];
canonical_997(63823) -> [32047];
canonical_997(63824) -> [32311];
canonical_997(63825) -> [38475];
canonical_997(63826) -> [21202];
canonical_997(63827) -> [32907];
canonical_997(63828) -> [20956];
canonical_997(63829) -> [20940];
canonical_997(63830) -> [31260];
canonical_997(63831) -> [32190];
canonical_997(63832) -> [33777];
canonical_997(63833) -> [38517];
canonical_997(63834) -> [35712];
canonical_997(63835) -> [25295];
canonical_997(63836) -> [27138];
canonical_997(63837) -> [35582];
canonical_997(63838) -> [20025];
canonical_997(63839) -> [23527];
canonical_997(63840) -> [24594];
canonical_997(63841) -> [29575];
canonical_997(63842) -> [30064];
canonical_997(63843) -> [21271];
canonical_997(63844) -> [30971];
canonical_997(63845) -> [20415];
canonical_997(63846) -> [24489];
canonical_997(63847) -> [19981];
canonical_997(63848) -> [27852];
canonical_997(63849) -> [25976];
canonical_997(63850) -> [32034];
canonical_997(63851) -> [21443];
canonical_997(63852) -> [22622];
canonical_997(63853) -> [30465];
canonical_997(63854) -> [33865];
canonical_997(63855) -> [35498];
canonical_997(63856) -> [27578];
canonical_997(63857) -> [36784];
canonical_997(63858) -> [27784];
canonical_997(63859) -> [25342];
canonical_997(63860) -> [33509];
canonical_997(63861) -> [25504];
canonical_997(63862) -> [30053];
canonical_997(63863) -> [20142];
canonical_997(63864) -> [20841];
canonical_997(63865) -> [20937];
canonical_997(63866) -> [26753];
canonical_997(63867) -> [31975];
canonical_997(63868) -> [33391];
canonical_997(63869) -> [35538];
canonical_997(63870) -> [37327];
canonical_997(63871) -> [21237];
canonical_997(_) -> [].

canonical_998(63872) -> [21570];
canonical_998(63873) -> [22899];
canonical_998(63874) -> [24300];
canonical_998(63875) -> [26053];
canonical_998(63876) -> [28670];
canonical_998(63877) -> [31018];
canonical_998(63878) -> [38317];
canonical_998(63879) -> [39530];
canonical_998(63880) -> [40599];
canonical_998(63881) -> [40654];
canonical_998(63882) -> [21147];
canonical_998(63883) -> [26310];
canonical_998(63884) -> [27511];
canonical_998(63885) -> [36706];
canonical_998(63886) -> [24180];
canonical_998(63887) -> [24976];
canonical_998(63888) -> [25088];
canonical_998(63889) -> [25754];
canonical_998(63890) -> [28451];
canonical_998(63891) -> [29001];
canonical_998(63892) -> [29833];
canonical_998(63893) -> [31178];
canonical_998(63894) -> [32244];
canonical_998(63895) -> [32879];
canonical_998(63896) -> [36646];
canonical_998(63897) -> [34030];
canonical_998(63898) -> [36899];
canonical_998(63899) -> [37706];
canonical_998(63900) -> [21015];
canonical_998(63901) -> [21155];
canonical_998(63902) -> [21693];
canonical_998(63903) -> [28872];
canonical_998(63904) -> [35010];
canonical_998(63905) -> [35498];
canonical_998(63906) -> [24265];
canonical_998(63907) -> [24565];
canonical_998(63908) -> [25467];
canonical_998(63909) -> [27566];
canonical_998(63910) -> [31806];
canonical_998(63911) -> [29557];
canonical_998(63912) -> [20196];
canonical_998(63913) -> [22265];
canonical_998(63914) -> [23527];
canonical_998(63915) -> [23994];
canonical_998(63916) -> [24604];
canonical_998(63917) -> [29618];
canonical_998(63918) -> [29801];
canonical_998(63919) -> [32666];
canonical_998(63920) -> [32838];
canonical_998(63921) -> [37428];
canonical_998(63922) -> [38646];
canonical_998(63923) -> [38728];
canonical_998(63924) -> [38936];
canonical_998(63925) -> [20363];
canonical_998(63926) -> [31150];
canonical_998(63927) -> [37300];
canonical_998(63928) -> [38584];
canonical_998(63929) -> [24801];
canonical_998(63930) -> [20102];
canonical_998(63931) -> [20698];
canonical_998(63932) -> [23534];
canonical_998(63933) -> [23615];
canonical_998(63934) -> [26009];
canonical_998(63935) -> [27138];
canonical_998(_) -> [].

canonical_999(63936) -> [29134];
canonical_999(63937) -> [30274];
canonical_999(63938) -> [34044];
canonical_999(63939) -> [36988];
canonical_999(63940) -> [40845];
canonical_999(63941) -> [26248];
canonical_999(63942) -> [38446];
canonical_999(63943) -> [21129];
canonical_999(63944) -> [26491];
canonical_999(63945) -> [26611];
canonical_999(63946) -> [27969];
canonical_999(63947) -> [28316];
canonical_999(63948) -> [29705];
canonical_999(63949) -> [30041];
canonical_999(63950) -> [30827];
canonical_999(63951) -> [32016];
canonical_999(63952) -> [39006];
canonical_999(63953) -> [20845];
canonical_999(63954) -> [25134];
canonical_999(63955) -> [38520];
canonical_999(63956) -> [20523];
canonical_999(63957) -> [23833];
canonical_999(63958) -> [28138];
canonical_999(63959) -> [36650];
canonical_999(63960) -> [24459];
canonical_999(63961) -> [24900];
canonical_999(63962) -> [26647];
canonical_999(63963) -> [29575];
canonical_999(63964) -> [38534];
canonical_999(63965) -> [21033];
canonical_999(63966) -> [21519];
canonical_999(63967) -> [23653];
canonical_999(63968) -> [26131];
canonical_999(63969) -> [26446];
canonical_999(63970) -> [26792];
canonical_999(63971) -> [27877];
canonical_999(63972) -> [29702];
canonical_999(63973) -> [30178];
canonical_999(63974) -> [32633];
canonical_999(63975) -> [35023];
canonical_999(63976) -> [35041];
canonical_999(63977) -> [37324];
canonical_999(63978) -> [38626];
canonical_999(63979) -> [21311];
canonical_999(63980) -> [28346];
canonical_999(63981) -> [21533];
canonical_999(63982) -> [29136];
canonical_999(63983) -> [29848];
canonical_999(63984) -> [34298];
canonical_999(63985) -> [38563];
canonical_999(63986) -> [40023];
canonical_999(63987) -> [40607];
canonical_999(63988) -> [26519];
canonical_999(63989) -> [28107];
canonical_999(63990) -> [33256];
canonical_999(63991) -> [31435];
canonical_999(63992) -> [31520];
canonical_999(63993) -> [31890];
canonical_999(63994) -> [29376];
canonical_999(63995) -> [28825];
canonical_999(63996) -> [35672];
canonical_999(63997) -> [20160];
canonical_999(63998) -> [33590];
canonical_999(63999) -> [21050];
canonical_999(_) -> [].

canonical_1000(64000) -> [20999];
canonical_1000(64001) -> [24230];
canonical_1000(64002) -> [25299];
canonical_1000(64003) -> [31958];
canonical_1000(64004) -> [23429];
canonical_1000(64005) -> [27934];
canonical_1000(64006) -> [26292];
canonical_1000(64007) -> [36667];
canonical_1000(64008) -> [34892];
canonical_1000(64009) -> [38477];
canonical_1000(64010) -> [35211];
canonical_1000(64011) -> [24275];
canonical_1000(64012) -> [20800];
canonical_1000(64013) -> [21952];
canonical_1000(64016) -> [22618];
canonical_1000(64018) -> [26228];
canonical_1000(64021) -> [20958];
canonical_1000(64022) -> [29482];
canonical_1000(64023) -> [30410];
canonical_1000(64024) -> [31036];
canonical_1000(64025) -> [31070];
canonical_1000(64026) -> [31077];
canonical_1000(64027) -> [31119];
canonical_1000(64028) -> [38742];
canonical_1000(64029) -> [31934];
canonical_1000(64030) -> [32701];
canonical_1000(64032) -> [34322];
canonical_1000(64034) -> [35576];
canonical_1000(64037) -> [36920];
canonical_1000(64038) -> [37117];
canonical_1000(64042) -> [39151];
canonical_1000(64043) -> [39164];
canonical_1000(64044) -> [39208];
canonical_1000(64045) -> [40372];
canonical_1000(64046) -> [37086];
canonical_1000(64047) -> [38583];
canonical_1000(64048) -> [20398];
canonical_1000(64049) -> [20711];
canonical_1000(64050) -> [20813];
canonical_1000(64051) -> [21193];
canonical_1000(64052) -> [21220];
canonical_1000(64053) -> [21329];
canonical_1000(64054) -> [21917];
canonical_1000(64055) -> [22022];
canonical_1000(64056) -> [22120];
canonical_1000(64057) -> [22592];
canonical_1000(64058) -> [22696];
canonical_1000(64059) -> [23652];
canonical_1000(64060) -> [23662];
canonical_1000(64061) -> [24724];
canonical_1000(64062) -> [24936];
canonical_1000(64063) -> [24974];
canonical_1000(_) -> [].

canonical_1001(64064) -> [25074];
canonical_1001(64065) -> [25935];
canonical_1001(64066) -> [26082];
canonical_1001(64067) -> [26257];
canonical_1001(64068) -> [26757];
canonical_1001(64069) -> [28023];
canonical_1001(64070) -> [28186];
canonical_1001(64071) -> [28450];
canonical_1001(64072) -> [29038];
canonical_1001(64073) -> [29227];
canonical_1001(64074) -> [29730];
canonical_1001(64075) -> [30865];
canonical_1001(64076) -> [31038];
canonical_1001(64077) -> [31049];
canonical_1001(64078) -> [31048];
canonical_1001(64079) -> [31056];
canonical_1001(64080) -> [31062];
canonical_1001(64081) -> [31069];
canonical_1001(64082) -> [31117];
canonical_1001(64083) -> [31118];
canonical_1001(64084) -> [31296];
canonical_1001(64085) -> [31361];
canonical_1001(64086) -> [31680];
canonical_1001(64087) -> [32244];
canonical_1001(64088) -> [32265];
canonical_1001(64089) -> [32321];
canonical_1001(64090) -> [32626];
canonical_1001(64091) -> [32773];
canonical_1001(64092) -> [33261];
canonical_1001(64093) -> [33401];
canonical_1001(64094) -> [33401];
canonical_1001(64095) -> [33879];
canonical_1001(64096) -> [35088];
canonical_1001(64097) -> [35222];
canonical_1001(64098) -> [35585];
canonical_1001(64099) -> [35641];
canonical_1001(64100) -> [36051];
canonical_1001(64101) -> [36104];
canonical_1001(64102) -> [36790];
canonical_1001(64103) -> [36920];
canonical_1001(64104) -> [38627];
canonical_1001(64105) -> [38911];
canonical_1001(64106) -> [38971];
canonical_1001(64107) -> [24693];
canonical_1001(64108) -> [148206];
canonical_1001(64109) -> [33304];
canonical_1001(64112) -> [20006];
canonical_1001(64113) -> [20917];
canonical_1001(64114) -> [20840];
canonical_1001(64115) -> [20352];
canonical_1001(64116) -> [20805];
canonical_1001(64117) -> [20864];
canonical_1001(64118) -> [21191];
canonical_1001(64119) -> [21242];
canonical_1001(64120) -> [21917];
canonical_1001(64121) -> [21845];
canonical_1001(64122) -> [21913];
canonical_1001(64123) -> [21986];
canonical_1001(64124) -> [22618];
canonical_1001(64125) -> [22707];
canonical_1001(64126) -> [22852];
canonical_1001(64127) -> [22868];
canonical_1001(_) -> [].

canonical_1002(64128) -> [23138];
canonical_1002(64129) -> [23336];
canonical_1002(64130) -> [24274];
canonical_1002(64131) -> [24281];
canonical_1002(64132) -> [24425];
canonical_1002(64133) -> [24493];
canonical_1002(64134) -> [24792];
canonical_1002(64135) -> [24910];
canonical_1002(64136) -> [24840];
canonical_1002(64137) -> [24974];
canonical_1002(64138) -> [24928];
canonical_1002(64139) -> [25074];
canonical_1002(64140) -> [25140];
canonical_1002(64141) -> [25540];
canonical_1002(64142) -> [25628];
canonical_1002(64143) -> [25682];
canonical_1002(64144) -> [25942];
canonical_1002(64145) -> [26228];
canonical_1002(64146) -> [26391];
canonical_1002(64147) -> [26395];
canonical_1002(64148) -> [26454];
canonical_1002(64149) -> [27513];
canonical_1002(64150) -> [27578];
canonical_1002(64151) -> [27969];
canonical_1002(64152) -> [28379];
canonical_1002(64153) -> [28363];
canonical_1002(64154) -> [28450];
canonical_1002(64155) -> [28702];
canonical_1002(64156) -> [29038];
canonical_1002(64157) -> [30631];
canonical_1002(64158) -> [29237];
canonical_1002(64159) -> [29359];
canonical_1002(64160) -> [29482];
canonical_1002(64161) -> [29809];
canonical_1002(64162) -> [29958];
canonical_1002(64163) -> [30011];
canonical_1002(64164) -> [30237];
canonical_1002(64165) -> [30239];
canonical_1002(64166) -> [30410];
canonical_1002(64167) -> [30427];
canonical_1002(64168) -> [30452];
canonical_1002(64169) -> [30538];
canonical_1002(64170) -> [30528];
canonical_1002(64171) -> [30924];
canonical_1002(64172) -> [31409];
canonical_1002(64173) -> [31680];
canonical_1002(64174) -> [31867];
canonical_1002(64175) -> [32091];
canonical_1002(64176) -> [32244];
canonical_1002(64177) -> [32574];
canonical_1002(64178) -> [32773];
canonical_1002(64179) -> [33618];
canonical_1002(64180) -> [33775];
canonical_1002(64181) -> [34681];
canonical_1002(64182) -> [35137];
canonical_1002(64183) -> [35206];
canonical_1002(64184) -> [35222];
canonical_1002(64185) -> [35519];
canonical_1002(64186) -> [35576];
canonical_1002(64187) -> [35531];
canonical_1002(64188) -> [35585];
canonical_1002(64189) -> [35582];
canonical_1002(64190) -> [35565];
canonical_1002(64191) -> [35641];
canonical_1002(_) -> [].

canonical_1003(64192) -> [35722];
canonical_1003(64193) -> [36104];
canonical_1003(64194) -> [36664];
canonical_1003(64195) -> [36978];
canonical_1003(64196) -> [37273];
canonical_1003(64197) -> [37494];
canonical_1003(64198) -> [38524];
canonical_1003(64199) -> [38627];
canonical_1003(64200) -> [38742];
canonical_1003(64201) -> [38875];
canonical_1003(64202) -> [38911];
canonical_1003(64203) -> [38923];
canonical_1003(64204) -> [38971];
canonical_1003(64205) -> [39698];
canonical_1003(64206) -> [40860];
canonical_1003(64207) -> [141386];
canonical_1003(64208) -> [141380];
canonical_1003(64209) -> [144341];
canonical_1003(64210) -> [15261];
canonical_1003(64211) -> [16408];
canonical_1003(64212) -> [16441];
canonical_1003(64213) -> [152137];
canonical_1003(64214) -> [154832];
canonical_1003(64215) -> [163539];
canonical_1003(64216) -> [40771];
canonical_1003(64217) -> [40846];
canonical_1003(_) -> [].

canonical_1004(64285) -> [1497,1460];
canonical_1004(64287) -> [1522,1463];
canonical_1004(64298) -> [1513,1473];
canonical_1004(64299) -> [1513,1474];
canonical_1004(64300) -> [1513,1468,1473];
canonical_1004(64301) -> [1513,1468,1474];
canonical_1004(64302) -> [1488,1463];
canonical_1004(64303) -> [1488,1464];
canonical_1004(64304) -> [1488,1468];
canonical_1004(64305) -> [1489,1468];
canonical_1004(64306) -> [1490,1468];
canonical_1004(64307) -> [1491,1468];
canonical_1004(64308) -> [1492,1468];
canonical_1004(64309) -> [1493,1468];
canonical_1004(64310) -> [1494,1468];
canonical_1004(64312) -> [1496,1468];
canonical_1004(64313) -> [1497,1468];
canonical_1004(64314) -> [1498,1468];
canonical_1004(64315) -> [1499,1468];
canonical_1004(64316) -> [1500,1468];
canonical_1004(64318) -> [1502,1468];
canonical_1004(_) -> [].

canonical_1005(64320) -> [1504,1468];
canonical_1005(64321) -> [1505,1468];
canonical_1005(64323) -> [1507,1468];
canonical_1005(64324) -> [1508,1468];
canonical_1005(64326) -> [1510,1468];
canonical_1005(64327) -> [1511,1468];
canonical_1005(64328) -> [1512,1468];
canonical_1005(64329) -> [1513,1468];
canonical_1005(64330) -> [1514,1468];
canonical_1005(64331) -> [1493,1465];
canonical_1005(64332) -> [1489,1471];
canonical_1005(64333) -> [1499,1471];
canonical_1005(64334) -> [1508,1471];
canonical_1005(_) -> [].

canonical_1090(69786) -> [69785,69818];
canonical_1090(69788) -> [69787,69818];
canonical_1090(69803) -> [69797,69818];
canonical_1090(_) -> [].

canonical_1092(69934) -> [69937,69927];
canonical_1092(69935) -> [69938,69927];
canonical_1092(_) -> [].

canonical_1101(70475) -> [70471,70462];
canonical_1101(70476) -> [70471,70487];
canonical_1101(_) -> [].

canonical_1106(70843) -> [70841,70842];
canonical_1106(70844) -> [70841,70832];
canonical_1106(70846) -> [70841,70845];
canonical_1106(_) -> [].

canonical_1110(71098) -> [71096,71087];
canonical_1110(71099) -> [71097,71087];
canonical_1110(_) -> [].

canonical_1124(71992) -> [71989,71984];
canonical_1124(_) -> [].

canonical_1861(119134) -> [119127,119141];
canonical_1861(119135) -> [119128,119141];
canonical_1861(119136) -> [119128,119141,119150];
canonical_1861(119137) -> [119128,119141,119151];
canonical_1861(119138) -> [119128,119141,119152];
canonical_1861(119139) -> [119128,119141,119153];
canonical_1861(119140) -> [119128,119141,119154];
canonical_1861(_) -> [].

canonical_1862(119227) -> [119225,119141];
canonical_1862(119228) -> [119226,119141];
canonical_1862(119229) -> [119225,119141,119150];
canonical_1862(119230) -> [119226,119141,119150];
canonical_1862(119231) -> [119225,119141,119151];
canonical_1862(_) -> [].

canonical_1863(119232) -> [119226,119141,119151];
canonical_1863(_) -> [].

canonical_3040(194560) -> [20029];
canonical_3040(194561) -> [20024];
canonical_3040(194562) -> [20033];
canonical_3040(194563) -> [131362];
canonical_3040(194564) -> [20320];
canonical_3040(194565) -> [20398];
canonical_3040(194566) -> [20411];
canonical_3040(194567) -> [20482];
canonical_3040(194568) -> [20602];
canonical_3040(194569) -> [20633];
canonical_3040(194570) -> [20711];
canonical_3040(194571) -> [20687];
canonical_3040(194572) -> [13470];
canonical_3040(194573) -> [132666];
canonical_3040(194574) -> [20813];
canonical_3040(194575) -> [20820];
canonical_3040(194576) -> [20836];
canonical_3040(194577) -> [20855];
canonical_3040(194578) -> [132380];
canonical_3040(194579) -> [13497];
canonical_3040(194580) -> [20839];
canonical_3040(194581) -> [20877];
canonical_3040(194582) -> [132427];
canonical_3040(194583) -> [20887];
canonical_3040(194584) -> [20900];
canonical_3040(194585) -> [20172];
canonical_3040(194586) -> [20908];
canonical_3040(194587) -> [20917];
canonical_3040(194588) -> [168415];
canonical_3040(194589) -> [20981];
canonical_3040(194590) -> [20995];
canonical_3040(194591) -> [13535];
canonical_3040(194592) -> [21051];
canonical_3040(194593) -> [21062];
canonical_3040(194594) -> [21106];
canonical_3040(194595) -> [21111];
canonical_3040(194596) -> [13589];
canonical_3040(194597) -> [21191];
canonical_3040(194598) -> [21193];
canonical_3040(194599) -> [21220];
canonical_3040(194600) -> [21242];
canonical_3040(194601) -> [21253];
canonical_3040(194602) -> [21254];
canonical_3040(194603) -> [21271];
canonical_3040(194604) -> [21321];
canonical_3040(194605) -> [21329];
canonical_3040(194606) -> [21338];
canonical_3040(194607) -> [21363];
canonical_3040(194608) -> [21373];
canonical_3040(194609) -> [21375];
canonical_3040(194610) -> [21375];
canonical_3040(194611) -> [21375];
canonical_3040(194612) -> [133676];
canonical_3040(194613) -> [28784];
canonical_3040(194614) -> [21450];
canonical_3040(194615) -> [21471];
canonical_3040(194616) -> [133987];
canonical_3040(194617) -> [21483];
canonical_3040(194618) -> [21489];
canonical_3040(194619) -> [21510];
canonical_3040(194620) -> [21662];
canonical_3040(194621) -> [21560];
canonical_3040(194622) -> [21576];
canonical_3040(194623) -> [21608];
canonical_3040(_) -> [].

canonical_3041(194624) -> [21666];
canonical_3041(194625) -> [21750];
canonical_3041(194626) -> [21776];
canonical_3041(194627) -> [21843];
canonical_3041(194628) -> [21859];
canonical_3041(194629) -> [21892];
canonical_3041(194630) -> [21892];
canonical_3041(194631) -> [21913];
canonical_3041(194632) -> [21931];
canonical_3041(194633) -> [21939];
canonical_3041(194634) -> [21954];
canonical_3041(194635) -> [22294];
canonical_3041(194636) -> [22022];
canonical_3041(194637) -> [22295];
canonical_3041(194638) -> [22097];
canonical_3041(194639) -> [22132];
canonical_3041(194640) -> [20999];
canonical_3041(194641) -> [22766];
canonical_3041(194642) -> [22478];
canonical_3041(194643) -> [22516];
canonical_3041(194644) -> [22541];
canonical_3041(194645) -> [22411];
canonical_3041(194646) -> [22578];
canonical_3041(194647) -> [22577];
canonical_3041(194648) -> [22700];
canonical_3041(194649) -> [136420];
canonical_3041(194650) -> [22770];
canonical_3041(194651) -> [22775];
canonical_3041(194652) -> [22790];
canonical_3041(194653) -> [22810];
canonical_3041(194654) -> [22818];
canonical_3041(194655) -> [22882];
canonical_3041(194656) -> [136872];
canonical_3041(194657) -> [136938];
canonical_3041(194658) -> [23020];
canonical_3041(194659) -> [23067];
canonical_3041(194660) -> [23079];
canonical_3041(194661) -> [23000];
canonical_3041(194662) -> [23142];
canonical_3041(194663) -> [14062];
canonical_3041(194664) -> [14076];
canonical_3041(194665) -> [23304];
canonical_3041(194666) -> [23358];
canonical_3041(194667) -> [23358];
canonical_3041(194668) -> [137672];
canonical_3041(194669) -> [23491];
canonical_3041(194670) -> [23512];
canonical_3041(194671) -> [23527];
canonical_3041(194672) -> [23539];
canonical_3041(194673) -> [138008];
canonical_3041(194674) -> [23551];
canonical_3041(194675) -> [23558];
canonical_3041(194676) -> [24403];
canonical_3041(194677) -> [23586];
canonical_3041(194678) -> [14209];
canonical_3041(194679) -> [23648];
canonical_3041(194680) -> [23662];
canonical_3041(194681) -> [23744];
canonical_3041(194682) -> [23693];
canonical_3041(194683) -> [138724];
canonical_3041(194684) -> [23875];
canonical_3041(194685) -> [138726];
canonical_3041(194686) -> [23918];
canonical_3041(194687) -> [23915];
canonical_3041(_) -> [].

canonical_3042(194688) -> [23932];
canonical_3042(194689) -> [24033];
canonical_3042(194690) -> [24034];
canonical_3042(194691) -> [14383];
canonical_3042(194692) -> [24061];
canonical_3042(194693) -> [24104];
canonical_3042(194694) -> [24125];
canonical_3042(194695) -> [24169];
canonical_3042(194696) -> [14434];
canonical_3042(194697) -> [139651];
canonical_3042(194698) -> [14460];
canonical_3042(194699) -> [24240];
canonical_3042(194700) -> [24243];
canonical_3042(194701) -> [24246];
canonical_3042(194702) -> [24266];
canonical_3042(194703) -> [172946];
canonical_3042(194704) -> [24318];
canonical_3042(194705) -> [140081];
canonical_3042(194706) -> [140081];
canonical_3042(194707) -> [33281];
canonical_3042(194708) -> [24354];
canonical_3042(194709) -> [24354];
canonical_3042(194710) -> [14535];
canonical_3042(194711) -> [144056];
canonical_3042(194712) -> [156122];
canonical_3042(194713) -> [24418];
canonical_3042(194714) -> [24427];
canonical_3042(194715) -> [14563];
canonical_3042(194716) -> [24474];
canonical_3042(194717) -> [24525];
canonical_3042(194718) -> [24535];
canonical_3042(194719) -> [24569];
canonical_3042(194720) -> [24705];
canonical_3042(194721) -> [14650];
canonical_3042(194722) -> [14620];
canonical_3042(194723) -> [24724];
canonical_3042(194724) -> [141012];
canonical_3042(194725) -> [24775];
canonical_3042(194726) -> [24904];
canonical_3042(194727) -> [24908];
canonical_3042(194728) -> [24910];
canonical_3042(194729) -> [24908];
canonical_3042(194730) -> [24954];
canonical_3042(194731) -> [24974];
canonical_3042(194732) -> [25010];
canonical_3042(194733) -> [24996];
canonical_3042(194734) -> [25007];
canonical_3042(194735) -> [25054];
canonical_3042(194736) -> [25074];
canonical_3042(194737) -> [25078];
canonical_3042(194738) -> [25104];
canonical_3042(194739) -> [25115];
canonical_3042(194740) -> [25181];
canonical_3042(194741) -> [25265];
canonical_3042(194742) -> [25300];
canonical_3042(194743) -> [25424];
canonical_3042(194744) -> [142092];
canonical_3042(194745) -> [25405];
canonical_3042(194746) -> [25340];
canonical_3042(194747) -> [25448];
canonical_3042(194748) -> [25475];
canonical_3042(194749) -> [25572];
canonical_3042(194750) -> [142321];
canonical_3042(194751) -> [25634];
canonical_3042(_) -> [].

canonical_3043(194752) -> [25541];
canonical_3043(194753) -> [25513];
canonical_3043(194754) -> [14894];
canonical_3043(194755) -> [25705];
canonical_3043(194756) -> [25726];
canonical_3043(194757) -> [25757];
canonical_3043(194758) -> [25719];
canonical_3043(194759) -> [14956];
canonical_3043(194760) -> [25935];
canonical_3043(194761) -> [25964];
canonical_3043(194762) -> [143370];
canonical_3043(194763) -> [26083];
canonical_3043(194764) -> [26360];
canonical_3043(194765) -> [26185];
canonical_3043(194766) -> [15129];
canonical_3043(194767) -> [26257];
canonical_3043(194768) -> [15112];
canonical_3043(194769) -> [15076];
canonical_3043(194770) -> [20882];
canonical_3043(194771) -> [20885];
canonical_3043(194772) -> [26368];
canonical_3043(194773) -> [26268];
canonical_3043(194774) -> [32941];
canonical_3043(194775) -> [17369];
canonical_3043(194776) -> [26391];
canonical_3043(194777) -> [26395];
canonical_3043(194778) -> [26401];
canonical_3043(194779) -> [26462];
canonical_3043(194780) -> [26451];
canonical_3043(194781) -> [144323];
canonical_3043(194782) -> [15177];
canonical_3043(194783) -> [26618];
canonical_3043(194784) -> [26501];
canonical_3043(194785) -> [26706];
canonical_3043(194786) -> [26757];
canonical_3043(194787) -> [144493];
canonical_3043(194788) -> [26766];
canonical_3043(194789) -> [26655];
canonical_3043(194790) -> [26900];
canonical_3043(194791) -> [15261];
canonical_3043(194792) -> [26946];
canonical_3043(194793) -> [27043];
canonical_3043(194794) -> [27114];
canonical_3043(194795) -> [27304];
canonical_3043(194796) -> [145059];
canonical_3043(194797) -> [27355];
canonical_3043(194798) -> [15384];
canonical_3043(194799) -> [27425];
canonical_3043(194800) -> [145575];
canonical_3043(194801) -> [27476];
canonical_3043(194802) -> [15438];
canonical_3043(194803) -> [27506];
canonical_3043(194804) -> [27551];
canonical_3043(194805) -> [27578];
canonical_3043(194806) -> [27579];
canonical_3043(194807) -> [146061];
canonical_3043(194808) -> [138507];
canonical_3043(194809) -> [146170];
canonical_3043(194810) -> [27726];
canonical_3043(194811) -> [146620];
canonical_3043(194812) -> [27839];
canonical_3043(194813) -> [27853];
canonical_3043(194814) -> [27751];
canonical_3043(194815) -> [27926];
canonical_3043(_) -> [].

canonical_3044(194816) -> [27966];
canonical_3044(194817) -> [28023];
canonical_3044(194818) -> [27969];
canonical_3044(194819) -> [28009];
canonical_3044(194820) -> [28024];
canonical_3044(194821) -> [28037];
canonical_3044(194822) -> [146718];
canonical_3044(194823) -> [27956];
canonical_3044(194824) -> [28207];
canonical_3044(194825) -> [28270];
canonical_3044(194826) -> [15667];
canonical_3044(194827) -> [28363];
canonical_3044(194828) -> [28359];
canonical_3044(194829) -> [147153];
canonical_3044(194830) -> [28153];
canonical_3044(194831) -> [28526];
canonical_3044(194832) -> [147294];
canonical_3044(194833) -> [147342];
canonical_3044(194834) -> [28614];
canonical_3044(194835) -> [28729];
canonical_3044(194836) -> [28702];
canonical_3044(194837) -> [28699];
canonical_3044(194838) -> [15766];
canonical_3044(194839) -> [28746];
canonical_3044(194840) -> [28797];
canonical_3044(194841) -> [28791];
canonical_3044(194842) -> [28845];
canonical_3044(194843) -> [132389];
canonical_3044(194844) -> [28997];
canonical_3044(194845) -> [148067];
canonical_3044(194846) -> [29084];
canonical_3044(194847) -> [148395];
canonical_3044(194848) -> [29224];
canonical_3044(194849) -> [29237];
canonical_3044(194850) -> [29264];
canonical_3044(194851) -> [149000];
canonical_3044(194852) -> [29312];
canonical_3044(194853) -> [29333];
canonical_3044(194854) -> [149301];
canonical_3044(194855) -> [149524];
canonical_3044(194856) -> [29562];
canonical_3044(194857) -> [29579];
canonical_3044(194858) -> [16044];
canonical_3044(194859) -> [29605];
canonical_3044(194860) -> [16056];
canonical_3044(194861) -> [16056];
canonical_3044(194862) -> [29767];
canonical_3044(194863) -> [29788];
canonical_3044(194864) -> [29809];
canonical_3044(194865) -> [29829];
canonical_3044(194866) -> [29898];
canonical_3044(194867) -> [16155];
canonical_3044(194868) -> [29988];
canonical_3044(194869) -> [150582];
canonical_3044(194870) -> [30014];
canonical_3044(194871) -> [150674];
canonical_3044(194872) -> [30064];
canonical_3044(194873) -> [139679];
canonical_3044(194874) -> [30224];
canonical_3044(194875) -> [151457];
canonical_3044(194876) -> [151480];
canonical_3044(194877) -> [151620];
canonical_3044(194878) -> [16380];
canonical_3044(194879) -> [16392];
canonical_3044(_) -> [].

canonical_3045(194880) -> [30452];
canonical_3045(194881) -> [151795];
canonical_3045(194882) -> [151794];
canonical_3045(194883) -> [151833];
canonical_3045(194884) -> [151859];
canonical_3045(194885) -> [30494];
canonical_3045(194886) -> [30495];
canonical_3045(194887) -> [30495];
canonical_3045(194888) -> [30538];
canonical_3045(194889) -> [16441];
canonical_3045(194890) -> [30603];
canonical_3045(194891) -> [16454];
canonical_3045(194892) -> [16534];
canonical_3045(194893) -> [152605];
canonical_3045(194894) -> [30798];
canonical_3045(194895) -> [30860];
canonical_3045(194896) -> [30924];
canonical_3045(194897) -> [16611];
canonical_3045(194898) -> [153126];
canonical_3045(194899) -> [31062];
canonical_3045(194900) -> [153242];
canonical_3045(194901) -> [153285];
canonical_3045(194902) -> [31119];
canonical_3045(194903) -> [31211];
canonical_3045(194904) -> [16687];
canonical_3045(194905) -> [31296];
canonical_3045(194906) -> [31306];
canonical_3045(194907) -> [31311];
canonical_3045(194908) -> [153980];
canonical_3045(194909) -> [154279];
canonical_3045(194910) -> [154279];
canonical_3045(194911) -> [31470];
canonical_3045(194912) -> [16898];
canonical_3045(194913) -> [154539];
canonical_3045(194914) -> [31686];
canonical_3045(194915) -> [31689];
canonical_3045(194916) -> [16935];
canonical_3045(194917) -> [154752];
canonical_3045(194918) -> [31954];
canonical_3045(194919) -> [17056];
canonical_3045(194920) -> [31976];
canonical_3045(194921) -> [31971];
canonical_3045(194922) -> [32000];
canonical_3045(194923) -> [155526];
canonical_3045(194924) -> [32099];
canonical_3045(194925) -> [17153];
canonical_3045(194926) -> [32199];
canonical_3045(194927) -> [32258];
canonical_3045(194928) -> [32325];
canonical_3045(194929) -> [17204];
canonical_3045(194930) -> [156200];
canonical_3045(194931) -> [156231];
canonical_3045(194932) -> [17241];
canonical_3045(194933) -> [156377];
canonical_3045(194934) -> [32634];
canonical_3045(194935) -> [156478];
canonical_3045(194936) -> [32661];
canonical_3045(194937) -> [32762];
canonical_3045(194938) -> [32773];
canonical_3045(194939) -> [156890];
canonical_3045(194940) -> [156963];
canonical_3045(194941) -> [32864];
canonical_3045(194942) -> [157096];
canonical_3045(194943) -> [32880];
canonical_3045(_) -> [].

canonical_3046(194944) -> [144223];
canonical_3046(194945) -> [17365];
canonical_3046(194946) -> [32946];
canonical_3046(194947) -> [33027];
canonical_3046(194948) -> [17419];
canonical_3046(194949) -> [33086];
canonical_3046(194950) -> [23221];
canonical_3046(194951) -> [157607];
canonical_3046(194952) -> [157621];
canonical_3046(194953) -> [144275];
canonical_3046(194954) -> [144284];
canonical_3046(194955) -> [33281];
canonical_3046(194956) -> [33284];
canonical_3046(194957) -> [36766];
canonical_3046(194958) -> [17515];
canonical_3046(194959) -> [33425];
canonical_3046(194960) -> [33419];
canonical_3046(194961) -> [33437];
canonical_3046(194962) -> [21171];
canonical_3046(194963) -> [33457];
canonical_3046(194964) -> [33459];
canonical_3046(194965) -> [33469];
canonical_3046(194966) -> [33510];
canonical_3046(194967) -> [158524];
canonical_3046(194968) -> [33509];
canonical_3046(194969) -> [33565];
canonical_3046(194970) -> [33635];
canonical_3046(194971) -> [33709];
canonical_3046(194972) -> [33571];
canonical_3046(194973) -> [33725];
canonical_3046(194974) -> [33767];
canonical_3046(194975) -> [33879];
canonical_3046(194976) -> [33619];
canonical_3046(194977) -> [33738];
canonical_3046(194978) -> [33740];
canonical_3046(194979) -> [33756];
canonical_3046(194980) -> [158774];
canonical_3046(194981) -> [159083];
canonical_3046(194982) -> [158933];
canonical_3046(194983) -> [17707];
canonical_3046(194984) -> [34033];
canonical_3046(194985) -> [34035];
canonical_3046(194986) -> [34070];
canonical_3046(194987) -> [160714];
canonical_3046(194988) -> [34148];
canonical_3046(194989) -> [159532];
canonical_3046(194990) -> [17757];
canonical_3046(194991) -> [17761];
canonical_3046(194992) -> [159665];
canonical_3046(194993) -> [159954];
canonical_3046(194994) -> [17771];
canonical_3046(194995) -> [34384];
canonical_3046(194996) -> [34396];
canonical_3046(194997) -> [34407];
canonical_3046(194998) -> [34409];
canonical_3046(194999) -> [34473];
canonical_3046(195000) -> [34440];
canonical_3046(195001) -> [34574];
canonical_3046(195002) -> [34530];
canonical_3046(195003) -> [34681];
canonical_3046(195004) -> [34600];
canonical_3046(195005) -> [34667];
canonical_3046(195006) -> [34694];
canonical_3046(195007) -> [17879];
canonical_3046(_) -> [].

canonical_3047(195008) -> [34785];
canonical_3047(195009) -> [34817];
canonical_3047(195010) -> [17913];
canonical_3047(195011) -> [34912];
canonical_3047(195012) -> [34915];
canonical_3047(195013) -> [161383];
canonical_3047(195014) -> [35031];
canonical_3047(195015) -> [35038];
canonical_3047(195016) -> [17973];
canonical_3047(195017) -> [35066];
canonical_3047(195018) -> [13499];
canonical_3047(195019) -> [161966];
canonical_3047(195020) -> [162150];
canonical_3047(195021) -> [18110];
canonical_3047(195022) -> [18119];
canonical_3047(195023) -> [35488];
canonical_3047(195024) -> [35565];
canonical_3047(195025) -> [35722];
canonical_3047(195026) -> [35925];
canonical_3047(195027) -> [162984];
canonical_3047(195028) -> [36011];
canonical_3047(195029) -> [36033];
canonical_3047(195030) -> [36123];
canonical_3047(195031) -> [36215];
canonical_3047(195032) -> [163631];
canonical_3047(195033) -> [133124];
canonical_3047(195034) -> [36299];
canonical_3047(195035) -> [36284];
canonical_3047(195036) -> [36336];
canonical_3047(195037) -> [133342];
canonical_3047(195038) -> [36564];
canonical_3047(195039) -> [36664];
canonical_3047(195040) -> [165330];
canonical_3047(195041) -> [165357];
canonical_3047(195042) -> [37012];
canonical_3047(195043) -> [37105];
canonical_3047(195044) -> [37137];
canonical_3047(195045) -> [165678];
canonical_3047(195046) -> [37147];
canonical_3047(195047) -> [37432];
canonical_3047(195048) -> [37591];
canonical_3047(195049) -> [37592];
canonical_3047(195050) -> [37500];
canonical_3047(195051) -> [37881];
canonical_3047(195052) -> [37909];
canonical_3047(195053) -> [166906];
canonical_3047(195054) -> [38283];
canonical_3047(195055) -> [18837];
canonical_3047(195056) -> [38327];
canonical_3047(195057) -> [167287];
canonical_3047(195058) -> [18918];
canonical_3047(195059) -> [38595];
canonical_3047(195060) -> [23986];
canonical_3047(195061) -> [38691];
canonical_3047(195062) -> [168261];
canonical_3047(195063) -> [168474];
canonical_3047(195064) -> [19054];
canonical_3047(195065) -> [19062];
canonical_3047(195066) -> [38880];
canonical_3047(195067) -> [168970];
canonical_3047(195068) -> [19122];
canonical_3047(195069) -> [169110];
canonical_3047(195070) -> [38923];
canonical_3047(195071) -> [38923];
canonical_3047(_) -> [].

canonical_3048(195072) -> [38953];
canonical_3048(195073) -> [169398];
canonical_3048(195074) -> [39138];
canonical_3048(195075) -> [19251];
canonical_3048(195076) -> [39209];
canonical_3048(195077) -> [39335];
canonical_3048(195078) -> [39362];
canonical_3048(195079) -> [39422];
canonical_3048(195080) -> [19406];
canonical_3048(195081) -> [170800];
canonical_3048(195082) -> [39698];
canonical_3048(195083) -> [40000];
canonical_3048(195084) -> [40189];
canonical_3048(195085) -> [19662];
canonical_3048(195086) -> [19693];
canonical_3048(195087) -> [40295];
canonical_3048(195088) -> [172238];
canonical_3048(195089) -> [19704];
canonical_3048(195090) -> [172293];
canonical_3048(195091) -> [172558];
canonical_3048(195092) -> [172689];
canonical_3048(195093) -> [40635];
canonical_3048(195094) -> [19798];
canonical_3048(195095) -> [40697];
canonical_3048(195096) -> [40702];
canonical_3048(195097) -> [40709];
canonical_3048(195098) -> [40719];
canonical_3048(195099) -> [40726];
canonical_3048(195100) -> [40763];
canonical_3048(195101) -> [173568];
canonical_3048(_) -> [].

%% The characters that a character is decomposed to when its compatible form will do, or [].
compatibility(C) ->
 if C < 12736 ->
  if C < 8128 ->
   if C < 1600 ->
    if C < 640 ->
     if C < 320 ->
      if C < 192 -> if C < 128 -> []; true -> compatibility_2(C) end; true -> if C < 256 -> []; true -> compatibility_4(C) end end;
     true ->
      if C < 448 -> if C < 384 -> compatibility_5(C); true -> [] end; true -> if C < 512 -> compatibility_7(C); true -> [] end end
     end;
    true ->
     if C < 896 ->
      if C < 768 -> if C < 704 -> compatibility_10(C); true -> compatibility_11(C) end; true -> if C < 832 -> []; true -> compatibility_13(C) end end;
     true ->
      if C < 1024 -> if C < 960 -> compatibility_14(C); true -> compatibility_15(C) end; true -> if C < 1408 -> []; true -> if C < 1472 -> compatibility_22(C); true -> [] end end end
     end
    end;
   true ->
    if C < 4288 ->
     if C < 3712 ->
      if C < 3584 -> if C < 1664 -> compatibility_25(C); true -> [] end; true -> if C < 3648 -> compatibility_56(C); true -> [] end end;
     true ->
      if C < 3840 -> if C < 3776 -> compatibility_58(C); true -> compatibility_59(C) end; true -> if C < 3904 -> compatibility_60(C); true -> if C < 3968 -> compatibility_61(C); true -> [] end end end
     end;
    true ->
     if C < 7552 ->
      if C < 7424 -> if C < 4352 -> compatibility_67(C); true -> [] end; true -> if C < 7488 -> compatibility_116(C); true -> compatibility_117(C) end end;
     true ->
      if C < 7808 -> if C < 7616 -> compatibility_118(C); true -> [] end; true -> if C < 7872 -> compatibility_122(C); true -> if C < 8064 -> []; true -> compatibility_126(C) end end end
     end
    end
   end;
  true ->
   if C < 10880 ->
    if C < 8640 ->
     if C < 8384 ->
      if C < 8256 -> if C < 8192 -> compatibility_127(C); true -> compatibility_128(C) end; true -> if C < 8320 -> compatibility_129(C); true -> compatibility_130(C) end end;
     true ->
      if C < 8512 -> if C < 8448 -> []; true -> compatibility_132(C) end; true -> if C < 8576 -> compatibility_133(C); true -> compatibility_134(C) end end
     end;
    true ->
     if C < 9344 ->
      if C < 8768 -> if C < 8704 -> []; true -> compatibility_136(C) end; true -> if C < 9280 -> []; true -> compatibility_145(C) end end;
     true ->
      if C < 9472 -> if C < 9408 -> compatibility_146(C); true -> compatibility_147(C) end; true -> if C < 10752 -> []; true -> if C < 10816 -> compatibility_168(C); true -> compatibility_169(C) end end end
     end
    end;
   true ->
    if C < 12160 ->
     if C < 11648 ->
      if C < 11392 -> if C < 11328 -> []; true -> compatibility_177(C) end; true -> if C < 11584 -> []; true -> compatibility_181(C) end end;
     true ->
      if C < 11968 -> if C < 11904 -> []; true -> compatibility_186(C) end; true -> if C < 12032 -> compatibility_187(C); true -> if C < 12096 -> compatibility_188(C); true -> compatibility_189(C) end end end
     end;
    true ->
     if C < 12416 ->
      if C < 12288 -> if C < 12224 -> compatibility_190(C); true -> compatibility_191(C) end; true -> if C < 12352 -> compatibility_192(C); true -> [] end end;
     true ->
      if C < 12544 -> if C < 12480 -> compatibility_194(C); true -> compatibility_195(C) end; true -> if C < 12608 -> compatibility_196(C); true -> if C < 12672 -> compatibility_197(C); true -> compatibility_198(C) end end end
     end
    end
   end
  end;
 true ->
  if C < 65344 ->
   if C < 43904 ->
    if C < 13248 ->
     if C < 12992 ->
      if C < 12864 -> if C < 12800 -> []; true -> compatibility_200(C) end; true -> if C < 12928 -> compatibility_201(C); true -> compatibility_202(C) end end;
     true ->
      if C < 13120 -> if C < 13056 -> compatibility_203(C); true -> compatibility_204(C) end; true -> if C < 13184 -> compatibility_205(C); true -> compatibility_206(C) end end
     end;
    true ->
     if C < 42816 ->
      if C < 42624 -> if C < 13312 -> compatibility_207(C); true -> [] end; true -> if C < 42688 -> compatibility_666(C); true -> [] end end;
     true ->
      if C < 42944 -> if C < 42880 -> compatibility_669(C); true -> [] end; true -> if C < 43008 -> compatibility_671(C); true -> if C < 43840 -> []; true -> compatibility_685(C) end end end
     end
    end;
   true ->
    if C < 64768 ->
     if C < 64448 ->
      if C < 64320 -> if C < 64256 -> []; true -> compatibility_1004(C) end; true -> if C < 64384 -> compatibility_1005(C); true -> compatibility_1006(C) end end;
     true ->
      if C < 64576 -> if C < 64512 -> compatibility_1007(C); true -> compatibility_1008(C) end; true -> if C < 64640 -> compatibility_1009(C); true -> if C < 64704 -> compatibility_1010(C); true -> compatibility_1011(C) end end end
     end;
    true ->
     if C < 65024 ->
      if C < 64896 -> if C < 64832 -> compatibility_1012(C); true -> compatibility_1013(C) end; true -> if C < 64960 -> compatibility_1014(C); true -> compatibility_1015(C) end end;
     true ->
      if C < 65152 -> if C < 65088 -> compatibility_1016(C); true -> compatibility_1017(C) end; true -> if C < 65216 -> compatibility_1018(C); true -> if C < 65280 -> compatibility_1019(C); true -> compatibility_1020(C) end end end
     end
    end
   end;
  true ->
   if C < 120576 ->
    if C < 120000 ->
     if C < 67456 ->
      if C < 65472 -> if C < 65408 -> compatibility_1021(C); true -> compatibility_1022(C) end; true -> if C < 65536 -> compatibility_1023(C); true -> [] end end;
     true ->
      if C < 119808 -> if C < 67520 -> compatibility_1054(C); true -> [] end; true -> if C < 119872 -> compatibility_1872(C); true -> if C < 119936 -> compatibility_1873(C); true -> compatibility_1874(C) end end end
     end;
    true ->
     if C < 120256 ->
      if C < 120128 -> if C < 120064 -> compatibility_1875(C); true -> compatibility_1876(C) end; true -> if C < 120192 -> compatibility_1877(C); true -> compatibility_1878(C) end end;
     true ->
      if C < 120384 -> if C < 120320 -> compatibility_1879(C); true -> compatibility_1880(C) end; true -> if C < 120448 -> compatibility_1881(C); true -> if C < 120512 -> compatibility_1882(C); true -> compatibility_1883(C) end end end
     end
    end;
   true ->
    if C < 127232 ->
     if C < 120832 ->
      if C < 120704 -> if C < 120640 -> compatibility_1884(C); true -> compatibility_1885(C) end; true -> if C < 120768 -> compatibility_1886(C); true -> compatibility_1887(C) end end;
     true ->
      if C < 126528 -> if C < 126464 -> []; true -> compatibility_1976(C) end; true -> if C < 126592 -> compatibility_1977(C); true -> if C < 126656 -> compatibility_1978(C); true -> [] end end end
     end;
    true ->
     if C < 127488 ->
      if C < 127360 -> if C < 127296 -> compatibility_1988(C); true -> compatibility_1989(C) end; true -> if C < 127424 -> compatibility_1990(C); true -> [] end end;
     true ->
      if C < 127616 -> if C < 127552 -> compatibility_1992(C); true -> compatibility_1993(C) end; true -> if C < 129984 -> []; true -> if C < 130048 -> compatibility_2031(C); true -> [] end end end
     end
    end
   end
  end
 end.

compatibility_2(160) -> [32];
compatibility_2(168) -> [32,776];
compatibility_2(170) -> [97];
compatibility_2(175) -> [32,772];
compatibility_2(178) -> [50];
compatibility_2(179) -> [51];
compatibility_2(180) -> [32,769];
compatibility_2(181) -> [956];
compatibility_2(184) -> [32,807];
compatibility_2(185) -> [49];
compatibility_2(186) -> [111];
compatibility_2(188) -> [49,8260,52];
compatibility_2(189) -> [49,8260,50];
compatibility_2(190) -> [51,8260,52];
compatibility_2(_) -> [].

compatibility_4(306) -> [73,74];
compatibility_4(307) -> [105,106];
compatibility_4(319) -> [76,183];
compatibility_4(_) -> [].

compatibility_5(320) -> [108,183];
compatibility_5(329) -> [700,110];
compatibility_5(383) -> [115];
compatibility_5(_) -> [].

compatibility_7(452) -> [68,90,780];
compatibility_7(453) -> [68,122,780];
compatibility_7(454) -> [100,122,780];
compatibility_7(455) -> [76,74];
compatibility_7(456) -> [76,106];
compatibility_7(457) -> [108,106];
compatibility_7(458) -> [78,74];
compatibility_7(459) -> [78,106];
compatibility_7(460) -> [110,106];
compatibility_7(497) -> [68,90];
compatibility_7(498) -> [68,122];
compatibility_7(499) -> [100,122];
compatibility_7(_) -> [].

compatibility_10(688) -> [104];
compatibility_10(689) -> [614];
compatibility_10(690) -> [106];
compatibility_10(691) -> [114];
compatibility_10(692) -> [633];
compatibility_10(693) -> [635];
compatibility_10(694) -> [641];
compatibility_10(695) -> [119];
compatibility_10(696) -> [121];
compatibility_10(_) -> [].

compatibility_11(728) -> [32,774];
compatibility_11(729) -> [32,775];
compatibility_11(730) -> [32,778];
compatibility_11(731) -> [32,808];
compatibility_11(732) -> [32,771];
compatibility_11(733) -> [32,779];
compatibility_11(736) -> [611];
compatibility_11(737) -> [108];
compatibility_11(738) -> [115];
compatibility_11(739) -> [120];
compatibility_11(740) -> [661];
compatibility_11(_) -> [].

compatibility_13(890) -> [32,837];
compatibility_13(_) -> [].

compatibility_14(900) -> [32,769];
compatibility_14(901) -> [32,776,769];
compatibility_14(_) -> [].

compatibility_15(976) -> [946];
compatibility_15(977) -> [952];
compatibility_15(978) -> [933];
compatibility_15(979) -> [933,769];
compatibility_15(980) -> [933,776];
compatibility_15(981) -> [966];
compatibility_15(982) -> [960];
compatibility_15(1008) -> [954];
compatibility_15(1009) -> [961];
compatibility_15(1010) -> [962];
compatibility_15(1012) -> [920];
compatibility_15(1013) -> [949];
compatibility_15(1017) -> [931];
compatibility_15(_) -> [].

compatibility_22(1415) -> [1381,1410];
compatibility_22(_) -> [].

compatibility_25(1653) -> [1575,1652];
compatibility_25(1654) -> [1608,1652];
compatibility_25(1655) -> [1735,1652];
compatibility_25(1656) -> [1610,1652];
compatibility_25(_) -> [].

compatibility_56(3635) -> [3661,3634];
compatibility_56(_) -> [].

compatibility_58(3763) -> [3789,3762];
compatibility_58(_) -> [].

compatibility_59(3804) -> [3755,3737];
compatibility_59(3805) -> [3755,3745];
compatibility_59(_) -> [].

compatibility_60(3852) -> [3851];
compatibility_60(_) -> [].

compatibility_61(3959) -> [4018,3953,3968];
compatibility_61(3961) -> [4019,3953,3968];
compatibility_61(_) -> [].

compatibility_67(4348) -> [4316];
compatibility_67(_) -> [].

compatibility_116(7468) -> [65];
compatibility_116(7469) -> [198];
compatibility_116(7470) -> [66];
compatibility_116(7472) -> [68];
compatibility_116(7473) -> [69];
compatibility_116(7474) -> [398];
compatibility_116(7475) -> [71];
compatibility_116(7476) -> [72];
compatibility_116(7477) -> [73];
compatibility_116(7478) -> [74];
compatibility_116(7479) -> [75];
compatibility_116(7480) -> [76];
compatibility_116(7481) -> [77];
compatibility_116(7482) -> [78];
compatibility_116(7484) -> [79];
compatibility_116(7485) -> [546];
compatibility_116(7486) -> [80];
compatibility_116(7487) -> [82];
compatibility_116(_) -> [].

compatibility_117(7488) -> [84];
compatibility_117(7489) -> [85];
compatibility_117(7490) -> [87];
compatibility_117(7491) -> [97];
compatibility_117(7492) -> [592];
compatibility_117(7493) -> [593];
compatibility_117(7494) -> [7426];
compatibility_117(7495) -> [98];
compatibility_117(7496) -> [100];
compatibility_117(7497) -> [101];
compatibility_117(7498) -> [601];
compatibility_117(7499) -> [603];
compatibility_117(7500) -> [604];
compatibility_117(7501) -> [103];
compatibility_117(7503) -> [107];
compatibility_117(7504) -> [109];
compatibility_117(7505) -> [331];
compatibility_117(7506) -> [111];
compatibility_117(7507) -> [596];
compatibility_117(7508) -> [7446];
compatibility_117(7509) -> [7447];
compatibility_117(7510) -> [112];
compatibility_117(7511) -> [116];
compatibility_117(7512) -> [117];
compatibility_117(7513) -> [7453];
compatibility_117(7514) -> [623];
compatibility_117(7515) -> [118];
compatibility_117(7516) -> [7461];
compatibility_117(7517) -> [946];
compatibility_117(7518) -> [947];
compatibility_117(7519) -> [948];
compatibility_117(7520) -> [966];
compatibility_117(7521) -> [967];
compatibility_117(7522) -> [105];
compatibility_117(7523) -> [114];
compatibility_117(7524) -> [117];
compatibility_117(7525) -> [118];
compatibility_117(7526) -> [946];
compatibility_117(7527) -> [947];
compatibility_117(7528) -> [961];
compatibility_117(7529) -> [966];
compatibility_117(7530) -> [967];
compatibility_117(7544) -> [1085];
compatibility_117(_) -> [].

compatibility_118(7579) -> [594];
compatibility_118(7580) -> [99];
compatibility_118(7581) -> [597];
compatibility_118(7582) -> [240];
compatibility_118(7583) -> [604];
compatibility_118(7584) -> [102];
compatibility_118(7585) -> [607];
compatibility_118(7586) -> [609];
compatibility_118(7587) -> [613];
compatibility_118(7588) -> [616];
compatibility_118(7589) -> [617];
compatibility_118(7590) -> [618];
compatibility_118(7591) -> [7547];
compatibility_118(7592) -> [669];
compatibility_118(7593) -> [621];
compatibility_118(7594) -> [7557];
compatibility_118(7595) -> [671];
compatibility_118(7596) -> [625];
compatibility_118(7597) -> [624];
compatibility_118(7598) -> [626];
compatibility_118(7599) -> [627];
compatibility_118(7600) -> [628];
compatibility_118(7601) -> [629];
compatibility_118(7602) -> [632];
compatibility_118(7603) -> [642];
compatibility_118(7604) -> [643];
compatibility_118(7605) -> [427];
compatibility_118(7606) -> [649];
compatibility_118(7607) -> [650];
compatibility_118(7608) -> [7452];
compatibility_118(7609) -> [651];
compatibility_118(7610) -> [652];
compatibility_118(7611) -> [122];
compatibility_118(7612) -> [656];
compatibility_118(7613) -> [657];
compatibility_118(7614) -> [658];
compatibility_118(7615) -> [952];
compatibility_118(_) -> [].

compatibility_122(7834) -> [97,702];
compatibility_122(7835) -> [115,775];
compatibility_122(_) -> [].

compatibility_126(8125) -> [32,787];
compatibility_126(8127) -> [32,787];
compatibility_126(_) -> [].

compatibility_127(8128) -> [32,834];
compatibility_127(8129) -> [32,776,834];
compatibility_127(8141) -> [32,787,768];
compatibility_127(8142) -> [32,787,769];
compatibility_127(8143) -> [32,787,834];
compatibility_127(8157) -> [32,788,768];
compatibility_127(8158) -> [32,788,769];
compatibility_127(8159) -> [32,788,834];
compatibility_127(8173) -> [32,776,768];
compatibility_127(8174) -> [32,776,769];
compatibility_127(8189) -> [32,769];
compatibility_127(8190) -> [32,788];
compatibility_127(_) -> [].

compatibility_128(8192) -> [32];
compatibility_128(8193) -> [32];
compatibility_128(8194) -> [32];
compatibility_128(8195) -> [32];
compatibility_128(8196) -> [32];
compatibility_128(8197) -> [32];
compatibility_128(8198) -> [32];
compatibility_128(8199) -> [32];
compatibility_128(8200) -> [32];
compatibility_128(8201) -> [32];
compatibility_128(8202) -> [32];
compatibility_128(8209) -> [8208];
compatibility_128(8215) -> [32,819];
compatibility_128(8228) -> [46];
compatibility_128(8229) -> [46,46];
compatibility_128(8230) -> [46,46,46];
compatibility_128(8239) -> [32];
compatibility_128(8243) -> [8242,8242];
compatibility_128(8244) -> [8242,8242,8242];
compatibility_128(8246) -> [8245,8245];
compatibility_128(8247) -> [8245,8245,8245];
compatibility_128(8252) -> [33,33];
compatibility_128(8254) -> [32,773];
compatibility_128(_) -> [].

compatibility_129(8263) -> [63,63];
compatibility_129(8264) -> [63,33];
compatibility_129(8265) -> [33,63];
compatibility_129(8279) -> [8242,8242,8242,8242];
compatibility_129(8287) -> [32];
compatibility_129(8304) -> [48];
compatibility_129(8305) -> [105];
compatibility_129(8308) -> [52];
compatibility_129(8309) -> [53];
compatibility_129(8310) -> [54];
compatibility_129(8311) -> [55];
compatibility_129(8312) -> [56];
compatibility_129(8313) -> [57];
compatibility_129(8314) -> [43];
compatibility_129(8315) -> [8722];
compatibility_129(8316) -> [61];
compatibility_129(8317) -> [40];
compatibility_129(8318) -> [41];
compatibility_129(8319) -> [110];
compatibility_129(_) -> [].

compatibility_130(8320) -> [48];
compatibility_130(8321) -> [49];
compatibility_130(8322) -> [50];
compatibility_130(8323) -> [51];
compatibility_130(8324) -> [52];
compatibility_130(8325) -> [53];
compatibility_130(8326) -> [54];
compatibility_130(8327) -> [55];
compatibility_130(8328) -> [56];
compatibility_130(8329) -> [57];
compatibility_130(8330) -> [43];
compatibility_130(8331) -> [8722];
compatibility_130(8332) -> [61];
compatibility_130(8333) -> [40];
compatibility_130(8334) -> [41];
compatibility_130(8336) -> [97];
compatibility_130(8337) -> [101];
compatibility_130(8338) -> [111];
compatibility_130(8339) -> [120];
compatibility_130(8340) -> [601];
compatibility_130(8341) -> [104];
compatibility_130(8342) -> [107];
compatibility_130(8343) -> [108];
compatibility_130(8344) -> [109];
compatibility_130(8345) -> [110];
compatibility_130(8346) -> [112];
compatibility_130(8347) -> [115];
compatibility_130(8348) -> [116];
compatibility_130(8360) -> [82,115];
compatibility_130(_) -> [].

compatibility_132(8448) -> [97,47,99];
compatibility_132(8449) -> [97,47,115];
compatibility_132(8450) -> [67];
compatibility_132(8451) -> [176,67];
compatibility_132(8453) -> [99,47,111];
compatibility_132(8454) -> [99,47,117];
compatibility_132(8455) -> [400];
compatibility_132(8457) -> [176,70];
compatibility_132(8458) -> [103];
compatibility_132(8459) -> [72];
compatibility_132(8460) -> [72];
compatibility_132(8461) -> [72];
compatibility_132(8462) -> [104];
compatibility_132(8463) -> [295];
compatibility_132(8464) -> [73];
compatibility_132(8465) -> [73];
compatibility_132(8466) -> [76];
compatibility_132(8467) -> [108];
compatibility_132(8469) -> [78];
compatibility_132(8470) -> [78,111];
compatibility_132(8473) -> [80];
compatibility_132(8474) -> [81];
compatibility_132(8475) -> [82];
compatibility_132(8476) -> [82];
compatibility_132(8477) -> [82];
compatibility_132(8480) -> [83,77];
compatibility_132(8481) -> [84,69,76];
compatibility_132(8482) -> [84,77];
compatibility_132(8484) -> [90];
compatibility_132(8488) -> [90];
compatibility_132(8492) -> [66];
compatibility_132(8493) -> [67];
compatibility_132(8495) -> [101];
compatibility_132(8496) -> [69];
compatibility_132(8497) -> [70];
compatibility_132(8499) -> [77];
compatibility_132(8500) -> [111];
compatibility_132(8501) -> [1488];
compatibility_132(8502) -> [1489];
compatibility_132(8503) -> [1490];
compatibility_132(8504) -> [1491];
compatibility_132(8505) -> [105];
compatibility_132(8507) -> [70,65,88];
compatibility_132(8508) -> [960];
compatibility_132(8509) -> [947];
compatibility_132(8510) -> [915];
compatibility_132(8511) -> [928];
compatibility_132(_) -> [].

compatibility_133(8512) -> [8721];
compatibility_133(8517) -> [68];
compatibility_133(8518) -> [100];
compatibility_133(8519) -> [101];
compatibility_133(8520) -> [105];
compatibility_133(8521) -> [106];
compatibility_133(8528) -> [49,8260,55];
compatibility_133(8529) -> [49,8260,57];
compatibility_133(8530) -> [49,8260,49,48];
compatibility_133(8531) -> [49,8260,51];
compatibility_133(8532) -> [50,8260,51];
compatibility_133(8533) -> [49,8260,53];
compatibility_133(8534) -> [50,8260,53];
compatibility_133(8535) -> [51,8260,53];
compatibility_133(8536) -> [52,8260,53];
compatibility_133(8537) -> [49,8260,54];
compatibility_133(8538) -> [53,8260,54];
compatibility_133(8539) -> [49,8260,56];
compatibility_133(8540) -> [51,8260,56];
compatibility_133(8541) -> [53,8260,56];
compatibility_133(8542) -> [55,8260,56];
compatibility_133(8543) -> [49,8260];
compatibility_133(8544) -> [73];
compatibility_133(8545) -> [73,73];
compatibility_133(8546) -> [73,73,73];
compatibility_133(8547) -> [73,86];
compatibility_133(8548) -> [86];
compatibility_133(8549) -> [86,73];
compatibility_133(8550) -> [86,73,73];
compatibility_133(8551) -> [86,73,73,73];
compatibility_133(8552) -> [73,88];
compatibility_133(8553) -> [88];
compatibility_133(8554) -> [88,73];
compatibility_133(8555) -> [88,73,73];
compatibility_133(8556) -> [76];
compatibility_133(8557) -> [67];
compatibility_133(8558) -> [68];
compatibility_133(8559) -> [77];
compatibility_133(8560) -> [105];
compatibility_133(8561) -> [105,105];
compatibility_133(8562) -> [105,105,105];
compatibility_133(8563) -> [105,118];
compatibility_133(8564) -> [118];
compatibility_133(8565) -> [118,105];
compatibility_133(8566) -> [118,105,105];
compatibility_133(8567) -> [118,105,105,105];
compatibility_133(8568) -> [105,120];
compatibility_133(8569) -> [120];
compatibility_133(8570) -> [120,105];
compatibility_133(8571) -> [120,105,105];
compatibility_133(8572) -> [108];
compatibility_133(8573) -> [99];
compatibility_133(8574) -> [100];
compatibility_133(8575) -> [109];
compatibility_133(_) -> [].

compatibility_134(8585) -> [48,8260,51];
compatibility_134(_) -> [].

compatibility_136(8748) -> [8747,8747];
compatibility_136(8749) -> [8747,8747,8747];
compatibility_136(8751) -> [8750,8750];
compatibility_136(8752) -> [8750,8750,8750];
compatibility_136(_) -> [].

compatibility_145(9312) -> [49];
compatibility_145(9313) -> [50];
compatibility_145(9314) -> [51];
compatibility_145(9315) -> [52];
compatibility_145(9316) -> [53];
compatibility_145(9317) -> [54];
compatibility_145(9318) -> [55];
compatibility_145(9319) -> [56];
compatibility_145(9320) -> [57];
compatibility_145(9321) -> [49,48];
compatibility_145(9322) -> [49,49];
compatibility_145(9323) -> [49,50];
compatibility_145(9324) -> [49,51];
compatibility_145(9325) -> [49,52];
compatibility_145(9326) -> [49,53];
compatibility_145(9327) -> [49,54];
compatibility_145(9328) -> [49,55];
compatibility_145(9329) -> [49,56];
compatibility_145(9330) -> [49,57];
compatibility_145(9331) -> [50,48];
compatibility_145(9332) -> [40,49,41];
compatibility_145(9333) -> [40,50,41];
compatibility_145(9334) -> [40,51,41];
compatibility_145(9335) -> [40,52,41];
compatibility_145(9336) -> [40,53,41];
compatibility_145(9337) -> [40,54,41];
compatibility_145(9338) -> [40,55,41];
compatibility_145(9339) -> [40,56,41];
compatibility_145(9340) -> [40,57,41];
compatibility_145(9341) -> [40,49,48,41];
compatibility_145(9342) -> [40,49,49,41];
compatibility_145(9343) -> [40,49,50,41];
compatibility_145(_) -> [].

compatibility_146(9344) -> [40,49,51,41];
compatibility_146(9345) -> [40,49,52,41];
compatibility_146(9346) -> [40,49,53,41];
compatibility_146(9347) -> [40,49,54,41];
compatibility_146(9348) -> [40,49,55,41];
compatibility_146(9349) -> [40,49,56,41];
compatibility_146(9350) -> [40,49,57,41];
compatibility_146(9351) -> [40,50,48,41];
compatibility_146(9352) -> [49,46];
compatibility_146(9353) -> [50,46];
compatibility_146(9354) -> [51,46];
compatibility_146(9355) -> [52,46];
compatibility_146(9356) -> [53,46];
compatibility_146(9357) -> [54,46];
compatibility_146(9358) -> [55,46];
compatibility_146(9359) -> [56,46];
compatibility_146(9360) -> [57,46];
compatibility_146(9361) -> [49,48,46];
compatibility_146(9362) -> [49,49,46];
compatibility_146(9363) -> [49,50,46];
compatibility_146(9364) -> [49,51,46];
compatibility_146(9365) -> [49,52,46];
compatibility_146(9366) -> [49,53,46];
compatibility_146(9367) -> [49,54,46];
compatibility_146(9368) -> [49,55,46];
compatibility_146(9369) -> [49,56,46];
compatibility_146(9370) -> [49,57,46];
compatibility_146(9371) -> [50,48,46];
compatibility_146(9372) -> [40,97,41];
compatibility_146(9373) -> [40,98,41];
compatibility_146(9374) -> [40,99,41];
compatibility_146(9375) -> [40,100,41];
compatibility_146(9376) -> [40,101,41];
compatibility_146(9377) -> [40,102,41];
compatibility_146(9378) -> [40,103,41];
compatibility_146(9379) -> [40,104,41];
compatibility_146(9380) -> [40,105,41];
compatibility_146(9381) -> [40,106,41];
compatibility_146(9382) -> [40,107,41];
compatibility_146(9383) -> [40,108,41];
compatibility_146(9384) -> [40,109,41];
compatibility_146(9385) -> [40,110,41];
compatibility_146(9386) -> [40,111,41];
compatibility_146(9387) -> [40,112,41];
compatibility_146(9388) -> [40,113,41];
compatibility_146(9389) -> [40,114,41];
compatibility_146(9390) -> [40,115,41];
compatibility_146(9391) -> [40,116,41];
compatibility_146(9392) -> [40,117,41];
compatibility_146(9393) -> [40,118,41];
compatibility_146(9394) -> [40,119,41];
compatibility_146(9395) -> [40,120,41];
compatibility_146(9396) -> [40,121,41];
compatibility_146(9397) -> [40,122,41];
compatibility_146(9398) -> [65];
compatibility_146(9399) -> [66];
compatibility_146(9400) -> [67];
compatibility_146(9401) -> [68];
compatibility_146(9402) -> [69];
compatibility_146(9403) -> [70];
compatibility_146(9404) -> [71];
compatibility_146(9405) -> [72];
compatibility_146(9406) -> [73];
compatibility_146(9407) -> [74];
compatibility_146(_) -> [].

compatibility_147(9408) -> [75];
compatibility_147(9409) -> [76];
compatibility_147(9410) -> [77];
compatibility_147(9411) -> [78];
compatibility_147(9412) -> [79];
compatibility_147(9413) -> [80];
compatibility_147(9414) -> [81];
compatibility_147(9415) -> [82];
compatibility_147(9416) -> [83];
compatibility_147(9417) -> [84];
compatibility_147(9418) -> [85];
compatibility_147(9419) -> [86];
compatibility_147(9420) -> [87];
compatibility_147(9421) -> [88];
compatibility_147(9422) -> [89];
compatibility_147(9423) -> [90];
compatibility_147(9424) -> [97];
compatibility_147(9425) -> [98];
compatibility_147(9426) -> [99];
compatibility_147(9427) -> [100];
compatibility_147(9428) -> [101];
compatibility_147(9429) -> [102];
compatibility_147(9430) -> [103];
compatibility_147(9431) -> [104];
compatibility_147(9432) -> [105];
compatibility_147(9433) -> [106];
compatibility_147(9434) -> [107];
compatibility_147(9435) -> [108];
compatibility_147(9436) -> [109];
compatibility_147(9437) -> [110];
compatibility_147(9438) -> [111];
compatibility_147(9439) -> [112];
compatibility_147(9440) -> [113];
compatibility_147(9441) -> [114];
compatibility_147(9442) -> [115];
compatibility_147(9443) -> [116];
compatibility_147(9444) -> [117];
compatibility_147(9445) -> [118];
compatibility_147(9446) -> [119];
compatibility_147(9447) -> [120];
compatibility_147(9448) -> [121];
compatibility_147(9449) -> [122];
compatibility_147(9450) -> [48];
compatibility_147(_) -> [].

compatibility_168(10764) -> [8747,8747,8747,8747];
compatibility_168(_) -> [].

compatibility_169(10868) -> [58,58,61];
compatibility_169(10869) -> [61,61];
compatibility_169(10870) -> [61,61,61];
compatibility_169(_) -> [].

compatibility_177(11388) -> [106];
compatibility_177(11389) -> [86];
compatibility_177(_) -> [].

compatibility_181(11631) -> [11617];
compatibility_181(_) -> [].

compatibility_186(11935) -> [27597];
compatibility_186(_) -> [].

compatibility_187(12019) -> [40863];
compatibility_187(_) -> [].

compatibility_188(12032) -> [19968];
compatibility_188(12033) -> [20008];
compatibility_188(12034) -> [20022];
compatibility_188(12035) -> [20031];
compatibility_188(12036) -> [20057];
compatibility_188(12037) -> [20101];
compatibility_188(12038) -> [20108];
compatibility_188(12039) -> [20128];
compatibility_188(12040) -> [20154];
compatibility_188(12041) -> [20799];
compatibility_188(12042) -> [20837];
compatibility_188(12043) -> [20843];
compatibility_188(12044) -> [20866];
compatibility_188(12045) -> [20886];
compatibility_188(12046) -> [20907];
compatibility_188(12047) -> [20960];
compatibility_188(12048) -> [20981];
compatibility_188(12049) -> [20992];
compatibility_188(12050) -> [21147];
compatibility_188(12051) -> [21241];
compatibility_188(12052) -> [21269];
compatibility_188(12053) -> [21274];
compatibility_188(12054) -> [21304];
compatibility_188(12055) -> [21313];
compatibility_188(12056) -> [21340];
compatibility_188(12057) -> [21353];
compatibility_188(12058) -> [21378];
compatibility_188(12059) -> [21430];
compatibility_188(12060) -> [21448];
compatibility_188(12061) -> [21475];
compatibility_188(12062) -> [22231];
compatibility_188(12063) -> [22303];
compatibility_188(12064) -> [22763];
compatibility_188(12065) -> [22786];
compatibility_188(12066) -> [22794];
compatibility_188(12067) -> [22805];
compatibility_188(12068) -> [22823];
compatibility_188(12069) -> [22899];
compatibility_188(12070) -> [23376];
compatibility_188(12071) -> [23424];
compatibility_188(12072) -> [23544];
compatibility_188(12073) -> [23567];
compatibility_188(12074) -> [23586];
compatibility_188(12075) -> [23608];
compatibility_188(12076) -> [23662];
compatibility_188(12077) -> [23665];
compatibility_188(12078) -> [24027];
compatibility_188(12079) -> [24037];
compatibility_188(12080) -> [24049];
compatibility_188(12081) -> [24062];
compatibility_188(12082) -> [24178];
compatibility_188(12083) -> [24186];
compatibility_188(12084) -> [24191];
compatibility_188(12085) -> [24308];
compatibility_188(12086) -> [24318];
compatibility_188(12087) -> [24331];
compatibility_188(12088) -> [24339];
compatibility_188(12089) -> [24400];
compatibility_188(12090) -> [24417];
compatibility_188(12091) -> [24435];
compatibility_188(12092) -> [24515];
compatibility_188(12093) -> [25096];
compatibility_188(12094) -> [25142];
compatibility_188(12095) -> [25163];
compatibility_188(_) -> [].

compatibility_189(12096) -> [25903];
compatibility_189(12097) -> [25908];
compatibility_189(12098) -> [25991];
compatibility_189(12099) -> [26007];
compatibility_189(12100) -> [26020];
compatibility_189(12101) -> [26041];
compatibility_189(12102) -> [26080];
compatibility_189(12103) -> [26085];
compatibility_189(12104) -> [26352];
compatibility_189(12105) -> [26376];
compatibility_189(12106) -> [26408];
compatibility_189(12107) -> [27424];
compatibility_189(12108) -> [27490];
compatibility_189(12109) -> [27513];
compatibility_189(12110) -> [27571];
compatibility_189(12111) -> [27595];
compatibility_189(12112) -> [27604];
compatibility_189(12113) -> [27611];
compatibility_189(12114) -> [27663];
compatibility_189(12115) -> [27668];
compatibility_189(12116) -> [27700];
compatibility_189(12117) -> [28779];
compatibility_189(12118) -> [29226];
compatibility_189(12119) -> [29238];
compatibility_189(12120) -> [29243];
compatibility_189(12121) -> [29247];
compatibility_189(12122) -> [29255];
compatibility_189(12123) -> [29273];
compatibility_189(12124) -> [29275];
compatibility_189(12125) -> [29356];
compatibility_189(12126) -> [29572];
compatibility_189(12127) -> [29577];
compatibility_189(12128) -> [29916];
compatibility_189(12129) -> [29926];
compatibility_189(12130) -> [29976];
compatibility_189(12131) -> [29983];
compatibility_189(12132) -> [29992];
compatibility_189(12133) -> [30000];
compatibility_189(12134) -> [30091];
compatibility_189(12135) -> [30098];
compatibility_189(12136) -> [30326];
compatibility_189(12137) -> [30333];
compatibility_189(12138) -> [30382];
compatibility_189(12139) -> [30399];
compatibility_189(12140) -> [30446];
compatibility_189(12141) -> [30683];
compatibility_189(12142) -> [30690];
compatibility_189(12143) -> [30707];
compatibility_189(12144) -> [31034];
compatibility_189(12145) -> [31160];
compatibility_189(12146) -> [31166];
compatibility_189(12147) -> [31348];
compatibility_189(12148) -> [31435];
compatibility_189(12149) -> [31481];
compatibility_189(12150) -> [31859];
compatibility_189(12151) -> [31992];
compatibility_189(12152) -> [32566];
compatibility_189(12153) -> [32593];
compatibility_189(12154) -> [32650];
compatibility_189(12155) -> [32701];
compatibility_189(12156) -> [32769];
compatibility_189(12157) -> [32780];
compatibility_189(12158) -> [32786];
compatibility_189(12159) -> [32819];
compatibility_189(_) -> [].

compatibility_190(12160) -> [32895];
compatibility_190(12161) -> [32905];
compatibility_190(12162) -> [33251];
compatibility_190(12163) -> [33258];
compatibility_190(12164) -> [33267];
compatibility_190(12165) -> [33276];
compatibility_190(12166) -> [33292];
compatibility_190(12167) -> [33307];
compatibility_190(12168) -> [33311];
compatibility_190(12169) -> [33390];
compatibility_190(12170) -> [33394];
compatibility_190(12171) -> [33400];
compatibility_190(12172) -> [34381];
compatibility_190(12173) -> [34411];
compatibility_190(12174) -> [34880];
compatibility_190(12175) -> [34892];
compatibility_190(12176) -> [34915];
compatibility_190(12177) -> [35198];
compatibility_190(12178) -> [35211];
compatibility_190(12179) -> [35282];
compatibility_190(12180) -> [35328];
compatibility_190(12181) -> [35895];
compatibility_190(12182) -> [35910];
compatibility_190(12183) -> [35925];
compatibility_190(12184) -> [35960];
compatibility_190(12185) -> [35997];
compatibility_190(12186) -> [36196];
compatibility_190(12187) -> [36208];
compatibility_190(12188) -> [36275];
compatibility_190(12189) -> [36523];
compatibility_190(12190) -> [36554];
compatibility_190(12191) -> [36763];
compatibility_190(12192) -> [36784];
compatibility_190(12193) -> [36789];
compatibility_190(12194) -> [37009];
compatibility_190(12195) -> [37193];
compatibility_190(12196) -> [37318];
compatibility_190(12197) -> [37324];
compatibility_190(12198) -> [37329];
compatibility_190(12199) -> [38263];
compatibility_190(12200) -> [38272];
compatibility_190(12201) -> [38428];
compatibility_190(12202) -> [38582];
compatibility_190(12203) -> [38585];
compatibility_190(12204) -> [38632];
compatibility_190(12205) -> [38737];
compatibility_190(12206) -> [38750];
compatibility_190(12207) -> [38754];
compatibility_190(12208) -> [38761];
compatibility_190(12209) -> [38859];
compatibility_190(12210) -> [38893];
compatibility_190(12211) -> [38899];
compatibility_190(12212) -> [38913];
compatibility_190(12213) -> [39080];
compatibility_190(12214) -> [39131];
compatibility_190(12215) -> [39135];
compatibility_190(12216) -> [39318];
compatibility_190(12217) -> [39321];
compatibility_190(12218) -> [39340];
compatibility_190(12219) -> [39592];
compatibility_190(12220) -> [39640];
compatibility_190(12221) -> [39647];
compatibility_190(12222) -> [39717];
compatibility_190(12223) -> [39727];
compatibility_190(_) -> [].

compatibility_191(12224) -> [39730];
compatibility_191(12225) -> [39740];
compatibility_191(12226) -> [39770];
compatibility_191(12227) -> [40165];
compatibility_191(12228) -> [40565];
compatibility_191(12229) -> [40575];
compatibility_191(12230) -> [40613];
compatibility_191(12231) -> [40635];
compatibility_191(12232) -> [40643];
compatibility_191(12233) -> [40653];
compatibility_191(12234) -> [40657];
compatibility_191(12235) -> [40697];
compatibility_191(12236) -> [40701];
compatibility_191(12237) -> [40718];
compatibility_191(12238) -> [40723];
compatibility_191(12239) -> [40736];
compatibility_191(12240) -> [40763];
compatibility_191(12241) -> [40778];
compatibility_191(12242) -> [40786];
compatibility_191(12243) -> [40845];
compatibility_191(12244) -> [40860];
compatibility_191(12245) -> [40864];
compatibility_191(_) -> [].

compatibility_192(12288) -> [32];
compatibility_192(12342) -> [12306];
compatibility_192(12344) -> [21313];
compatibility_192(12345) -> [21316];
compatibility_192(12346) -> [21317];
compatibility_192(_) -> [].

compatibility_194(12443) -> [32,12441];
compatibility_194(12444) -> [32,12442];
compatibility_194(12447) -> [12424,12426];
compatibility_194(_) -> [].

compatibility_195(12543) -> [12467,12488];
compatibility_195(_) -> [].

compatibility_196(12593) -> [4352];
compatibility_196(12594) -> [4353];
compatibility_196(12595) -> [4522];
compatibility_196(12596) -> [4354];
compatibility_196(12597) -> [4524];
compatibility_196(12598) -> [4525];
compatibility_196(12599) -> [4355];
compatibility_196(12600) -> [4356];
compatibility_196(12601) -> [4357];
compatibility_196(12602) -> [4528];
compatibility_196(12603) -> [4529];
compatibility_196(12604) -> [4530];
compatibility_196(12605) -> [4531];
compatibility_196(12606) -> [4532];
compatibility_196(12607) -> [4533];
compatibility_196(_) -> [].

compatibility_197(12608) -> [4378];
compatibility_197(12609) -> [4358];
compatibility_197(12610) -> [4359];
compatibility_197(12611) -> [4360];
compatibility_197(12612) -> [4385];
compatibility_197(12613) -> [4361];
compatibility_197(12614) -> [4362];
compatibility_197(12615) -> [4363];
compatibility_197(12616) -> [4364];
compatibility_197(12617) -> [4365];
compatibility_197(12618) -> [4366];
compatibility_197(12619) -> [4367];
compatibility_197(12620) -> [4368];
compatibility_197(12621) -> [4369];
compatibility_197(12622) -> [4370];
compatibility_197(12623) -> [4449];
compatibility_197(12624) -> [4450];
compatibility_197(12625) -> [4451];
compatibility_197(12626) -> [4452];
compatibility_197(12627) -> [4453];
compatibility_197(12628) -> [4454];
compatibility_197(12629) -> [4455];
compatibility_197(12630) -> [4456];
compatibility_197(12631) -> [4457];
compatibility_197(12632) -> [4458];
compatibility_197(12633) -> [4459];
compatibility_197(12634) -> [4460];
compatibility_197(12635) -> [4461];
compatibility_197(12636) -> [4462];
compatibility_197(12637) -> [4463];
compatibility_197(12638) -> [4464];
compatibility_197(12639) -> [4465];
compatibility_197(12640) -> [4466];
compatibility_197(12641) -> [4467];
compatibility_197(12642) -> [4468];
compatibility_197(12643) -> [4469];
compatibility_197(12644) -> [4448];
compatibility_197(12645) -> [4372];
compatibility_197(12646) -> [4373];
compatibility_197(12647) -> [4551];
compatibility_197(12648) -> [4552];
compatibility_197(12649) -> [4556];
compatibility_197(12650) -> [4558];
compatibility_197(12651) -> [4563];
compatibility_197(12652) -> [4567];
compatibility_197(12653) -> [4569];
compatibility_197(12654) -> [4380];
compatibility_197(12655) -> [4573];
compatibility_197(12656) -> [4575];
compatibility_197(12657) -> [4381];
compatibility_197(12658) -> [4382];
compatibility_197(12659) -> [4384];
compatibility_197(12660) -> [4386];
compatibility_197(12661) -> [4387];
compatibility_197(12662) -> [4391];
compatibility_197(12663) -> [4393];
compatibility_197(12664) -> [4395];
compatibility_197(12665) -> [4396];
compatibility_197(12666) -> [4397];
compatibility_197(12667) -> [4398];
compatibility_197(12668) -> [4399];
compatibility_197(12669) -> [4402];
compatibility_197(12670) -> [4406];
compatibility_197(12671) -> [4416];
compatibility_197(_) -> [].

compatibility_198(12672) -> [4423];
compatibility_198(12673) -> [4428];
compatibility_198(12674) -> [4593];
compatibility_198(12675) -> [4594];
compatibility_198(12676) -> [4439];
compatibility_198(12677) -> [4440];
compatibility_198(12678) -> [4441];
compatibility_198(12679) -> [4484];
compatibility_198(12680) -> [4485];
compatibility_198(12681) -> [4488];
compatibility_198(12682) -> [4497];
compatibility_198(12683) -> [4498];
compatibility_198(12684) -> [4500];
compatibility_198(12685) -> [4510];
compatibility_198(12686) -> [4513];
compatibility_198(12690) -> [19968];
compatibility_198(12691) -> [20108];
compatibility_198(12692) -> [19977];
compatibility_198(12693) -> [22235];
compatibility_198(12694) -> [19978];
compatibility_198(12695) -> [20013];
compatibility_198(12696) -> [19979];
compatibility_198(12697) -> [30002];
compatibility_198(12698) -> [20057];
compatibility_198(12699) -> [19993];
compatibility_198(12700) -> [19969];
compatibility_198(12701) -> [22825];
compatibility_198(12702) -> [22320];
compatibility_198(12703) -> [20154];
compatibility_198(_) -> [].

compatibility_200(12800) -> [40,4352,41];
compatibility_200(12801) -> [40,4354,41];
compatibility_200(12802) -> [40,4355,41];
compatibility_200(12803) -> [40,4357,41];
compatibility_200(12804) -> [40,4358,41];
compatibility_200(12805) -> [40,4359,41];
compatibility_200(12806) -> [40,4361,41];
compatibility_200(12807) -> [40,4363,41];
compatibility_200(12808) -> [40,4364,41];
compatibility_200(12809) -> [40,4366,41];
compatibility_200(12810) -> [40,4367,41];
compatibility_200(12811) -> [40,4368,41];
compatibility_200(12812) -> [40,4369,41];
compatibility_200(12813) -> [40,4370,41];
compatibility_200(12814) -> [40,4352,4449,41];
compatibility_200(12815) -> [40,4354,4449,41];
compatibility_200(12816) -> [40,4355,4449,41];
compatibility_200(12817) -> [40,4357,4449,41];
compatibility_200(12818) -> [40,4358,4449,41];
compatibility_200(12819) -> [40,4359,4449,41];
compatibility_200(12820) -> [40,4361,4449,41];
compatibility_200(12821) -> [40,4363,4449,41];
compatibility_200(12822) -> [40,4364,4449,41];
compatibility_200(12823) -> [40,4366,4449,41];
compatibility_200(12824) -> [40,4367,4449,41];
compatibility_200(12825) -> [40,4368,4449,41];
compatibility_200(12826) -> [40,4369,4449,41];
compatibility_200(12827) -> [40,4370,4449,41];
compatibility_200(12828) -> [40,4364,4462,41];
compatibility_200(12829) -> [40,4363,4457,4364,4453,4523,41];
compatibility_200(12830) -> [40,4363,4457,4370,4462,41];
compatibility_200(12832) -> [40,19968,41];
compatibility_200(12833) -> [40,20108,41];
compatibility_200(12834) -> [40,19977,41];
compatibility_200(12835) -> [40,22235,41];
compatibility_200(12836) -> [40,20116,41];
compatibility_200(12837) -> [40,20845,41];
compatibility_200(12838) -> [40,19971,41];
compatibility_200(12839) -> [40,20843,41];
compatibility_200(12840) -> [40,20061,41];
compatibility_200(12841) -> [40,21313,41];
compatibility_200(12842) -> [40,26376,41];
compatibility_200(12843) -> [40,28779,41];
compatibility_200(12844) -> [40,27700,41];
compatibility_200(12845) -> [40,26408,41];
compatibility_200(12846) -> [40,37329,41];
compatibility_200(12847) -> [40,22303,41];
compatibility_200(12848) -> [40,26085,41];
compatibility_200(12849) -> [40,26666,41];
compatibility_200(12850) -> [40,26377,41];
compatibility_200(12851) -> [40,31038,41];
compatibility_200(12852) -> [40,21517,41];
compatibility_200(12853) -> [40,29305,41];
compatibility_200(12854) -> [40,36001,41];
compatibility_200(12855) -> [40,31069,41];
compatibility_200(12856) -> [40,21172,41];
compatibility_200(12857) -> [40,20195,41];
compatibility_200(12858) -> [40,21628,41];
compatibility_200(12859) -> [40,23398,41];
compatibility_200(12860) -> [40,30435,41];
compatibility_200(12861) -> [40,20225,41];
compatibility_200(12862) -> [40,36039,41];
compatibility_200(12863) -> [40,21332,41];
compatibility_200(_) -> [].

compatibility_201(12864) -> [40,31085,41];
compatibility_201(12865) -> [40,20241,41];
compatibility_201(12866) -> [40,33258,41];
compatibility_201(12867) -> [40,33267,41];
compatibility_201(12868) -> [21839];
compatibility_201(12869) -> [24188];
compatibility_201(12870) -> [25991];
compatibility_201(12871) -> [31631];
compatibility_201(12880) -> [80,84,69];
compatibility_201(12881) -> [50,49];
compatibility_201(12882) -> [50,50];
compatibility_201(12883) -> [50,51];
compatibility_201(12884) -> [50,52];
compatibility_201(12885) -> [50,53];
compatibility_201(12886) -> [50,54];
compatibility_201(12887) -> [50,55];
compatibility_201(12888) -> [50,56];
compatibility_201(12889) -> [50,57];
compatibility_201(12890) -> [51,48];
compatibility_201(12891) -> [51,49];
compatibility_201(12892) -> [51,50];
compatibility_201(12893) -> [51,51];
compatibility_201(12894) -> [51,52];
compatibility_201(12895) -> [51,53];
compatibility_201(12896) -> [4352];
compatibility_201(12897) -> [4354];
compatibility_201(12898) -> [4355];
compatibility_201(12899) -> [4357];
compatibility_201(12900) -> [4358];
compatibility_201(12901) -> [4359];
compatibility_201(12902) -> [4361];
compatibility_201(12903) -> [4363];
compatibility_201(12904) -> [4364];
compatibility_201(12905) -> [4366];
compatibility_201(12906) -> [4367];
compatibility_201(12907) -> [4368];
compatibility_201(12908) -> [4369];
compatibility_201(12909) -> [4370];
compatibility_201(12910) -> [4352,4449];
compatibility_201(12911) -> [4354,4449];
compatibility_201(12912) -> [4355,4449];
compatibility_201(12913) -> [4357,4449];
compatibility_201(12914) -> [4358,4449];
compatibility_201(12915) -> [4359,4449];
compatibility_201(12916) -> [4361,4449];
compatibility_201(12917) -> [4363,4449];
compatibility_201(12918) -> [4364,4449];
compatibility_201(12919) -> [4366,4449];
compatibility_201(12920) -> [4367,4449];
compatibility_201(12921) -> [4368,4449];
compatibility_201(12922) -> [4369,4449];
compatibility_201(12923) -> [4370,4449];
compatibility_201(12924) -> [4366,4449,4535,4352,4457];
compatibility_201(12925) -> [4364,4462,4363,4468];
compatibility_201(12926) -> [4363,4462];
compatibility_201(_) -> [].

compatibility_202(12928) -> [19968];
compatibility_202(12929) -> [20108];
compatibility_202(12930) -> [19977];
compatibility_202(12931) -> [22235];
compatibility_202(12932) -> [20116];
compatibility_202(12933) -> [20845];
compatibility_202(12934) -> [19971];
compatibility_202(12935) -> [20843];
compatibility_202(12936) -> [20061];
compatibility_202(12937) -> [21313];
compatibility_202(12938) -> [26376];
compatibility_202(12939) -> [28779];
compatibility_202(12940) -> [27700];
compatibility_202(12941) -> [26408];
compatibility_202(12942) -> [37329];
compatibility_202(12943) -> [22303];
compatibility_202(12944) -> [26085];
compatibility_202(12945) -> [26666];
compatibility_202(12946) -> [26377];
compatibility_202(12947) -> [31038];
compatibility_202(12948) -> [21517];
compatibility_202(12949) -> [29305];
compatibility_202(12950) -> [36001];
compatibility_202(12951) -> [31069];
compatibility_202(12952) -> [21172];
compatibility_202(12953) -> [31192];
compatibility_202(12954) -> [30007];
compatibility_202(12955) -> [22899];
compatibility_202(12956) -> [36969];
compatibility_202(12957) -> [20778];
compatibility_202(12958) -> [21360];
compatibility_202(12959) -> [27880];
compatibility_202(12960) -> [38917];
compatibility_202(12961) -> [20241];
compatibility_202(12962) -> [20889];
compatibility_202(12963) -> [27491];
compatibility_202(12964) -> [19978];
compatibility_202(12965) -> [20013];
compatibility_202(12966) -> [19979];
compatibility_202(12967) -> [24038];
compatibility_202(12968) -> [21491];
compatibility_202(12969) -> [21307];
compatibility_202(12970) -> [23447];
compatibility_202(12971) -> [23398];
compatibility_202(12972) -> [30435];
compatibility_202(12973) -> [20225];
compatibility_202(12974) -> [36039];
compatibility_202(12975) -> [21332];
compatibility_202(12976) -> [22812];
compatibility_202(12977) -> [51,54];
compatibility_202(12978) -> [51,55];
compatibility_202(12979) -> [51,56];
compatibility_202(12980) -> [51,57];
compatibility_202(12981) -> [52,48];
compatibility_202(12982) -> [52,49];
compatibility_202(12983) -> [52,50];
compatibility_202(12984) -> [52,51];
compatibility_202(12985) -> [52,52];
compatibility_202(12986) -> [52,53];
compatibility_202(12987) -> [52,54];
compatibility_202(12988) -> [52,55];
compatibility_202(12989) -> [52,56];
compatibility_202(12990) -> [52,57];
compatibility_202(12991) -> [53,48];
compatibility_202(_) -> [].

compatibility_203(12992) -> [49,26376];
compatibility_203(12993) -> [50,26376];
compatibility_203(12994) -> [51,26376];
compatibility_203(12995) -> [52,26376];
compatibility_203(12996) -> [53,26376];
compatibility_203(12997) -> [54,26376];
compatibility_203(12998) -> [55,26376];
compatibility_203(12999) -> [56,26376];
compatibility_203(13000) -> [57,26376];
compatibility_203(13001) -> [49,48,26376];
compatibility_203(13002) -> [49,49,26376];
compatibility_203(13003) -> [49,50,26376];
compatibility_203(13004) -> [72,103];
compatibility_203(13005) -> [101,114,103];
compatibility_203(13006) -> [101,86];
compatibility_203(13007) -> [76,84,68];
compatibility_203(13008) -> [12450];
compatibility_203(13009) -> [12452];
compatibility_203(13010) -> [12454];
compatibility_203(13011) -> [12456];
compatibility_203(13012) -> [12458];
compatibility_203(13013) -> [12459];
compatibility_203(13014) -> [12461];
compatibility_203(13015) -> [12463];
compatibility_203(13016) -> [12465];
compatibility_203(13017) -> [12467];
compatibility_203(13018) -> [12469];
compatibility_203(13019) -> [12471];
compatibility_203(13020) -> [12473];
compatibility_203(13021) -> [12475];
compatibility_203(13022) -> [12477];
compatibility_203(13023) -> [12479];
compatibility_203(13024) -> [12481];
compatibility_203(13025) -> [12484];
compatibility_203(13026) -> [12486];
compatibility_203(13027) -> [12488];
compatibility_203(13028) -> [12490];
compatibility_203(13029) -> [12491];
compatibility_203(13030) -> [12492];
compatibility_203(13031) -> [12493];
compatibility_203(13032) -> [12494];
compatibility_203(13033) -> [12495];
compatibility_203(13034) -> [12498];
compatibility_203(13035) -> [12501];
compatibility_203(13036) -> [12504];
compatibility_203(13037) -> [12507];
compatibility_203(13038) -> [12510];
compatibility_203(13039) -> [12511];
compatibility_203(13040) -> [12512];
compatibility_203(13041) -> [12513];
compatibility_203(13042) -> [12514];
compatibility_203(13043) -> [12516];
compatibility_203(13044) -> [12518];
compatibility_203(13045) -> [12520];
compatibility_203(13046) -> [12521];
compatibility_203(13047) -> [12522];
compatibility_203(13048) -> [12523];
compatibility_203(13049) -> [12524];
compatibility_203(13050) -> [12525];
compatibility_203(13051) -> [12527];
compatibility_203(13052) -> [12528];
compatibility_203(13053) -> [12529];
compatibility_203(13054) -> [12530];
compatibility_203(13055) -> [20196,21644];
compatibility_203(_) -> [].

compatibility_204(13056) -> [12450,12495,12442,12540,12488];
compatibility_204(13057) -> [12450,12523,12501,12449];
compatibility_204(13058) -> [12450,12531,12504,12442,12450];
compatibility_204(13059) -> [12450,12540,12523];
compatibility_204(13060) -> [12452,12491,12531,12463,12441];
compatibility_204(13061) -> [12452,12531,12481];
compatibility_204(13062) -> [12454,12457,12531];
compatibility_204(13063) -> [12456,12473,12463,12540,12488,12441];
compatibility_204(13064) -> [12456,12540,12459,12540];
compatibility_204(13065) -> [12458,12531,12473];
compatibility_204(13066) -> [12458,12540,12512];
compatibility_204(13067) -> [12459,12452,12522];
compatibility_204(13068) -> [12459,12521,12483,12488];
compatibility_204(13069) -> [12459,12525,12522,12540];
compatibility_204(13070) -> [12459,12441,12525,12531];
compatibility_204(13071) -> [12459,12441,12531,12510];
compatibility_204(13072) -> [12461,12441,12459,12441];
compatibility_204(13073) -> [12461,12441,12491,12540];
compatibility_204(13074) -> [12461,12517,12522,12540];
compatibility_204(13075) -> [12461,12441,12523,12479,12441,12540];
compatibility_204(13076) -> [12461,12525];
compatibility_204(13077) -> [12461,12525,12463,12441,12521,12512];
compatibility_204(13078) -> [12461,12525,12513,12540,12488,12523];
compatibility_204(13079) -> [12461,12525,12527,12483,12488];
compatibility_204(13080) -> [12463,12441,12521,12512];
compatibility_204(13081) -> [12463,12441,12521,12512,12488,12531];
compatibility_204(13082) -> [12463,12523,12475,12441,12452,12525];
compatibility_204(13083) -> [12463,12525,12540,12493];
compatibility_204(13084) -> [12465,12540,12473];
compatibility_204(13085) -> [12467,12523,12490];
compatibility_204(13086) -> [12467,12540,12507,12442];
compatibility_204(13087) -> [12469,12452,12463,12523];
compatibility_204(13088) -> [12469,12531,12481,12540,12512];
compatibility_204(13089) -> [12471,12522,12531,12463,12441];
compatibility_204(13090) -> [12475,12531,12481];
compatibility_204(13091) -> [12475,12531,12488];
compatibility_204(13092) -> [12479,12441,12540,12473];
compatibility_204(13093) -> [12486,12441,12471];
compatibility_204(13094) -> [12488,12441,12523];
compatibility_204(13095) -> [12488,12531];
compatibility_204(13096) -> [12490,12494];
compatibility_204(13097) -> [12494,12483,12488];
compatibility_204(13098) -> [12495,12452,12484];
compatibility_204(13099) -> [12495,12442,12540,12475,12531,12488];
compatibility_204(13100) -> [12495,12442,12540,12484];
compatibility_204(13101) -> [12495,12441,12540,12524,12523];
compatibility_204(13102) -> [12498,12442,12450,12473,12488,12523];
compatibility_204(13103) -> [12498,12442,12463,12523];
compatibility_204(13104) -> [12498,12442,12467];
compatibility_204(13105) -> [12498,12441,12523];
compatibility_204(13106) -> [12501,12449,12521,12483,12488,12441];
compatibility_204(13107) -> [12501,12451,12540,12488];
compatibility_204(13108) -> [12501,12441,12483,12471,12455,12523];
compatibility_204(13109) -> [12501,12521,12531];
compatibility_204(13110) -> [12504,12463,12479,12540,12523];
compatibility_204(13111) -> [12504,12442,12477];
compatibility_204(13112) -> [12504,12442,12491,12498];
compatibility_204(13113) -> [12504,12523,12484];
compatibility_204(13114) -> [12504,12442,12531,12473];
compatibility_204(13115) -> [12504,12442,12540,12471,12441];
compatibility_204(13116) -> [12504,12441,12540,12479];
compatibility_204(13117) -> [12507,12442,12452,12531,12488];
compatibility_204(13118) -> [12507,12441,12523,12488];
compatibility_204(13119) -> [12507,12531];
compatibility_204(_) -> [].

compatibility_205(13120) -> [12507,12442,12531,12488,12441];
compatibility_205(13121) -> [12507,12540,12523];
compatibility_205(13122) -> [12507,12540,12531];
compatibility_205(13123) -> [12510,12452,12463,12525];
compatibility_205(13124) -> [12510,12452,12523];
compatibility_205(13125) -> [12510,12483,12495];
compatibility_205(13126) -> [12510,12523,12463];
compatibility_205(13127) -> [12510,12531,12471,12519,12531];
compatibility_205(13128) -> [12511,12463,12525,12531];
compatibility_205(13129) -> [12511,12522];
compatibility_205(13130) -> [12511,12522,12495,12441,12540,12523];
compatibility_205(13131) -> [12513,12459,12441];
compatibility_205(13132) -> [12513,12459,12441,12488,12531];
compatibility_205(13133) -> [12513,12540,12488,12523];
compatibility_205(13134) -> [12516,12540,12488,12441];
compatibility_205(13135) -> [12516,12540,12523];
compatibility_205(13136) -> [12518,12450,12531];
compatibility_205(13137) -> [12522,12483,12488,12523];
compatibility_205(13138) -> [12522,12521];
compatibility_205(13139) -> [12523,12498,12442,12540];
compatibility_205(13140) -> [12523,12540,12501,12441,12523];
compatibility_205(13141) -> [12524,12512];
compatibility_205(13142) -> [12524,12531,12488,12465,12441,12531];
compatibility_205(13143) -> [12527,12483,12488];
compatibility_205(13144) -> [48,28857];
compatibility_205(13145) -> [49,28857];
compatibility_205(13146) -> [50,28857];
compatibility_205(13147) -> [51,28857];
compatibility_205(13148) -> [52,28857];
compatibility_205(13149) -> [53,28857];
compatibility_205(13150) -> [54,28857];
compatibility_205(13151) -> [55,28857];
compatibility_205(13152) -> [56,28857];
compatibility_205(13153) -> [57,28857];
compatibility_205(13154) -> [49,48,28857];
compatibility_205(13155) -> [49,49,28857];
compatibility_205(13156) -> [49,50,28857];
compatibility_205(13157) -> [49,51,28857];
compatibility_205(13158) -> [49,52,28857];
compatibility_205(13159) -> [49,53,28857];
compatibility_205(13160) -> [49,54,28857];
compatibility_205(13161) -> [49,55,28857];
compatibility_205(13162) -> [49,56,28857];
compatibility_205(13163) -> [49,57,28857];
compatibility_205(13164) -> [50,48,28857];
compatibility_205(13165) -> [50,49,28857];
compatibility_205(13166) -> [50,50,28857];
compatibility_205(13167) -> [50,51,28857];
compatibility_205(13168) -> [50,52,28857];
compatibility_205(13169) -> [104,80,97];
compatibility_205(13170) -> [100,97];
compatibility_205(13171) -> [65,85];
compatibility_205(13172) -> [98,97,114];
compatibility_205(13173) -> [111,86];
compatibility_205(13174) -> [112,99];
compatibility_205(13175) -> [100,109];
compatibility_205(13176) -> [100,109,50];
compatibility_205(13177) -> [100,109,51];
compatibility_205(13178) -> [73,85];
compatibility_205(13179) -> [24179,25104];
compatibility_205(13180) -> [26157,21644];
compatibility_205(13181) -> [22823,27491];
compatibility_205(13182) -> [26126,27835];
compatibility_205(13183) -> [26666,24335,20250,31038];
compatibility_205(_) -> [].

compatibility_206(13184) -> [112,65];
compatibility_206(13185) -> [110,65];
compatibility_206(13186) -> [956,65];
compatibility_206(13187) -> [109,65];
compatibility_206(13188) -> [107,65];
compatibility_206(13189) -> [75,66];
compatibility_206(13190) -> [77,66];
compatibility_206(13191) -> [71,66];
compatibility_206(13192) -> [99,97,108];
compatibility_206(13193) -> [107,99,97,108];
compatibility_206(13194) -> [112,70];
compatibility_206(13195) -> [110,70];
compatibility_206(13196) -> [956,70];
compatibility_206(13197) -> [956,103];
compatibility_206(13198) -> [109,103];
compatibility_206(13199) -> [107,103];
compatibility_206(13200) -> [72,122];
compatibility_206(13201) -> [107,72,122];
compatibility_206(13202) -> [77,72,122];
compatibility_206(13203) -> [71,72,122];
compatibility_206(13204) -> [84,72,122];
compatibility_206(13205) -> [956,108];
compatibility_206(13206) -> [109,108];
compatibility_206(13207) -> [100,108];
compatibility_206(13208) -> [107,108];
compatibility_206(13209) -> [102,109];
compatibility_206(13210) -> [110,109];
compatibility_206(13211) -> [956,109];
compatibility_206(13212) -> [109,109];
compatibility_206(13213) -> [99,109];
compatibility_206(13214) -> [107,109];
compatibility_206(13215) -> [109,109,50];
compatibility_206(13216) -> [99,109,50];
compatibility_206(13217) -> [109,50];
compatibility_206(13218) -> [107,109,50];
compatibility_206(13219) -> [109,109,51];
compatibility_206(13220) -> [99,109,51];
compatibility_206(13221) -> [109,51];
compatibility_206(13222) -> [107,109,51];
compatibility_206(13223) -> [109,8725,115];
compatibility_206(13224) -> [109,8725,115,50];
compatibility_206(13225) -> [80,97];
compatibility_206(13226) -> [107,80,97];
compatibility_206(13227) -> [77,80,97];
compatibility_206(13228) -> [71,80,97];
compatibility_206(13229) -> [114,97,100];
compatibility_206(13230) -> [114,97,100,8725,115];
compatibility_206(13231) -> [114,97,100,8725,115,50];
compatibility_206(13232) -> [112,115];
compatibility_206(13233) -> [110,115];
compatibility_206(13234) -> [956,115];
compatibility_206(13235) -> [109,115];
compatibility_206(13236) -> [112,86];
compatibility_206(13237) -> [110,86];
compatibility_206(13238) -> [956,86];
compatibility_206(13239) -> [109,86];
compatibility_206(13240) -> [107,86];
compatibility_206(13241) -> [77,86];
compatibility_206(13242) -> [112,87];
compatibility_206(13243) -> [110,87];
compatibility_206(13244) -> [956,87];
compatibility_206(13245) -> [109,87];
compatibility_206(13246) -> [107,87];
compatibility_206(13247) -> [77,87];
compatibility_206(_) -> [].

compatibility_207(13248) -> [107,937];
compatibility_207(13249) -> [77,937];
compatibility_207(13250) -> [97,46,109,46];
compatibility_207(13251) -> [66,113];
compatibility_207(13252) -> [99,99];
compatibility_207(13253) -> [99,100];
compatibility_207(13254) -> [67,8725,107,103];
compatibility_207(13255) -> [67,111,46];
compatibility_207(13256) -> [100,66];
compatibility_207(13257) -> [71,121];
compatibility_207(13258) -> [104,97];
compatibility_207(13259) -> [72,80];
compatibility_207(13260) -> [105,110];
compatibility_207(13261) -> [75,75];
compatibility_207(13262) -> [75,77];
compatibility_207(13263) -> [107,116];
compatibility_207(13264) -> [108,109];
compatibility_207(13265) -> [108,110];
compatibility_207(13266) -> [108,111,103];
compatibility_207(13267) -> [108,120];
compatibility_207(13268) -> [109,98];
compatibility_207(13269) -> [109,105,108];
compatibility_207(13270) -> [109,111,108];
compatibility_207(13271) -> [80,72];
compatibility_207(13272) -> [112,46,109,46];
compatibility_207(13273) -> [80,80,77];
compatibility_207(13274) -> [80,82];
compatibility_207(13275) -> [115,114];
compatibility_207(13276) -> [83,118];
compatibility_207(13277) -> [87,98];
compatibility_207(13278) -> [86,8725,109];
compatibility_207(13279) -> [65,8725,109];
compatibility_207(13280) -> [49,26085];
compatibility_207(13281) -> [50,26085];
compatibility_207(13282) -> [51,26085];
compatibility_207(13283) -> [52,26085];
compatibility_207(13284) -> [53,26085];
compatibility_207(13285) -> [54,26085];
compatibility_207(13286) -> [55,26085];
compatibility_207(13287) -> [56,26085];
compatibility_207(13288) -> [57,26085];
compatibility_207(13289) -> [49,48,26085];
compatibility_207(13290) -> [49,49,26085];
compatibility_207(13291) -> [49,50,26085];
compatibility_207(13292) -> [49,51,26085];
compatibility_207(13293) -> [49,52,26085];
compatibility_207(13294) -> [49,53,26085];
compatibility_207(13295) -> [49,54,26085];
compatibility_207(13296) -> [49,55,26085];
compatibility_207(13297) -> [49,56,26085];
compatibility_207(13298) -> [49,57,26085];
compatibility_207(13299) -> [50,48,26085];
compatibility_207(13300) -> [50,49,26085];
compatibility_207(13301) -> [50,50,26085];
compatibility_207(13302) -> [50,51,26085];
compatibility_207(13303) -> [50,52,26085];
compatibility_207(13304) -> [50,53,26085];
compatibility_207(13305) -> [50,54,26085];
compatibility_207(13306) -> [50,55,26085];
compatibility_207(13307) -> [50,56,26085];
compatibility_207(13308) -> [50,57,26085];
compatibility_207(13309) -> [51,48,26085];
compatibility_207(13310) -> [51,49,26085];
compatibility_207(13311) -> [103,97,108];
compatibility_207(_) -> [].

compatibility_666(42652) -> [1098];
compatibility_666(42653) -> [1100];
compatibility_666(_) -> [].

compatibility_669(42864) -> [42863];
compatibility_669(_) -> [].

compatibility_671(42994) -> [67];
compatibility_671(42995) -> [70];
compatibility_671(42996) -> [81];
compatibility_671(43000) -> [294];
compatibility_671(43001) -> [339];
compatibility_671(_) -> [].

compatibility_685(43868) -> [42791];
compatibility_685(43869) -> [43831];
compatibility_685(43870) -> [619];
compatibility_685(43871) -> [43858];
compatibility_685(43881) -> [653];
compatibility_685(_) -> [].

compatibility_1004(64256) -> [102,102];
compatibility_1004(64257) -> [102,105];
compatibility_1004(64258) -> [102,108];
compatibility_1004(64259) -> [102,102,105];
compatibility_1004(64260) -> [102,102,108];
compatibility_1004(64261) -> [115,116];
compatibility_1004(64262) -> [115,116];
compatibility_1004(64275) -> [1396,1398];
compatibility_1004(64276) -> [1396,1381];
compatibility_1004(64277) -> [1396,1387];
compatibility_1004(64278) -> [1406,1398];
compatibility_1004(64279) -> [1396,1389];
compatibility_1004(64288) -> [1506];
compatibility_1004(64289) -> [1488];
compatibility_1004(64290) -> [1491];
compatibility_1004(64291) -> [1492];
compatibility_1004(64292) -> [1499];
compatibility_1004(64293) -> [1500];
compatibility_1004(64294) -> [1501];
compatibility_1004(64295) -> [1512];
compatibility_1004(64296) -> [1514];
compatibility_1004(64297) -> [43];
compatibility_1004(_) -> [].

compatibility_1005(64335) -> [1488,1500];
compatibility_1005(64336) -> [1649];
compatibility_1005(64337) -> [1649];
compatibility_1005(64338) -> [1659];
compatibility_1005(64339) -> [1659];
compatibility_1005(64340) -> [1659];
compatibility_1005(64341) -> [1659];
compatibility_1005(64342) -> [1662];
compatibility_1005(64343) -> [1662];
compatibility_1005(64344) -> [1662];
compatibility_1005(64345) -> [1662];
compatibility_1005(64346) -> [1664];
compatibility_1005(64347) -> [1664];
compatibility_1005(64348) -> [1664];
compatibility_1005(64349) -> [1664];
compatibility_1005(64350) -> [1658];
compatibility_1005(64351) -> [1658];
compatibility_1005(64352) -> [1658];
compatibility_1005(64353) -> [1658];
compatibility_1005(64354) -> [1663];
compatibility_1005(64355) -> [1663];
compatibility_1005(64356) -> [1663];
compatibility_1005(64357) -> [1663];
compatibility_1005(64358) -> [1657];
compatibility_1005(64359) -> [1657];
compatibility_1005(64360) -> [1657];
compatibility_1005(64361) -> [1657];
compatibility_1005(64362) -> [1700];
compatibility_1005(64363) -> [1700];
compatibility_1005(64364) -> [1700];
compatibility_1005(64365) -> [1700];
compatibility_1005(64366) -> [1702];
compatibility_1005(64367) -> [1702];
compatibility_1005(64368) -> [1702];
compatibility_1005(64369) -> [1702];
compatibility_1005(64370) -> [1668];
compatibility_1005(64371) -> [1668];
compatibility_1005(64372) -> [1668];
compatibility_1005(64373) -> [1668];
compatibility_1005(64374) -> [1667];
compatibility_1005(64375) -> [1667];
compatibility_1005(64376) -> [1667];
compatibility_1005(64377) -> [1667];
compatibility_1005(64378) -> [1670];
compatibility_1005(64379) -> [1670];
compatibility_1005(64380) -> [1670];
compatibility_1005(64381) -> [1670];
compatibility_1005(64382) -> [1671];
compatibility_1005(64383) -> [1671];
compatibility_1005(_) -> [].

compatibility_1006(64384) -> [1671];
compatibility_1006(64385) -> [1671];
compatibility_1006(64386) -> [1677];
compatibility_1006(64387) -> [1677];
compatibility_1006(64388) -> [1676];
compatibility_1006(64389) -> [1676];
compatibility_1006(64390) -> [1678];
compatibility_1006(64391) -> [1678];
compatibility_1006(64392) -> [1672];
compatibility_1006(64393) -> [1672];
compatibility_1006(64394) -> [1688];
compatibility_1006(64395) -> [1688];
compatibility_1006(64396) -> [1681];
compatibility_1006(64397) -> [1681];
compatibility_1006(64398) -> [1705];
compatibility_1006(64399) -> [1705];
compatibility_1006(64400) -> [1705];
compatibility_1006(64401) -> [1705];
compatibility_1006(64402) -> [1711];
compatibility_1006(64403) -> [1711];
compatibility_1006(64404) -> [1711];
compatibility_1006(64405) -> [1711];
compatibility_1006(64406) -> [1715];
compatibility_1006(64407) -> [1715];
compatibility_1006(64408) -> [1715];
compatibility_1006(64409) -> [1715];
compatibility_1006(64410) -> [1713];
compatibility_1006(64411) -> [1713];
compatibility_1006(64412) -> [1713];
compatibility_1006(64413) -> [1713];
compatibility_1006(64414) -> [1722];
compatibility_1006(64415) -> [1722];
compatibility_1006(64416) -> [1723];
compatibility_1006(64417) -> [1723];
compatibility_1006(64418) -> [1723];
compatibility_1006(64419) -> [1723];
compatibility_1006(64420) -> [1749,1620];
compatibility_1006(64421) -> [1749,1620];
compatibility_1006(64422) -> [1729];
compatibility_1006(64423) -> [1729];
compatibility_1006(64424) -> [1729];
compatibility_1006(64425) -> [1729];
compatibility_1006(64426) -> [1726];
compatibility_1006(64427) -> [1726];
compatibility_1006(64428) -> [1726];
compatibility_1006(64429) -> [1726];
compatibility_1006(64430) -> [1746];
compatibility_1006(64431) -> [1746];
compatibility_1006(64432) -> [1746,1620];
compatibility_1006(64433) -> [1746,1620];
compatibility_1006(_) -> [].

compatibility_1007(64467) -> [1709];
compatibility_1007(64468) -> [1709];
compatibility_1007(64469) -> [1709];
compatibility_1007(64470) -> [1709];
compatibility_1007(64471) -> [1735];
compatibility_1007(64472) -> [1735];
compatibility_1007(64473) -> [1734];
compatibility_1007(64474) -> [1734];
compatibility_1007(64475) -> [1736];
compatibility_1007(64476) -> [1736];
compatibility_1007(64477) -> [1735,1652];
compatibility_1007(64478) -> [1739];
compatibility_1007(64479) -> [1739];
compatibility_1007(64480) -> [1733];
compatibility_1007(64481) -> [1733];
compatibility_1007(64482) -> [1737];
compatibility_1007(64483) -> [1737];
compatibility_1007(64484) -> [1744];
compatibility_1007(64485) -> [1744];
compatibility_1007(64486) -> [1744];
compatibility_1007(64487) -> [1744];
compatibility_1007(64488) -> [1609];
compatibility_1007(64489) -> [1609];
compatibility_1007(64490) -> [1610,1620,1575];
compatibility_1007(64491) -> [1610,1620,1575];
compatibility_1007(64492) -> [1610,1620,1749];
compatibility_1007(64493) -> [1610,1620,1749];
compatibility_1007(64494) -> [1610,1620,1608];
compatibility_1007(64495) -> [1610,1620,1608];
compatibility_1007(64496) -> [1610,1620,1735];
compatibility_1007(64497) -> [1610,1620,1735];
compatibility_1007(64498) -> [1610,1620,1734];
compatibility_1007(64499) -> [1610,1620,1734];
compatibility_1007(64500) -> [1610,1620,1736];
compatibility_1007(64501) -> [1610,1620,1736];
compatibility_1007(64502) -> [1610,1620,1744];
compatibility_1007(64503) -> [1610,1620,1744];
compatibility_1007(64504) -> [1610,1620,1744];
compatibility_1007(64505) -> [1610,1620,1609];
compatibility_1007(64506) -> [1610,1620,1609];
compatibility_1007(64507) -> [1610,1620,1609];
compatibility_1007(64508) -> [1740];
compatibility_1007(64509) -> [1740];
compatibility_1007(64510) -> [1740];
compatibility_1007(64511) -> [1740];
compatibility_1007(_) -> [].

compatibility_1008(64512) -> [1610,1620,1580];
compatibility_1008(64513) -> [1610,1620,1581];
compatibility_1008(64514) -> [1610,1620,1605];
compatibility_1008(64515) -> [1610,1620,1609];
compatibility_1008(64516) -> [1610,1620,1610];
compatibility_1008(64517) -> [1576,1580];
compatibility_1008(64518) -> [1576,1581];
compatibility_1008(64519) -> [1576,1582];
compatibility_1008(64520) -> [1576,1605];
compatibility_1008(64521) -> [1576,1609];
compatibility_1008(64522) -> [1576,1610];
compatibility_1008(64523) -> [1578,1580];
compatibility_1008(64524) -> [1578,1581];
compatibility_1008(64525) -> [1578,1582];
compatibility_1008(64526) -> [1578,1605];
compatibility_1008(64527) -> [1578,1609];
compatibility_1008(64528) -> [1578,1610];
compatibility_1008(64529) -> [1579,1580];
compatibility_1008(64530) -> [1579,1605];
compatibility_1008(64531) -> [1579,1609];
compatibility_1008(64532) -> [1579,1610];
compatibility_1008(64533) -> [1580,1581];
compatibility_1008(64534) -> [1580,1605];
compatibility_1008(64535) -> [1581,1580];
compatibility_1008(64536) -> [1581,1605];
compatibility_1008(64537) -> [1582,1580];
compatibility_1008(64538) -> [1582,1581];
compatibility_1008(64539) -> [1582,1605];
compatibility_1008(64540) -> [1587,1580];
compatibility_1008(64541) -> [1587,1581];
compatibility_1008(64542) -> [1587,1582];
compatibility_1008(64543) -> [1587,1605];
compatibility_1008(64544) -> [1589,1581];
compatibility_1008(64545) -> [1589,1605];
compatibility_1008(64546) -> [1590,1580];
compatibility_1008(64547) -> [1590,1581];
compatibility_1008(64548) -> [1590,1582];
compatibility_1008(64549) -> [1590,1605];
compatibility_1008(64550) -> [1591,1581];
compatibility_1008(64551) -> [1591,1605];
compatibility_1008(64552) -> [1592,1605];
compatibility_1008(64553) -> [1593,1580];
compatibility_1008(64554) -> [1593,1605];
compatibility_1008(64555) -> [1594,1580];
compatibility_1008(64556) -> [1594,1605];
compatibility_1008(64557) -> [1601,1580];
compatibility_1008(64558) -> [1601,1581];
compatibility_1008(64559) -> [1601,1582];
compatibility_1008(64560) -> [1601,1605];
compatibility_1008(64561) -> [1601,1609];
compatibility_1008(64562) -> [1601,1610];
compatibility_1008(64563) -> [1602,1581];
compatibility_1008(64564) -> [1602,1605];
compatibility_1008(64565) -> [1602,1609];
compatibility_1008(64566) -> [1602,1610];
compatibility_1008(64567) -> [1603,1575];
compatibility_1008(64568) -> [1603,1580];
compatibility_1008(64569) -> [1603,1581];
compatibility_1008(64570) -> [1603,1582];
compatibility_1008(64571) -> [1603,1604];
compatibility_1008(64572) -> [1603,1605];
compatibility_1008(64573) -> [1603,1609];
compatibility_1008(64574) -> [1603,1610];
compatibility_1008(64575) -> [1604,1580];
compatibility_1008(_) -> [].

compatibility_1009(64576) -> [1604,1581];
compatibility_1009(64577) -> [1604,1582];
compatibility_1009(64578) -> [1604,1605];
compatibility_1009(64579) -> [1604,1609];
compatibility_1009(64580) -> [1604,1610];
compatibility_1009(64581) -> [1605,1580];
compatibility_1009(64582) -> [1605,1581];
compatibility_1009(64583) -> [1605,1582];
compatibility_1009(64584) -> [1605,1605];
compatibility_1009(64585) -> [1605,1609];
compatibility_1009(64586) -> [1605,1610];
compatibility_1009(64587) -> [1606,1580];
compatibility_1009(64588) -> [1606,1581];
compatibility_1009(64589) -> [1606,1582];
compatibility_1009(64590) -> [1606,1605];
compatibility_1009(64591) -> [1606,1609];
compatibility_1009(64592) -> [1606,1610];
compatibility_1009(64593) -> [1607,1580];
compatibility_1009(64594) -> [1607,1605];
compatibility_1009(64595) -> [1607,1609];
compatibility_1009(64596) -> [1607,1610];
compatibility_1009(64597) -> [1610,1580];
compatibility_1009(64598) -> [1610,1581];
compatibility_1009(64599) -> [1610,1582];
compatibility_1009(64600) -> [1610,1605];
compatibility_1009(64601) -> [1610,1609];
compatibility_1009(64602) -> [1610,1610];
compatibility_1009(64603) -> [1584,1648];
compatibility_1009(64604) -> [1585,1648];
compatibility_1009(64605) -> [1609,1648];
compatibility_1009(64606) -> [32,1612,1617];
compatibility_1009(64607) -> [32,1613,1617];
compatibility_1009(64608) -> [32,1614,1617];
compatibility_1009(64609) -> [32,1615,1617];
compatibility_1009(64610) -> [32,1616,1617];
compatibility_1009(64611) -> [32,1617,1648];
compatibility_1009(64612) -> [1610,1620,1585];
compatibility_1009(64613) -> [1610,1620,1586];
compatibility_1009(64614) -> [1610,1620,1605];
compatibility_1009(64615) -> [1610,1620,1606];
compatibility_1009(64616) -> [1610,1620,1609];
compatibility_1009(64617) -> [1610,1620,1610];
compatibility_1009(64618) -> [1576,1585];
compatibility_1009(64619) -> [1576,1586];
compatibility_1009(64620) -> [1576,1605];
compatibility_1009(64621) -> [1576,1606];
compatibility_1009(64622) -> [1576,1609];
compatibility_1009(64623) -> [1576,1610];
compatibility_1009(64624) -> [1578,1585];
compatibility_1009(64625) -> [1578,1586];
compatibility_1009(64626) -> [1578,1605];
compatibility_1009(64627) -> [1578,1606];
compatibility_1009(64628) -> [1578,1609];
compatibility_1009(64629) -> [1578,1610];
compatibility_1009(64630) -> [1579,1585];
compatibility_1009(64631) -> [1579,1586];
compatibility_1009(64632) -> [1579,1605];
compatibility_1009(64633) -> [1579,1606];
compatibility_1009(64634) -> [1579,1609];
compatibility_1009(64635) -> [1579,1610];
compatibility_1009(64636) -> [1601,1609];
compatibility_1009(64637) -> [1601,1610];
compatibility_1009(64638) -> [1602,1609];
compatibility_1009(64639) -> [1602,1610];
compatibility_1009(_) -> [].

compatibility_1010(64640) -> [1603,1575];
compatibility_1010(64641) -> [1603,1604];
compatibility_1010(64642) -> [1603,1605];
compatibility_1010(64643) -> [1603,1609];
compatibility_1010(64644) -> [1603,1610];
compatibility_1010(64645) -> [1604,1605];
compatibility_1010(64646) -> [1604,1609];
compatibility_1010(64647) -> [1604,1610];
compatibility_1010(64648) -> [1605,1575];
compatibility_1010(64649) -> [1605,1605];
compatibility_1010(64650) -> [1606,1585];
compatibility_1010(64651) -> [1606,1586];
compatibility_1010(64652) -> [1606,1605];
compatibility_1010(64653) -> [1606,1606];
compatibility_1010(64654) -> [1606,1609];
compatibility_1010(64655) -> [1606,1610];
compatibility_1010(64656) -> [1609,1648];
compatibility_1010(64657) -> [1610,1585];
compatibility_1010(64658) -> [1610,1586];
compatibility_1010(64659) -> [1610,1605];
compatibility_1010(64660) -> [1610,1606];
compatibility_1010(64661) -> [1610,1609];
compatibility_1010(64662) -> [1610,1610];
compatibility_1010(64663) -> [1610,1620,1580];
compatibility_1010(64664) -> [1610,1620,1581];
compatibility_1010(64665) -> [1610,1620,1582];
compatibility_1010(64666) -> [1610,1620,1605];
compatibility_1010(64667) -> [1610,1620,1607];
compatibility_1010(64668) -> [1576,1580];
compatibility_1010(64669) -> [1576,1581];
compatibility_1010(64670) -> [1576,1582];
compatibility_1010(64671) -> [1576,1605];
compatibility_1010(64672) -> [1576,1607];
compatibility_1010(64673) -> [1578,1580];
compatibility_1010(64674) -> [1578,1581];
compatibility_1010(64675) -> [1578,1582];
compatibility_1010(64676) -> [1578,1605];
compatibility_1010(64677) -> [1578,1607];
compatibility_1010(64678) -> [1579,1605];
compatibility_1010(64679) -> [1580,1581];
compatibility_1010(64680) -> [1580,1605];
compatibility_1010(64681) -> [1581,1580];
compatibility_1010(64682) -> [1581,1605];
compatibility_1010(64683) -> [1582,1580];
compatibility_1010(64684) -> [1582,1605];
compatibility_1010(64685) -> [1587,1580];
compatibility_1010(64686) -> [1587,1581];
compatibility_1010(64687) -> [1587,1582];
compatibility_1010(64688) -> [1587,1605];
compatibility_1010(64689) -> [1589,1581];
compatibility_1010(64690) -> [1589,1582];
compatibility_1010(64691) -> [1589,1605];
compatibility_1010(64692) -> [1590,1580];
compatibility_1010(64693) -> [1590,1581];
compatibility_1010(64694) -> [1590,1582];
compatibility_1010(64695) -> [1590,1605];
compatibility_1010(64696) -> [1591,1581];
compatibility_1010(64697) -> [1592,1605];
compatibility_1010(64698) -> [1593,1580];
compatibility_1010(64699) -> [1593,1605];
compatibility_1010(64700) -> [1594,1580];
compatibility_1010(64701) -> [1594,1605];
compatibility_1010(64702) -> [1601,1580];
compatibility_1010(64703) -> [1601,1581];
compatibility_1010(_) -> [].

compatibility_1011(64704) -> [1601,1582];
compatibility_1011(64705) -> [1601,1605];
compatibility_1011(64706) -> [1602,1581];
compatibility_1011(64707) -> [1602,1605];
compatibility_1011(64708) -> [1603,1580];
compatibility_1011(64709) -> [1603,1581];
compatibility_1011(64710) -> [1603,1582];
compatibility_1011(64711) -> [1603,1604];
compatibility_1011(64712) -> [1603,1605];
compatibility_1011(64713) -> [1604,1580];
compatibility_1011(64714) -> [1604,1581];
compatibility_1011(64715) -> [1604,1582];
compatibility_1011(64716) -> [1604,1605];
compatibility_1011(64717) -> [1604,1607];
compatibility_1011(64718) -> [1605,1580];
compatibility_1011(64719) -> [1605,1581];
compatibility_1011(64720) -> [1605,1582];
compatibility_1011(64721) -> [1605,1605];
compatibility_1011(64722) -> [1606,1580];
compatibility_1011(64723) -> [1606,1581];
compatibility_1011(64724) -> [1606,1582];
compatibility_1011(64725) -> [1606,1605];
compatibility_1011(64726) -> [1606,1607];
compatibility_1011(64727) -> [1607,1580];
compatibility_1011(64728) -> [1607,1605];
compatibility_1011(64729) -> [1607,1648];
compatibility_1011(64730) -> [1610,1580];
compatibility_1011(64731) -> [1610,1581];
compatibility_1011(64732) -> [1610,1582];
compatibility_1011(64733) -> [1610,1605];
compatibility_1011(64734) -> [1610,1607];
compatibility_1011(64735) -> [1610,1620,1605];
compatibility_1011(64736) -> [1610,1620,1607];
compatibility_1011(64737) -> [1576,1605];
compatibility_1011(64738) -> [1576,1607];
compatibility_1011(64739) -> [1578,1605];
compatibility_1011(64740) -> [1578,1607];
compatibility_1011(64741) -> [1579,1605];
compatibility_1011(64742) -> [1579,1607];
compatibility_1011(64743) -> [1587,1605];
compatibility_1011(64744) -> [1587,1607];
compatibility_1011(64745) -> [1588,1605];
compatibility_1011(64746) -> [1588,1607];
compatibility_1011(64747) -> [1603,1604];
compatibility_1011(64748) -> [1603,1605];
compatibility_1011(64749) -> [1604,1605];
compatibility_1011(64750) -> [1606,1605];
compatibility_1011(64751) -> [1606,1607];
compatibility_1011(64752) -> [1610,1605];
compatibility_1011(64753) -> [1610,1607];
compatibility_1011(64754) -> [1600,1614,1617];
compatibility_1011(64755) -> [1600,1615,1617];
compatibility_1011(64756) -> [1600,1616,1617];
compatibility_1011(64757) -> [1591,1609];
compatibility_1011(64758) -> [1591,1610];
compatibility_1011(64759) -> [1593,1609];
compatibility_1011(64760) -> [1593,1610];
compatibility_1011(64761) -> [1594,1609];
compatibility_1011(64762) -> [1594,1610];
compatibility_1011(64763) -> [1587,1609];
compatibility_1011(64764) -> [1587,1610];
compatibility_1011(64765) -> [1588,1609];
compatibility_1011(64766) -> [1588,1610];
compatibility_1011(64767) -> [1581,1609];
compatibility_1011(_) -> [].

compatibility_1012(64768) -> [1581,1610];
compatibility_1012(64769) -> [1580,1609];
compatibility_1012(64770) -> [1580,1610];
compatibility_1012(64771) -> [1582,1609];
compatibility_1012(64772) -> [1582,1610];
compatibility_1012(64773) -> [1589,1609];
compatibility_1012(64774) -> [1589,1610];
compatibility_1012(64775) -> [1590,1609];
compatibility_1012(64776) -> [1590,1610];
compatibility_1012(64777) -> [1588,1580];
compatibility_1012(64778) -> [1588,1581];
compatibility_1012(64779) -> [1588,1582];
compatibility_1012(64780) -> [1588,1605];
compatibility_1012(64781) -> [1588,1585];
compatibility_1012(64782) -> [1587,1585];
compatibility_1012(64783) -> [1589,1585];
compatibility_1012(64784) -> [1590,1585];
compatibility_1012(64785) -> [1591,1609];
compatibility_1012(64786) -> [1591,1610];
compatibility_1012(64787) -> [1593,1609];
compatibility_1012(64788) -> [1593,1610];
compatibility_1012(64789) -> [1594,1609];
compatibility_1012(64790) -> [1594,1610];
compatibility_1012(64791) -> [1587,1609];
compatibility_1012(64792) -> [1587,1610];
compatibility_1012(64793) -> [1588,1609];
compatibility_1012(64794) -> [1588,1610];
compatibility_1012(64795) -> [1581,1609];
compatibility_1012(64796) -> [1581,1610];
compatibility_1012(64797) -> [1580,1609];
compatibility_1012(64798) -> [1580,1610];
compatibility_1012(64799) -> [1582,1609];
compatibility_1012(64800) -> [1582,1610];
compatibility_1012(64801) -> [1589,1609];
compatibility_1012(64802) -> [1589,1610];
compatibility_1012(64803) -> [1590,1609];
compatibility_1012(64804) -> [1590,1610];
compatibility_1012(64805) -> [1588,1580];
compatibility_1012(64806) -> [1588,1581];
compatibility_1012(64807) -> [1588,1582];
compatibility_1012(64808) -> [1588,1605];
compatibility_1012(64809) -> [1588,1585];
compatibility_1012(64810) -> [1587,1585];
compatibility_1012(64811) -> [1589,1585];
compatibility_1012(64812) -> [1590,1585];
compatibility_1012(64813) -> [1588,1580];
compatibility_1012(64814) -> [1588,1581];
compatibility_1012(64815) -> [1588,1582];
compatibility_1012(64816) -> [1588,1605];
compatibility_1012(64817) -> [1587,1607];
compatibility_1012(64818) -> [1588,1607];
compatibility_1012(64819) -> [1591,1605];
compatibility_1012(64820) -> [1587,1580];
compatibility_1012(64821) -> [1587,1581];
compatibility_1012(64822) -> [1587,1582];
compatibility_1012(64823) -> [1588,1580];
compatibility_1012(64824) -> [1588,1581];
compatibility_1012(64825) -> [1588,1582];
compatibility_1012(64826) -> [1591,1605];
compatibility_1012(64827) -> [1592,1605];
compatibility_1012(64828) -> [1575,1611];
compatibility_1012(64829) -> [1575,1611];
compatibility_1012(_) -> [].

compatibility_1013(64848) -> [1578,1580,1605];
compatibility_1013(64849) -> [1578,1581,1580];
compatibility_1013(64850) -> [1578,1581,1580];
compatibility_1013(64851) -> [1578,1581,1605];
compatibility_1013(64852) -> [1578,1582,1605];
compatibility_1013(64853) -> [1578,1605,1580];
compatibility_1013(64854) -> [1578,1605,1581];
compatibility_1013(64855) -> [1578,1605,1582];
compatibility_1013(64856) -> [1580,1605,1581];
compatibility_1013(64857) -> [1580,1605,1581];
compatibility_1013(64858) -> [1581,1605,1610];
compatibility_1013(64859) -> [1581,1605,1609];
compatibility_1013(64860) -> [1587,1581,1580];
compatibility_1013(64861) -> [1587,1580,1581];
compatibility_1013(64862) -> [1587,1580,1609];
compatibility_1013(64863) -> [1587,1605,1581];
compatibility_1013(64864) -> [1587,1605,1581];
compatibility_1013(64865) -> [1587,1605,1580];
compatibility_1013(64866) -> [1587,1605,1605];
compatibility_1013(64867) -> [1587,1605,1605];
compatibility_1013(64868) -> [1589,1581,1581];
compatibility_1013(64869) -> [1589,1581,1581];
compatibility_1013(64870) -> [1589,1605,1605];
compatibility_1013(64871) -> [1588,1581,1605];
compatibility_1013(64872) -> [1588,1581,1605];
compatibility_1013(64873) -> [1588,1580,1610];
compatibility_1013(64874) -> [1588,1605,1582];
compatibility_1013(64875) -> [1588,1605,1582];
compatibility_1013(64876) -> [1588,1605,1605];
compatibility_1013(64877) -> [1588,1605,1605];
compatibility_1013(64878) -> [1590,1581,1609];
compatibility_1013(64879) -> [1590,1582,1605];
compatibility_1013(64880) -> [1590,1582,1605];
compatibility_1013(64881) -> [1591,1605,1581];
compatibility_1013(64882) -> [1591,1605,1581];
compatibility_1013(64883) -> [1591,1605,1605];
compatibility_1013(64884) -> [1591,1605,1610];
compatibility_1013(64885) -> [1593,1580,1605];
compatibility_1013(64886) -> [1593,1605,1605];
compatibility_1013(64887) -> [1593,1605,1605];
compatibility_1013(64888) -> [1593,1605,1609];
compatibility_1013(64889) -> [1594,1605,1605];
compatibility_1013(64890) -> [1594,1605,1610];
compatibility_1013(64891) -> [1594,1605,1609];
compatibility_1013(64892) -> [1601,1582,1605];
compatibility_1013(64893) -> [1601,1582,1605];
compatibility_1013(64894) -> [1602,1605,1581];
compatibility_1013(64895) -> [1602,1605,1605];
compatibility_1013(_) -> [].

compatibility_1014(64896) -> [1604,1581,1605];
compatibility_1014(64897) -> [1604,1581,1610];
compatibility_1014(64898) -> [1604,1581,1609];
compatibility_1014(64899) -> [1604,1580,1580];
compatibility_1014(64900) -> [1604,1580,1580];
compatibility_1014(64901) -> [1604,1582,1605];
compatibility_1014(64902) -> [1604,1582,1605];
compatibility_1014(64903) -> [1604,1605,1581];
compatibility_1014(64904) -> [1604,1605,1581];
compatibility_1014(64905) -> [1605,1581,1580];
compatibility_1014(64906) -> [1605,1581,1605];
compatibility_1014(64907) -> [1605,1581,1610];
compatibility_1014(64908) -> [1605,1580,1581];
compatibility_1014(64909) -> [1605,1580,1605];
compatibility_1014(64910) -> [1605,1582,1580];
compatibility_1014(64911) -> [1605,1582,1605];
compatibility_1014(64914) -> [1605,1580,1582];
compatibility_1014(64915) -> [1607,1605,1580];
compatibility_1014(64916) -> [1607,1605,1605];
compatibility_1014(64917) -> [1606,1581,1605];
compatibility_1014(64918) -> [1606,1581,1609];
compatibility_1014(64919) -> [1606,1580,1605];
compatibility_1014(64920) -> [1606,1580,1605];
compatibility_1014(64921) -> [1606,1580,1609];
compatibility_1014(64922) -> [1606,1605,1610];
compatibility_1014(64923) -> [1606,1605,1609];
compatibility_1014(64924) -> [1610,1605,1605];
compatibility_1014(64925) -> [1610,1605,1605];
compatibility_1014(64926) -> [1576,1582,1610];
compatibility_1014(64927) -> [1578,1580,1610];
compatibility_1014(64928) -> [1578,1580,1609];
compatibility_1014(64929) -> [1578,1582,1610];
compatibility_1014(64930) -> [1578,1582,1609];
compatibility_1014(64931) -> [1578,1605,1610];
compatibility_1014(64932) -> [1578,1605,1609];
compatibility_1014(64933) -> [1580,1605,1610];
compatibility_1014(64934) -> [1580,1581,1609];
compatibility_1014(64935) -> [1580,1605,1609];
compatibility_1014(64936) -> [1587,1582,1609];
compatibility_1014(64937) -> [1589,1581,1610];
compatibility_1014(64938) -> [1588,1581,1610];
compatibility_1014(64939) -> [1590,1581,1610];
compatibility_1014(64940) -> [1604,1580,1610];
compatibility_1014(64941) -> [1604,1605,1610];
compatibility_1014(64942) -> [1610,1581,1610];
compatibility_1014(64943) -> [1610,1580,1610];
compatibility_1014(64944) -> [1610,1605,1610];
compatibility_1014(64945) -> [1605,1605,1610];
compatibility_1014(64946) -> [1602,1605,1610];
compatibility_1014(64947) -> [1606,1581,1610];
compatibility_1014(64948) -> [1602,1605,1581];
compatibility_1014(64949) -> [1604,1581,1605];
compatibility_1014(64950) -> [1593,1605,1610];
compatibility_1014(64951) -> [1603,1605,1610];
compatibility_1014(64952) -> [1606,1580,1581];
compatibility_1014(64953) -> [1605,1582,1610];
compatibility_1014(64954) -> [1604,1580,1605];
compatibility_1014(64955) -> [1603,1605,1605];
compatibility_1014(64956) -> [1604,1580,1605];
compatibility_1014(64957) -> [1606,1580,1581];
compatibility_1014(64958) -> [1580,1581,1610];
compatibility_1014(64959) -> [1581,1580,1610];
compatibility_1014(_) -> [].

compatibility_1015(64960) -> [1605,1580,1610];
compatibility_1015(64961) -> [1601,1605,1610];
compatibility_1015(64962) -> [1576,1581,1610];
compatibility_1015(64963) -> [1603,1605,1605];
compatibility_1015(64964) -> [1593,1580,1605];
compatibility_1015(64965) -> [1589,1605,1605];
compatibility_1015(64966) -> [1587,1582,1610];
compatibility_1015(64967) -> [1606,1580,1610];
compatibility_1015(65008) -> [1589,1604,1746];
compatibility_1015(65009) -> [1602,1604,1746];
compatibility_1015(65010) -> [1575,1604,1604,1607];
compatibility_1015(65011) -> [1575,1603,1576,1585];
compatibility_1015(65012) -> [1605,1581,1605,1583];
compatibility_1015(65013) -> [1589,1604,1593,1605];
compatibility_1015(65014) -> [1585,1587,1608,1604];
compatibility_1015(65015) -> [1593,1604,1610,1607];
compatibility_1015(65016) -> [1608,1587,1604,1605];
compatibility_1015(65017) -> [1589,1604,1609];
compatibility_1015(65018) -> [1589,1604,1609,32,1575,1604,1604,1607,32,1593,1604,1610,1607,32,1608,1587,1604,1605];
compatibility_1015(65019) -> [1580,1604,32,1580,1604,1575,1604,1607];
compatibility_1015(65020) -> [1585,1740,1575,1604];
compatibility_1015(_) -> [].

compatibility_1016(65040) -> [44];
compatibility_1016(65041) -> [12289];
compatibility_1016(65042) -> [12290];
compatibility_1016(65043) -> [58];
compatibility_1016(65044) -> [59];
compatibility_1016(65045) -> [33];
compatibility_1016(65046) -> [63];
compatibility_1016(65047) -> [12310];
compatibility_1016(65048) -> [12311];
compatibility_1016(65049) -> [46,46,46];
compatibility_1016(65072) -> [46,46];
compatibility_1016(65073) -> [8212];
compatibility_1016(65074) -> [8211];
compatibility_1016(65075) -> [95];
compatibility_1016(65076) -> [95];
compatibility_1016(65077) -> [40];
compatibility_1016(65078) -> [41];
compatibility_1016(65079) -> [123];
compatibility_1016(65080) -> [125];
compatibility_1016(65081) -> [12308];
compatibility_1016(65082) -> [12309];
compatibility_1016(65083) -> [12304];
compatibility_1016(65084) -> [12305];
compatibility_1016(65085) -> [12298];
compatibility_1016(65086) -> [12299];
compatibility_1016(65087) -> [12296];
compatibility_1016(_) -> [].

compatibility_1017(65088) -> [12297];
compatibility_1017(65089) -> [12300];
compatibility_1017(65090) -> [12301];
compatibility_1017(65091) -> [12302];
compatibility_1017(65092) -> [12303];
compatibility_1017(65095) -> [91];
compatibility_1017(65096) -> [93];
compatibility_1017(65097) -> [32,773];
compatibility_1017(65098) -> [32,773];
compatibility_1017(65099) -> [32,773];
compatibility_1017(65100) -> [32,773];
compatibility_1017(65101) -> [95];
compatibility_1017(65102) -> [95];
compatibility_1017(65103) -> [95];
compatibility_1017(65104) -> [44];
compatibility_1017(65105) -> [12289];
compatibility_1017(65106) -> [46];
compatibility_1017(65108) -> [59];
compatibility_1017(65109) -> [58];
compatibility_1017(65110) -> [63];
compatibility_1017(65111) -> [33];
compatibility_1017(65112) -> [8212];
compatibility_1017(65113) -> [40];
compatibility_1017(65114) -> [41];
compatibility_1017(65115) -> [123];
compatibility_1017(65116) -> [125];
compatibility_1017(65117) -> [12308];
compatibility_1017(65118) -> [12309];
compatibility_1017(65119) -> [35];
compatibility_1017(65120) -> [38];
compatibility_1017(65121) -> [42];
compatibility_1017(65122) -> [43];
compatibility_1017(65123) -> [45];
compatibility_1017(65124) -> [60];
compatibility_1017(65125) -> [62];
compatibility_1017(65126) -> [61];
compatibility_1017(65128) -> [92];
compatibility_1017(65129) -> [36];
compatibility_1017(65130) -> [37];
compatibility_1017(65131) -> [64];
compatibility_1017(65136) -> [32,1611];
compatibility_1017(65137) -> [1600,1611];
compatibility_1017(65138) -> [32,1612];
compatibility_1017(65140) -> [32,1613];
compatibility_1017(65142) -> [32,1614];
compatibility_1017(65143) -> [1600,1614];
compatibility_1017(65144) -> [32,1615];
compatibility_1017(65145) -> [1600,1615];
compatibility_1017(65146) -> [32,1616];
compatibility_1017(65147) -> [1600,1616];
compatibility_1017(65148) -> [32,1617];
compatibility_1017(65149) -> [1600,1617];
compatibility_1017(65150) -> [32,1618];
compatibility_1017(65151) -> [1600,1618];
compatibility_1017(_) -> [].

compatibility_1018(65152) -> [1569];
compatibility_1018(65153) -> [1575,1619];
compatibility_1018(65154) -> [1575,1619];
compatibility_1018(65155) -> [1575,1620];
compatibility_1018(65156) -> [1575,1620];
compatibility_1018(65157) -> [1608,1620];
compatibility_1018(65158) -> [1608,1620];
compatibility_1018(65159) -> [1575,1621];
compatibility_1018(65160) -> [1575,1621];
compatibility_1018(65161) -> [1610,1620];
compatibility_1018(65162) -> [1610,1620];
compatibility_1018(65163) -> [1610,1620];
compatibility_1018(65164) -> [1610,1620];
compatibility_1018(65165) -> [1575];
compatibility_1018(65166) -> [1575];
compatibility_1018(65167) -> [1576];
compatibility_1018(65168) -> [1576];
compatibility_1018(65169) -> [1576];
compatibility_1018(65170) -> [1576];
compatibility_1018(65171) -> [1577];
compatibility_1018(65172) -> [1577];
compatibility_1018(65173) -> [1578];
compatibility_1018(65174) -> [1578];
compatibility_1018(65175) -> [1578];
compatibility_1018(65176) -> [1578];
compatibility_1018(65177) -> [1579];
compatibility_1018(65178) -> [1579];
compatibility_1018(65179) -> [1579];
compatibility_1018(65180) -> [1579];
compatibility_1018(65181) -> [1580];
compatibility_1018(65182) -> [1580];
compatibility_1018(65183) -> [1580];
compatibility_1018(65184) -> [1580];
compatibility_1018(65185) -> [1581];
compatibility_1018(65186) -> [1581];
compatibility_1018(65187) -> [1581];
compatibility_1018(65188) -> [1581];
compatibility_1018(65189) -> [1582];
compatibility_1018(65190) -> [1582];
compatibility_1018(65191) -> [1582];
compatibility_1018(65192) -> [1582];
compatibility_1018(65193) -> [1583];
compatibility_1018(65194) -> [1583];
compatibility_1018(65195) -> [1584];
compatibility_1018(65196) -> [1584];
compatibility_1018(65197) -> [1585];
compatibility_1018(65198) -> [1585];
compatibility_1018(65199) -> [1586];
compatibility_1018(65200) -> [1586];
compatibility_1018(65201) -> [1587];
compatibility_1018(65202) -> [1587];
compatibility_1018(65203) -> [1587];
compatibility_1018(65204) -> [1587];
compatibility_1018(65205) -> [1588];
compatibility_1018(65206) -> [1588];
compatibility_1018(65207) -> [1588];
compatibility_1018(65208) -> [1588];
compatibility_1018(65209) -> [1589];
compatibility_1018(65210) -> [1589];
compatibility_1018(65211) -> [1589];
compatibility_1018(65212) -> [1589];
compatibility_1018(65213) -> [1590];
compatibility_1018(65214) -> [1590];
compatibility_1018(65215) -> [1590];
compatibility_1018(_) -> [].

compatibility_1019(65216) -> [1590];
compatibility_1019(65217) -> [1591];
compatibility_1019(65218) -> [1591];
compatibility_1019(65219) -> [1591];
compatibility_1019(65220) -> [1591];
compatibility_1019(65221) -> [1592];
compatibility_1019(65222) -> [1592];
compatibility_1019(65223) -> [1592];
compatibility_1019(65224) -> [1592];
compatibility_1019(65225) -> [1593];
compatibility_1019(65226) -> [1593];
compatibility_1019(65227) -> [1593];
compatibility_1019(65228) -> [1593];
compatibility_1019(65229) -> [1594];
compatibility_1019(65230) -> [1594];
compatibility_1019(65231) -> [1594];
compatibility_1019(65232) -> [1594];
compatibility_1019(65233) -> [1601];
compatibility_1019(65234) -> [1601];
compatibility_1019(65235) -> [1601];
compatibility_1019(65236) -> [1601];
compatibility_1019(65237) -> [1602];
compatibility_1019(65238) -> [1602];
compatibility_1019(65239) -> [1602];
compatibility_1019(65240) -> [1602];
compatibility_1019(65241) -> [1603];
compatibility_1019(65242) -> [1603];
compatibility_1019(65243) -> [1603];
compatibility_1019(65244) -> [1603];
compatibility_1019(65245) -> [1604];
compatibility_1019(65246) -> [1604];
compatibility_1019(65247) -> [1604];
compatibility_1019(65248) -> [1604];
compatibility_1019(65249) -> [1605];
compatibility_1019(65250) -> [1605];
compatibility_1019(65251) -> [1605];
compatibility_1019(65252) -> [1605];
compatibility_1019(65253) -> [1606];
compatibility_1019(65254) -> [1606];
compatibility_1019(65255) -> [1606];
compatibility_1019(65256) -> [1606];
compatibility_1019(65257) -> [1607];
compatibility_1019(65258) -> [1607];
compatibility_1019(65259) -> [1607];
compatibility_1019(65260) -> [1607];
compatibility_1019(65261) -> [1608];
compatibility_1019(65262) -> [1608];
compatibility_1019(65263) -> [1609];
compatibility_1019(65264) -> [1609];
compatibility_1019(65265) -> [1610];
compatibility_1019(65266) -> [1610];
compatibility_1019(65267) -> [1610];
compatibility_1019(65268) -> [1610];
compatibility_1019(65269) -> [1604,1575,1619];
compatibility_1019(65270) -> [1604,1575,1619];
compatibility_1019(65271) -> [1604,1575,1620];
compatibility_1019(65272) -> [1604,1575,1620];
compatibility_1019(65273) -> [1604,1575,1621];
compatibility_1019(65274) -> [1604,1575,1621];
compatibility_1019(65275) -> [1604,1575];
compatibility_1019(65276) -> [1604,1575];
compatibility_1019(_) -> [].

compatibility_1020(65281) -> [33];
compatibility_1020(65282) -> [34];
compatibility_1020(65283) -> [35];
compatibility_1020(65284) -> [36];
compatibility_1020(65285) -> [37];
compatibility_1020(65286) -> [38];
compatibility_1020(65287) -> [39];
compatibility_1020(65288) -> [40];
compatibility_1020(65289) -> [41];
compatibility_1020(65290) -> [42];
compatibility_1020(65291) -> [43];
compatibility_1020(65292) -> [44];
compatibility_1020(65293) -> [45];
compatibility_1020(65294) -> [46];
compatibility_1020(65295) -> [47];
compatibility_1020(65296) -> [48];
compatibility_1020(65297) -> [49];
compatibility_1020(65298) -> [50];
compatibility_1020(65299) -> [51];
compatibility_1020(65300) -> [52];
compatibility_1020(65301) -> [53];
compatibility_1020(65302) -> [54];
compatibility_1020(65303) -> [55];
compatibility_1020(65304) -> [56];
compatibility_1020(65305) -> [57];
compatibility_1020(65306) -> [58];
compatibility_1020(65307) -> [59];
compatibility_1020(65308) -> [60];
compatibility_1020(65309) -> [61];
compatibility_1020(65310) -> [62];
compatibility_1020(65311) -> [63];
compatibility_1020(65312) -> [64];
compatibility_1020(65313) -> [65];
compatibility_1020(65314) -> [66];
compatibility_1020(65315) -> [67];
compatibility_1020(65316) -> [68];
compatibility_1020(65317) -> [69];
compatibility_1020(65318) -> [70];
compatibility_1020(65319) -> [71];
compatibility_1020(65320) -> [72];
compatibility_1020(65321) -> [73];
compatibility_1020(65322) -> [74];
compatibility_1020(65323) -> [75];
compatibility_1020(65324) -> [76];
compatibility_1020(65325) -> [77];
compatibility_1020(65326) -> [78];
compatibility_1020(65327) -> [79];
compatibility_1020(65328) -> [80];
compatibility_1020(65329) -> [81];
compatibility_1020(65330) -> [82];
compatibility_1020(65331) -> [83];
compatibility_1020(65332) -> [84];
compatibility_1020(65333) -> [85];
compatibility_1020(65334) -> [86];
compatibility_1020(65335) -> [87];
compatibility_1020(65336) -> [88];
compatibility_1020(65337) -> [89];
compatibility_1020(65338) -> [90];
compatibility_1020(65339) -> [91];
compatibility_1020(65340) -> [92];
compatibility_1020(65341) -> [93];
compatibility_1020(65342) -> [94];
compatibility_1020(65343) -> [95];
compatibility_1020(_) -> [].

compatibility_1021(65344) -> [96];
compatibility_1021(65345) -> [97];
compatibility_1021(65346) -> [98];
compatibility_1021(65347) -> [99];
compatibility_1021(65348) -> [100];
compatibility_1021(65349) -> [101];
compatibility_1021(65350) -> [102];
compatibility_1021(65351) -> [103];
compatibility_1021(65352) -> [104];
compatibility_1021(65353) -> [105];
compatibility_1021(65354) -> [106];
compatibility_1021(65355) -> [107];
compatibility_1021(65356) -> [108];
compatibility_1021(65357) -> [109];
compatibility_1021(65358) -> [110];
compatibility_1021(65359) -> [111];
compatibility_1021(65360) -> [112];
compatibility_1021(65361) -> [113];
compatibility_1021(65362) -> [114];
compatibility_1021(65363) -> [115];
compatibility_1021(65364) -> [116];
compatibility_1021(65365) -> [117];
compatibility_1021(65366) -> [118];
compatibility_1021(65367) -> [119];
compatibility_1021(65368) -> [120];
compatibility_1021(65369) -> [121];
compatibility_1021(65370) -> [122];
compatibility_1021(65371) -> [123];
compatibility_1021(65372) -> [124];
compatibility_1021(65373) -> [125];
compatibility_1021(65374) -> [126];
compatibility_1021(65375) -> [10629];
compatibility_1021(65376) -> [10630];
compatibility_1021(65377) -> [12290];
compatibility_1021(65378) -> [12300];
compatibility_1021(65379) -> [12301];
compatibility_1021(65380) -> [12289];
compatibility_1021(65381) -> [12539];
compatibility_1021(65382) -> [12530];
compatibility_1021(65383) -> [12449];
compatibility_1021(65384) -> [12451];
compatibility_1021(65385) -> [12453];
compatibility_1021(65386) -> [12455];
compatibility_1021(65387) -> [12457];
compatibility_1021(65388) -> [12515];
compatibility_1021(65389) -> [12517];
compatibility_1021(65390) -> [12519];
compatibility_1021(65391) -> [12483];
compatibility_1021(65392) -> [12540];
compatibility_1021(65393) -> [12450];
compatibility_1021(65394) -> [12452];
compatibility_1021(65395) -> [12454];
compatibility_1021(65396) -> [12456];
compatibility_1021(65397) -> [12458];
compatibility_1021(65398) -> [12459];
compatibility_1021(65399) -> [12461];
compatibility_1021(65400) -> [12463];
compatibility_1021(65401) -> [12465];
compatibility_1021(65402) -> [12467];
compatibility_1021(65403) -> [12469];
compatibility_1021(65404) -> [12471];
compatibility_1021(65405) -> [12473];
compatibility_1021(65406) -> [12475];
compatibility_1021(65407) -> [12477];
compatibility_1021(_) -> [].

compatibility_1022(65408) -> [12479];
compatibility_1022(65409) -> [12481];
compatibility_1022(65410) -> [12484];
compatibility_1022(65411) -> [12486];
compatibility_1022(65412) -> [12488];
compatibility_1022(65413) -> [12490];
compatibility_1022(65414) -> [12491];
compatibility_1022(65415) -> [12492];
compatibility_1022(65416) -> [12493];
compatibility_1022(65417) -> [12494];
compatibility_1022(65418) -> [12495];
compatibility_1022(65419) -> [12498];
compatibility_1022(65420) -> [12501];
compatibility_1022(65421) -> [12504];
compatibility_1022(65422) -> [12507];
compatibility_1022(65423) -> [12510];
compatibility_1022(65424) -> [12511];
compatibility_1022(65425) -> [12512];
compatibility_1022(65426) -> [12513];
compatibility_1022(65427) -> [12514];
compatibility_1022(65428) -> [12516];
compatibility_1022(65429) -> [12518];
compatibility_1022(65430) -> [12520];
compatibility_1022(65431) -> [12521];
compatibility_1022(65432) -> [12522];
compatibility_1022(65433) -> [12523];
compatibility_1022(65434) -> [12524];
compatibility_1022(65435) -> [12525];
compatibility_1022(65436) -> [12527];
compatibility_1022(65437) -> [12531];
compatibility_1022(65438) -> [12441];
compatibility_1022(65439) -> [12442];
compatibility_1022(65440) -> [4448];
compatibility_1022(65441) -> [4352];
compatibility_1022(65442) -> [4353];
compatibility_1022(65443) -> [4522];
compatibility_1022(65444) -> [4354];
compatibility_1022(65445) -> [4524];
compatibility_1022(65446) -> [4525];
compatibility_1022(65447) -> [4355];
compatibility_1022(65448) -> [4356];
compatibility_1022(65449) -> [4357];
compatibility_1022(65450) -> [4528];
compatibility_1022(65451) -> [4529];
compatibility_1022(65452) -> [4530];
compatibility_1022(65453) -> [4531];
compatibility_1022(65454) -> [4532];
compatibility_1022(65455) -> [4533];
compatibility_1022(65456) -> [4378];
compatibility_1022(65457) -> [4358];
compatibility_1022(65458) -> [4359];
compatibility_1022(65459) -> [4360];
compatibility_1022(65460) -> [4385];
compatibility_1022(65461) -> [4361];
compatibility_1022(65462) -> [4362];
compatibility_1022(65463) -> [4363];
compatibility_1022(65464) -> [4364];
compatibility_1022(65465) -> [4365];
compatibility_1022(65466) -> [4366];
compatibility_1022(65467) -> [4367];
compatibility_1022(65468) -> [4368];
compatibility_1022(65469) -> [4369];
compatibility_1022(65470) -> [4370];
compatibility_1022(_) -> [].

compatibility_1023(65474) -> [4449];
compatibility_1023(65475) -> [4450];
compatibility_1023(65476) -> [4451];
compatibility_1023(65477) -> [4452];
compatibility_1023(65478) -> [4453];
compatibility_1023(65479) -> [4454];
compatibility_1023(65482) -> [4455];
compatibility_1023(65483) -> [4456];
compatibility_1023(65484) -> [4457];
compatibility_1023(65485) -> [4458];
compatibility_1023(65486) -> [4459];
compatibility_1023(65487) -> [4460];
compatibility_1023(65490) -> [4461];
compatibility_1023(65491) -> [4462];
compatibility_1023(65492) -> [4463];
compatibility_1023(65493) -> [4464];
compatibility_1023(65494) -> [4465];
compatibility_1023(65495) -> [4466];
compatibility_1023(65498) -> [4467];
compatibility_1023(65499) -> [4468];
compatibility_1023(65500) -> [4469];
compatibility_1023(65504) -> [162];
compatibility_1023(65505) -> [163];
compatibility_1023(65506) -> [172];
compatibility_1023(65507) -> [32,772];
compatibility_1023(65508) -> [166];
compatibility_1023(65509) -> [165];
compatibility_1023(65510) -> [8361];
compatibility_1023(65512) -> [9474];
compatibility_1023(65513) -> [8592];
compatibility_1023(65514) -> [8593];
compatibility_1023(65515) -> [8594];
compatibility_1023(65516) -> [8595];
compatibility_1023(65517) -> [9632];
compatibility_1023(65518) -> [9675];
compatibility_1023(_) -> [].

compatibility_1054(67457) -> [720];
compatibility_1054(67458) -> [721];
compatibility_1054(67459) -> [230];
compatibility_1054(67460) -> [665];
compatibility_1054(67461) -> [595];
compatibility_1054(67463) -> [675];
compatibility_1054(67464) -> [43878];
compatibility_1054(67465) -> [677];
compatibility_1054(67466) -> [676];
compatibility_1054(67467) -> [598];
compatibility_1054(67468) -> [599];
compatibility_1054(67469) -> [7569];
compatibility_1054(67470) -> [600];
compatibility_1054(67471) -> [606];
compatibility_1054(67472) -> [681];
compatibility_1054(67473) -> [612];
compatibility_1054(67474) -> [610];
compatibility_1054(67475) -> [608];
compatibility_1054(67476) -> [667];
compatibility_1054(67477) -> [295];
compatibility_1054(67478) -> [668];
compatibility_1054(67479) -> [615];
compatibility_1054(67480) -> [644];
compatibility_1054(67481) -> [682];
compatibility_1054(67482) -> [683];
compatibility_1054(67483) -> [620];
compatibility_1054(67484) -> [122628];
compatibility_1054(67485) -> [42894];
compatibility_1054(67486) -> [622];
compatibility_1054(67487) -> [122629];
compatibility_1054(67488) -> [654];
compatibility_1054(67489) -> [122630];
compatibility_1054(67490) -> [248];
compatibility_1054(67491) -> [630];
compatibility_1054(67492) -> [631];
compatibility_1054(67493) -> [113];
compatibility_1054(67494) -> [634];
compatibility_1054(67495) -> [122632];
compatibility_1054(67496) -> [637];
compatibility_1054(67497) -> [638];
compatibility_1054(67498) -> [640];
compatibility_1054(67499) -> [680];
compatibility_1054(67500) -> [678];
compatibility_1054(67501) -> [43879];
compatibility_1054(67502) -> [679];
compatibility_1054(67503) -> [648];
compatibility_1054(67504) -> [11377];
compatibility_1054(67506) -> [655];
compatibility_1054(67507) -> [673];
compatibility_1054(67508) -> [674];
compatibility_1054(67509) -> [664];
compatibility_1054(67510) -> [448];
compatibility_1054(67511) -> [449];
compatibility_1054(67512) -> [450];
compatibility_1054(67513) -> [122634];
compatibility_1054(67514) -> [122654];
compatibility_1054(_) -> [].

compatibility_1872(119808) -> [65];
compatibility_1872(119809) -> [66];
compatibility_1872(119810) -> [67];
compatibility_1872(119811) -> [68];
compatibility_1872(119812) -> [69];
compatibility_1872(119813) -> [70];
compatibility_1872(119814) -> [71];
compatibility_1872(119815) -> [72];
compatibility_1872(119816) -> [73];
compatibility_1872(119817) -> [74];
compatibility_1872(119818) -> [75];
compatibility_1872(119819) -> [76];
compatibility_1872(119820) -> [77];
compatibility_1872(119821) -> [78];
compatibility_1872(119822) -> [79];
compatibility_1872(119823) -> [80];
compatibility_1872(119824) -> [81];
compatibility_1872(119825) -> [82];
compatibility_1872(119826) -> [83];
compatibility_1872(119827) -> [84];
compatibility_1872(119828) -> [85];
compatibility_1872(119829) -> [86];
compatibility_1872(119830) -> [87];
compatibility_1872(119831) -> [88];
compatibility_1872(119832) -> [89];
compatibility_1872(119833) -> [90];
compatibility_1872(119834) -> [97];
compatibility_1872(119835) -> [98];
compatibility_1872(119836) -> [99];
compatibility_1872(119837) -> [100];
compatibility_1872(119838) -> [101];
compatibility_1872(119839) -> [102];
compatibility_1872(119840) -> [103];
compatibility_1872(119841) -> [104];
compatibility_1872(119842) -> [105];
compatibility_1872(119843) -> [106];
compatibility_1872(119844) -> [107];
compatibility_1872(119845) -> [108];
compatibility_1872(119846) -> [109];
compatibility_1872(119847) -> [110];
compatibility_1872(119848) -> [111];
compatibility_1872(119849) -> [112];
compatibility_1872(119850) -> [113];
compatibility_1872(119851) -> [114];
compatibility_1872(119852) -> [115];
compatibility_1872(119853) -> [116];
compatibility_1872(119854) -> [117];
compatibility_1872(119855) -> [118];
compatibility_1872(119856) -> [119];
compatibility_1872(119857) -> [120];
compatibility_1872(119858) -> [121];
compatibility_1872(119859) -> [122];
compatibility_1872(119860) -> [65];
compatibility_1872(119861) -> [66];
compatibility_1872(119862) -> [67];
compatibility_1872(119863) -> [68];
compatibility_1872(119864) -> [69];
compatibility_1872(119865) -> [70];
compatibility_1872(119866) -> [71];
compatibility_1872(119867) -> [72];
compatibility_1872(119868) -> [73];
compatibility_1872(119869) -> [74];
compatibility_1872(119870) -> [75];
compatibility_1872(119871) -> [76];
compatibility_1872(_) -> [].

compatibility_1873(119872) -> [77];
compatibility_1873(119873) -> [78];
compatibility_1873(119874) -> [79];
compatibility_1873(119875) -> [80];
compatibility_1873(119876) -> [81];
compatibility_1873(119877) -> [82];
compatibility_1873(119878) -> [83];
compatibility_1873(119879) -> [84];
compatibility_1873(119880) -> [85];
compatibility_1873(119881) -> [86];
compatibility_1873(119882) -> [87];
compatibility_1873(119883) -> [88];
compatibility_1873(119884) -> [89];
compatibility_1873(119885) -> [90];
compatibility_1873(119886) -> [97];
compatibility_1873(119887) -> [98];
compatibility_1873(119888) -> [99];
compatibility_1873(119889) -> [100];
compatibility_1873(119890) -> [101];
compatibility_1873(119891) -> [102];
compatibility_1873(119892) -> [103];
compatibility_1873(119894) -> [105];
compatibility_1873(119895) -> [106];
compatibility_1873(119896) -> [107];
compatibility_1873(119897) -> [108];
compatibility_1873(119898) -> [109];
compatibility_1873(119899) -> [110];
compatibility_1873(119900) -> [111];
compatibility_1873(119901) -> [112];
compatibility_1873(119902) -> [113];
compatibility_1873(119903) -> [114];
compatibility_1873(119904) -> [115];
compatibility_1873(119905) -> [116];
compatibility_1873(119906) -> [117];
compatibility_1873(119907) -> [118];
compatibility_1873(119908) -> [119];
compatibility_1873(119909) -> [120];
compatibility_1873(119910) -> [121];
compatibility_1873(119911) -> [122];
compatibility_1873(119912) -> [65];
compatibility_1873(119913) -> [66];
compatibility_1873(119914) -> [67];
compatibility_1873(119915) -> [68];
compatibility_1873(119916) -> [69];
compatibility_1873(119917) -> [70];
compatibility_1873(119918) -> [71];
compatibility_1873(119919) -> [72];
compatibility_1873(119920) -> [73];
compatibility_1873(119921) -> [74];
compatibility_1873(119922) -> [75];
compatibility_1873(119923) -> [76];
compatibility_1873(119924) -> [77];
compatibility_1873(119925) -> [78];
compatibility_1873(119926) -> [79];
compatibility_1873(119927) -> [80];
compatibility_1873(119928) -> [81];
compatibility_1873(119929) -> [82];
compatibility_1873(119930) -> [83];
compatibility_1873(119931) -> [84];
compatibility_1873(119932) -> [85];
compatibility_1873(119933) -> [86];
compatibility_1873(119934) -> [87];
compatibility_1873(119935) -> [88];
compatibility_1873(_) -> [].

compatibility_1874(119936) -> [89];
compatibility_1874(119937) -> [90];
compatibility_1874(119938) -> [97];
compatibility_1874(119939) -> [98];
compatibility_1874(119940) -> [99];
compatibility_1874(119941) -> [100];
compatibility_1874(119942) -> [101];
compatibility_1874(119943) -> [102];
compatibility_1874(119944) -> [103];
compatibility_1874(119945) -> [104];
compatibility_1874(119946) -> [105];
compatibility_1874(119947) -> [106];
compatibility_1874(119948) -> [107];
compatibility_1874(119949) -> [108];
compatibility_1874(119950) -> [109];
compatibility_1874(119951) -> [110];
compatibility_1874(119952) -> [111];
compatibility_1874(119953) -> [112];
compatibility_1874(119954) -> [113];
compatibility_1874(119955) -> [114];
compatibility_1874(119956) -> [115];
compatibility_1874(119957) -> [116];
compatibility_1874(119958) -> [117];
compatibility_1874(119959) -> [118];
compatibility_1874(119960) -> [119];
compatibility_1874(119961) -> [120];
compatibility_1874(119962) -> [121];
compatibility_1874(119963) -> [122];
compatibility_1874(119964) -> [65];
compatibility_1874(119966) -> [67];
compatibility_1874(119967) -> [68];
compatibility_1874(119970) -> [71];
compatibility_1874(119973) -> [74];
compatibility_1874(119974) -> [75];
compatibility_1874(119977) -> [78];
compatibility_1874(119978) -> [79];
compatibility_1874(119979) -> [80];
compatibility_1874(119980) -> [81];
compatibility_1874(119982) -> [83];
compatibility_1874(119983) -> [84];
compatibility_1874(119984) -> [85];
compatibility_1874(119985) -> [86];
compatibility_1874(119986) -> [87];
compatibility_1874(119987) -> [88];
compatibility_1874(119988) -> [89];
compatibility_1874(119989) -> [90];
compatibility_1874(119990) -> [97];
compatibility_1874(119991) -> [98];
compatibility_1874(119992) -> [99];
compatibility_1874(119993) -> [100];
compatibility_1874(119995) -> [102];
compatibility_1874(119997) -> [104];
compatibility_1874(119998) -> [105];
compatibility_1874(119999) -> [106];
compatibility_1874(_) -> [].

compatibility_1875(120000) -> [107];
compatibility_1875(120001) -> [108];
compatibility_1875(120002) -> [109];
compatibility_1875(120003) -> [110];
compatibility_1875(120005) -> [112];
compatibility_1875(120006) -> [113];
compatibility_1875(120007) -> [114];
compatibility_1875(120008) -> [115];
compatibility_1875(120009) -> [116];
compatibility_1875(120010) -> [117];
compatibility_1875(120011) -> [118];
compatibility_1875(120012) -> [119];
compatibility_1875(120013) -> [120];
compatibility_1875(120014) -> [121];
compatibility_1875(120015) -> [122];
compatibility_1875(120016) -> [65];
compatibility_1875(120017) -> [66];
compatibility_1875(120018) -> [67];
compatibility_1875(120019) -> [68];
compatibility_1875(120020) -> [69];
compatibility_1875(120021) -> [70];
compatibility_1875(120022) -> [71];
compatibility_1875(120023) -> [72];
compatibility_1875(120024) -> [73];
compatibility_1875(120025) -> [74];
compatibility_1875(120026) -> [75];
compatibility_1875(120027) -> [76];
compatibility_1875(120028) -> [77];
compatibility_1875(120029) -> [78];
compatibility_1875(120030) -> [79];
compatibility_1875(120031) -> [80];
compatibility_1875(120032) -> [81];
compatibility_1875(120033) -> [82];
compatibility_1875(120034) -> [83];
compatibility_1875(120035) -> [84];
compatibility_1875(120036) -> [85];
compatibility_1875(120037) -> [86];
compatibility_1875(120038) -> [87];
compatibility_1875(120039) -> [88];
compatibility_1875(120040) -> [89];
compatibility_1875(120041) -> [90];
compatibility_1875(120042) -> [97];
compatibility_1875(120043) -> [98];
compatibility_1875(120044) -> [99];
compatibility_1875(120045) -> [100];
compatibility_1875(120046) -> [101];
compatibility_1875(120047) -> [102];
compatibility_1875(120048) -> [103];
compatibility_1875(120049) -> [104];
compatibility_1875(120050) -> [105];
compatibility_1875(120051) -> [106];
compatibility_1875(120052) -> [107];
compatibility_1875(120053) -> [108];
compatibility_1875(120054) -> [109];
compatibility_1875(120055) -> [110];
compatibility_1875(120056) -> [111];
compatibility_1875(120057) -> [112];
compatibility_1875(120058) -> [113];
compatibility_1875(120059) -> [114];
compatibility_1875(120060) -> [115];
compatibility_1875(120061) -> [116];
compatibility_1875(120062) -> [117];
compatibility_1875(120063) -> [118];
compatibility_1875(_) -> [].

compatibility_1876(120064) -> [119];
compatibility_1876(120065) -> [120];
compatibility_1876(120066) -> [121];
compatibility_1876(120067) -> [122];
compatibility_1876(120068) -> [65];
compatibility_1876(120069) -> [66];
compatibility_1876(120071) -> [68];
compatibility_1876(120072) -> [69];
compatibility_1876(120073) -> [70];
compatibility_1876(120074) -> [71];
compatibility_1876(120077) -> [74];
compatibility_1876(120078) -> [75];
compatibility_1876(120079) -> [76];
compatibility_1876(120080) -> [77];
compatibility_1876(120081) -> [78];
compatibility_1876(120082) -> [79];
compatibility_1876(120083) -> [80];
compatibility_1876(120084) -> [81];
compatibility_1876(120086) -> [83];
compatibility_1876(120087) -> [84];
compatibility_1876(120088) -> [85];
compatibility_1876(120089) -> [86];
compatibility_1876(120090) -> [87];
compatibility_1876(120091) -> [88];
compatibility_1876(120092) -> [89];
compatibility_1876(120094) -> [97];
compatibility_1876(120095) -> [98];
compatibility_1876(120096) -> [99];
compatibility_1876(120097) -> [100];
compatibility_1876(120098) -> [101];
compatibility_1876(120099) -> [102];
compatibility_1876(120100) -> [103];
compatibility_1876(120101) -> [104];
compatibility_1876(120102) -> [105];
compatibility_1876(120103) -> [106];
compatibility_1876(120104) -> [107];
compatibility_1876(120105) -> [108];
compatibility_1876(120106) -> [109];
compatibility_1876(120107) -> [110];
compatibility_1876(120108) -> [111];
compatibility_1876(120109) -> [112];
compatibility_1876(120110) -> [113];
compatibility_1876(120111) -> [114];
compatibility_1876(120112) -> [115];
compatibility_1876(120113) -> [116];
compatibility_1876(120114) -> [117];
compatibility_1876(120115) -> [118];
compatibility_1876(120116) -> [119];
compatibility_1876(120117) -> [120];
compatibility_1876(120118) -> [121];
compatibility_1876(120119) -> [122];
compatibility_1876(120120) -> [65];
compatibility_1876(120121) -> [66];
compatibility_1876(120123) -> [68];
compatibility_1876(120124) -> [69];
compatibility_1876(120125) -> [70];
compatibility_1876(120126) -> [71];
compatibility_1876(_) -> [].

compatibility_1877(120128) -> [73];
compatibility_1877(120129) -> [74];
compatibility_1877(120130) -> [75];
compatibility_1877(120131) -> [76];
compatibility_1877(120132) -> [77];
compatibility_1877(120134) -> [79];
compatibility_1877(120138) -> [83];
compatibility_1877(120139) -> [84];
compatibility_1877(120140) -> [85];
compatibility_1877(120141) -> [86];
compatibility_1877(120142) -> [87];
compatibility_1877(120143) -> [88];
compatibility_1877(120144) -> [89];
compatibility_1877(120146) -> [97];
compatibility_1877(120147) -> [98];
compatibility_1877(120148) -> [99];
compatibility_1877(120149) -> [100];
compatibility_1877(120150) -> [101];
compatibility_1877(120151) -> [102];
compatibility_1877(120152) -> [103];
compatibility_1877(120153) -> [104];
compatibility_1877(120154) -> [105];
compatibility_1877(120155) -> [106];
compatibility_1877(120156) -> [107];
compatibility_1877(120157) -> [108];
compatibility_1877(120158) -> [109];
compatibility_1877(120159) -> [110];
compatibility_1877(120160) -> [111];
compatibility_1877(120161) -> [112];
compatibility_1877(120162) -> [113];
compatibility_1877(120163) -> [114];
compatibility_1877(120164) -> [115];
compatibility_1877(120165) -> [116];
compatibility_1877(120166) -> [117];
compatibility_1877(120167) -> [118];
compatibility_1877(120168) -> [119];
compatibility_1877(120169) -> [120];
compatibility_1877(120170) -> [121];
compatibility_1877(120171) -> [122];
compatibility_1877(120172) -> [65];
compatibility_1877(120173) -> [66];
compatibility_1877(120174) -> [67];
compatibility_1877(120175) -> [68];
compatibility_1877(120176) -> [69];
compatibility_1877(120177) -> [70];
compatibility_1877(120178) -> [71];
compatibility_1877(120179) -> [72];
compatibility_1877(120180) -> [73];
compatibility_1877(120181) -> [74];
compatibility_1877(120182) -> [75];
compatibility_1877(120183) -> [76];
compatibility_1877(120184) -> [77];
compatibility_1877(120185) -> [78];
compatibility_1877(120186) -> [79];
compatibility_1877(120187) -> [80];
compatibility_1877(120188) -> [81];
compatibility_1877(120189) -> [82];
compatibility_1877(120190) -> [83];
compatibility_1877(120191) -> [84];
compatibility_1877(_) -> [].

compatibility_1878(120192) -> [85];
compatibility_1878(120193) -> [86];
compatibility_1878(120194) -> [87];
compatibility_1878(120195) -> [88];
compatibility_1878(120196) -> [89];
compatibility_1878(120197) -> [90];
compatibility_1878(120198) -> [97];
compatibility_1878(120199) -> [98];
compatibility_1878(120200) -> [99];
compatibility_1878(120201) -> [100];
compatibility_1878(120202) -> [101];
compatibility_1878(120203) -> [102];
compatibility_1878(120204) -> [103];
compatibility_1878(120205) -> [104];
compatibility_1878(120206) -> [105];
compatibility_1878(120207) -> [106];
compatibility_1878(120208) -> [107];
compatibility_1878(120209) -> [108];
compatibility_1878(120210) -> [109];
compatibility_1878(120211) -> [110];
compatibility_1878(120212) -> [111];
compatibility_1878(120213) -> [112];
compatibility_1878(120214) -> [113];
compatibility_1878(120215) -> [114];
compatibility_1878(120216) -> [115];
compatibility_1878(120217) -> [116];
compatibility_1878(120218) -> [117];
compatibility_1878(120219) -> [118];
compatibility_1878(120220) -> [119];
compatibility_1878(120221) -> [120];
compatibility_1878(120222) -> [121];
compatibility_1878(120223) -> [122];
compatibility_1878(120224) -> [65];
compatibility_1878(120225) -> [66];
compatibility_1878(120226) -> [67];
compatibility_1878(120227) -> [68];
compatibility_1878(120228) -> [69];
compatibility_1878(120229) -> [70];
compatibility_1878(120230) -> [71];
compatibility_1878(120231) -> [72];
compatibility_1878(120232) -> [73];
compatibility_1878(120233) -> [74];
compatibility_1878(120234) -> [75];
compatibility_1878(120235) -> [76];
compatibility_1878(120236) -> [77];
compatibility_1878(120237) -> [78];
compatibility_1878(120238) -> [79];
compatibility_1878(120239) -> [80];
compatibility_1878(120240) -> [81];
compatibility_1878(120241) -> [82];
compatibility_1878(120242) -> [83];
compatibility_1878(120243) -> [84];
compatibility_1878(120244) -> [85];
compatibility_1878(120245) -> [86];
compatibility_1878(120246) -> [87];
compatibility_1878(120247) -> [88];
compatibility_1878(120248) -> [89];
compatibility_1878(120249) -> [90];
compatibility_1878(120250) -> [97];
compatibility_1878(120251) -> [98];
compatibility_1878(120252) -> [99];
compatibility_1878(120253) -> [100];
compatibility_1878(120254) -> [101];
compatibility_1878(120255) -> [102];
compatibility_1878(_) -> [].

compatibility_1879(120256) -> [103];
compatibility_1879(120257) -> [104];
compatibility_1879(120258) -> [105];
compatibility_1879(120259) -> [106];
compatibility_1879(120260) -> [107];
compatibility_1879(120261) -> [108];
compatibility_1879(120262) -> [109];
compatibility_1879(120263) -> [110];
compatibility_1879(120264) -> [111];
compatibility_1879(120265) -> [112];
compatibility_1879(120266) -> [113];
compatibility_1879(120267) -> [114];
compatibility_1879(120268) -> [115];
compatibility_1879(120269) -> [116];
compatibility_1879(120270) -> [117];
compatibility_1879(120271) -> [118];
compatibility_1879(120272) -> [119];
compatibility_1879(120273) -> [120];
compatibility_1879(120274) -> [121];
compatibility_1879(120275) -> [122];
compatibility_1879(120276) -> [65];
compatibility_1879(120277) -> [66];
compatibility_1879(120278) -> [67];
compatibility_1879(120279) -> [68];
compatibility_1879(120280) -> [69];
compatibility_1879(120281) -> [70];
compatibility_1879(120282) -> [71];
compatibility_1879(120283) -> [72];
compatibility_1879(120284) -> [73];
compatibility_1879(120285) -> [74];
compatibility_1879(120286) -> [75];
compatibility_1879(120287) -> [76];
compatibility_1879(120288) -> [77];
compatibility_1879(120289) -> [78];
compatibility_1879(120290) -> [79];
compatibility_1879(120291) -> [80];
compatibility_1879(120292) -> [81];
compatibility_1879(120293) -> [82];
compatibility_1879(120294) -> [83];
compatibility_1879(120295) -> [84];
compatibility_1879(120296) -> [85];
compatibility_1879(120297) -> [86];
compatibility_1879(120298) -> [87];
compatibility_1879(120299) -> [88];
compatibility_1879(120300) -> [89];
compatibility_1879(120301) -> [90];
compatibility_1879(120302) -> [97];
compatibility_1879(120303) -> [98];
compatibility_1879(120304) -> [99];
compatibility_1879(120305) -> [100];
compatibility_1879(120306) -> [101];
compatibility_1879(120307) -> [102];
compatibility_1879(120308) -> [103];
compatibility_1879(120309) -> [104];
compatibility_1879(120310) -> [105];
compatibility_1879(120311) -> [106];
compatibility_1879(120312) -> [107];
compatibility_1879(120313) -> [108];
compatibility_1879(120314) -> [109];
compatibility_1879(120315) -> [110];
compatibility_1879(120316) -> [111];
compatibility_1879(120317) -> [112];
compatibility_1879(120318) -> [113];
compatibility_1879(120319) -> [114];
compatibility_1879(_) -> [].

compatibility_1880(120320) -> [115];
compatibility_1880(120321) -> [116];
compatibility_1880(120322) -> [117];
compatibility_1880(120323) -> [118];
compatibility_1880(120324) -> [119];
compatibility_1880(120325) -> [120];
compatibility_1880(120326) -> [121];
compatibility_1880(120327) -> [122];
compatibility_1880(120328) -> [65];
compatibility_1880(120329) -> [66];
compatibility_1880(120330) -> [67];
compatibility_1880(120331) -> [68];
compatibility_1880(120332) -> [69];
compatibility_1880(120333) -> [70];
compatibility_1880(120334) -> [71];
compatibility_1880(120335) -> [72];
compatibility_1880(120336) -> [73];
compatibility_1880(120337) -> [74];
compatibility_1880(120338) -> [75];
compatibility_1880(120339) -> [76];
compatibility_1880(120340) -> [77];
compatibility_1880(120341) -> [78];
compatibility_1880(120342) -> [79];
compatibility_1880(120343) -> [80];
compatibility_1880(120344) -> [81];
compatibility_1880(120345) -> [82];
compatibility_1880(120346) -> [83];
compatibility_1880(120347) -> [84];
compatibility_1880(120348) -> [85];
compatibility_1880(120349) -> [86];
compatibility_1880(120350) -> [87];
compatibility_1880(120351) -> [88];
compatibility_1880(120352) -> [89];
compatibility_1880(120353) -> [90];
compatibility_1880(120354) -> [97];
compatibility_1880(120355) -> [98];
compatibility_1880(120356) -> [99];
compatibility_1880(120357) -> [100];
compatibility_1880(120358) -> [101];
compatibility_1880(120359) -> [102];
compatibility_1880(120360) -> [103];
compatibility_1880(120361) -> [104];
compatibility_1880(120362) -> [105];
compatibility_1880(120363) -> [106];
compatibility_1880(120364) -> [107];
compatibility_1880(120365) -> [108];
compatibility_1880(120366) -> [109];
compatibility_1880(120367) -> [110];
compatibility_1880(120368) -> [111];
compatibility_1880(120369) -> [112];
compatibility_1880(120370) -> [113];
compatibility_1880(120371) -> [114];
compatibility_1880(120372) -> [115];
compatibility_1880(120373) -> [116];
compatibility_1880(120374) -> [117];
compatibility_1880(120375) -> [118];
compatibility_1880(120376) -> [119];
compatibility_1880(120377) -> [120];
compatibility_1880(120378) -> [121];
compatibility_1880(120379) -> [122];
compatibility_1880(120380) -> [65];
compatibility_1880(120381) -> [66];
compatibility_1880(120382) -> [67];
compatibility_1880(120383) -> [68];
compatibility_1880(_) -> [].

compatibility_1881(120384) -> [69];
compatibility_1881(120385) -> [70];
compatibility_1881(120386) -> [71];
compatibility_1881(120387) -> [72];
compatibility_1881(120388) -> [73];
compatibility_1881(120389) -> [74];
compatibility_1881(120390) -> [75];
compatibility_1881(120391) -> [76];
compatibility_1881(120392) -> [77];
compatibility_1881(120393) -> [78];
compatibility_1881(120394) -> [79];
compatibility_1881(120395) -> [80];
compatibility_1881(120396) -> [81];
compatibility_1881(120397) -> [82];
compatibility_1881(120398) -> [83];
compatibility_1881(120399) -> [84];
compatibility_1881(120400) -> [85];
compatibility_1881(120401) -> [86];
compatibility_1881(120402) -> [87];
compatibility_1881(120403) -> [88];
compatibility_1881(120404) -> [89];
compatibility_1881(120405) -> [90];
compatibility_1881(120406) -> [97];
compatibility_1881(120407) -> [98];
compatibility_1881(120408) -> [99];
compatibility_1881(120409) -> [100];
compatibility_1881(120410) -> [101];
compatibility_1881(120411) -> [102];
compatibility_1881(120412) -> [103];
compatibility_1881(120413) -> [104];
compatibility_1881(120414) -> [105];
compatibility_1881(120415) -> [106];
compatibility_1881(120416) -> [107];
compatibility_1881(120417) -> [108];
compatibility_1881(120418) -> [109];
compatibility_1881(120419) -> [110];
compatibility_1881(120420) -> [111];
compatibility_1881(120421) -> [112];
compatibility_1881(120422) -> [113];
compatibility_1881(120423) -> [114];
compatibility_1881(120424) -> [115];
compatibility_1881(120425) -> [116];
compatibility_1881(120426) -> [117];
compatibility_1881(120427) -> [118];
compatibility_1881(120428) -> [119];
compatibility_1881(120429) -> [120];
compatibility_1881(120430) -> [121];
compatibility_1881(120431) -> [122];
compatibility_1881(120432) -> [65];
compatibility_1881(120433) -> [66];
compatibility_1881(120434) -> [67];
compatibility_1881(120435) -> [68];
compatibility_1881(120436) -> [69];
compatibility_1881(120437) -> [70];
compatibility_1881(120438) -> [71];
compatibility_1881(120439) -> [72];
compatibility_1881(120440) -> [73];
compatibility_1881(120441) -> [74];
compatibility_1881(120442) -> [75];
compatibility_1881(120443) -> [76];
compatibility_1881(120444) -> [77];
compatibility_1881(120445) -> [78];
compatibility_1881(120446) -> [79];
compatibility_1881(120447) -> [80];
compatibility_1881(_) -> [].

compatibility_1882(120448) -> [81];
compatibility_1882(120449) -> [82];
compatibility_1882(120450) -> [83];
compatibility_1882(120451) -> [84];
compatibility_1882(120452) -> [85];
compatibility_1882(120453) -> [86];
compatibility_1882(120454) -> [87];
compatibility_1882(120455) -> [88];
compatibility_1882(120456) -> [89];
compatibility_1882(120457) -> [90];
compatibility_1882(120458) -> [97];
compatibility_1882(120459) -> [98];
compatibility_1882(120460) -> [99];
compatibility_1882(120461) -> [100];
compatibility_1882(120462) -> [101];
compatibility_1882(120463) -> [102];
compatibility_1882(120464) -> [103];
compatibility_1882(120465) -> [104];
compatibility_1882(120466) -> [105];
compatibility_1882(120467) -> [106];
compatibility_1882(120468) -> [107];
compatibility_1882(120469) -> [108];
compatibility_1882(120470) -> [109];
compatibility_1882(120471) -> [110];
compatibility_1882(120472) -> [111];
compatibility_1882(120473) -> [112];
compatibility_1882(120474) -> [113];
compatibility_1882(120475) -> [114];
compatibility_1882(120476) -> [115];
compatibility_1882(120477) -> [116];
compatibility_1882(120478) -> [117];
compatibility_1882(120479) -> [118];
compatibility_1882(120480) -> [119];
compatibility_1882(120481) -> [120];
compatibility_1882(120482) -> [121];
compatibility_1882(120483) -> [122];
compatibility_1882(120484) -> [305];
compatibility_1882(120485) -> [567];
compatibility_1882(120488) -> [913];
compatibility_1882(120489) -> [914];
compatibility_1882(120490) -> [915];
compatibility_1882(120491) -> [916];
compatibility_1882(120492) -> [917];
compatibility_1882(120493) -> [918];
compatibility_1882(120494) -> [919];
compatibility_1882(120495) -> [920];
compatibility_1882(120496) -> [921];
compatibility_1882(120497) -> [922];
compatibility_1882(120498) -> [923];
compatibility_1882(120499) -> [924];
compatibility_1882(120500) -> [925];
compatibility_1882(120501) -> [926];
compatibility_1882(120502) -> [927];
compatibility_1882(120503) -> [928];
compatibility_1882(120504) -> [929];
compatibility_1882(120505) -> [920];
compatibility_1882(120506) -> [931];
compatibility_1882(120507) -> [932];
compatibility_1882(120508) -> [933];
compatibility_1882(120509) -> [934];
compatibility_1882(120510) -> [935];
compatibility_1882(120511) -> [936];
compatibility_1882(_) -> [].

compatibility_1883(120512) -> [937];
compatibility_1883(120513) -> [8711];
compatibility_1883(120514) -> [945];
compatibility_1883(120515) -> [946];
compatibility_1883(120516) -> [947];
compatibility_1883(120517) -> [948];
compatibility_1883(120518) -> [949];
compatibility_1883(120519) -> [950];
compatibility_1883(120520) -> [951];
compatibility_1883(120521) -> [952];
compatibility_1883(120522) -> [953];
compatibility_1883(120523) -> [954];
compatibility_1883(120524) -> [955];
compatibility_1883(120525) -> [956];
compatibility_1883(120526) -> [957];
compatibility_1883(120527) -> [958];
compatibility_1883(120528) -> [959];
compatibility_1883(120529) -> [960];
compatibility_1883(120530) -> [961];
compatibility_1883(120531) -> [962];
compatibility_1883(120532) -> [963];
compatibility_1883(120533) -> [964];
compatibility_1883(120534) -> [965];
compatibility_1883(120535) -> [966];
compatibility_1883(120536) -> [967];
compatibility_1883(120537) -> [968];
compatibility_1883(120538) -> [969];
compatibility_1883(120539) -> [8706];
compatibility_1883(120540) -> [949];
compatibility_1883(120541) -> [952];
compatibility_1883(120542) -> [954];
compatibility_1883(120543) -> [966];
compatibility_1883(120544) -> [961];
compatibility_1883(120545) -> [960];
compatibility_1883(120546) -> [913];
compatibility_1883(120547) -> [914];
compatibility_1883(120548) -> [915];
compatibility_1883(120549) -> [916];
compatibility_1883(120550) -> [917];
compatibility_1883(120551) -> [918];
compatibility_1883(120552) -> [919];
compatibility_1883(120553) -> [920];
compatibility_1883(120554) -> [921];
compatibility_1883(120555) -> [922];
compatibility_1883(120556) -> [923];
compatibility_1883(120557) -> [924];
compatibility_1883(120558) -> [925];
compatibility_1883(120559) -> [926];
compatibility_1883(120560) -> [927];
compatibility_1883(120561) -> [928];
compatibility_1883(120562) -> [929];
compatibility_1883(120563) -> [920];
compatibility_1883(120564) -> [931];
compatibility_1883(120565) -> [932];
compatibility_1883(120566) -> [933];
compatibility_1883(120567) -> [934];
compatibility_1883(120568) -> [935];
compatibility_1883(120569) -> [936];
compatibility_1883(120570) -> [937];
compatibility_1883(120571) -> [8711];
compatibility_1883(120572) -> [945];
compatibility_1883(120573) -> [946];
compatibility_1883(120574) -> [947];
compatibility_1883(120575) -> [948];
compatibility_1883(_) -> [].

compatibility_1884(120576) -> [949];
compatibility_1884(120577) -> [950];
compatibility_1884(120578) -> [951];
compatibility_1884(120579) -> [952];
compatibility_1884(120580) -> [953];
compatibility_1884(120581) -> [954];
compatibility_1884(120582) -> [955];
compatibility_1884(120583) -> [956];
compatibility_1884(120584) -> [957];
compatibility_1884(120585) -> [958];
compatibility_1884(120586) -> [959];
compatibility_1884(120587) -> [960];
compatibility_1884(120588) -> [961];
compatibility_1884(120589) -> [962];
compatibility_1884(120590) -> [963];
compatibility_1884(120591) -> [964];
compatibility_1884(120592) -> [965];
compatibility_1884(120593) -> [966];
compatibility_1884(120594) -> [967];
compatibility_1884(120595) -> [968];
compatibility_1884(120596) -> [969];
compatibility_1884(120597) -> [8706];
compatibility_1884(120598) -> [949];
compatibility_1884(120599) -> [952];
compatibility_1884(120600) -> [954];
compatibility_1884(120601) -> [966];
compatibility_1884(120602) -> [961];
compatibility_1884(120603) -> [960];
compatibility_1884(120604) -> [913];
compatibility_1884(120605) -> [914];
compatibility_1884(120606) -> [915];
compatibility_1884(120607) -> [916];
compatibility_1884(120608) -> [917];
compatibility_1884(120609) -> [918];
compatibility_1884(120610) -> [919];
compatibility_1884(120611) -> [920];
compatibility_1884(120612) -> [921];
compatibility_1884(120613) -> [922];
compatibility_1884(120614) -> [923];
compatibility_1884(120615) -> [924];
compatibility_1884(120616) -> [925];
compatibility_1884(120617) -> [926];
compatibility_1884(120618) -> [927];
compatibility_1884(120619) -> [928];
compatibility_1884(120620) -> [929];
compatibility_1884(120621) -> [920];
compatibility_1884(120622) -> [931];
compatibility_1884(120623) -> [932];
compatibility_1884(120624) -> [933];
compatibility_1884(120625) -> [934];
compatibility_1884(120626) -> [935];
compatibility_1884(120627) -> [936];
compatibility_1884(120628) -> [937];
compatibility_1884(120629) -> [8711];
compatibility_1884(120630) -> [945];
compatibility_1884(120631) -> [946];
compatibility_1884(120632) -> [947];
compatibility_1884(120633) -> [948];
compatibility_1884(120634) -> [949];
compatibility_1884(120635) -> [950];
compatibility_1884(120636) -> [951];
compatibility_1884(120637) -> [952];
compatibility_1884(120638) -> [953];
compatibility_1884(120639) -> [954];
compatibility_1884(_) -> [].

compatibility_1885(120640) -> [955];
compatibility_1885(120641) -> [956];
compatibility_1885(120642) -> [957];
compatibility_1885(120643) -> [958];
compatibility_1885(120644) -> [959];
compatibility_1885(120645) -> [960];
compatibility_1885(120646) -> [961];
compatibility_1885(120647) -> [962];
compatibility_1885(120648) -> [963];
compatibility_1885(120649) -> [964];
compatibility_1885(120650) -> [965];
compatibility_1885(120651) -> [966];
compatibility_1885(120652) -> [967];
compatibility_1885(120653) -> [968];
compatibility_1885(120654) -> [969];
compatibility_1885(120655) -> [8706];
compatibility_1885(120656) -> [949];
compatibility_1885(120657) -> [952];
compatibility_1885(120658) -> [954];
compatibility_1885(120659) -> [966];
compatibility_1885(120660) -> [961];
compatibility_1885(120661) -> [960];
compatibility_1885(120662) -> [913];
compatibility_1885(120663) -> [914];
compatibility_1885(120664) -> [915];
compatibility_1885(120665) -> [916];
compatibility_1885(120666) -> [917];
compatibility_1885(120667) -> [918];
compatibility_1885(120668) -> [919];
compatibility_1885(120669) -> [920];
compatibility_1885(120670) -> [921];
compatibility_1885(120671) -> [922];
compatibility_1885(120672) -> [923];
compatibility_1885(120673) -> [924];
compatibility_1885(120674) -> [925];
compatibility_1885(120675) -> [926];
compatibility_1885(120676) -> [927];
compatibility_1885(120677) -> [928];
compatibility_1885(120678) -> [929];
compatibility_1885(120679) -> [920];
compatibility_1885(120680) -> [931];
compatibility_1885(120681) -> [932];
compatibility_1885(120682) -> [933];
compatibility_1885(120683) -> [934];
compatibility_1885(120684) -> [935];
compatibility_1885(120685) -> [936];
compatibility_1885(120686) -> [937];
compatibility_1885(120687) -> [8711];
compatibility_1885(120688) -> [945];
compatibility_1885(120689) -> [946];
compatibility_1885(120690) -> [947];
compatibility_1885(120691) -> [948];
compatibility_1885(120692) -> [949];
compatibility_1885(120693) -> [950];
compatibility_1885(120694) -> [951];
compatibility_1885(120695) -> [952];
compatibility_1885(120696) -> [953];
compatibility_1885(120697) -> [954];
compatibility_1885(120698) -> [955];
compatibility_1885(120699) -> [956];
compatibility_1885(120700) -> [957];
compatibility_1885(120701) -> [958];
compatibility_1885(120702) -> [959];
compatibility_1885(120703) -> [960];
compatibility_1885(_) -> [].

compatibility_1886(120704) -> [961];
compatibility_1886(120705) -> [962];
compatibility_1886(120706) -> [963];
compatibility_1886(120707) -> [964];
compatibility_1886(120708) -> [965];
compatibility_1886(120709) -> [966];
compatibility_1886(120710) -> [967];
compatibility_1886(120711) -> [968];
compatibility_1886(120712) -> [969];
compatibility_1886(120713) -> [8706];
compatibility_1886(120714) -> [949];
compatibility_1886(120715) -> [952];
compatibility_1886(120716) -> [954];
compatibility_1886(120717) -> [966];
compatibility_1886(120718) -> [961];
compatibility_1886(120719) -> [960];
compatibility_1886(120720) -> [913];
compatibility_1886(120721) -> [914];
compatibility_1886(120722) -> [915];
compatibility_1886(120723) -> [916];
compatibility_1886(120724) -> [917];
compatibility_1886(120725) -> [918];
compatibility_1886(120726) -> [919];
compatibility_1886(120727) -> [920];
compatibility_1886(120728) -> [921];
compatibility_1886(120729) -> [922];
compatibility_1886(120730) -> [923];
compatibility_1886(120731) -> [924];
compatibility_1886(120732) -> [925];
compatibility_1886(120733) -> [926];
compatibility_1886(120734) -> [927];
compatibility_1886(120735) -> [928];
compatibility_1886(120736) -> [929];
compatibility_1886(120737) -> [920];
compatibility_1886(120738) -> [931];
compatibility_1886(120739) -> [932];
compatibility_1886(120740) -> [933];
compatibility_1886(120741) -> [934];
compatibility_1886(120742) -> [935];
compatibility_1886(120743) -> [936];
compatibility_1886(120744) -> [937];
compatibility_1886(120745) -> [8711];
compatibility_1886(120746) -> [945];
compatibility_1886(120747) -> [946];
compatibility_1886(120748) -> [947];
compatibility_1886(120749) -> [948];
compatibility_1886(120750) -> [949];
compatibility_1886(120751) -> [950];
compatibility_1886(120752) -> [951];
compatibility_1886(120753) -> [952];
compatibility_1886(120754) -> [953];
compatibility_1886(120755) -> [954];
compatibility_1886(120756) -> [955];
compatibility_1886(120757) -> [956];
compatibility_1886(120758) -> [957];
compatibility_1886(120759) -> [958];
compatibility_1886(120760) -> [959];
compatibility_1886(120761) -> [960];
compatibility_1886(120762) -> [961];
compatibility_1886(120763) -> [962];
compatibility_1886(120764) -> [963];
compatibility_1886(120765) -> [964];
compatibility_1886(120766) -> [965];
compatibility_1886(120767) -> [966];
compatibility_1886(_) -> [].

compatibility_1887(120768) -> [967];
compatibility_1887(120769) -> [968];
compatibility_1887(120770) -> [969];
compatibility_1887(120771) -> [8706];
compatibility_1887(120772) -> [949];
compatibility_1887(120773) -> [952];
compatibility_1887(120774) -> [954];
compatibility_1887(120775) -> [966];
compatibility_1887(120776) -> [961];
compatibility_1887(120777) -> [960];
compatibility_1887(120778) -> [988];
compatibility_1887(120779) -> [989];
compatibility_1887(120782) -> [48];
compatibility_1887(120783) -> [49];
compatibility_1887(120784) -> [50];
compatibility_1887(120785) -> [51];
compatibility_1887(120786) -> [52];
compatibility_1887(120787) -> [53];
compatibility_1887(120788) -> [54];
compatibility_1887(120789) -> [55];
compatibility_1887(120790) -> [56];
compatibility_1887(120791) -> [57];
compatibility_1887(120792) -> [48];
compatibility_1887(120793) -> [49];
compatibility_1887(120794) -> [50];
compatibility_1887(120795) -> [51];
compatibility_1887(120796) -> [52];
compatibility_1887(120797) -> [53];
compatibility_1887(120798) -> [54];
compatibility_1887(120799) -> [55];
compatibility_1887(120800) -> [56];
compatibility_1887(120801) -> [57];
compatibility_1887(120802) -> [48];
compatibility_1887(120803) -> [49];
compatibility_1887(120804) -> [50];
compatibility_1887(120805) -> [51];
compatibility_1887(120806) -> [52];
compatibility_1887(120807) -> [53];
compatibility_1887(120808) -> [54];
compatibility_1887(120809) -> [55];
compatibility_1887(120810) -> [56];
compatibility_1887(120811) -> [57];
compatibility_1887(120812) -> [48];
compatibility_1887(120813) -> [49];
compatibility_1887(120814) -> [50];
compatibility_1887(120815) -> [51];
compatibility_1887(120816) -> [52];
compatibility_1887(120817) -> [53];
compatibility_1887(120818) -> [54];
compatibility_1887(120819) -> [55];
compatibility_1887(120820) -> [56];
compatibility_1887(120821) -> [57];
compatibility_1887(120822) -> [48];
compatibility_1887(120823) -> [49];
compatibility_1887(120824) -> [50];
compatibility_1887(120825) -> [51];
compatibility_1887(120826) -> [52];
compatibility_1887(120827) -> [53];
compatibility_1887(120828) -> [54];
compatibility_1887(120829) -> [55];
compatibility_1887(120830) -> [56];
compatibility_1887(120831) -> [57];
compatibility_1887(_) -> [].

compatibility_1976(126464) -> [1575];
compatibility_1976(126465) -> [1576];
compatibility_1976(126466) -> [1580];
compatibility_1976(126467) -> [1583];
compatibility_1976(126469) -> [1608];
compatibility_1976(126470) -> [1586];
compatibility_1976(126471) -> [1581];
compatibility_1976(126472) -> [1591];
compatibility_1976(126473) -> [1610];
compatibility_1976(126474) -> [1603];
compatibility_1976(126475) -> [1604];
compatibility_1976(126476) -> [1605];
compatibility_1976(126477) -> [1606];
compatibility_1976(126478) -> [1587];
compatibility_1976(126479) -> [1593];
compatibility_1976(126480) -> [1601];
compatibility_1976(126481) -> [1589];
compatibility_1976(126482) -> [1602];
compatibility_1976(126483) -> [1585];
compatibility_1976(126484) -> [1588];
compatibility_1976(126485) -> [1578];
compatibility_1976(126486) -> [1579];
compatibility_1976(126487) -> [1582];
compatibility_1976(126488) -> [1584];
compatibility_1976(126489) -> [1590];
compatibility_1976(126490) -> [1592];
compatibility_1976(126491) -> [1594];
compatibility_1976(126492) -> [1646];
compatibility_1976(126493) -> [1722];
compatibility_1976(126494) -> [1697];
compatibility_1976(126495) -> [1647];
compatibility_1976(126497) -> [1576];
compatibility_1976(126498) -> [1580];
compatibility_1976(126500) -> [1607];
compatibility_1976(126503) -> [1581];
compatibility_1976(126505) -> [1610];
compatibility_1976(126506) -> [1603];
compatibility_1976(126507) -> [1604];
compatibility_1976(126508) -> [1605];
compatibility_1976(126509) -> [1606];
compatibility_1976(126510) -> [1587];
compatibility_1976(126511) -> [1593];
compatibility_1976(126512) -> [1601];
compatibility_1976(126513) -> [1589];
compatibility_1976(126514) -> [1602];
compatibility_1976(126516) -> [1588];
compatibility_1976(126517) -> [1578];
compatibility_1976(126518) -> [1579];
compatibility_1976(126519) -> [1582];
compatibility_1976(126521) -> [1590];
compatibility_1976(126523) -> [1594];
compatibility_1976(_) -> [].

compatibility_1977(126530) -> [1580];
compatibility_1977(126535) -> [1581];
compatibility_1977(126537) -> [1610];
compatibility_1977(126539) -> [1604];
compatibility_1977(126541) -> [1606];
compatibility_1977(126542) -> [1587];
compatibility_1977(126543) -> [1593];
compatibility_1977(126545) -> [1589];
compatibility_1977(126546) -> [1602];
compatibility_1977(126548) -> [1588];
compatibility_1977(126551) -> [1582];
compatibility_1977(126553) -> [1590];
compatibility_1977(126555) -> [1594];
compatibility_1977(126557) -> [1722];
compatibility_1977(126559) -> [1647];
compatibility_1977(126561) -> [1576];
compatibility_1977(126562) -> [1580];
compatibility_1977(126564) -> [1607];
compatibility_1977(126567) -> [1581];
compatibility_1977(126568) -> [1591];
compatibility_1977(126569) -> [1610];
compatibility_1977(126570) -> [1603];
compatibility_1977(126572) -> [1605];
compatibility_1977(126573) -> [1606];
compatibility_1977(126574) -> [1587];
compatibility_1977(126575) -> [1593];
compatibility_1977(126576) -> [1601];
compatibility_1977(126577) -> [1589];
compatibility_1977(126578) -> [1602];
compatibility_1977(126580) -> [1588];
compatibility_1977(126581) -> [1578];
compatibility_1977(126582) -> [1579];
compatibility_1977(126583) -> [1582];
compatibility_1977(126585) -> [1590];
compatibility_1977(126586) -> [1592];
compatibility_1977(126587) -> [1594];
compatibility_1977(126588) -> [1646];
compatibility_1977(126590) -> [1697];
compatibility_1977(_) -> [].

compatibility_1978(126592) -> [1575];
compatibility_1978(126593) -> [1576];
compatibility_1978(126594) -> [1580];
compatibility_1978(126595) -> [1583];
compatibility_1978(126596) -> [1607];
compatibility_1978(126597) -> [1608];
compatibility_1978(126598) -> [1586];
compatibility_1978(126599) -> [1581];
compatibility_1978(126600) -> [1591];
compatibility_1978(126601) -> [1610];
compatibility_1978(126603) -> [1604];
compatibility_1978(126604) -> [1605];
compatibility_1978(126605) -> [1606];
compatibility_1978(126606) -> [1587];
compatibility_1978(126607) -> [1593];
compatibility_1978(126608) -> [1601];
compatibility_1978(126609) -> [1589];
compatibility_1978(126610) -> [1602];
compatibility_1978(126611) -> [1585];
compatibility_1978(126612) -> [1588];
compatibility_1978(126613) -> [1578];
compatibility_1978(126614) -> [1579];
compatibility_1978(126615) -> [1582];
compatibility_1978(126616) -> [1584];
compatibility_1978(126617) -> [1590];
compatibility_1978(126618) -> [1592];
compatibility_1978(126619) -> [1594];
compatibility_1978(126625) -> [1576];
compatibility_1978(126626) -> [1580];
compatibility_1978(126627) -> [1583];
compatibility_1978(126629) -> [1608];
compatibility_1978(126630) -> [1586];
compatibility_1978(126631) -> [1581];
compatibility_1978(126632) -> [1591];
compatibility_1978(126633) -> [1610];
compatibility_1978(126635) -> [1604];
compatibility_1978(126636) -> [1605];
compatibility_1978(126637) -> [1606];
compatibility_1978(126638) -> [1587];
compatibility_1978(126639) -> [1593];
compatibility_1978(126640) -> [1601];
compatibility_1978(126641) -> [1589];
compatibility_1978(126642) -> [1602];
compatibility_1978(126643) -> [1585];
compatibility_1978(126644) -> [1588];
compatibility_1978(126645) -> [1578];
compatibility_1978(126646) -> [1579];
compatibility_1978(126647) -> [1582];
compatibility_1978(126648) -> [1584];
compatibility_1978(126649) -> [1590];
compatibility_1978(126650) -> [1592];
compatibility_1978(126651) -> [1594];
compatibility_1978(_) -> [].

compatibility_1988(127232) -> [48,46];
compatibility_1988(127233) -> [48,44];
compatibility_1988(127234) -> [49,44];
compatibility_1988(127235) -> [50,44];
compatibility_1988(127236) -> [51,44];
compatibility_1988(127237) -> [52,44];
compatibility_1988(127238) -> [53,44];
compatibility_1988(127239) -> [54,44];
compatibility_1988(127240) -> [55,44];
compatibility_1988(127241) -> [56,44];
compatibility_1988(127242) -> [57,44];
compatibility_1988(127248) -> [40,65,41];
compatibility_1988(127249) -> [40,66,41];
compatibility_1988(127250) -> [40,67,41];
compatibility_1988(127251) -> [40,68,41];
compatibility_1988(127252) -> [40,69,41];
compatibility_1988(127253) -> [40,70,41];
compatibility_1988(127254) -> [40,71,41];
compatibility_1988(127255) -> [40,72,41];
compatibility_1988(127256) -> [40,73,41];
compatibility_1988(127257) -> [40,74,41];
compatibility_1988(127258) -> [40,75,41];
compatibility_1988(127259) -> [40,76,41];
compatibility_1988(127260) -> [40,77,41];
compatibility_1988(127261) -> [40,78,41];
compatibility_1988(127262) -> [40,79,41];
compatibility_1988(127263) -> [40,80,41];
compatibility_1988(127264) -> [40,81,41];
compatibility_1988(127265) -> [40,82,41];
compatibility_1988(127266) -> [40,83,41];
compatibility_1988(127267) -> [40,84,41];
compatibility_1988(127268) -> [40,85,41];
compatibility_1988(127269) -> [40,86,41];
compatibility_1988(127270) -> [40,87,41];
compatibility_1988(127271) -> [40,88,41];
compatibility_1988(127272) -> [40,89,41];
compatibility_1988(127273) -> [40,90,41];
compatibility_1988(127274) -> [12308,83,12309];
compatibility_1988(127275) -> [67];
compatibility_1988(127276) -> [82];
compatibility_1988(127277) -> [67,68];
compatibility_1988(127278) -> [87,90];
compatibility_1988(127280) -> [65];
compatibility_1988(127281) -> [66];
compatibility_1988(127282) -> [67];
compatibility_1988(127283) -> [68];
compatibility_1988(127284) -> [69];
compatibility_1988(127285) -> [70];
compatibility_1988(127286) -> [71];
compatibility_1988(127287) -> [72];
compatibility_1988(127288) -> [73];
compatibility_1988(127289) -> [74];
compatibility_1988(127290) -> [75];
compatibility_1988(127291) -> [76];
compatibility_1988(127292) -> [77];
compatibility_1988(127293) -> [78];
compatibility_1988(127294) -> [79];
compatibility_1988(127295) -> [80];
compatibility_1988(_) -> [].

compatibility_1989(127296) -> [81];
compatibility_1989(127297) -> [82];
compatibility_1989(127298) -> [83];
compatibility_1989(127299) -> [84];
compatibility_1989(127300) -> [85];
compatibility_1989(127301) -> [86];
compatibility_1989(127302) -> [87];
compatibility_1989(127303) -> [88];
compatibility_1989(127304) -> [89];
compatibility_1989(127305) -> [90];
compatibility_1989(127306) -> [72,86];
compatibility_1989(127307) -> [77,86];
compatibility_1989(127308) -> [83,68];
compatibility_1989(127309) -> [83,83];
compatibility_1989(127310) -> [80,80,86];
compatibility_1989(127311) -> [87,67];
compatibility_1989(127338) -> [77,67];
compatibility_1989(127339) -> [77,68];
compatibility_1989(127340) -> [77,82];
compatibility_1989(_) -> [].

compatibility_1990(127376) -> [68,74];
compatibility_1990(_) -> [].

compatibility_1992(127488) -> [12411,12363];
compatibility_1992(127489) -> [12467,12467];
compatibility_1992(127490) -> [12469];
compatibility_1992(127504) -> [25163];
compatibility_1992(127505) -> [23383];
compatibility_1992(127506) -> [21452];
compatibility_1992(127507) -> [12486,12441];
compatibility_1992(127508) -> [20108];
compatibility_1992(127509) -> [22810];
compatibility_1992(127510) -> [35299];
compatibility_1992(127511) -> [22825];
compatibility_1992(127512) -> [20132];
compatibility_1992(127513) -> [26144];
compatibility_1992(127514) -> [28961];
compatibility_1992(127515) -> [26009];
compatibility_1992(127516) -> [21069];
compatibility_1992(127517) -> [24460];
compatibility_1992(127518) -> [20877];
compatibility_1992(127519) -> [26032];
compatibility_1992(127520) -> [21021];
compatibility_1992(127521) -> [32066];
compatibility_1992(127522) -> [29983];
compatibility_1992(127523) -> [36009];
compatibility_1992(127524) -> [22768];
compatibility_1992(127525) -> [21561];
compatibility_1992(127526) -> [28436];
compatibility_1992(127527) -> [25237];
compatibility_1992(127528) -> [25429];
compatibility_1992(127529) -> [19968];
compatibility_1992(127530) -> [19977];
compatibility_1992(127531) -> [36938];
compatibility_1992(127532) -> [24038];
compatibility_1992(127533) -> [20013];
compatibility_1992(127534) -> [21491];
compatibility_1992(127535) -> [25351];
compatibility_1992(127536) -> [36208];
compatibility_1992(127537) -> [25171];
compatibility_1992(127538) -> [31105];
compatibility_1992(127539) -> [31354];
compatibility_1992(127540) -> [21512];
compatibility_1992(127541) -> [28288];
compatibility_1992(127542) -> [26377];
compatibility_1992(127543) -> [26376];
compatibility_1992(127544) -> [30003];
compatibility_1992(127545) -> [21106];
compatibility_1992(127546) -> [21942];
compatibility_1992(127547) -> [37197];
compatibility_1992(_) -> [].

compatibility_1993(127552) -> [12308,26412,12309];
compatibility_1993(127553) -> [12308,19977,12309];
compatibility_1993(127554) -> [12308,20108,12309];
compatibility_1993(127555) -> [12308,23433,12309];
compatibility_1993(127556) -> [12308,28857,12309];
compatibility_1993(127557) -> [12308,25171,12309];
compatibility_1993(127558) -> [12308,30423,12309];
compatibility_1993(127559) -> [12308,21213,12309];
compatibility_1993(127560) -> [12308,25943,12309];
compatibility_1993(127568) -> [24471];
compatibility_1993(127569) -> [21487];
compatibility_1993(_) -> [].

compatibility_2031(130032) -> [48];
compatibility_2031(130033) -> [49];
compatibility_2031(130034) -> [50];
compatibility_2031(130035) -> [51];
compatibility_2031(130036) -> [52];
compatibility_2031(130037) -> [53];
compatibility_2031(130038) -> [54];
compatibility_2031(130039) -> [55];
compatibility_2031(130040) -> [56];
compatibility_2031(130041) -> [57];
compatibility_2031(_) -> [].

%% The character that two characters make, or false.
composed(C, 768) -> composed_768(C);
composed(C, 769) -> composed_769(C);
composed(C, 770) -> composed_770(C);
composed(C, 771) -> composed_771(C);
composed(C, 772) -> composed_772(C);
composed(C, 774) -> composed_774(C);
composed(C, 775) -> composed_775(C);
composed(C, 776) -> composed_776(C);
composed(C, 777) -> composed_777(C);
composed(C, 778) -> composed_778(C);
composed(C, 779) -> composed_779(C);
composed(C, 780) -> composed_780(C);
composed(C, 783) -> composed_783(C);
composed(C, 785) -> composed_785(C);
composed(C, 787) -> composed_787(C);
composed(C, 788) -> composed_788(C);
composed(C, 795) -> composed_795(C);
composed(C, 803) -> composed_803(C);
composed(C, 804) -> composed_804(C);
composed(C, 805) -> composed_805(C);
composed(C, 806) -> composed_806(C);
composed(C, 807) -> composed_807(C);
composed(C, 808) -> composed_808(C);
composed(C, 813) -> composed_813(C);
composed(C, 814) -> composed_814(C);
composed(C, 816) -> composed_816(C);
composed(C, 817) -> composed_817(C);
composed(C, 824) -> composed_824(C);
composed(C, 834) -> composed_834(C);
composed(C, 837) -> composed_837(C);
composed(C, 1619) -> composed_1619(C);
composed(C, 1620) -> composed_1620(C);
composed(C, 1621) -> composed_1621(C);
composed(C, 2364) -> composed_2364(C);
composed(C, 2494) -> composed_2494(C);
composed(C, 2519) -> composed_2519(C);
composed(C, 2878) -> composed_2878(C);
composed(C, 2902) -> composed_2902(C);
composed(C, 2903) -> composed_2903(C);
composed(C, 3006) -> composed_3006(C);
composed(C, 3031) -> composed_3031(C);
composed(C, 3158) -> composed_3158(C);
composed(C, 3266) -> composed_3266(C);
composed(C, 3285) -> composed_3285(C);
composed(C, 3286) -> composed_3286(C);
composed(C, 3390) -> composed_3390(C);
composed(C, 3415) -> composed_3415(C);
composed(C, 3530) -> composed_3530(C);
composed(C, 3535) -> composed_3535(C);
composed(C, 3551) -> composed_3551(C);
composed(C, 4142) -> composed_4142(C);
composed(C, 6965) -> composed_6965(C);
composed(C, 12441) -> composed_12441(C);
composed(C, 12442) -> composed_12442(C);
composed(C, 69818) -> composed_69818(C);
composed(C, 69927) -> composed_69927(C);
composed(C, 70462) -> composed_70462(C);
composed(C, 70487) -> composed_70487(C);
composed(C, 70832) -> composed_70832(C);
composed(C, 70842) -> composed_70842(C);
composed(C, 70845) -> composed_70845(C);
composed(C, 71087) -> composed_71087(C);
composed(C, 71984) -> composed_71984(C);
composed(_, _) -> false.

composed_768(65) -> 192;
composed_768(69) -> 200;
composed_768(73) -> 204;
composed_768(78) -> 504;
composed_768(79) -> 210;
composed_768(85) -> 217;
composed_768(87) -> 7808;
composed_768(89) -> 7922;
composed_768(97) -> 224;
composed_768(101) -> 232;
composed_768(105) -> 236;
composed_768(110) -> 505;
composed_768(111) -> 242;
composed_768(117) -> 249;
composed_768(119) -> 7809;
composed_768(121) -> 7923;
composed_768(168) -> 8173;
composed_768(194) -> 7846;
composed_768(202) -> 7872;
composed_768(212) -> 7890;
composed_768(220) -> 475;
composed_768(226) -> 7847;
composed_768(234) -> 7873;
composed_768(244) -> 7891;
composed_768(252) -> 476;
composed_768(258) -> 7856;
composed_768(259) -> 7857;
composed_768(274) -> 7700;
composed_768(275) -> 7701;
composed_768(332) -> 7760;
composed_768(333) -> 7761;
composed_768(416) -> 7900;
composed_768(417) -> 7901;
composed_768(431) -> 7914;
composed_768(432) -> 7915;
composed_768(913) -> 8122;
composed_768(917) -> 8136;
composed_768(919) -> 8138;
composed_768(921) -> 8154;
composed_768(927) -> 8184;
composed_768(933) -> 8170;
composed_768(937) -> 8186;
composed_768(945) -> 8048;
composed_768(949) -> 8050;
composed_768(951) -> 8052;
composed_768(953) -> 8054;
composed_768(959) -> 8056;
composed_768(965) -> 8058;
composed_768(969) -> 8060;
composed_768(970) -> 8146;
composed_768(971) -> 8162;
composed_768(1045) -> 1024;
composed_768(1048) -> 1037;
composed_768(1077) -> 1104;
composed_768(1080) -> 1117;
composed_768(7936) -> 7938;
composed_768(7937) -> 7939;
composed_768(7944) -> 7946;
composed_768(7945) -> 7947;
composed_768(7952) -> 7954;
composed_768(7953) -> 7955;
composed_768(7960) -> 7962;
composed_768(7961) -> 7963;
composed_768(7968) -> 7970;
composed_768(7969) -> 7971;
composed_768(7976) -> 7978;
composed_768(7977) -> 7979;
composed_768(7984) -> 7986;
composed_768(7985) -> 7987;
composed_768(7992) -> 7994;
composed_768(7993) -> 7995;
composed_768(8000) -> 8002;
composed_768(8001) -> 8003;
composed_768(8008) -> 8010;
composed_768(8009) -> 8011;
composed_768(8016) -> 8018;
composed_768(8017) -> 8019;
composed_768(8025) -> 8027;
composed_768(8032) -> 8034;
composed_768(8033) -> 8035;
composed_768(8040) -> 8042;
composed_768(8041) -> 8043;
composed_768(8127) -> 8141;
composed_768(8190) -> 8157;
composed_768(_) -> false.

composed_769(65) -> 193;
composed_769(67) -> 262;
composed_769(69) -> 201;
composed_769(71) -> 500;
composed_769(73) -> 205;
composed_769(75) -> 7728;
composed_769(76) -> 313;
composed_769(77) -> 7742;
composed_769(78) -> 323;
composed_769(79) -> 211;
composed_769(80) -> 7764;
composed_769(82) -> 340;
composed_769(83) -> 346;
composed_769(85) -> 218;
composed_769(87) -> 7810;
composed_769(89) -> 221;
composed_769(90) -> 377;
composed_769(97) -> 225;
composed_769(99) -> 263;
composed_769(101) -> 233;
composed_769(103) -> 501;
composed_769(105) -> 237;
composed_769(107) -> 7729;
composed_769(108) -> 314;
composed_769(109) -> 7743;
composed_769(110) -> 324;
composed_769(111) -> 243;
composed_769(112) -> 7765;
composed_769(114) -> 341;
composed_769(115) -> 347;
composed_769(117) -> 250;
composed_769(119) -> 7811;
composed_769(121) -> 253;
composed_769(122) -> 378;
composed_769(168) -> 901;
composed_769(194) -> 7844;
composed_769(197) -> 506;
composed_769(198) -> 508;
composed_769(199) -> 7688;
composed_769(202) -> 7870;
composed_769(207) -> 7726;
composed_769(212) -> 7888;
composed_769(213) -> 7756;
composed_769(216) -> 510;
composed_769(220) -> 471;
composed_769(226) -> 7845;
composed_769(229) -> 507;
composed_769(230) -> 509;
composed_769(231) -> 7689;
composed_769(234) -> 7871;
composed_769(239) -> 7727;
composed_769(244) -> 7889;
composed_769(245) -> 7757;
composed_769(248) -> 511;
composed_769(252) -> 472;
composed_769(258) -> 7854;
composed_769(259) -> 7855;
composed_769(274) -> 7702;
composed_769(275) -> 7703;
composed_769(332) -> 7762;
composed_769(333) -> 7763;
composed_769(360) -> 7800;
composed_769(361) -> 7801;
composed_769(416) -> 7898;
composed_769(417) -> 7899;
composed_769(431) -> 7912;
composed_769(432) -> 7913;
composed_769(913) -> 902;
composed_769(917) -> 904;
composed_769(919) -> 905;
composed_769(921) -> 906;
composed_769(927) -> 908;
composed_769(933) -> 910;
composed_769(937) -> 911;
composed_769(945) -> 940;
composed_769(949) -> 941;
composed_769(951) -> 942;
composed_769(953) -> 943;
composed_769(959) -> 972;
composed_769(965) -> 973;
composed_769(969) -> 974;
composed_769(970) -> 912;
composed_769(971) -> 944;
composed_769(978) -> 979;
composed_769(1043) -> 1027;
composed_769(1050) -> 1036;
composed_769(1075) -> 1107;
composed_769(1082) -> 1116;
composed_769(7936) -> 7940;
composed_769(7937) -> 7941;
composed_769(7944) -> 7948;
composed_769(7945) -> 7949;
composed_769(7952) -> 7956;
composed_769(7953) -> 7957;
composed_769(7960) -> 7964;
composed_769(7961) -> 7965;
composed_769(7968) -> 7972;
composed_769(7969) -> 7973;
composed_769(7976) -> 7980;
composed_769(7977) -> 7981;
composed_769(7984) -> 7988;
composed_769(7985) -> 7989;
composed_769(7992) -> 7996;
composed_769(7993) -> 7997;
composed_769(8000) -> 8004;
composed_769(8001) -> 8005;
composed_769(8008) -> 8012;
composed_769(8009) -> 8013;
composed_769(8016) -> 8020;
composed_769(8017) -> 8021;
composed_769(8025) -> 8029;
composed_769(8032) -> 8036;
composed_769(8033) -> 8037;
composed_769(8040) -> 8044;
composed_769(8041) -> 8045;
composed_769(8127) -> 8142;
composed_769(8190) -> 8158;
composed_769(_) -> false.

composed_770(65) -> 194;
composed_770(67) -> 264;
composed_770(69) -> 202;
composed_770(71) -> 284;
composed_770(72) -> 292;
composed_770(73) -> 206;
composed_770(74) -> 308;
composed_770(79) -> 212;
composed_770(83) -> 348;
composed_770(85) -> 219;
composed_770(87) -> 372;
composed_770(89) -> 374;
composed_770(90) -> 7824;
composed_770(97) -> 226;
composed_770(99) -> 265;
composed_770(101) -> 234;
composed_770(103) -> 285;
composed_770(104) -> 293;
composed_770(105) -> 238;
composed_770(106) -> 309;
composed_770(111) -> 244;
composed_770(115) -> 349;
composed_770(117) -> 251;
composed_770(119) -> 373;
composed_770(121) -> 375;
composed_770(122) -> 7825;
composed_770(7840) -> 7852;
composed_770(7841) -> 7853;
composed_770(7864) -> 7878;
composed_770(7865) -> 7879;
composed_770(7884) -> 7896;
composed_770(7885) -> 7897;
composed_770(_) -> false.

composed_771(65) -> 195;
composed_771(69) -> 7868;
composed_771(73) -> 296;
composed_771(78) -> 209;
composed_771(79) -> 213;
composed_771(85) -> 360;
composed_771(86) -> 7804;
composed_771(89) -> 7928;
composed_771(97) -> 227;
composed_771(101) -> 7869;
composed_771(105) -> 297;
composed_771(110) -> 241;
composed_771(111) -> 245;
composed_771(117) -> 361;
composed_771(118) -> 7805;
composed_771(121) -> 7929;
composed_771(194) -> 7850;
composed_771(202) -> 7876;
composed_771(212) -> 7894;
composed_771(226) -> 7851;
composed_771(234) -> 7877;
composed_771(244) -> 7895;
composed_771(258) -> 7860;
composed_771(259) -> 7861;
composed_771(416) -> 7904;
composed_771(417) -> 7905;
composed_771(431) -> 7918;
composed_771(432) -> 7919;
composed_771(_) -> false.

composed_772(65) -> 256;
composed_772(69) -> 274;
composed_772(71) -> 7712;
composed_772(73) -> 298;
composed_772(79) -> 332;
composed_772(85) -> 362;
composed_772(89) -> 562;
composed_772(97) -> 257;
composed_772(101) -> 275;
composed_772(103) -> 7713;
composed_772(105) -> 299;
composed_772(111) -> 333;
composed_772(117) -> 363;
composed_772(121) -> 563;
composed_772(196) -> 478;
composed_772(198) -> 482;
composed_772(213) -> 556;
composed_772(214) -> 554;
composed_772(220) -> 469;
composed_772(228) -> 479;
composed_772(230) -> 483;
composed_772(245) -> 557;
composed_772(246) -> 555;
composed_772(252) -> 470;
composed_772(490) -> 492;
composed_772(491) -> 493;
composed_772(550) -> 480;
composed_772(551) -> 481;
composed_772(558) -> 560;
composed_772(559) -> 561;
composed_772(913) -> 8121;
composed_772(921) -> 8153;
composed_772(933) -> 8169;
composed_772(945) -> 8113;
composed_772(953) -> 8145;
composed_772(965) -> 8161;
composed_772(1048) -> 1250;
composed_772(1059) -> 1262;
composed_772(1080) -> 1251;
composed_772(1091) -> 1263;
composed_772(7734) -> 7736;
composed_772(7735) -> 7737;
composed_772(7770) -> 7772;
composed_772(7771) -> 7773;
composed_772(_) -> false.

composed_774(65) -> 258;
composed_774(69) -> 276;
composed_774(71) -> 286;
composed_774(73) -> 300;
composed_774(79) -> 334;
composed_774(85) -> 364;
composed_774(97) -> 259;
composed_774(101) -> 277;
composed_774(103) -> 287;
composed_774(105) -> 301;
composed_774(111) -> 335;
composed_774(117) -> 365;
composed_774(552) -> 7708;
composed_774(553) -> 7709;
composed_774(913) -> 8120;
composed_774(921) -> 8152;
composed_774(933) -> 8168;
composed_774(945) -> 8112;
composed_774(953) -> 8144;
composed_774(965) -> 8160;
composed_774(1040) -> 1232;
composed_774(1045) -> 1238;
composed_774(1046) -> 1217;
composed_774(1048) -> 1049;
composed_774(1059) -> 1038;
composed_774(1072) -> 1233;
composed_774(1077) -> 1239;
composed_774(1078) -> 1218;
composed_774(1080) -> 1081;
composed_774(1091) -> 1118;
composed_774(7840) -> 7862;
composed_774(7841) -> 7863;
composed_774(_) -> false.

composed_775(65) -> 550;
composed_775(66) -> 7682;
composed_775(67) -> 266;
composed_775(68) -> 7690;
composed_775(69) -> 278;
composed_775(70) -> 7710;
composed_775(71) -> 288;
composed_775(72) -> 7714;
composed_775(73) -> 304;
composed_775(77) -> 7744;
composed_775(78) -> 7748;
composed_775(79) -> 558;
composed_775(80) -> 7766;
composed_775(82) -> 7768;
composed_775(83) -> 7776;
composed_775(84) -> 7786;
composed_775(87) -> 7814;
composed_775(88) -> 7818;
composed_775(89) -> 7822;
composed_775(90) -> 379;
composed_775(97) -> 551;
composed_775(98) -> 7683;
composed_775(99) -> 267;
composed_775(100) -> 7691;
composed_775(101) -> 279;
composed_775(102) -> 7711;
composed_775(103) -> 289;
composed_775(104) -> 7715;
composed_775(109) -> 7745;
composed_775(110) -> 7749;
composed_775(111) -> 559;
composed_775(112) -> 7767;
composed_775(114) -> 7769;
composed_775(115) -> 7777;
composed_775(116) -> 7787;
composed_775(119) -> 7815;
composed_775(120) -> 7819;
composed_775(121) -> 7823;
composed_775(122) -> 380;
composed_775(346) -> 7780;
composed_775(347) -> 7781;
composed_775(352) -> 7782;
composed_775(353) -> 7783;
composed_775(383) -> 7835;
composed_775(7778) -> 7784;
composed_775(7779) -> 7785;
composed_775(_) -> false.

composed_776(65) -> 196;
composed_776(69) -> 203;
composed_776(72) -> 7718;
composed_776(73) -> 207;
composed_776(79) -> 214;
composed_776(85) -> 220;
composed_776(87) -> 7812;
composed_776(88) -> 7820;
composed_776(89) -> 376;
composed_776(97) -> 228;
composed_776(101) -> 235;
composed_776(104) -> 7719;
composed_776(105) -> 239;
composed_776(111) -> 246;
composed_776(116) -> 7831;
composed_776(117) -> 252;
composed_776(119) -> 7813;
composed_776(120) -> 7821;
composed_776(121) -> 255;
composed_776(213) -> 7758;
composed_776(245) -> 7759;
composed_776(362) -> 7802;
composed_776(363) -> 7803;
composed_776(921) -> 938;
composed_776(933) -> 939;
composed_776(953) -> 970;
composed_776(965) -> 971;
composed_776(978) -> 980;
composed_776(1030) -> 1031;
composed_776(1040) -> 1234;
composed_776(1045) -> 1025;
composed_776(1046) -> 1244;
composed_776(1047) -> 1246;
composed_776(1048) -> 1252;
composed_776(1054) -> 1254;
composed_776(1059) -> 1264;
composed_776(1063) -> 1268;
composed_776(1067) -> 1272;
composed_776(1069) -> 1260;
composed_776(1072) -> 1235;
composed_776(1077) -> 1105;
composed_776(1078) -> 1245;
composed_776(1079) -> 1247;
composed_776(1080) -> 1253;
composed_776(1086) -> 1255;
composed_776(1091) -> 1265;
composed_776(1095) -> 1269;
composed_776(1099) -> 1273;
composed_776(1101) -> 1261;
composed_776(1110) -> 1111;
composed_776(1240) -> 1242;
composed_776(1241) -> 1243;
composed_776(1256) -> 1258;
composed_776(1257) -> 1259;
composed_776(_) -> false.

composed_777(65) -> 7842;
composed_777(69) -> 7866;
composed_777(73) -> 7880;
composed_777(79) -> 7886;
composed_777(85) -> 7910;
composed_777(89) -> 7926;
composed_777(97) -> 7843;
composed_777(101) -> 7867;
composed_777(105) -> 7881;
composed_777(111) -> 7887;
composed_777(117) -> 7911;
composed_777(121) -> 7927;
composed_777(194) -> 7848;
composed_777(202) -> 7874;
composed_777(212) -> 7892;
composed_777(226) -> 7849;
composed_777(234) -> 7875;
composed_777(244) -> 7893;
composed_777(258) -> 7858;
composed_777(259) -> 7859;
composed_777(416) -> 7902;
composed_777(417) -> 7903;
composed_777(431) -> 7916;
composed_777(432) -> 7917;
composed_777(_) -> false.

composed_778(65) -> 197;
composed_778(85) -> 366;
composed_778(97) -> 229;
composed_778(117) -> 367;
composed_778(119) -> 7832;
composed_778(121) -> 7833;
composed_778(_) -> false.

composed_779(79) -> 336;
composed_779(85) -> 368;
composed_779(111) -> 337;
composed_779(117) -> 369;
composed_779(1059) -> 1266;
composed_779(1091) -> 1267;
composed_779(_) -> false.

composed_780(65) -> 461;
composed_780(67) -> 268;
composed_780(68) -> 270;
composed_780(69) -> 282;
composed_780(71) -> 486;
composed_780(72) -> 542;
composed_780(73) -> 463;
composed_780(75) -> 488;
composed_780(76) -> 317;
composed_780(78) -> 327;
composed_780(79) -> 465;
composed_780(82) -> 344;
composed_780(83) -> 352;
composed_780(84) -> 356;
composed_780(85) -> 467;
composed_780(90) -> 381;
composed_780(97) -> 462;
composed_780(99) -> 269;
composed_780(100) -> 271;
composed_780(101) -> 283;
composed_780(103) -> 487;
composed_780(104) -> 543;
composed_780(105) -> 464;
composed_780(106) -> 496;
composed_780(107) -> 489;
composed_780(108) -> 318;
composed_780(110) -> 328;
composed_780(111) -> 466;
composed_780(114) -> 345;
composed_780(115) -> 353;
composed_780(116) -> 357;
composed_780(117) -> 468;
composed_780(122) -> 382;
composed_780(220) -> 473;
composed_780(252) -> 474;
composed_780(439) -> 494;
composed_780(658) -> 495;
composed_780(_) -> false.

composed_783(65) -> 512;
composed_783(69) -> 516;
composed_783(73) -> 520;
composed_783(79) -> 524;
composed_783(82) -> 528;
composed_783(85) -> 532;
composed_783(97) -> 513;
composed_783(101) -> 517;
composed_783(105) -> 521;
composed_783(111) -> 525;
composed_783(114) -> 529;
composed_783(117) -> 533;
composed_783(1140) -> 1142;
composed_783(1141) -> 1143;
composed_783(_) -> false.

composed_785(65) -> 514;
composed_785(69) -> 518;
composed_785(73) -> 522;
composed_785(79) -> 526;
composed_785(82) -> 530;
composed_785(85) -> 534;
composed_785(97) -> 515;
composed_785(101) -> 519;
composed_785(105) -> 523;
composed_785(111) -> 527;
composed_785(114) -> 531;
composed_785(117) -> 535;
composed_785(_) -> false.

composed_787(913) -> 7944;
composed_787(917) -> 7960;
composed_787(919) -> 7976;
composed_787(921) -> 7992;
composed_787(927) -> 8008;
composed_787(937) -> 8040;
composed_787(945) -> 7936;
composed_787(949) -> 7952;
composed_787(951) -> 7968;
composed_787(953) -> 7984;
composed_787(959) -> 8000;
composed_787(961) -> 8164;
composed_787(965) -> 8016;
composed_787(969) -> 8032;
composed_787(_) -> false.

composed_788(913) -> 7945;
composed_788(917) -> 7961;
composed_788(919) -> 7977;
composed_788(921) -> 7993;
composed_788(927) -> 8009;
composed_788(929) -> 8172;
composed_788(933) -> 8025;
composed_788(937) -> 8041;
composed_788(945) -> 7937;
composed_788(949) -> 7953;
composed_788(951) -> 7969;
composed_788(953) -> 7985;
composed_788(959) -> 8001;
composed_788(961) -> 8165;
composed_788(965) -> 8017;
composed_788(969) -> 8033;
composed_788(_) -> false.

composed_795(79) -> 416;
composed_795(85) -> 431;
composed_795(111) -> 417;
composed_795(117) -> 432;
composed_795(_) -> false.

composed_803(65) -> 7840;
composed_803(66) -> 7684;
composed_803(68) -> 7692;
composed_803(69) -> 7864;
composed_803(72) -> 7716;
composed_803(73) -> 7882;
composed_803(75) -> 7730;
composed_803(76) -> 7734;
composed_803(77) -> 7746;
composed_803(78) -> 7750;
composed_803(79) -> 7884;
composed_803(82) -> 7770;
composed_803(83) -> 7778;
composed_803(84) -> 7788;
composed_803(85) -> 7908;
composed_803(86) -> 7806;
composed_803(87) -> 7816;
composed_803(89) -> 7924;
composed_803(90) -> 7826;
composed_803(97) -> 7841;
composed_803(98) -> 7685;
composed_803(100) -> 7693;
composed_803(101) -> 7865;
composed_803(104) -> 7717;
composed_803(105) -> 7883;
composed_803(107) -> 7731;
composed_803(108) -> 7735;
composed_803(109) -> 7747;
composed_803(110) -> 7751;
composed_803(111) -> 7885;
composed_803(114) -> 7771;
composed_803(115) -> 7779;
composed_803(116) -> 7789;
composed_803(117) -> 7909;
composed_803(118) -> 7807;
composed_803(119) -> 7817;
composed_803(121) -> 7925;
composed_803(122) -> 7827;
composed_803(416) -> 7906;
composed_803(417) -> 7907;
composed_803(431) -> 7920;
composed_803(432) -> 7921;
composed_803(_) -> false.

composed_804(85) -> 7794;
composed_804(117) -> 7795;
composed_804(_) -> false.

composed_805(65) -> 7680;
composed_805(97) -> 7681;
composed_805(_) -> false.

composed_806(83) -> 536;
composed_806(84) -> 538;
composed_806(115) -> 537;
composed_806(116) -> 539;
composed_806(_) -> false.

composed_807(67) -> 199;
composed_807(68) -> 7696;
composed_807(69) -> 552;
composed_807(71) -> 290;
composed_807(72) -> 7720;
composed_807(75) -> 310;
composed_807(76) -> 315;
composed_807(78) -> 325;
composed_807(82) -> 342;
composed_807(83) -> 350;
composed_807(84) -> 354;
composed_807(99) -> 231;
composed_807(100) -> 7697;
composed_807(101) -> 553;
composed_807(103) -> 291;
composed_807(104) -> 7721;
composed_807(107) -> 311;
composed_807(108) -> 316;
composed_807(110) -> 326;
composed_807(114) -> 343;
composed_807(115) -> 351;
composed_807(116) -> 355;
composed_807(_) -> false.

composed_808(65) -> 260;
composed_808(69) -> 280;
composed_808(73) -> 302;
composed_808(79) -> 490;
composed_808(85) -> 370;
composed_808(97) -> 261;
composed_808(101) -> 281;
composed_808(105) -> 303;
composed_808(111) -> 491;
composed_808(117) -> 371;
composed_808(_) -> false.

composed_813(68) -> 7698;
composed_813(69) -> 7704;
composed_813(76) -> 7740;
composed_813(78) -> 7754;
composed_813(84) -> 7792;
composed_813(85) -> 7798;
composed_813(100) -> 7699;
composed_813(101) -> 7705;
composed_813(108) -> 7741;
composed_813(110) -> 7755;
composed_813(116) -> 7793;
composed_813(117) -> 7799;
composed_813(_) -> false.

composed_814(72) -> 7722;
composed_814(104) -> 7723;
composed_814(_) -> false.

composed_816(69) -> 7706;
composed_816(73) -> 7724;
composed_816(85) -> 7796;
composed_816(101) -> 7707;
composed_816(105) -> 7725;
composed_816(117) -> 7797;
composed_816(_) -> false.

composed_817(66) -> 7686;
composed_817(68) -> 7694;
composed_817(75) -> 7732;
composed_817(76) -> 7738;
composed_817(78) -> 7752;
composed_817(82) -> 7774;
composed_817(84) -> 7790;
composed_817(90) -> 7828;
composed_817(98) -> 7687;
composed_817(100) -> 7695;
composed_817(104) -> 7830;
composed_817(107) -> 7733;
composed_817(108) -> 7739;
composed_817(110) -> 7753;
composed_817(114) -> 7775;
composed_817(116) -> 7791;
composed_817(122) -> 7829;
composed_817(_) -> false.

composed_824(60) -> 8814;
composed_824(61) -> 8800;
composed_824(62) -> 8815;
composed_824(8592) -> 8602;
composed_824(8594) -> 8603;
composed_824(8596) -> 8622;
composed_824(8656) -> 8653;
composed_824(8658) -> 8655;
composed_824(8660) -> 8654;
composed_824(8707) -> 8708;
composed_824(8712) -> 8713;
composed_824(8715) -> 8716;
composed_824(8739) -> 8740;
composed_824(8741) -> 8742;
composed_824(8764) -> 8769;
composed_824(8771) -> 8772;
composed_824(8773) -> 8775;
composed_824(8776) -> 8777;
composed_824(8781) -> 8813;
composed_824(8801) -> 8802;
composed_824(8804) -> 8816;
composed_824(8805) -> 8817;
composed_824(8818) -> 8820;
composed_824(8819) -> 8821;
composed_824(8822) -> 8824;
composed_824(8823) -> 8825;
composed_824(8826) -> 8832;
composed_824(8827) -> 8833;
composed_824(8828) -> 8928;
composed_824(8829) -> 8929;
composed_824(8834) -> 8836;
composed_824(8835) -> 8837;
composed_824(8838) -> 8840;
composed_824(8839) -> 8841;
composed_824(8849) -> 8930;
composed_824(8850) -> 8931;
composed_824(8866) -> 8876;
composed_824(8872) -> 8877;
composed_824(8873) -> 8878;
composed_824(8875) -> 8879;
composed_824(8882) -> 8938;
composed_824(8883) -> 8939;
composed_824(8884) -> 8940;
composed_824(8885) -> 8941;
composed_824(_) -> false.

composed_834(168) -> 8129;
composed_834(945) -> 8118;
composed_834(951) -> 8134;
composed_834(953) -> 8150;
composed_834(965) -> 8166;
composed_834(969) -> 8182;
composed_834(970) -> 8151;
composed_834(971) -> 8167;
composed_834(7936) -> 7942;
composed_834(7937) -> 7943;
composed_834(7944) -> 7950;
composed_834(7945) -> 7951;
composed_834(7968) -> 7974;
composed_834(7969) -> 7975;
composed_834(7976) -> 7982;
composed_834(7977) -> 7983;
composed_834(7984) -> 7990;
composed_834(7985) -> 7991;
composed_834(7992) -> 7998;
composed_834(7993) -> 7999;
composed_834(8016) -> 8022;
composed_834(8017) -> 8023;
composed_834(8025) -> 8031;
composed_834(8032) -> 8038;
composed_834(8033) -> 8039;
composed_834(8040) -> 8046;
composed_834(8041) -> 8047;
composed_834(8127) -> 8143;
composed_834(8190) -> 8159;
composed_834(_) -> false.

composed_837(913) -> 8124;
composed_837(919) -> 8140;
composed_837(937) -> 8188;
composed_837(940) -> 8116;
composed_837(942) -> 8132;
composed_837(945) -> 8115;
composed_837(951) -> 8131;
composed_837(969) -> 8179;
composed_837(974) -> 8180;
composed_837(7936) -> 8064;
composed_837(7937) -> 8065;
composed_837(7938) -> 8066;
composed_837(7939) -> 8067;
composed_837(7940) -> 8068;
composed_837(7941) -> 8069;
composed_837(7942) -> 8070;
composed_837(7943) -> 8071;
composed_837(7944) -> 8072;
composed_837(7945) -> 8073;
composed_837(7946) -> 8074;
composed_837(7947) -> 8075;
composed_837(7948) -> 8076;
composed_837(7949) -> 8077;
composed_837(7950) -> 8078;
composed_837(7951) -> 8079;
composed_837(7968) -> 8080;
composed_837(7969) -> 8081;
composed_837(7970) -> 8082;
composed_837(7971) -> 8083;
composed_837(7972) -> 8084;
composed_837(7973) -> 8085;
composed_837(7974) -> 8086;
composed_837(7975) -> 8087;
composed_837(7976) -> 8088;
composed_837(7977) -> 8089;
composed_837(7978) -> 8090;
composed_837(7979) -> 8091;
composed_837(7980) -> 8092;
composed_837(7981) -> 8093;
composed_837(7982) -> 8094;
composed_837(7983) -> 8095;
composed_837(8032) -> 8096;
composed_837(8033) -> 8097;
composed_837(8034) -> 8098;
composed_837(8035) -> 8099;
composed_837(8036) -> 8100;
composed_837(8037) -> 8101;
composed_837(8038) -> 8102;
composed_837(8039) -> 8103;
composed_837(8040) -> 8104;
composed_837(8041) -> 8105;
composed_837(8042) -> 8106;
composed_837(8043) -> 8107;
composed_837(8044) -> 8108;
composed_837(8045) -> 8109;
composed_837(8046) -> 8110;
composed_837(8047) -> 8111;
composed_837(8048) -> 8114;
composed_837(8052) -> 8130;
composed_837(8060) -> 8178;
composed_837(8118) -> 8119;
composed_837(8134) -> 8135;
composed_837(8182) -> 8183;
composed_837(_) -> false.

composed_1619(1575) -> 1570;
composed_1619(_) -> false.

composed_1620(1575) -> 1571;
composed_1620(1608) -> 1572;
composed_1620(1610) -> 1574;
composed_1620(1729) -> 1730;
composed_1620(1746) -> 1747;
composed_1620(1749) -> 1728;
composed_1620(_) -> false.

composed_1621(1575) -> 1573;
composed_1621(_) -> false.

composed_2364(2344) -> 2345;
composed_2364(2352) -> 2353;
composed_2364(2355) -> 2356;
composed_2364(_) -> false.

composed_2494(2503) -> 2507;
composed_2494(_) -> false.

composed_2519(2503) -> 2508;
composed_2519(_) -> false.

composed_2878(2887) -> 2891;
composed_2878(_) -> false.

composed_2902(2887) -> 2888;
composed_2902(_) -> false.

composed_2903(2887) -> 2892;
composed_2903(_) -> false.

composed_3006(3014) -> 3018;
composed_3006(3015) -> 3019;
composed_3006(_) -> false.

composed_3031(2962) -> 2964;
composed_3031(3014) -> 3020;
composed_3031(_) -> false.

composed_3158(3142) -> 3144;
composed_3158(_) -> false.

composed_3266(3270) -> 3274;
composed_3266(_) -> false.

composed_3285(3263) -> 3264;
composed_3285(3270) -> 3271;
composed_3285(3274) -> 3275;
composed_3285(_) -> false.

composed_3286(3270) -> 3272;
composed_3286(_) -> false.

composed_3390(3398) -> 3402;
composed_3390(3399) -> 3403;
composed_3390(_) -> false.

composed_3415(3398) -> 3404;
composed_3415(_) -> false.

composed_3530(3545) -> 3546;
composed_3530(3548) -> 3549;
composed_3530(_) -> false.

composed_3535(3545) -> 3548;
composed_3535(_) -> false.

composed_3551(3545) -> 3550;
composed_3551(_) -> false.

composed_4142(4133) -> 4134;
composed_4142(_) -> false.

composed_6965(6917) -> 6918;
composed_6965(6919) -> 6920;
composed_6965(6921) -> 6922;
composed_6965(6923) -> 6924;
composed_6965(6925) -> 6926;
composed_6965(6929) -> 6930;
composed_6965(6970) -> 6971;
composed_6965(6972) -> 6973;
composed_6965(6974) -> 6976;
composed_6965(6975) -> 6977;
composed_6965(6978) -> 6979;
composed_6965(_) -> false.

composed_12441(12358) -> 12436;
composed_12441(12363) -> 12364;
composed_12441(12365) -> 12366;
composed_12441(12367) -> 12368;
composed_12441(12369) -> 12370;
composed_12441(12371) -> 12372;
composed_12441(12373) -> 12374;
composed_12441(12375) -> 12376;
composed_12441(12377) -> 12378;
composed_12441(12379) -> 12380;
composed_12441(12381) -> 12382;
composed_12441(12383) -> 12384;
composed_12441(12385) -> 12386;
composed_12441(12388) -> 12389;
composed_12441(12390) -> 12391;
composed_12441(12392) -> 12393;
composed_12441(12399) -> 12400;
composed_12441(12402) -> 12403;
composed_12441(12405) -> 12406;
composed_12441(12408) -> 12409;
composed_12441(12411) -> 12412;
composed_12441(12445) -> 12446;
composed_12441(12454) -> 12532;
composed_12441(12459) -> 12460;
composed_12441(12461) -> 12462;
composed_12441(12463) -> 12464;
composed_12441(12465) -> 12466;
composed_12441(12467) -> 12468;
composed_12441(12469) -> 12470;
composed_12441(12471) -> 12472;
composed_12441(12473) -> 12474;
composed_12441(12475) -> 12476;
composed_12441(12477) -> 12478;
composed_12441(12479) -> 12480;
composed_12441(12481) -> 12482;
composed_12441(12484) -> 12485;
composed_12441(12486) -> 12487;
composed_12441(12488) -> 12489;
composed_12441(12495) -> 12496;
composed_12441(12498) -> 12499;
composed_12441(12501) -> 12502;
composed_12441(12504) -> 12505;
composed_12441(12507) -> 12508;
composed_12441(12527) -> 12535;
composed_12441(12528) -> 12536;
composed_12441(12529) -> 12537;
composed_12441(12530) -> 12538;
composed_12441(12541) -> 12542;
composed_12441(_) -> false.

composed_12442(12399) -> 12401;
composed_12442(12402) -> 12404;
composed_12442(12405) -> 12407;
composed_12442(12408) -> 12410;
composed_12442(12411) -> 12413;
composed_12442(12495) -> 12497;
composed_12442(12498) -> 12500;
composed_12442(12501) -> 12503;
composed_12442(12504) -> 12506;
composed_12442(12507) -> 12509;
composed_12442(_) -> false.

composed_69818(69785) -> 69786;
composed_69818(69787) -> 69788;
composed_69818(69797) -> 69803;
composed_69818(_) -> false.

composed_69927(69937) -> 69934;
composed_69927(69938) -> 69935;
composed_69927(_) -> false.

composed_70462(70471) -> 70475;
composed_70462(_) -> false.

composed_70487(70471) -> 70476;
composed_70487(_) -> false.

composed_70832(70841) -> 70844;
composed_70832(_) -> false.

composed_70842(70841) -> 70843;
composed_70842(_) -> false.

composed_70845(70841) -> 70846;
composed_70845(_) -> false.

composed_71087(71096) -> 71098;
composed_71087(71097) -> 71099;
composed_71087(_) -> false.

composed_71984(71989) -> 71992;
composed_71984(_) -> false.
