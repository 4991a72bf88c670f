//! Tidy trees (Reingold & Tilford): parents in the middle of their children, subtrees as close as
//! they can be, and the same subtree drawn the same wherever it stands.

/// Positions across the tree, in rows, of nodes given in preorder by their levels. No two nodes of
/// a level are closer than one row.
pub(crate) fn rows(levels: &[u32]) -> Vec<f64> {
    let children = children(levels);
    let mut offsets = vec![0.0; levels.len()];
    let mut contours: Vec<Option<Contour>> = levels.iter().map(|_| None).collect();
    // In reverse preorder every node comes after all of its descendants.
    for node in (0..levels.len()).rev() {
        let mut below: Option<Contour> = None;
        for &child in &children[node] {
            let contour = contours[child].take().unwrap_or_default();
            match &mut below {
                None => below = Some(contour),
                Some(placed) => offsets[child] = placed.put_beside(contour),
            }
        }
        let mut contour = below.unwrap_or_default();
        if let (Some(first), Some(last)) = (children[node].first(), children[node].last()) {
            // Children are placed relative to the first; from now on relative to their parent.
            let middle = (offsets[*first] + offsets[*last]) / 2.0;
            children[node].iter().for_each(|child| offsets[*child] -= middle);
            contour.shift -= middle;
        }
        contour.put_above();
        contours[node] = Some(contour);
    }
    absolute(levels, offsets)
}

fn children(levels: &[u32]) -> Vec<Vec<usize>> {
    let mut children: Vec<Vec<usize>> = levels.iter().map(|_| Vec::new()).collect();
    let mut above: Vec<usize> = Vec::new();
    for (node, level) in levels.iter().enumerate() {
        above.truncate(*level as usize);
        if let Some(parent) = above.last() {
            children[*parent].push(node);
        }
        above.push(node);
    }
    children
}

/// Offsets from parents to positions, the smallest of which is 0.
fn absolute(levels: &[u32], offsets: Vec<f64>) -> Vec<f64> {
    let mut above: Vec<f64> = Vec::new();
    let mut rows = Vec::with_capacity(levels.len());
    for (level, offset) in levels.iter().zip(offsets) {
        above.truncate(*level as usize);
        let row = above.last().copied().unwrap_or(0.0) + offset;
        above.push(row);
        rows.push(row);
    }
    let least = rows.iter().copied().fold(f64::INFINITY, f64::min);
    rows.iter_mut().for_each(|row| *row -= least);
    rows
}

/// The outline of a subtree: its first and last row on each level, the deepest level first, all to
/// be shifted alike.
#[derive(Default)]
struct Contour {
    deepest_first: Vec<(f64, f64)>,
    shift: f64,
}

impl Contour {
    /// A node at row 0, above all there is.
    fn put_above(&mut self) {
        self.deepest_first.push((-self.shift, -self.shift));
    }

    /// Puts another subtree beside this one, and says where its root is. Costs as much as the less
    /// deep of the two.
    fn put_beside(&mut self, mut other: Contour) -> f64 {
        let common = self.deepest_first.len().min(other.deepest_first.len());
        let (mine, others) = (self.deepest_first.iter().rev(), other.deepest_first.iter().rev());
        let apart = mine
            .zip(others)
            .take(common)
            .map(|((_, last), (first, _))| (last + self.shift) - (first + other.shift) + 1.0);
        let row = apart.fold(f64::NEG_INFINITY, f64::max).max(0.0);
        other.shift += row;
        // The deeper one is kept, and the other drawn into it.
        if other.deepest_first.len() > self.deepest_first.len() {
            std::mem::swap(self, &mut other);
        }
        let change = other.shift - self.shift;
        let mine = self.deepest_first.iter_mut().rev();
        for (mine, other) in mine.zip(other.deepest_first.iter().rev()) {
            mine.0 = mine.0.min(other.0 + change);
            mine.1 = mine.1.max(other.1 + change);
        }
        row
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tidy() {
        let check = |levels: &[u32], expected: &[f64]| assert_eq!(rows(levels), expected, "{levels:?}");
        check(&[0], &[0.0]);
        check(&[0, 1, 2, 3], &[0.0; 4]);
        check(&[0, 1, 1], &[0.5, 0.0, 1.0]);
        check(&[0, 1, 1, 1], &[1.0, 0.0, 1.0, 2.0]);
        // The second subtree does not come nearer than its widest level allows.
        check(&[0, 1, 2, 2, 1, 2, 2], &[1.5, 0.5, 0.0, 1.0, 2.5, 2.0, 3.0]);
        // A deep first child leaves room beside it for the leaf after it.
        check(&[0, 1, 2, 2, 2, 1], &[1.5, 1.0, 0.0, 1.0, 2.0, 2.0]);
    }

    #[test]
    fn no_two_nodes_overlap() {
        // All shapes of up to 8 nodes.
        let mut shapes: Vec<Vec<u32>> = vec![vec![0]];
        for _ in 1..8 {
            shapes = shapes
                .into_iter()
                .flat_map(|shape| {
                    let deepest = shape.last().map_or(1, |level| level + 1);
                    (1..=deepest).map(move |level| shape.iter().copied().chain([level]).collect())
                })
                .collect();
            for shape in &shapes {
                let rows = rows(shape);
                for (n, level) in shape.iter().enumerate() {
                    let before = (0..n).filter(|m| shape[*m] == *level).map(|m| rows[m]);
                    assert!(
                        before.fold(f64::NEG_INFINITY, f64::max) + 1.0 <= rows[n] + 1e-9,
                        "{shape:?} {rows:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn deep_trees_need_no_stack() {
        let levels: Vec<u32> = (0..200_000).collect();
        assert!(rows(&levels).iter().all(|row| *row == 0.0));
    }
}
