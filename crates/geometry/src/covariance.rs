//! Principal axes of a surface: eigenvectors of its covariance [Su07 §2.3, Gottschalk 1996 §4].
//!
//! Good for boxes, cylinders and cones that follow the shape of a body. Each triangle counts by its
//! area, so the result does not depend on how finely a surface is cut. Linear in the number of
//! points and triangles. The essence:
//! 1. Move and scale the points to unit size. Scaling by a power of two is exact.
//! 2. Add up the second moments of the triangles, in closed form.
//! 3. Rotate the matrix until it is diagonal (Jacobi). The columns of the product are the axes.

use crate::{Aabb, Mat3, Triangle, Vec3, unit_scale};

/// Mean point and axes of a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PrincipalAxes {
    /// Center of mass of the surface, in the space and units of its points, rounded.
    pub mean: Vec3,
    /// Directions of largest, medium and least variance. Right-handed, of unit length and pairwise
    /// orthogonal but for [`AXES_DEFECT`]. They are the coordinate axes, in some order and with
    /// some signs, exactly if the covariance is diagonal up to rounding.
    pub axes: [Vec3; 3],
}

/// Bound on the greatest absolute row sums of `I − EᵀE` and `I − E Eᵀ`, and so on their norms,
/// where the columns of `E` are [`PrincipalAxes::axes`].
///
/// Each of their entries is the rounding of a few products of numbers up to 1, seldom above two
/// half ulps. A row sum is at most three times the largest entry. [`PrincipalAxes`] with a larger
/// defect are replaced by the coordinate axes.
pub const AXES_DEFECT: f64 = 16.0 * f64::EPSILON;

/// Ratio of a covariance to the product of standard deviations below which it is rounding: 2⁻⁴⁰.
///
/// Without it, noise would turn the axes of a cube, whose variances are equal. It does not affect
/// what a caller may prove: any orthogonal axes are valid.
const UNCORRELATED: f64 = f64::EPSILON * 4096.0;

/// Total area, at unit size, below which it is rounding: 64 ulps of 1.
const NO_AREA: f64 = f64::EPSILON * 64.0;

/// Maximum number of sweeps of Jacobi rotations. Convergence is quadratic: about five suffice.
const MAX_SWEEPS: usize = 32;

/// Returns the principal axes of a surface, or of the points alone if the surface has no area.
/// `None` without points.
///
/// # Panics
/// If a triangle names a point that is not there.
///
/// # Cost
/// Linear in the number of points and triangles.
pub fn principal_axes(points: &[Vec3], triangles: &[[u32; 3]]) -> Option<PrincipalAxes> {
    let corners = triangles
        .iter()
        .map(|triangle| triangle.map(|i| points[i as usize]));
    axes_of(points.iter().copied(), corners)
}

/// Returns the principal axes of triangles, or of their corners alone if they have no area. `None`
/// without triangles.
///
/// # Cost
/// Linear in the number of triangles.
pub fn principal_axes_of_faces(
    faces: impl Iterator<Item = Triangle> + Clone,
) -> Option<PrincipalAxes> {
    let corners = faces.map(|face| face.corners());
    axes_of(corners.clone().flatten(), corners)
}

/// Returns the principal axes of triangles, or of the points alone if those have no area.
fn axes_of(
    points: impl Iterator<Item = Vec3> + Clone,
    triangles: impl Iterator<Item = [Vec3; 3]>,
) -> Option<PrincipalAxes> {
    let origin = points.clone().next()?;
    let bounds = points.clone().fold(Aabb::EMPTY, Aabb::with_point);
    let scale = unit_scale(bounds.size().max_element());
    let local = |p: Vec3| (p - origin) * scale;
    let mut moments = Moments::default();
    for corners in triangles {
        moments.add_triangle(corners.map(local));
    }
    if moments.weight <= NO_AREA {
        moments = Moments::default();
        points.for_each(|p| moments.add_point(local(p)));
    }
    let mean = moments.first / moments.weight;
    Some(PrincipalAxes {
        mean: origin + mean / scale,
        axes: eigenvectors(moments.covariance(mean)),
    })
}

/// Sums over a surface: area, first and second moments.
#[derive(Default)]
struct Moments {
    weight: f64,
    first: Vec3,
    second: SymmetricMat3,
}

/// Symmetric matrix as `[xx, yy, zz]` and `[yz, xz, xy]`.
#[derive(Clone, Copy, Default)]
struct SymmetricMat3 {
    diagonal: Vec3,
    mixed: Vec3,
}

impl SymmetricMat3 {
    fn add(&mut self, p: Vec3, weight: f64) {
        self.diagonal += p * p * weight;
        self.mixed += Vec3::new(p.y * p.z, p.x * p.z, p.x * p.y) * weight;
    }
}

