//! Distance of two hulls from all pairs of their features.

use geometry::Vec3;
use geometry::hull::ConvexHull;

/// Returns the distance of two hulls with their vertices in world space, zero if they meet.
pub(super) fn distance(hulls: [&ConvexHull; 2], vertices: [&[Vec3]; 2]) -> f64 {
    let polygons = [0, 1].map(|i| polygons(hulls[i], vertices[i]));
    let mut best = f64::INFINITY;
    for (i, j) in [(0, 1), (1, 0)] {
        if contains(&polygons[j], vertices[i][0]) {
            return 0.0;
        }
        for polygon in &polygons[j] {
            for p in vertices[i] {
                best = best.min(polygon.distance(*p));
            }
            for edge in &hulls[i].edges {
                if polygon.is_crossed(edge.vertices.map(|v| vertices[i][v as usize])) {
                    return 0.0;
                }
            }
        }
    }
    for e in &hulls[0].edges {
        for f in &hulls[1].edges {
            let s = e.vertices.map(|v| vertices[0][v as usize]);
            let t = f.vertices.map(|v| vertices[1][v as usize]);
            best = best.min(segments(s, t));
        }
    }
    best
}

struct Polygon {
    corners: Vec<Vec3>,
    normal: Vec3,
}

fn polygons(hull: &ConvexHull, vertices: &[Vec3]) -> Vec<Polygon> {
    let loops = (0..hull.facets.len()).map(|f| hull.facet_vertices.get(f));
    loops
        .map(|corners| {
            let corners: Vec<Vec3> = corners.iter().map(|v| vertices[*v as usize]).collect();
            let arms = corners
                .windows(2)
                .map(|w| (w[0] - corners[0], w[1] - corners[0]));
            let normal = arms.map(|(a, b)| a.cross(b)).sum::<Vec3>().normalize();
            Polygon { corners, normal }
        })
        .collect()
}

fn contains(polygons: &[Polygon], p: Vec3) -> bool {
    polygons.iter().all(|polygon| polygon.height(p) <= 0.0)
}

impl Polygon {
    fn height(&self, p: Vec3) -> f64 {
        self.normal.dot(p - self.corners[0])
    }

    fn edges(&self) -> impl Iterator<Item = [Vec3; 2]> {
        let next = self.corners.iter().cycle().skip(1);
        self.corners.iter().zip(next).map(|(a, b)| [*a, *b])
    }

    fn is_over(&self, p: Vec3) -> bool {
        self.edges()
            .all(|[a, b]| (b - a).cross(p - a).dot(self.normal) >= 0.0)
    }

    fn distance(&self, p: Vec3) -> f64 {
        if self.is_over(p) {
            self.height(p).abs()
        } else {
            let sides = self.edges().map(|side| point_segment(p, side));
            sides.fold(f64::INFINITY, f64::min)
        }
    }

    fn is_crossed(&self, [a, b]: [Vec3; 2]) -> bool {
        let (at_a, at_b) = (self.height(a), self.height(b));
        (at_a < 0.0) != (at_b < 0.0) && self.is_over(a + (b - a) * (at_a / (at_a - at_b)))
    }
}

fn point_segment(p: Vec3, [a, b]: [Vec3; 2]) -> f64 {
    let t = (p - a).dot(b - a) / (b - a).length_squared();
    p.distance(a + (b - a) * t.clamp(0.0, 1.0))
}

fn segments([a, b]: [Vec3; 2], [c, d]: [Vec3; 2]) -> f64 {
    let ends = [
        point_segment(a, [c, d]),
        point_segment(b, [c, d]),
        point_segment(c, [a, b]),
        point_segment(d, [a, b]),
    ];
    let nearest_end = ends.into_iter().fold(f64::INFINITY, f64::min);
    let (u, v, w) = (b - a, d - c, c - a);
    let normal = u.cross(v);
    let area = normal.length_squared();
    if area <= 1e-24 * u.length_squared() * v.length_squared() {
        return nearest_end;
    }
    let (s, t) = (w.cross(v).dot(normal) / area, w.cross(u).dot(normal) / area);
    let meets_both = (0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t);
    if meets_both {
        nearest_end.min(w.dot(normal).abs() / area.sqrt())
    } else {
        nearest_end
    }
}
