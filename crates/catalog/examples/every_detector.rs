//! Calls each detector as `compare --scene` advises. Written by a test of the crate:
//! `UPDATE_EXAMPLE=1 cargo test -p catalog every_detector`.

use catalog::{Body, Findings, Frame, Options, Pose, Query, Snapshot, Vec3};
use std::error::Error;

type Outcome = Result<(), Box<dyn Error>>;

fn brute_force(bodies: &[Body], motion: &[Snapshot<'_>]) -> Outcome {
    let options = Options::none();
    let mut detector = catalog::build("brute-force", &options)?;
    detector.prepare(bodies)?; // Once, before the motion.

    let query = Query::all_contacts();
    let mut found = Findings::default(); // Reused from frame to frame.
    for now in motion {
        detector.detect(&Frame::at(*now), &query, &mut found)?;
        for contact in &found.contacts {
            println!("{:?}: {:?}", contact.kind, contact.pair);
        }
    }
    Ok(())
}

fn brute_force_first_contact(bodies: &[Body], motion: &[Snapshot<'_>]) -> Outcome {
    let options = Options::none();
    let mut detector = catalog::build("brute-force", &options)?;
    detector.prepare(bodies)?; // Once, before the motion.

    let query = Query::first_contact();
    let mut found = Findings::default(); // Reused from frame to frame.
    for now in motion {
        detector.detect(&Frame::at(*now), &query, &mut found)?;
        for collision in &found.bodies {
            println!("these bodies collide: {:?}", collision.pair);
        }
    }
    Ok(())
}

fn face_octree(bodies: &[Body], motion: &[Snapshot<'_>]) -> Outcome {
    let options = Options::none();
    let mut detector = catalog::build("face-octree", &options)?;
    detector.prepare(bodies)?; // Once, before the motion.

    let query = Query::all_contacts();
    let mut found = Findings::default(); // Reused from frame to frame.
    for now in motion {
        detector.detect(&Frame::at(*now), &query, &mut found)?;
        for contact in &found.contacts {
            println!("{:?}: {:?}", contact.kind, contact.pair);
        }
    }
    Ok(())
}

fn face_octree_first_contact(bodies: &[Body], motion: &[Snapshot<'_>]) -> Outcome {
    let options = Options::none();
    let mut detector = catalog::build("face-octree", &options)?;
    detector.prepare(bodies)?; // Once, before the motion.

    let query = Query::first_contact();
    let mut found = Findings::default(); // Reused from frame to frame.
    for now in motion {
        detector.detect(&Frame::at(*now), &query, &mut found)?;
        for collision in &found.bodies {
            println!("these bodies collide: {:?}", collision.pair);
        }
    }
    Ok(())
}

fn face_octree_tuned(bodies: &[Body], motion: &[Snapshot<'_>]) -> Outcome {
    let options = Options::none();
    let mut detector = catalog::build("face-octree-tuned", &options)?;
    detector.prepare(bodies)?; // Once, before the motion.

    let query = Query::all_contacts();
    let mut found = Findings::default(); // Reused from frame to frame.
    for now in motion {
        detector.detect(&Frame::at(*now), &query, &mut found)?;
        for contact in &found.contacts {
            println!("{:?}: {:?}", contact.kind, contact.pair);
        }
    }
    Ok(())
}

fn face_octree_tuned_first_contact(bodies: &[Body], motion: &[Snapshot<'_>]) -> Outcome {
    let options = Options::none();
    let mut detector = catalog::build("face-octree-tuned", &options)?;
    detector.prepare(bodies)?; // Once, before the motion.

    let query = Query::first_contact();
    let mut found = Findings::default(); // Reused from frame to frame.
    for now in motion {
        detector.detect(&Frame::at(*now), &query, &mut found)?;
        for collision in &found.bodies {
            println!("these bodies collide: {:?}", collision.pair);
        }
    }
    Ok(())
}

fn octree_update(bodies: &[Body], motion: &[Snapshot<'_>]) -> Outcome {
    let options = Options::none();
    let mut detector = catalog::build("octree-update", &options)?;
    detector.prepare(bodies)?; // Once, before the motion.

    let query = Query::all_contacts();
    let mut found = Findings::default(); // Reused from frame to frame.
    for now in motion {
        detector.detect(&Frame::at(*now), &query, &mut found)?;
        for contact in &found.contacts {
            println!("{:?}: {:?}", contact.kind, contact.pair);
        }
    }
    Ok(())
}

fn octree_update_first_contact(bodies: &[Body], motion: &[Snapshot<'_>]) -> Outcome {
    let options = Options::none();
    let mut detector = catalog::build("octree-update", &options)?;
    detector.prepare(bodies)?; // Once, before the motion.

    let query = Query::first_contact();
    let mut found = Findings::default(); // Reused from frame to frame.
    for now in motion {
        detector.detect(&Frame::at(*now), &query, &mut found)?;
        for collision in &found.bodies {
            println!("these bodies collide: {:?}", collision.pair);
        }
    }
    Ok(())
}

fn face_octree_swept(bodies: &[Body], motion: &[Snapshot<'_>]) -> Outcome {
    let options = Options::none();
    let mut detector = catalog::build("face-octree-swept", &options)?;
    detector.prepare(bodies)?; // Once, before the motion.

    let query = Query::all_contacts();
    let mut found = Findings::default(); // Reused from frame to frame.
    for instants in motion.windows(2) {
        let frame = Frame::at(instants[0]).before(instants[1], 1.0 / 60.0);
        detector.detect(&frame, &query, &mut found)?;
        for swept in &found.evidence.swept {
            println!("may meet until the next instant: {:?}", swept.pair);
        }
    }
    Ok(())
}

fn face_octree_swept_first_contact(bodies: &[Body], motion: &[Snapshot<'_>]) -> Outcome {
    let options = Options::none();
    let mut detector = catalog::build("face-octree-swept", &options)?;
    detector.prepare(bodies)?; // Once, before the motion.

    let query = Query::first_contact();
    let mut found = Findings::default(); // Reused from frame to frame.
    for instants in motion.windows(2) {
        let frame = Frame::at(instants[0]).before(instants[1], 1.0 / 60.0);
        detector.detect(&frame, &query, &mut found)?;
        for collision in &found.bodies {
            println!("these bodies collide: {:?}", collision.pair);
        }
    }
    Ok(())
}

fn face_octree_parallel(bodies: &[Body], motion: &[Snapshot<'_>]) -> Outcome {
    let options = Options::none();
    let mut detector = catalog::build("face-octree-parallel", &options)?;
    detector.prepare(bodies)?; // Once, before the motion.

    let query = Query::all_contacts();
    let mut found = Findings::default(); // Reused from frame to frame.
    for now in motion {
        detector.detect(&Frame::at(*now), &query, &mut found)?;
        for contact in &found.contacts {
            println!("{:?}: {:?}", contact.kind, contact.pair);
        }
    }
    Ok(())
}

fn face_octree_parallel_first_contact(bodies: &[Body], motion: &[Snapshot<'_>]) -> Outcome {
    let options = Options::none();
    let mut detector = catalog::build("face-octree-parallel", &options)?;
    detector.prepare(bodies)?; // Once, before the motion.

    let query = Query::first_contact();
    let mut found = Findings::default(); // Reused from frame to frame.
    for now in motion {
        detector.detect(&Frame::at(*now), &query, &mut found)?;
        for collision in &found.bodies {
            println!("these bodies collide: {:?}", collision.pair);
        }
    }
    Ok(())
}

fn separating_plane(bodies: &[Body], motion: &[Snapshot<'_>]) -> Outcome {
    let options = Options::none();
    let mut detector = catalog::build("separating-plane", &options)?;
    detector.prepare(bodies)?; // Once, before the motion.

    let query = Query::all_contacts();
    let mut found = Findings::default(); // Reused from frame to frame.
    for now in motion {
        detector.detect(&Frame::at(*now), &query, &mut found)?;
        for collision in &found.bodies {
            println!("these bodies collide: {:?}", collision.pair);
        }
    }
    Ok(())
}

fn i_collide(bodies: &[Body], motion: &[Snapshot<'_>]) -> Outcome {
    let options = Options::none();
    let mut detector = catalog::build("i-collide", &options)?;
    detector.prepare(bodies)?; // Once, before the motion.

    let query = Query::all_contacts();
    let mut found = Findings::default(); // Reused from frame to frame.
    for now in motion {
        detector.detect(&Frame::at(*now), &query, &mut found)?;
        for collision in &found.bodies {
            println!("these bodies collide: {:?}", collision.pair);
        }
    }
    Ok(())
}

fn sphere_tree(bodies: &[Body], motion: &[Snapshot<'_>]) -> Outcome {
    let options = Options::none();
    let mut detector = catalog::build("sphere-tree", &options)?;
    detector.prepare(bodies)?; // Once, before the motion.

    let query = Query::all_contacts();
    let mut found = Findings::default(); // Reused from frame to frame.
    for now in motion {
        detector.detect(&Frame::at(*now), &query, &mut found)?;
        for contact in &found.contacts {
            println!("{:?}: {:?}", contact.kind, contact.pair);
        }
    }
    Ok(())
}

fn sphere_tree_first_contact(bodies: &[Body], motion: &[Snapshot<'_>]) -> Outcome {
    let options = Options::none();
    let mut detector = catalog::build("sphere-tree", &options)?;
    detector.prepare(bodies)?; // Once, before the motion.

    let query = Query::first_contact();
    let mut found = Findings::default(); // Reused from frame to frame.
    for now in motion {
        detector.detect(&Frame::at(*now), &query, &mut found)?;
        for collision in &found.bodies {
            println!("these bodies collide: {:?}", collision.pair);
        }
    }
    Ok(())
}

fn sphere_tree_octree(bodies: &[Body], motion: &[Snapshot<'_>]) -> Outcome {
    let options = Options::none();
    let mut detector = catalog::build("sphere-tree-octree", &options)?;
    detector.prepare(bodies)?; // Once, before the motion.

    let query = Query::all_contacts();
    let mut found = Findings::default(); // Reused from frame to frame.
    for now in motion {
        detector.detect(&Frame::at(*now), &query, &mut found)?;
        for contact in &found.contacts {
            println!("{:?}: {:?}", contact.kind, contact.pair);
        }
    }
    Ok(())
}

fn sphere_tree_octree_first_contact(bodies: &[Body], motion: &[Snapshot<'_>]) -> Outcome {
    let options = Options::none();
    let mut detector = catalog::build("sphere-tree-octree", &options)?;
    detector.prepare(bodies)?; // Once, before the motion.

    let query = Query::first_contact();
    let mut found = Findings::default(); // Reused from frame to frame.
    for now in motion {
        detector.detect(&Frame::at(*now), &query, &mut found)?;
        for collision in &found.bodies {
            println!("these bodies collide: {:?}", collision.pair);
        }
    }
    Ok(())
}

fn bsp_tree(bodies: &[Body], motion: &[Snapshot<'_>]) -> Outcome {
    let options = Options::none();
    let mut detector = catalog::build("bsp-tree", &options)?;
    detector.prepare(bodies)?; // Once, before the motion.

    let query = Query::all_contacts();
    let mut found = Findings::default(); // Reused from frame to frame.
    for now in motion {
        detector.detect(&Frame::at(*now), &query, &mut found)?;
        for contact in &found.contacts {
            println!("{:?}: {:?}", contact.kind, contact.pair);
        }
    }
    Ok(())
}

fn bsp_tree_first_contact(bodies: &[Body], motion: &[Snapshot<'_>]) -> Outcome {
    let options = Options::none();
    let mut detector = catalog::build("bsp-tree", &options)?;
    detector.prepare(bodies)?; // Once, before the motion.

    let query = Query::first_contact();
    let mut found = Findings::default(); // Reused from frame to frame.
    for now in motion {
        detector.detect(&Frame::at(*now), &query, &mut found)?;
        for collision in &found.bodies {
            println!("these bodies collide: {:?}", collision.pair);
        }
    }
    Ok(())
}

fn csg_hybrid(bodies: &[Body], motion: &[Snapshot<'_>]) -> Outcome {
    let options = Options::none();
    let mut detector = catalog::build("csg-hybrid", &options)?;
    detector.prepare(bodies)?; // Once, before the motion.

    let query = Query::all_contacts();
    let mut found = Findings::default(); // Reused from frame to frame.
    for now in motion {
        detector.detect(&Frame::at(*now), &query, &mut found)?;
        for contact in &found.contacts {
            println!("{:?}: {:?}", contact.kind, contact.pair);
        }
    }
    Ok(())
}

fn csg_hybrid_first_contact(bodies: &[Body], motion: &[Snapshot<'_>]) -> Outcome {
    let options = Options::none();
    let mut detector = catalog::build("csg-hybrid", &options)?;
    detector.prepare(bodies)?; // Once, before the motion.

    let query = Query::first_contact();
    let mut found = Findings::default(); // Reused from frame to frame.
    for now in motion {
        detector.detect(&Frame::at(*now), &query, &mut found)?;
        for collision in &found.bodies {
            println!("these bodies collide: {:?}", collision.pair);
        }
    }
    Ok(())
}

fn bvh(bodies: &[Body], motion: &[Snapshot<'_>]) -> Outcome {
    let options = Options::none();
    let mut detector = catalog::build("bvh", &options)?;
    detector.prepare(bodies)?; // Once, before the motion.

    let query = Query::all_contacts();
    let mut found = Findings::default(); // Reused from frame to frame.
    for now in motion {
        detector.detect(&Frame::at(*now), &query, &mut found)?;
        for contact in &found.contacts {
            println!("{:?}: {:?}", contact.kind, contact.pair);
        }
    }
    Ok(())
}

fn bvh_first_contact(bodies: &[Body], motion: &[Snapshot<'_>]) -> Outcome {
    let options = Options::none();
    let mut detector = catalog::build("bvh", &options)?;
    detector.prepare(bodies)?; // Once, before the motion.

    let query = Query::first_contact();
    let mut found = Findings::default(); // Reused from frame to frame.
    for now in motion {
        detector.detect(&Frame::at(*now), &query, &mut found)?;
        for collision in &found.bodies {
            println!("these bodies collide: {:?}", collision.pair);
        }
    }
    Ok(())
}

fn obb_tree(bodies: &[Body], motion: &[Snapshot<'_>]) -> Outcome {
    let options = Options::none();
    let mut detector = catalog::build("obb-tree", &options)?;
    detector.prepare(bodies)?; // Once, before the motion.

    let query = Query::all_contacts();
    let mut found = Findings::default(); // Reused from frame to frame.
    for now in motion {
        detector.detect(&Frame::at(*now), &query, &mut found)?;
        for contact in &found.contacts {
            println!("{:?}: {:?}", contact.kind, contact.pair);
        }
    }
    Ok(())
}

fn obb_tree_first_contact(bodies: &[Body], motion: &[Snapshot<'_>]) -> Outcome {
    let options = Options::none();
    let mut detector = catalog::build("obb-tree", &options)?;
    detector.prepare(bodies)?; // Once, before the motion.

    let query = Query::first_contact();
    let mut found = Findings::default(); // Reused from frame to frame.
    for now in motion {
        detector.detect(&Frame::at(*now), &query, &mut found)?;
        for collision in &found.bodies {
            println!("these bodies collide: {:?}", collision.pair);
        }
    }
    Ok(())
}

fn k_dop_tree(bodies: &[Body], motion: &[Snapshot<'_>]) -> Outcome {
    let options = Options::none();
    let mut detector = catalog::build("k-dop-tree", &options)?;
    detector.prepare(bodies)?; // Once, before the motion.

    let query = Query::all_contacts();
    let mut found = Findings::default(); // Reused from frame to frame.
    for now in motion {
        detector.detect(&Frame::at(*now), &query, &mut found)?;
        for contact in &found.contacts {
            println!("{:?}: {:?}", contact.kind, contact.pair);
        }
    }
    Ok(())
}

fn k_dop_tree_first_contact(bodies: &[Body], motion: &[Snapshot<'_>]) -> Outcome {
    let options = Options::none();
    let mut detector = catalog::build("k-dop-tree", &options)?;
    detector.prepare(bodies)?; // Once, before the motion.

    let query = Query::first_contact();
    let mut found = Findings::default(); // Reused from frame to frame.
    for now in motion {
        detector.detect(&Frame::at(*now), &query, &mut found)?;
        for collision in &found.bodies {
            println!("these bodies collide: {:?}", collision.pair);
        }
    }
    Ok(())
}

fn parry3d(bodies: &[Body], motion: &[Snapshot<'_>]) -> Outcome {
    let options = Options::none();
    let mut detector = catalog::build("parry3d", &options)?;
    detector.prepare(bodies)?; // Once, before the motion.

    let query = Query::all_contacts();
    let mut found = Findings::default(); // Reused from frame to frame.
    for now in motion {
        detector.detect(&Frame::at(*now), &query, &mut found)?;
        for contact in &found.contacts {
            println!("{:?}: {:?}", contact.kind, contact.pair);
        }
    }
    Ok(())
}

fn parry3d_first_contact(bodies: &[Body], motion: &[Snapshot<'_>]) -> Outcome {
    let options = Options::none();
    let mut detector = catalog::build("parry3d", &options)?;
    detector.prepare(bodies)?; // Once, before the motion.

    let query = Query::first_contact();
    let mut found = Findings::default(); // Reused from frame to frame.
    for now in motion {
        detector.detect(&Frame::at(*now), &query, &mut found)?;
        for collision in &found.bodies {
            println!("these bodies collide: {:?}", collision.pair);
        }
    }
    Ok(())
}

fn parry3d_trimesh(bodies: &[Body], motion: &[Snapshot<'_>]) -> Outcome {
    let options = Options::none();
    let mut detector = catalog::build("parry3d-trimesh", &options)?;
    detector.prepare(bodies)?; // Once, before the motion.

    let query = Query::all_contacts();
    let mut found = Findings::default(); // Reused from frame to frame.
    for now in motion {
        detector.detect(&Frame::at(*now), &query, &mut found)?;
        for collision in &found.bodies {
            println!("these bodies collide: {:?}", collision.pair);
        }
    }
    Ok(())
}

fn parry3d_gjk(bodies: &[Body], motion: &[Snapshot<'_>]) -> Outcome {
    let options = Options::none();
    let mut detector = catalog::build("parry3d-gjk", &options)?;
    detector.prepare(bodies)?; // Once, before the motion.

    let query = Query::all_contacts();
    let mut found = Findings::default(); // Reused from frame to frame.
    for now in motion {
        detector.detect(&Frame::at(*now), &query, &mut found)?;
        for collision in &found.bodies {
            println!("these bodies collide: {:?}", collision.pair);
        }
    }
    Ok(())
}

fn main() -> Outcome {
    let cube = std::sync::Arc::new(scenes::bodies::cube(1.0));
    let bodies = [Body::rigid("a", cube.clone()), Body::rigid("b", cube)];
    let poses = [Pose::IDENTITY, Pose::at(Vec3::new(0.9, 0.3, 0.1))];
    let motion = [Snapshot::new(&poses)?, Snapshot::new(&poses)?];
    brute_force(&bodies, &motion)?;
    brute_force_first_contact(&bodies, &motion)?;
    face_octree(&bodies, &motion)?;
    face_octree_first_contact(&bodies, &motion)?;
    face_octree_tuned(&bodies, &motion)?;
    face_octree_tuned_first_contact(&bodies, &motion)?;
    octree_update(&bodies, &motion)?;
    octree_update_first_contact(&bodies, &motion)?;
    face_octree_swept(&bodies, &motion)?;
    face_octree_swept_first_contact(&bodies, &motion)?;
    face_octree_parallel(&bodies, &motion)?;
    face_octree_parallel_first_contact(&bodies, &motion)?;
    separating_plane(&bodies, &motion)?;
    i_collide(&bodies, &motion)?;
    sphere_tree(&bodies, &motion)?;
    sphere_tree_first_contact(&bodies, &motion)?;
    sphere_tree_octree(&bodies, &motion)?;
    sphere_tree_octree_first_contact(&bodies, &motion)?;
    bsp_tree(&bodies, &motion)?;
    bsp_tree_first_contact(&bodies, &motion)?;
    csg_hybrid(&bodies, &motion)?;
    csg_hybrid_first_contact(&bodies, &motion)?;
    bvh(&bodies, &motion)?;
    bvh_first_contact(&bodies, &motion)?;
    obb_tree(&bodies, &motion)?;
    obb_tree_first_contact(&bodies, &motion)?;
    k_dop_tree(&bodies, &motion)?;
    k_dop_tree_first_contact(&bodies, &motion)?;
    parry3d(&bodies, &motion)?;
    parry3d_first_contact(&bodies, &motion)?;
    parry3d_trimesh(&bodies, &motion)?;
    parry3d_gjk(&bodies, &motion)?;
    Ok(())
}