impl Moments {
    fn add_triangle(&mut self, [p, q, r]: [Vec3; 3]) {
        let area = 0.5 * (q - p).cross(r - p).length();
        let m = (p + q + r) / 3.0;
        self.weight += area;
        self.first += m * area;
        // ∫ x xᵀ over a triangle is A (9 m mᵀ + p pᵀ + q qᵀ + r rᵀ) / 12.
        self.second.add(m, 0.75 * area);
        for corner in [p, q, r] {
            self.second.add(corner, area / 12.0);
        }
    }

    fn add_point(&mut self, p: Vec3) {
        self.weight += 1.0;
        self.first += p;
        self.second.add(p, 1.0);
    }

    /// Returns the covariance matrix, by rows.
    fn covariance(&self, mean: Vec3) -> [[f64; 3]; 3] {
        let mut second = self.second;
        second.add(mean, -self.weight);
        let (d, m) = (second.diagonal.max(Vec3::ZERO), second.mixed);
        [[d.x, m.z, m.y], [m.z, d.y, m.x], [m.y, m.x, d.z]]
    }
}

/// Returns the eigenvectors of a symmetric matrix, of the largest eigenvalue first. Right-handed.
fn eigenvectors(mut a: [[f64; 3]; 3]) -> [Vec3; 3] {
    let mut columns = Vec3::AXES;
    for _ in 0..MAX_SWEEPS {
        let rotated = [(0, 1), (0, 2), (1, 2)].map(|(p, q)| rotate(&mut a, &mut columns, p, q));
        if rotated == [false; 3] {
            break;
        }
    }
    let mut order = [0, 1, 2];
    order.sort_by(|i, j| a[*j][*j].total_cmp(&a[*i][*i]));
    orthonormal(order.map(|i| columns[i]))
}

/// Turns the matrix so that the covariance of `p` and `q` becomes zero. Returns false if it is
/// zero up to rounding.
fn rotate(a: &mut [[f64; 3]; 3], columns: &mut [Vec3; 3], p: usize, q: usize) -> bool {
    let mixed = a[p][q];
    let deviations = a[p][p].max(0.0).sqrt() * a[q][q].max(0.0).sqrt();
    if mixed.abs() <= UNCORRELATED * deviations || mixed == 0.0 {
        return false;
    }
    // The smaller root t of t² + 2 θ t − 1 = 0 is the tangent of the angle, at most 45°.
    let theta = (a[q][q] - a[p][p]) / (2.0 * mixed);
    let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
    let cosine = 1.0 / (t * t + 1.0).sqrt();
    let sine = t * cosine;
    a[p][p] -= t * mixed;
    a[q][q] += t * mixed;
    (a[p][q], a[q][p]) = (0.0, 0.0);
    let r = 3 - p - q;
    let (rp, rq) = (a[r][p], a[r][q]);
    a[r][p] = cosine * rp - sine * rq;
    a[r][q] = sine * rp + cosine * rq;
    (a[p][r], a[q][r]) = (a[r][p], a[r][q]);
    let (u, v) = (columns[p], columns[q]);
    columns[p] = u * cosine - v * sine;
    columns[q] = u * sine + v * cosine;
    true
}

/// Returns the axes made orthonormal, the first as it is, or the coordinate axes if
/// [`AXES_DEFECT`] does not hold.
pub(crate) fn orthonormal([u, v, _]: [Vec3; 3]) -> [Vec3; 3] {
    // A division rounds once, a product with the inverse twice.
    let unit = |v: Vec3| match v.length() {
        0.0 => Vec3::ZERO,
        length => v / length,
    };
    let u = unit(u);
    let v = unit(v - u * u.dot(v));
    // Once more, as the difference may have lost digits.
    let v = unit(v - u * u.dot(v));
    let axes = [u, v, u.cross(v)];
    if defect(&axes) <= AXES_DEFECT {
        axes
    } else {
        Vec3::AXES
    }
}

