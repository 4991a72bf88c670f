-- The annotations of value observation; `observe` is primitive.
module Debug.Hoed where
