//! Strongly connected components: what must be defined together, in an order in which everything
//! comes after what it needs.

/// Tarjan's algorithm without recursion. `needs[i]` are the items that item `i` uses.
pub fn dependency_groups(needs: &[Vec<usize>]) -> Vec<Vec<usize>> {
    const UNSEEN: usize = usize::MAX;
    let mut order = vec![UNSEEN; needs.len()];
    let mut low = vec![0; needs.len()];
    let mut on_stack = vec![false; needs.len()];
    let mut stack = Vec::new();
    let mut groups = Vec::new();
    let mut next = 0;
    for root in 0..needs.len() {
        if order[root] != UNSEEN {
            continue;
        }
        let mut path = vec![(root, 0)];
        while let Some((item, done)) = path.pop() {
            if done == 0 {
                order[item] = next;
                low[item] = next;
                next += 1;
                stack.push(item);
                on_stack[item] = true;
            } else {
                low[item] = low[item].min(low[needs[item][done - 1]]);
            }
            let pending = (done..needs[item].len()).find(|edge| {
                let to = needs[item][*edge];
                if order[to] != UNSEEN && on_stack[to] {
                    low[item] = low[item].min(order[to]);
                }
                order[to] == UNSEEN
            });
            if let Some(edge) = pending {
                path.push((item, edge + 1));
                path.push((needs[item][edge], 0));
                continue;
            }
            if low[item] == order[item] {
                let start = stack.iter().rposition(|member| *member == item).unwrap_or(0);
                let mut group = stack.split_off(start);
                for member in &group {
                    on_stack[*member] = false;
                }
                group.sort_unstable();
                groups.push(group);
            }
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::dependency_groups;

    fn check(needs: &[&[usize]], expected: &[&[usize]]) {
        let needs: Vec<Vec<usize>> = needs.iter().map(|needs| needs.to_vec()).collect();
        assert_eq!(dependency_groups(&needs), expected);
    }

    #[test]
    fn groups_come_after_what_they_need() {
        check(&[&[1], &[2], &[]], &[&[2], &[1], &[0]]);
        check(&[&[1], &[0], &[0]], &[&[0, 1], &[2]]);
        check(&[&[0], &[3], &[1], &[2, 0]], &[&[0], &[1, 2, 3]]);
        check(&[&[1, 2], &[], &[1, 0], &[2]], &[&[1], &[0, 2], &[3]]);
    }

    #[test]
    fn a_long_chain() {
        let count = 100_000;
        let needs: Vec<Vec<usize>> = (0..count).map(|at| vec![(at + 1) % count]).collect();
        assert_eq!(dependency_groups(&needs).len(), 1);
    }
}
