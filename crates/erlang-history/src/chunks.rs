//! A list that only grows, in pieces of one size: it never moves what it holds, and wastes little
//! however long it gets.

/// Elements in a piece.
const SIZE: usize = 1 << 12;

#[derive(Clone)]
pub(crate) struct Chunks<T> {
    /// All but the last are full.
    pieces: Vec<Vec<T>>,
}

impl<T> Default for Chunks<T> {
    fn default() -> Chunks<T> {
        Chunks { pieces: Vec::new() }
    }
}

impl<T> Chunks<T> {
    pub(crate) fn push(&mut self, element: T) {
        match self.pieces.last_mut() {
            Some(piece) if piece.len() < SIZE => piece.push(element),
            // The first piece grows as it must: most runs are short.
            None => self.pieces.push(vec![element]),
            _ => {
                let mut piece = Vec::with_capacity(SIZE);
                piece.push(element);
                self.pieces.push(piece);
            }
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.pieces.last().map_or(0, |last| (self.pieces.len() - 1) * SIZE + last.len())
    }

    pub(crate) fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        self.pieces.get_mut(index / SIZE)?.get_mut(index % SIZE)
    }

    pub(crate) fn get(&self, index: usize) -> Option<&T> {
        self.pieces.get(index / SIZE)?.get(index % SIZE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_where_they_were_put() {
        let mut chunks = Chunks::default();
        for n in 0..3 * SIZE + 7 {
            assert_eq!(chunks.len(), n);
            assert_eq!(chunks.get(n), None);
            chunks.push(n);
            assert_eq!(chunks.get(n), Some(&n));
        }
    }
}
