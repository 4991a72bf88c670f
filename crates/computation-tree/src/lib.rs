//! Computation trees: what called what, and nothing about what was said. Knows no language and no
//! user interface.
//!
//! [`Tree`] is what a search needs to see of a tree, [`Skeleton`] keeps one of 10^8 nodes in a
//! quarter of a gigabyte. Nodes are numbered in preorder, so that the descendants of a node are an
//! interval right after it. [`Graph`] is what depends on what where that is not a tree, and
//! [`SharedTree`] makes a tree of it.

#![forbid(unsafe_code)]

mod graph;
mod parentheses;
mod shared;
mod skeleton;
mod subjects;
mod tree;

pub use graph::{Graph, Members, Vertex};
pub use parentheses::{Parentheses, ParenthesesBuilder};
pub use shared::SharedTree;
pub use skeleton::{Skeleton, SkeletonBuilder};
pub use tree::{Children, NodeId, SubjectId, Tree, TreeExt, TreeStep};
