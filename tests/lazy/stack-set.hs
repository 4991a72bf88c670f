-- After thesis, Listing 37: records of a window manager; `view` forgets to remove the workspace from the hidden ones.
import qualified Data.List as List

data StackSet i l a sid =
  StackSet { current :: !(Screen i l a sid)
           , visible :: [Screen i l a sid]
           , hidden :: [Workspace i l a]
           } deriving (Show, Eq)
data Screen i l a sid =
  Screen { workspace :: !(Workspace i l a)
         , screen :: !sid } deriving (Show, Eq)
data Workspace i l a =
  Workspace { tag :: !i
            , layout :: l
            , stack :: Maybe (Stack a) } deriving (Show, Eq)
data Stack a = Stack { focus :: !a
                     , up :: [a]
                     , down :: [a] } deriving (Show, Eq)

view :: (Eq i, Eq sid) => i -> StackSet i l a sid -> StackSet i l a sid
view i s
  | i == currentTag s = s
  | Just x <- List.find ((i==).tag.workspace) (visible s)
    = s { current = x, visible = current s
           : List.deleteBy (equating screen) x (visible s) }
  | Just x <- List.find ((i==).tag) (hidden s)
    = s { current = (current s) { workspace = x }
        , hidden = workspace (current s) : (hidden s) }
  | otherwise = s

currentTag :: StackSet i l a sid -> i
currentTag = tag . workspace . current

equating :: Eq b => (a -> b) -> a -> a -> Bool
equating f x y = f x == f y

main = print (view 1 (StackSet (Screen (Workspace 0 () Nothing) 'a') [] [Workspace 1 () (Just (Stack 'x' [] ""))]))
