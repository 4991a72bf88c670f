//! A program as a tree of text, just structured enough to be made smaller while it stays well
//! formed.

use std::fmt::Write as _;

/// What kind of value an expression is meant to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Int,
    Float,
    Atom,
    Bool,
    Ints,
    Text,
    Pair,
    Map,
    Binary,
    Record,
    /// A function from an integer to an integer. Never part of `Any`: the order, the hash and the
    /// printed form of functions are not the same everywhere.
    Fun,
    Any,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartKind {
    Expression(Type),
    /// Something that can be left out: a binding, a function, a clause, a call in `main`.
    Optional,
    /// Pattern, guard, fixed text.
    Fixed,
}

#[derive(Clone, Debug)]
pub struct Tree {
    pub kind: PartKind,
    pub layout: Layout,
    pub children: Vec<Tree>,
}

#[derive(Clone, Debug)]
pub enum Layout {
    /// Each `@` stands for the next child.
    Template(String),
    /// The children, with this between them; there is always at least one.
    Joined(&'static str),
}

impl Tree {
    pub fn expression(of: Type, template: impl Into<String>, children: Vec<Tree>) -> Tree {
        Tree { kind: PartKind::Expression(of), layout: Layout::Template(template.into()), children }
    }

    pub fn optional(template: impl Into<String>, children: Vec<Tree>) -> Tree {
        Tree { kind: PartKind::Optional, layout: Layout::Template(template.into()), children }
    }

    pub fn fixed(template: impl Into<String>, children: Vec<Tree>) -> Tree {
        Tree { kind: PartKind::Fixed, layout: Layout::Template(template.into()), children }
    }

    pub fn joined(separator: &'static str, children: Vec<Tree>) -> Tree {
        Tree { kind: PartKind::Fixed, layout: Layout::Joined(separator), children }
    }

    /// The simplest expression of a type.
    pub fn simplest(of: Type) -> Tree {
        let text = match of {
            Type::Int => "0",
            Type::Float => "0.0",
            Type::Atom => "a",
            Type::Bool => "true",
            Type::Ints | Type::Any => "[]",
            Type::Text => "\"\"",
            Type::Pair => "{0, a}",
            Type::Map => "#{}",
            Type::Binary => "<<>>",
            Type::Record => "#rec{}",
            Type::Fun => "fun(X) -> X end",
        };
        Tree::expression(of, text, Vec::new())
    }

    pub fn render(&self) -> String {
        let mut text = String::new();
        self.write(&mut text);
        text
    }

    /// Recursion is bounded by the depth that the generator allows itself.
    fn write(&self, text: &mut String) {
        match &self.layout {
            Layout::Template(template) => {
                let mut children = self.children.iter();
                for (index, piece) in template.split('@').enumerate() {
                    if index > 0
                        && let Some(child) = children.next()
                    {
                        child.write(text);
                    }
                    // Writing to a string cannot fail.
                    let _ = text.write_str(piece);
                }
            }
            Layout::Joined(separator) => {
                for (index, child) in self.children.iter().enumerate() {
                    if index > 0 {
                        text.push_str(separator);
                    }
                    child.write(text);
                }
            }
        }
    }

    pub fn size(&self) -> usize {
        1 + self.children.iter().map(Tree::size).sum::<usize>()
    }

    /// All ways to make this tree smaller by one change, those nearest to the root first.
    pub fn smaller(&self) -> Vec<Tree> {
        let mut paths = vec![Vec::new()];
        let mut next = 0;
        while next < paths.len() {
            let path: Vec<usize> = paths[next].clone();
            next += 1;
            for index in 0..self.at(&path).children.len() {
                let mut longer = path.clone();
                longer.push(index);
                paths.push(longer);
            }
        }
        paths.iter().flat_map(|path| self.smaller_at(path)).collect()
    }

    fn at(&self, path: &[usize]) -> &Tree {
        path.iter().fold(self, |tree, &index| &tree.children[index])
    }

    fn smaller_at(&self, path: &[usize]) -> Vec<Tree> {
        let here = self.at(path);
        let mut found = Vec::new();
        if let Layout::Joined(_) = here.layout {
            for index in 0..here.children.len() {
                if here.children.len() > 1 && here.children[index].kind == PartKind::Optional {
                    found.push(self.changed(path, |tree| drop(tree.children.remove(index))));
                }
            }
        }
        if let PartKind::Expression(of) = here.kind {
            for child in &here.children {
                if child.kind == here.kind {
                    found.push(self.changed(path, |tree| *tree = child.clone()));
                }
            }
            if !here.children.is_empty() {
                found.push(self.changed(path, |tree| *tree = Tree::simplest(of)));
            }
        }
        found
    }

    fn changed(&self, path: &[usize], change: impl FnOnce(&mut Tree)) -> Tree {
        let mut copy = self.clone();
        let mut tree = &mut copy;
        for &index in path {
            tree = &mut tree.children[index];
        }
        change(tree);
        copy
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_smaller_tree_is_smaller() {
        let one = || Tree::expression(Type::Int, "1", Vec::new());
        let sum = Tree::expression(Type::Int, "(@ + @)", vec![one(), one()]);
        let body =
            Tree::joined(",\n", vec![Tree::optional("X = @", vec![sum]), Tree::optional("ok", vec![])]);
        assert_eq!(body.render(), "X = (1 + 1),\nok");
        let texts: Vec<String> = body.smaller().iter().map(Tree::render).collect();
        assert_eq!(texts, ["ok", "X = (1 + 1)", "X = 1,\nok", "X = 1,\nok", "X = 0,\nok"]);
        assert!(body.smaller().iter().all(|tree| tree.size() < body.size()));
    }
}
