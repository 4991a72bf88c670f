-- The wolf, the goat and the cabbage: paths of states.
-- goal: length (head solutions)
--   8
--   no more
-- goal: solve
--   [State L L L L,State R L R L,State L L R L,State R R R L,State L R L L,State R R L R,State L R L R,State R R R R]
--   [State L L L L,State R L R L,State L L R L,State R L R R,State L L L R,State R R L R,State L R L R,State R R R R]
--   no more
module River where
import Data.List

data Side = L | R deriving (Eq, Show)
data State = State Side Side Side Side deriving (Eq, Show)

other :: Side -> Side
other L = R
other R = L

move :: State -> State
move (State m w g c) = State (other m) w g c
move (State m w g c) | m == w = State (other m) (other w) g c
move (State m w g c) | m == g = State (other m) w (other g) c
move (State m w g c) | m == c = State (other m) w g (other c)

safe :: State -> Bool
safe (State m w g c) = (m == g) || (w /= g && g /= c)

path :: [State] -> [State]
path (s:ss) | s == goal = s : ss
            | safe t && notElem t (s:ss) = path (t : s : ss)
  where t = move s

goal :: State
goal = State R R R R

solve :: [State]
solve = reverse (path [State L L L L])

solutions :: [[State]]
solutions = allValues solve
