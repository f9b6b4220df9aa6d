//! Kernels timed by criterion live in `micro/`; the papers' comparisons in `experiments/`.
