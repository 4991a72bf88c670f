//! Expected outcomes are those of OTP 25, except for the order of objects in sets and bags.

use super::super::testing::{Scenario, check};

#[test]
fn objects_of_a_set() {
    check(
        "
        ets:new(s, [named_table]) = s
        ets:insert(s, [{1}, 2]) = error:badarg
        ets:lookup(s, 1) = []
        ets:insert(s, []) = true
        ets:insert_new(s, [{1,a}, {1,b}]) = true
        ets:insert_new(s, [{1,a}, {2,b}]) = false
        ets:lookup(s, 1) = [{1,b}]
        ets:lookup(s, 1.0) = []
        ets:lookup_element(s, 1, 2) = b
        ets:lookup_element(s, 1, 3) = error:badarg
        ets:lookup_element(s, 9, 1) = error:badarg [badkey]
        ets:lookup_element(s, 9, 1, no) = no
        ets:insert(s, {}) = error:badarg
        ets:next(s, nosuch) = error:badarg
        ets:insert(s, [{2}, {3}]) = true
        ets:next(s, 1) = 2
        ets:safe_fixtable(s, true) = true
        ets:delete(s, 2) = true
        ets:next(s, 2) = 3
        ets:safe_fixtable(s, false) = true
        ets:next(s, 2) = error:badarg
        ets:take(s, 3) = [{3}]
        ets:info(s, size) = 1
        ets:delete(s) = true
        ets:delete(s) = error:badarg [id]
        ets:first(1) = error:badarg [type]
        ",
    );
}

#[test]
fn objects_of_bags() {
    check(
        "
        ets:new(b, [named_table, bag, {keypos, 2}]) = b
        ets:insert(b, {1}) = error:badarg
        ets:insert(b, [{a,k},{b,k},{a,k},{a,j}]) = true
        ets:lookup(b, k) = [{a,k},{b,k}]
        ets:insert(b, [{1,x},{2,x}]) = true
        ets:lookup(b, x) = [{2,x},{1,x}]
        ets:delete(b, x) = true
        ets:info(b, size) = 3
        ets:insert_new(b, {c,k}) = false
        ets:new(d, [named_table, duplicate_bag]) = d
        ets:insert(d, [{k,a},{k,b},{k,a},{j,a}]) = true
        ets:lookup_element(d, k, 2) = [a,b,a]
        ets:delete_object(d, {k,a}) = true
        ets:delete_object(d, k) = error:badarg
        ets:tab2list(d) = [{j,a},{k,b}]
        ets:update_element(b, a, {2,x}) = error:badarg
        ets:update_counter(b, a, {2,3}) = error:badarg [table_type]
        ",
    );
}

#[test]
fn an_ordered_set_has_one_key_for_equal_numbers() {
    check(
        "
        ets:new(o, [named_table, ordered_set]) = o
        ets:insert(o, [{1,a},{1.0,b},{2,c},{3,d},{4,e}]) = true
        ets:tab2list(o) = [{1.0,b},{2,c},{3,d},{4,e}]
        ets:next(o, 2.5) = 3
        ets:prev(o, 2.5) = 2
        ets:next(o, 4) = '$end_of_table'
        ets:slot(o, 1) = [{2,c}]
        ets:slot(o, 4) = '$end_of_table'
        ets:slot(o, 5) = error:badarg
        ets:match_object(o, {1,'_'}) = []
        ets:select_reverse(o, [{{'$1','_'},[],['$1']}]) = [4,3,2,1.0]
        ",
    );
}

