use super::*;

fn block(size: f64) -> CsgTree {
    CsgTree::leaf(Primitive::Box { size: [size; 3] }).unwrap()
}

#[test]
fn membership_follows_the_formula() {
    let hollow = block(4.0).difference(block(2.0));
    for (x, expected) in [
        (0.0, Membership::Outside),
        (1.0, Membership::OnLeaf),
        (1.5, Membership::Inside),
        (2.0, Membership::OnLeaf),
        (2.5, Membership::Outside),
    ] {
        assert_eq!(hollow.membership(Vec3::X * x), expected, "x = {x}");
    }
    let solid = hollow.union(block(3.0));
    assert_eq!(solid.membership(Vec3::X), Membership::Inside);
    assert_eq!(solid.depth(), 3);
}

#[test]
fn a_chain_of_ten_thousand_leaves_needs_no_stack() {
    let mut chain = block(1.0);
    for i in 1..10_000 {
        let pose = Pose::at(Vec3::X * f64::from(i));
        let link = CsgTree::leaf_at(Primitive::Box { size: [1.5; 3] }, pose).unwrap();
        chain = chain.union(link);
    }
    assert_eq!(chain.depth(), 10_000);
    assert_eq!(chain.membership(Vec3::X * 7000.5), Membership::Inside);
}

#[test]
fn nodes_must_form_one_tree() {
    let leaf = block(1.0).leaves[0].clone();
    let branch = |left, right| CsgNode::Branch {
        operation: CsgOperation::Union,
        left,
        right,
    };
    let two = vec![leaf.clone(), leaf.clone()];
    let (l0, l1) = (CsgNode::Leaf(0), CsgNode::Leaf(1));
    assert!(CsgTree::from_nodes(two.clone(), vec![l0, l1, branch(0, 1)]).is_ok());
    for nodes in [
        vec![],
        vec![l0, l1],
        vec![l0, l1, branch(0, 0)],
        vec![l0, l0, branch(0, 1)],
        vec![l0, l1, branch(0, 2)],
        vec![l0, CsgNode::Leaf(2), branch(0, 1)],
    ] {
        assert!(CsgTree::from_nodes(two.clone(), nodes).is_err());
    }
}

#[test]
fn bad_parameters_are_named() {
    let cylinder = |radius, segments| Primitive::Cylinder {
        radius,
        height: 1.0,
        segments,
    };
    let message = |p: Primitive| CsgTree::leaf(p).unwrap_err().to_string();
    assert!(message(cylinder(0.0, 8)).contains("radius"));
    assert!(message(cylinder(f64::NAN, 8)).contains("radius"));
    assert!(message(cylinder(1.0, 2)).contains("segments"));
    let flat = vec![[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]];
    let prism = Primitive::Prism {
        profile: flat,
        height: 1.0,
    };
    assert!(message(prism).contains("prism"));
}

#[test]
fn a_node_has_points_that_its_parent_has_not() {
    let tree = block(2.0).difference(block(1.0));
    let at = |x: f64| Vec3::X * x;
    let node = |node: usize, x: f64| tree.membership_of_node(node, at(x));
    // Children first: the outer block, the inner one, the difference.
    let (inside, outside) = (Membership::Inside, Membership::Outside);
    assert_eq!([0, 1, 2].map(|i| node(i, 0.0)), [inside, inside, outside]);
    assert_eq!([0, 1, 2].map(|i| node(i, 0.75)), [inside, outside, inside]);
    assert_eq!(tree.membership(at(0.75)), inside);
}
