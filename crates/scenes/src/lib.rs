//! Scenes: seeded generators of the papers' bodies and motions, recordings and mesh files.