#[test]
fn counters_and_elements() {
    check(
        "
        ets:new(s, [named_table]) = s
        ets:update_counter(s, 9, 1) = error:badarg [badkey]
        ets:insert(s, {c,5,6,x}) = true
        ets:update_counter(s, c, 1) = 6
        ets:update_counter(s, c, {1,1}) = error:badarg [keypos]
        ets:update_counter(s, c, {9,1}) = error:badarg [position]
        ets:update_counter(s, c, {4,1}) = error:badarg
        ets:update_counter(s, c, [{2,1},{3,1},{2,10,12,1}]) = [7,7,1]
        ets:update_counter(s, c, [{2,1},{4,1}]) = error:badarg
        ets:update_counter(s, c, []) = []
        ets:update_counter(s, c, {2,-100,0,0}) = 0
        ets:lookup(s, c) = [{c,0,7,x}]
        ets:update_counter(s, e, {2,3}, {x,10,11}) = 13
        ets:lookup(s, e) = [{e,13,11}]
        ets:update_counter(s, f, {2,3}, {x}) = error:badarg [position]
        ets:update_element(s, c, [{2,z},{3,y}]) = true
        ets:update_element(s, zzz, {2,z}) = false
        ets:update_element(s, c, {1,y}) = error:badarg [keypos]
        ets:update_element(s, c, {9,y}) = error:badarg
        ets:lookup(s, c) = [{c,z,y,x}]
        ",
    );
}

#[test]
fn selections_in_parts_and_changes() {
    check(
        "
        ets:new(o, [named_table, ordered_set]) = o
        ets:insert(o, [{1,a},{2,c},{3,d},{4,e}]) = true
        ets:select(o, [{{'$1','_'},[],['$1']}], 3) = _
        ets:select(o, [{{'$1','_'},[],['$1']}], 0) = error:badarg
        ets:select(o, [{{'$1'},[],[]}]) = error:badarg
        ets:select(o, [{{'$1'},[],['$2']}]) = error:badarg
        ets:select('$end_of_table') = '$end_of_table'
        ets:match(o, {'$2','$1'}) = [[a,1],[c,2],[d,3],[e,4]]
        ets:match(o, '$1') = [[{1,a}],[{2,c}],[{3,d}],[{4,e}]]
        ets:match_object(o, {9,'_'}, 1) = '$end_of_table'
        ets:select_count(o, [{{'$1','_'},[{'>','$1',1}],[true]},{{'$1','_'},[],['$1']}]) = 3
        ets:select_replace(o, [{{'$1','$2'},[],[{{'$2','$1'}}]}]) = error:badarg
        ets:select_replace(o, [{{'_','$2'},[],[{{{element,1,'$_'},yes}}]}]) = 4
        ets:select_replace(o, [{{2,'$2'},[],[{{2,no}}]}]) = 1
        ets:tab2list(o) = [{1,yes},{2,no},{3,yes},{4,yes}]
        ets:select_delete(o, [{{'$1','_'},[{'>','$1',2}],[true]}]) = 2
        ets:match_delete(o, {2,'_'}) = true
        ets:tab2list(o) = [{1,yes}]
        ",
    );
}

#[test]
fn a_part_of_a_selection_is_never_larger_than_asked_for() {
    let mut scenario = Scenario::new();
    scenario.call("ets:new(d, [named_table, duplicate_bag])");
    scenario.call("ets:insert(d, [{a,1},{a,2},{a,3},{b,4}])");
    let mut sizes = Vec::new();
    scenario.call("ets:match(d, '$1', 2)");
    loop {
        let part = scenario.last();
        if part == "'$end_of_table'" {
            break;
        }
        // What the continuation still holds does not count.
        let found = part.split("]]").next().unwrap_or_default();
        sizes.push(found.matches("[{").count());
        scenario.call("erlang:element(2, it)");
        scenario.call("ets:match(it)");
    }
    assert_eq!(sizes, [2, 2]);
}

#[test]
fn protection_and_ownership() {
    check(
        "
        ets:new(1, []) = error:badarg
        ets:new(a, [foo]) = error:badarg
        ets:new(t, [named_table, private]) = t
        ets:new(t, [named_table]) = error:badarg [already_exists]
        ets:info(t, owner) = <0.81.0>
        ets:give_away(t, it, x) = error:badarg [owner]
        ets:give_away(t, other, x) = true
        ets:lookup(t, 1) = error:badarg [access]
        ets:info(t, owner) = <0.80.0>
        ets:info(nosuch, size) = undefined
        ets:info(1) = error:badarg [type]
        ets:whereis(nosuch) = undefined
        ",
    );
}

