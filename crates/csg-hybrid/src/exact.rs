//! Volumes and gaps in rational numbers, for tests: the independent method.

use crate::volumes::{BoundingVolume, VolumeFrame};
use geometry::Vec3;
use num_rational::BigRational;
use num_traits::{Signed, Zero};

pub(crate) type Exact = BigRational;

/// Vector in rational numbers.
pub(crate) type ExactVector = [Exact; 3];

pub(crate) fn number(x: f64) -> Exact {
    BigRational::from_float(x).expect("numbers are finite")
}

pub(crate) fn vector(v: Vec3) -> ExactVector {
    v.to_array().map(number)
}

pub(crate) fn minus(a: &ExactVector, b: &ExactVector) -> ExactVector {
    std::array::from_fn(|k| &a[k] - &b[k])
}

pub(crate) fn plus(a: &ExactVector, b: &ExactVector) -> ExactVector {
    std::array::from_fn(|k| &a[k] + &b[k])
}

pub(crate) fn times(a: &ExactVector, factor: &Exact) -> ExactVector {
    a.each_ref().map(|x| x * factor)
}

pub(crate) fn dot(a: &ExactVector, b: &ExactVector) -> Exact {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

fn cross(a: &ExactVector, b: &ExactVector) -> ExactVector {
    std::array::from_fn(|k| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        &a[i] * &b[j] - &a[j] * &b[i]
    })
}

/// Returns the coordinates `x` with `center + E x = p`, by Cramer's rule: no axes are taken for
/// orthonormal.
fn coordinates(frame: &VolumeFrame, p: Vec3) -> ExactVector {
    let axes = frame.axes.map(vector);
    let d = minus(&vector(p), &vector(frame.center));
    let determinant = dot(&axes[0], &cross(&axes[1], &axes[2]));
    std::array::from_fn(|k| {
        let normal = cross(&axes[(k + 1) % 3], &axes[(k + 2) % 3]);
        dot(&d, &normal) / &determinant
    })
}

/// Returns true if a volume other than a hull contains a point, in exact arithmetic.
pub(crate) fn contains(volume: &BoundingVolume, p: Vec3) -> bool {
    let half = number(0.5);
    let square = |x: &Exact| x * x;
    match volume {
        BoundingVolume::Box(it) => {
            let (x, size) = (coordinates(&it.frame, p), vector(it.size));
            (0..3).all(|k| x[k].abs() <= &size[k] * &half)
        }
        BoundingVolume::Sphere(it) => {
            let d = minus(&vector(p), &vector(it.center));
            dot(&d, &d) <= square(&number(it.radius))
        }
        BoundingVolume::Cylinder(it) => {
            let x = coordinates(&it.frame, p);
            let from_axis = square(&x[0]) + square(&x[1]);
            let (radius, height) = (number(it.radius), number(it.height));
            !x[2].is_negative() && x[2] <= height && from_axis <= square(&radius)
        }
        BoundingVolume::Cone(it) => {
            let x = coordinates(&it.frame, p);
            let from_axis = square(&x[0]) + square(&x[1]);
            let (radius, height) = (number(it.radius), number(it.height));
            let below = &height - &x[2];
            let within = from_axis * square(&height) <= square(&(radius * &below));
            !x[2].is_negative() && !below.is_negative() && within
        }
        BoundingVolume::Wedge(it) => {
            let (x, size) = (coordinates(&it.frame, p), vector(it.size));
            let half_size = times(&size, &half);
            let below = &x[0] * &size[1] + &x[1] * &size[0];
            x[0] >= -half_size[0].clone()
                && x[1] >= -half_size[1].clone()
                && x[2].abs() <= half_size[2]
                && below <= Exact::zero()
        }
        BoundingVolume::Hull(_) => unreachable!("hulls are exact"),
    }
}

/// Returns the corners of a box or hull in local space, relative to nothing.
pub(crate) fn corners(volume: &BoundingVolume) -> Vec<ExactVector> {
    match volume {
        BoundingVolume::Box(it) => {
            let axes = it.frame.axes.map(vector);
            let half = times(&vector(it.size), &number(0.5));
            let corner = |i: usize| {
                (0..3).fold(vector(it.frame.center), |p, k| {
                    let sign = number(if i >> k & 1 == 0 { -1.0 } else { 1.0 });
                    plus(&p, &times(&axes[k], &(&half[k] * &sign)))
                })
            };
            (0..8).map(corner).collect()
        }
        BoundingVolume::Hull(it) => it.hull().vertices.iter().map(|p| vector(*p)).collect(),
        _ => unreachable!("only polyhedra have corners"),
    }
}
