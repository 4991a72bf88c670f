//! Which statement depends on which: a graph from which cycles are removed, or in which they are
//! made one node (paper 5 §5.3).

/// A node of a graph. 0 is the root ★, which says nothing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Vertex(pub u32);

impl Vertex {
    pub const ROOT: Vertex = Vertex(0);

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// A directed graph that does not change: the edges of each vertex side by side.
#[derive(Clone, Debug)]
pub struct Graph {
    starts: Vec<u32>,
    targets: Vec<Vertex>,
}

impl Graph {
    /// With that many vertices; the edges are read twice. Edges of a vertex keep their order.
    pub fn new<I: Iterator<Item = (Vertex, Vertex)>>(vertices: usize, edges: impl Fn() -> I) -> Graph {
        let mut starts = vec![0; vertices + 1];
        for (from, _) in edges() {
            starts[from.index() + 1] += 1;
        }
        for index in 0..vertices {
            starts[index + 1] += starts[index];
        }
        let mut places = starts.clone();
        let mut targets = vec![Vertex::ROOT; starts[vertices] as usize];
        for (from, to) in edges() {
            let place = &mut places[from.index()];
            targets[*place as usize] = to;
            *place += 1;
        }
        Graph { starts, targets }
    }

    /// How many vertices there are.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn vertices(&self) -> impl Iterator<Item = Vertex> + use<> {
        (0..self.len() as u32).map(Vertex)
    }

    pub fn successors(&self, of: Vertex) -> &[Vertex] {
        &self.targets[self.starts[of.index()] as usize..self.starts[of.index() + 1] as usize]
    }

    pub fn edges(&self) -> impl Iterator<Item = (Vertex, Vertex)> + '_ {
        self.vertices().flat_map(|from| self.successors(from).iter().map(move |to| (from, *to)))
    }

    /// Without the edges that do not pass.
    fn filtered(&self, passes: impl Fn(Vertex, Vertex) -> bool) -> Graph {
        Graph::new(self.len(), || self.edges().filter(|(from, to)| passes(*from, *to)))
    }

    /// Removes every edge to a vertex that all ways to its origin go through: in a tree there are
    /// none (paper 5 §5.3.3). Only edges to vertices for which that may be said; edges of a vertex
    /// to itself always.
    pub fn without_back_edges(&self, applies_to: impl Fn(Vertex) -> bool) -> Graph {
        let dominators = Dominators::of(self);
        self.filtered(|from, to| from != to && !(applies_to(to) && dominators.dominates(to, from)))
    }

    /// Makes each strongly connected set one vertex (paper 5 §5.3.4). Of each vertex of the result,
    /// the members in order. ★ stays 0.
    pub fn collapsed(&self) -> (Graph, Members) {
        let component = self.components();
        let count = component.iter().max().map_or(0, |last| last.index() + 1);
        let members = Members::Of(Graph::new(count, || component.iter().copied().zip(self.vertices())));
        let mut edges: Vec<(Vertex, Vertex)> = self
            .edges()
            .map(|(from, to)| (component[from.index()], component[to.index()]))
            .filter(|(from, to)| from != to)
            .collect();
        edges.sort_unstable();
        edges.dedup();
        (Graph::new(count, || edges.iter().copied()), members)
    }

    /// The component of each vertex, numbered by their first members (Tarjan, with a stack of its
    /// own).
    fn components(&self) -> Vec<Vertex> {
        const NONE: u32 = u32::MAX;
        let mut order = vec![NONE; self.len()];
        let mut low = vec![0; self.len()];
        let mut component = vec![NONE; self.len()];
        let (mut counter, mut found) = (0, 0);
        let (mut path, mut todo): (Vec<Vertex>, Vec<(Vertex, usize)>) = (Vec::new(), Vec::new());
        for start in self.vertices() {
            if order[start.index()] == NONE {
                todo.push((start, 0));
            }
            while let Some((at, next)) = todo.pop() {
                if next == 0 {
                    (order[at.index()], low[at.index()]) = (counter, counter);
                    counter += 1;
                    path.push(at);
                }
                if let Some(to) = self.successors(at).get(next) {
                    todo.push((at, next + 1));
                    if order[to.index()] == NONE {
                        todo.push((*to, 0));
                    } else if component[to.index()] == NONE {
                        low[at.index()] = low[at.index()].min(order[to.index()]);
                    }
                    continue;
                }
                if low[at.index()] == order[at.index()] {
                    while let Some(member) = path.pop() {
                        component[member.index()] = found;
                        if member == at {
                            break;
                        }
                    }
                    found += 1;
                }
                if let Some((above, _)) = todo.last() {
                    low[above.index()] = low[above.index()].min(low[at.index()]);
                }
            }
        }
        // In the order of their first members, so that ★ is 0 and early is early.
        let mut renamed = vec![NONE; found as usize];
        let mut next = 0;
        let name = |old: &u32| {
            let new = &mut renamed[*old as usize];
            if *new == NONE {
                *new = next;
                next += 1;
            }
            Vertex(*new)
        };
        component.iter().map(name).collect()
    }
}