#[test]
fn match_specifications() {
    let cases = [
        ("{a,1}", "[{{'$1','$2'},[],[{'+','$1',1}]}]", "['EXIT']"),
        ("{a,1}", "[{{'$1','$2'},[],[{'andalso',true,5}]}]", "[5]"),
        ("{a,1}", "[{{'$1','$2'},[],[{'orelse',{'==','$2',1},{hd,'$1'}}]}]", "[true]"),
        ("{a,1}", "[{{'$1','$2'},[],[{'andalso',5,true}]}]", "['EXIT']"),
        ("{a,1}", "[{{'$1','$2'},[],[{'and',true,true,false}]}]", "[false]"),
        ("{a,1}", "[{{'$1','$2'},[],[{{}}]}]", "[{}]"),
        ("{a,1}", "[{{'$1','$2'},[],[{{{{'$1'}},['$2',3|'$1']}}]}]", "[{{a},[1,3|a]}]"),
        ("{a,1}", "[{{'$1','$2'},[],[#{'$1'=>'$2'}]}]", "[#{a => 1}]"),
        ("{a,1}", "[{{'$5','$2'},[],['$$']}]", "[[1,a]]"),
        ("{a,#{x=>1,y=>2}}", "[{{'$5',#{x=>'$1'}},[],['$$']}]", "[[1,a]]"),
        ("{a,1}", "[{{'$1','$1'},[],['$$']},{'_',[],[none]}]", "[none]"),
        ("{a,1}", "[{{'$1','$2'},[{'=:=','$1',a}],[{const,{x,'$1'}}]}]", "[{x,'$1'}]"),
        ("{a,1}", "[{{'$1','$2'},[{hd,'$1'}],[x]}]", "[]"),
        ("{a,1}", "[{{'$1','$2'},[],[{hd,'$1'},'$1']}]", "[a]"),
        ("{a,1}", "[{{'$1','$2'},[5],[x]}]", "[]"),
        ("x", "[{x,[],[y]}]", "[y]"),
    ];
    for (object, spec, expected) in cases {
        check(&format!(
            "ets:match_spec_compile({spec}) = _\nets:match_spec_run([{object}], it) = {expected}"
        ));
    }
    let bad = [
        ("[{{'$1','$2'},[],[{'and'}]}]", "Special form 'and' called without arguments in {and}."),
        ("[{'_',[],[{}]}]", "{} is neither a function call, nor a tuple (tuples are written {{ ... }})."),
        ("[{{'$5',#{'$2'=>'$1'}},[],['$$']}]", "Variable found in map key."),
        ("[{{'$1','$2'},[{foo,'$1',a}],[true]}]", "Function foo/2 does_not_exist."),
        ("[{{'$1','$2'},[],[{message,x}]}]", "Special form 'message' used in wrong dialect."),
        ("[{{'$1','$2'},x,[x]}]", "Match expression is not a list."),
        ("[{{'$1','$2'},[true|x],[x]}]", "Match expression is not a proper list."),
        ("[{'_',[],[]}]", "Body clause does not return anything."),
        ("[{'_',[],['$1']}]", "Variable $1 is unbound."),
        (
            "[{'_',[],[{const,1,2}]}]",
            "Special form 'const' called with more than one argument in {const,1,2}.",
        ),
        ("[{'_',[],[{self,1}]}]", "Special form 'self' called with arguments in {self,1}."),
    ];
    for (spec, why) in bad {
        let why: Vec<String> = why.bytes().map(|byte| byte.to_string()).collect();
        let expected = format!("{{error,[{{error,[{}]}}]}}", why.join(","));
        check(&format!("erlang:match_spec_test({{a,1}}, {spec}, table) = {expected}"));
        check(&format!("ets:match_spec_compile({spec}) = error:badarg"));
    }
}
