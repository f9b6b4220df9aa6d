//! Axes of oriented boxes: eigenvectors of the covariance of the faces, by Jacobi rotations.

use geometry::unit_scale;
use geometry::{Mat3, Triangle, Vec3};

/// Largest greatest absolute row sum of `I − Q Qᵀ` for the axes `Q` of a box.
///
/// A normalized vector is off by two half ulps, a projection and a cross product by four more, so
/// that each of nine entries is below ten half ulps, and a row below 32.
pub(super) const AXES_DEFECT: f64 = 16.0 * f64::EPSILON;

/// Largest number of sweeps of the Jacobi method.
const MAX_SWEEPS: usize = 30;

/// Returns the mean and the covariance of points spread evenly over triangles, each with its
/// weight, the area:
/// `C = Σ A (9 m mᵀ + p pᵀ + q qᵀ + r rᵀ) / 12 / Σ A`
/// with corners `p`, `q`, `r` and centroid `m` relative to the mean `Σ A m / Σ A`.
pub(super) fn covariance(faces: impl Iterator<Item = (Triangle, f64)> + Clone) -> (Vec3, Mat3) {
    let (mut total, mut mean) = (0.0, Vec3::ZERO);
    for (face, weight) in faces.clone() {
        total += weight;
        mean += centroid(&face) * weight;
    }
    mean /= total;
    let outer = |p: Vec3| Mat3::from_cols(p * p.x, p * p.y, p * p.z);
    let mut sum = Mat3::ZERO;
    for (face, weight) in faces {
        let corners = face.corners().map(|p| p - mean);
        let [p, q, r] = corners.map(outer);
        let m = outer(centroid(&face) - mean);
        sum += (m * 9.0 + p + q + r) * (weight / 12.0);
    }
    (mean, sum * total.recip())
}

/// Returns the centroid of a triangle.
pub(super) fn centroid(face: &Triangle) -> Vec3 {
    (face.a + face.b + face.c) / 3.0
}

/// Returns orthonormal eigenvectors of a symmetric matrix as columns, that of the largest
/// eigenvalue first. The identity if the method does not converge.
pub(super) fn eigenvectors(symmetric: &Mat3) -> Mat3 {
    let mut a = [0, 1, 2].map(|i| symmetric.col(i).to_array());
    let mut v = Mat3::IDENTITY.to_cols_array_2d();
    let trace: f64 = (0..3).map(|i| a[i][i].abs()).sum();
    // Only the fit of boxes depends on it.
    let negligible = 1e-18 * trace;
    let mut sweeps = 0;
    while (a[0][1].abs() + a[0][2].abs() + a[1][2].abs()) > negligible {
        if sweeps == MAX_SWEEPS {
            return Mat3::IDENTITY;
        }
        sweeps += 1;
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            rotate(&mut a, &mut v, p, q);
        }
    }
    let mut order = [0, 1, 2];
    order.sort_by(|i, j| a[*j][*j].total_cmp(&a[*i][*i]));
    let [first, second, _] = order.map(|i| Vec3::from_array(v[i]));
    orthonormal(first, second)
}

/// Makes entry `p q` of the symmetric matrix zero by a rotation, which is applied to the columns
/// `v`.
fn rotate(a: &mut [[f64; 3]; 3], v: &mut [[f64; 3]; 3], p: usize, q: usize) {
    if a[p][q] == 0.0 {
        return;
    }
    let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
    let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
    let c = (t * t + 1.0).sqrt().recip();
    let s = t * c;
    let r = 3 - p - q;
    let (app, aqq, apq) = (a[p][p], a[q][q], a[p][q]);
    let (arp, arq) = (a[r][p], a[r][q]);
    a[p][p] = app - t * apq;
    a[q][q] = aqq + t * apq;
    (a[p][q], a[q][p]) = (0.0, 0.0);
    (a[r][p], a[r][q]) = (c * arp - s * arq, s * arp + c * arq);
    (a[p][r], a[q][r]) = (a[r][p], a[r][q]);
    let [of_p, of_q] = v.get_disjoint_mut([p, q]).expect("two columns");
    for (x, y) in of_p.iter_mut().zip(of_q) {
        (*x, *y) = (c * *x - s * *y, s * *x + c * *y);
    }
}

/// Returns the axes of a box around one triangle: the longest edge, the normal, and their cross
/// product.
pub(super) fn triangle_axes(face: &Triangle) -> Mat3 {
    let edges = [face.b - face.a, face.c - face.b, face.a - face.c];
    let reach = edges
        .iter()
        .fold(0.0, |reach: f64, e| reach.max(e.abs().max_element()));
    let edges = edges.map(|edge| edge * unit_scale(reach));
    let longest = |e: &Vec3, f: &Vec3| e.length_squared().total_cmp(&f.length_squared());
    let along = edges.into_iter().max_by(longest).expect("there are three");
    orthonormal(along, edges[0].cross(edges[1]))
}

/// Returns orthonormal axes as columns: the first along `u`, the second as near to `v` as that
/// allows. Any axes where `u` or `v` has no such direction. Their defect is at most
/// [`AXES_DEFECT`].
fn orthonormal(u: Vec3, v: Vec3) -> Mat3 {
    let Some(x) = unit(u) else {
        return Mat3::IDENTITY;
    };
    let beside = |v: Vec3| {
        let v = unit(v)?;
        let across = v - x * x.dot(v);
        // Shorter ones consist of rounding.
        let y = unit(across).filter(|_| across.abs().max_element() > 1e-6)?;
        unit(y - x * x.dot(y))
    };
    let axis = [Vec3::X, Vec3::Y, Vec3::Z][x.abs().min_position()];
    let y = beside(v).or_else(|| beside(axis)).unwrap_or(Vec3::Y);
    let axes = Mat3::from_cols(x, y, x.cross(y));
    match defect(&axes) <= AXES_DEFECT {
        true => axes,
        false => Mat3::IDENTITY,
    }
}

