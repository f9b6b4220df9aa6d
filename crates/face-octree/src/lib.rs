//! The face octree of Smith et al. 1995, and its octree-update rival.
