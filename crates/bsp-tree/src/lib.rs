//! BSP trees: Thibault and Naylor, "Set operations on polyhedra using binary space partitioning
//! trees" (SIGGRAPH 1987), as the rival of sphere-trees [Hubbard96 §11].