/// Returns an upper bound on the row sums of [`AXES_DEFECT`].
pub(crate) fn defect(axes: &[Vec3; 3]) -> f64 {
    let e = Mat3::from_cols(axes[0], axes[1], axes[2]);
    let largest = |product: Mat3| {
        let off = Mat3::IDENTITY - product;
        let columns = [off.x_axis, off.y_axis, off.z_axis].map(|c| c.abs().max_element());
        columns[0].max(columns[1]).max(columns[2])
    };
    let entry = largest(e.transpose() * e).max(largest(e * e.transpose()));
    // With room for the rounding of the products here.
    3.0 * (entry + 2.0 * f64::EPSILON)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Points, cube};
    use crate::{Quat, power_of_two};

    fn stretched(sizes: Vec3, turn: Quat) -> (Vec<Vec3>, Vec<[u32; 3]>) {
        let (corners, triangles) = cube();
        (
            corners.iter().map(|p| turn * (*p * sizes)).collect(),
            triangles,
        )
    }

    #[test]
    fn a_box_has_its_own_axes_at_any_turn_and_scale() {
        let axis = Vec3::new(1.0, -2.0, 0.5).normalize();
        for (exponent, angle) in [(-300, 0.3), (0, 0.0), (0, 1.0), (90, 2.0), (300, 0.7)] {
            let turn = Quat::from_axis_angle(axis, angle);
            let (points, triangles) = stretched(Vec3::new(2.0, 5.0, 1.0), turn);
            let shift = Vec3::new(30.0, -20.0, 10.0);
            let scale = power_of_two(exponent);
            let points: Vec<Vec3> = points.iter().map(|p| (*p + shift) * scale).collect();
            let found = principal_axes(&points, &triangles).unwrap();
            assert!((found.mean / scale).distance(shift) < 1e-13, "{found:?}");
            for (axis, expected) in found.axes.iter().zip([Vec3::Y, Vec3::X, Vec3::Z]) {
                let aligned = axis.dot(turn * expected).abs();
                assert!((aligned - 1.0).abs() < 1e-14, "{exponent} {angle}: {axis}");
            }
        }
    }

    #[test]
    fn a_cube_keeps_the_coordinate_axes_exactly() {
        for sizes in [
            Vec3::ONE,
            Vec3::new(3.0, 0.1, 0.1),
            Vec3::new(1.0, 1e-9, 1e-9),
        ] {
            let (points, triangles) = stretched(sizes, Quat::IDENTITY);
            let points: Vec<Vec3> = points.iter().map(|p| *p + Vec3::splat(0.1)).collect();
            let found = principal_axes(&points, &triangles).unwrap();
            for axis in found.axes {
                assert_eq!(axis.abs().max_element(), 1.0, "{sizes}: {axis}");
            }
        }
    }

    #[test]
    fn area_counts_and_not_the_number_of_vertices() {
        // The same plate, its left tenth cut into many slices.
        let corner = |x: f64, y: f64| Vec3::new(x, y, 0.0);
        let mut points = vec![
            corner(0.0, 0.0),
            corner(4.0, 0.0),
            corner(4.0, 1.0),
            corner(0.0, 1.0),
        ];
        let plain = principal_axes(&points, &[[0, 1, 2], [0, 2, 3]]).unwrap();
        let mut triangles = Vec::new();
        points.truncate(2);
        points.extend((0..=40).map(|i| corner(0.0, f64::from(i) / 40.0)));
        points.push(corner(4.0, 1.0));
        let last = points.len() as u32 - 1;
        triangles.extend((2..last - 1).map(|i| [1, i + 1, i]));
        triangles.push([1, last, last - 1]);
        let sliced = principal_axes(&points, &triangles).unwrap();
        assert!(plain.mean.distance(Vec3::new(2.0, 0.5, 0.0)) < 1e-15);
        assert!(plain.mean.distance(sliced.mean) < 1e-14, "{sliced:?}");
        assert_eq!(plain.axes[0].abs(), Vec3::X);
        assert!(sliced.axes[0].abs().distance(Vec3::X) < 1e-10, "{sliced:?}");
        // The points alone lean towards the slices.
        assert!(principal_axes(&points, &[]).unwrap().mean.x < 1.0);
    }

    #[test]
    fn points_without_area_and_without_extent_have_axes() {
        let line: Vec<Vec3> = (0..5)
            .map(|i| Vec3::new(1.0, 2.0, 3.0) * f64::from(i))
            .collect();
        let found = principal_axes(&line, &[[0, 1, 2]]).unwrap();
        let along = Vec3::new(1.0, 2.0, 3.0).normalize();
        assert!((found.axes[0].dot(along).abs() - 1.0).abs() < 1e-14);
        let one = principal_axes(&[Vec3::ONE; 3], &[]).unwrap();
        assert_eq!((one.mean, one.axes), (Vec3::ONE, Vec3::AXES));
        assert_eq!(principal_axes(&[], &[]), None);
    }

    #[test]
    fn axes_are_orthonormal_up_to_their_defect() {
        for seed in 0..200 {
            let stretch = Vec3::new(1.0, 0.5f64.powi(seed as i32 % 40), 1.0);
            let cloud = Points::new(seed).cloud(3 + seed as usize % 9);
            let cloud: Vec<Vec3> = cloud.iter().map(|p| *p * stretch).collect();
            let [u, v, w] = principal_axes(&cloud, &[]).unwrap().axes;
            let off = [u.dot(v), u.dot(w), v.dot(w)]
                .into_iter()
                .chain([u, v, w].map(|e| e.length_squared() - 1.0));
            assert!(off.map(f64::abs).fold(0.0, f64::max) < AXES_DEFECT / 3.0);
            assert!(u.cross(v).dot(w) > 0.0);
            // The axes are found, not replaced by the coordinate axes.
            assert!(u.abs().max_element() < 1.0, "{seed}");
        }
    }
}
