-- A small search and a sum, for profiles of GHC: samples/make-samples.
module Main (main) where

import qualified Data.Map as Map

-- How many ways lead through a grid.
walk :: Int -> Int -> Int
walk 0 _ = 1
walk _ 0 = 1
walk x y = {-# SCC right #-} walk (x - 1) y + {-# SCC down #-} walk x (y - 1)

count :: [Int] -> Map.Map Int Int
count = foldr add Map.empty
  where
    add n = Map.insertWith (+) (n `mod` 97) 1

work :: Int -> Int
work n = walk n n + sum (Map.elems (count [1 .. n * 2000]))

main :: IO ()
main = print (sum (map work [1 .. 10]))