/// Returns the greatest absolute row sum of `I − Q Qᵀ`.
fn defect(axes: &Mat3) -> f64 {
    let m = (Mat3::IDENTITY - *axes * axes.transpose()).abs();
    (m.x_axis + m.y_axis + m.z_axis).max_element()
}

/// Returns the vector of length 1 along `v`, or `None` for zero.
fn unit(v: Vec3) -> Option<Vec3> {
    let largest = v.abs().max_element();
    if largest == 0.0 || !largest.is_finite() {
        return None;
    }
    let scaled = v * unit_scale(largest);
    Some(scaled / scaled.length())
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::Quat;
    use proptest::prelude::*;

    fn faces(mesh: &geometry::Mesh) -> Vec<(Triangle, f64)> {
        let triangles = (0..mesh.face_count()).map(|i| mesh.triangle(i));
        triangles
            .map(|t| (t, 0.5 * t.area_vector().length()))
            .collect()
    }

    /// The surface of a block with sides 2a, 2b, 2c has the second moment along x
    /// `8 a² (bc + (ac + ab) / 3)`, and the area `8 (ab + bc + ca)`.
    #[test]
    fn the_covariance_of_a_block_is_that_of_its_surface() {
        let (a, b, c) = (3.0, 2.0, 0.5);
        let block = scenes::bodies::block(Vec3::new(2.0 * a, 2.0 * b, 2.0 * c));
        let offset = Vec3::new(5.0, -7.0, 11.0);
        let vertices = block.vertices().iter().map(|p| *p + offset).collect();
        let block = block.with_vertices(vertices).unwrap();
        let (mean, found) = covariance(faces(&block).into_iter());
        let moment =
            |x: f64, y: f64, z: f64| x * x * (y * z + x * (y + z) / 3.0) / (x * y + y * z + z * x);
        let expected = Vec3::new(moment(a, b, c), moment(b, c, a), moment(c, a, b));
        let off = (found - Mat3::from_diagonal(expected)).abs();
        assert!((mean - offset).abs().max_element() < 1e-14, "{mean}");
        let off = off.x_axis.max(off.y_axis).max(off.z_axis).max_element();
        assert!(off < 1e-13, "{found} is not {expected}");
    }

    #[test]
    fn a_turned_block_gets_its_own_axes_the_longest_first() {
        let turn = Quat::from_xyzw(0.1, -0.7, 0.3, 0.64).normalize();
        let block = scenes::bodies::block(Vec3::new(1.0, 6.0, 3.0));
        let vertices = block.vertices().iter().map(|p| turn * *p).collect();
        let block = block.with_vertices(vertices).unwrap();
        let (_, covariance) = covariance(faces(&block).into_iter());
        let axes = eigenvectors(&covariance);
        let expected = [Vec3::Y, Vec3::Z, Vec3::X].map(|axis| turn * axis);
        for (found, expected) in [axes.x_axis, axes.y_axis, axes.z_axis].iter().zip(expected) {
            assert!(found.dot(expected).abs() > 1.0 - 1e-12, "{axes}");
        }
    }

    #[test]
    fn triangles_of_any_shape_and_scale_have_axes() {
        let needle = Triangle::new(Vec3::ZERO, Vec3::X, Vec3::new(0.5, 1e-9, 0.0));
        let point = Triangle::new(Vec3::ONE, Vec3::ONE, Vec3::ONE);
        let segment = Triangle::new(Vec3::ZERO, Vec3::ONE, Vec3::ONE * 0.5);
        for face in [needle, point, segment] {
            for exponent in [-1060, -900, 0, 99] {
                let [a, b, c] = face.corners().map(|p| p * 2f64.powi(exponent));
                let axes = triangle_axes(&Triangle::new(a, b, c));
                assert!(defect(&axes) <= AXES_DEFECT);
            }
        }
        assert_eq!(triangle_axes(&needle).x_axis, Vec3::X);
        assert_eq!(triangle_axes(&needle).y_axis, Vec3::Z);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn axes_are_orthonormal_and_rarely_the_identity(
            p in [-1.0..1.0f64, -1.0..1.0, -1.0..1.0],
            q in [-1.0..1.0f64, -1.0..1.0, -1.0..1.0],
        ) {
            let (p, q) = (Vec3::from_array(p), Vec3::from_array(q));
            let axes = orthonormal(p, q);
            prop_assert!(defect(&axes) <= AXES_DEFECT);
            prop_assert!(p.length() < 1e-3 || axes != Mat3::IDENTITY, "{} {}", p, q);
            let outer = |p: Vec3| Mat3::from_cols(p * p.x, p * p.y, p * p.z);
            let matrix = outer(p) + outer(q);
            let axes = eigenvectors(&matrix);
            prop_assert!(defect(&axes) <= AXES_DEFECT);
            // In the eigenvectors' frame the matrix is diagonal.
            let diagonal = axes.transpose() * matrix * axes;
            let off = diagonal.y_axis.x.abs() + diagonal.z_axis.x.abs() + diagonal.z_axis.y.abs();
            prop_assert!(off < 1e-12, "{}", diagonal);
        }
    }
}