/// Which vertices were made one.
#[derive(Clone, Debug)]
pub enum Members {
    /// None: every vertex is its own only member.
    Alone,
    Of(Graph),
}

impl Members {
    pub fn of(&self, vertex: Vertex) -> Vec<Vertex> {
        match self {
            Members::Alone => vec![vertex],
            Members::Of(graph) => graph.successors(vertex).to_vec(),
        }
    }
}

/// The immediate dominator of each vertex that ★ reaches (Cooper, Harvey and Kennedy).
struct Dominators {
    /// The place of a vertex in reverse postorder.
    place: Vec<u32>,
    /// By place, the place of the immediate dominator.
    immediate: Vec<u32>,
}

const UNREACHED: u32 = u32::MAX;

impl Dominators {
    fn of(graph: &Graph) -> Dominators {
        let mut postorder = Vec::new();
        let mut is_seen = vec![false; graph.len()];
        let mut todo = vec![(Vertex::ROOT, 0)];
        is_seen[0] = true;
        while let Some((at, next)) = todo.pop() {
            match graph.successors(at).get(next) {
                Some(to) => {
                    todo.push((at, next + 1));
                    if !std::mem::replace(&mut is_seen[to.index()], true) {
                        todo.push((*to, 0));
                    }
                }
                None => postorder.push(at),
            }
        }
        let mut place = vec![UNREACHED; graph.len()];
        for (index, vertex) in postorder.iter().rev().enumerate() {
            place[vertex.index()] = index as u32;
        }
        let backwards = Graph::new(graph.len(), || graph.edges().map(|(from, to)| (to, from)));
        let mut immediate = vec![UNREACHED; postorder.len()];
        if let Some(root) = immediate.first_mut() {
            *root = 0;
        }
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            for (index, vertex) in postorder.iter().rev().enumerate().skip(1) {
                let mut nearest = UNREACHED;
                for from in backwards.successors(*vertex) {
                    let from = place[from.index()];
                    if from != UNREACHED && immediate[from as usize] != UNREACHED {
                        nearest = if nearest == UNREACHED { from } else { common(&immediate, nearest, from) };
                    }
                }
                if immediate[index] != nearest {
                    immediate[index] = nearest;
                    has_changed = true;
                }
            }
        }
        Dominators { place, immediate }
    }

    /// Whether every way from ★ to `vertex` goes through `by`.
    fn dominates(&self, by: Vertex, vertex: Vertex) -> bool {
        let (by, mut at) = (self.place[by.index()], self.place[vertex.index()]);
        if at == UNREACHED || by == UNREACHED {
            return false;
        }
        while at > by {
            at = self.immediate[at as usize];
        }
        at == by
    }
}

fn common(immediate: &[u32], mut a: u32, mut b: u32) -> u32 {
    while a != b {
        if a > b {
            a = immediate[a as usize];
        } else {
            b = immediate[b as usize];
        }
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Edges as pairs of letters, `*` is ★; the result in the same way, with collapsed vertices as
    /// words.
    fn check(edges: &str, expected: &str) {
        let letters: Vec<char> = "*abcdefghijklmnopqrstuvwxyz".chars().collect();
        let vertex =
            |letter: char| Vertex(letters.iter().position(|known| *known == letter).unwrap_or(0) as u32);
        let pairs: Vec<(Vertex, Vertex)> = edges
            .split_whitespace()
            .map(|pair| {
                (vertex(pair.chars().next().unwrap_or('*')), vertex(pair.chars().last().unwrap_or('*')))
            })
            .collect();
        let count = pairs.iter().map(|(a, b)| a.max(b).index() + 1).max().unwrap_or(1);
        let graph = Graph::new(count, || pairs.iter().copied()).without_back_edges(|_| true);
        let (graph, members) = graph.collapsed();
        let name = |vertex: Vertex| {
            members.of(vertex).iter().map(|member| letters[member.index()]).collect::<String>()
        };
        let shown: Vec<String> =
            graph.edges().map(|(from, to)| format!("{}>{}", name(from), name(to))).collect();
        assert_eq!(shown.join(" "), expected, "{edges}");
    }

    #[test]
    fn cycles() {
        // A reducible cycle (Fig. 29): the back edge goes.
        check("*p pq qp", "*>p p>q");
        // An irreducible one (Fig. 30): it is one node.
        check("*r rp rq pq qp pz", "*>r pq>z r>pq");
        // A reducible cycle in an irreducible one (Fig. 31): first the back edge, so that less is
        // collapsed.
        check("*a ab ac bc cb cd dc", "*>a a>bc bc>d");
        check("*a aa", "*>a");
        check("*a ab bc ca cd", "*>a a>b b>c c>d");
        // Out of reach, and still collapsed.
        check("*a bc cb", "*>a");
    }
}
