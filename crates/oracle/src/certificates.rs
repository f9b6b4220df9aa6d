//! Checks of the certificates of a time-critical detector, for every budget.
//!
//! A certificate states an interference, a separation, or a bound on the distance of two solids.
//! [`check_certificates`] compares it with the exact separation. [`check_budgets`] repeats the
//! frame under growing budgets, because a larger budget must not weaken a statement.

use crate::Separation;
use collision::{BodyPair, Budget, Certificate, Detector, Findings, Frame, Known, Query};
use thiserror::Error;

/// Fault in the certificates of a frame.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum CertificateFault {
    /// Certificates or spheres are not sorted, or a pair has two.
    #[error("certificates are unsorted, or spheres come twice")]
    Disorder,
    /// A pair of bodies that the scene does not have.
    #[error("{0}: the scene has no such pair")]
    NoSuchPair(BodyPair),
    /// A pair certified as apart, or left to the broad phase, although the solids share a point.
    #[error(
        "{pair}: {} as apart, but they interfere",
        if *certified { "certified" } else { "left out" }
    )]
    NotApart {
        /// Pair of bodies.
        pair: BodyPair,
        /// True if a certificate states it.
        certified: bool,
    },
    /// A pair certified as interfering, or reported as colliding, although the solids are apart.
    #[error("{pair}: said to interfere, but they are {} apart", separation.distance)]
    NotInterfering {
        /// Pair of bodies.
        pair: BodyPair,
        /// Exact separation of the solids.
        separation: Separation,
    },
    /// A bound that is negative, infinite or NaN.
    #[error("{pair}: {bound} bounds nothing")]
    NoBound {
        /// Pair of bodies.
        pair: BodyPair,
        /// Stated bound, in scene units.
        bound: f64,
    },
    /// A bound below the separation.
    #[error(
        "{pair}: the bound{} is {bound}, but they are {} apart", of(spheres), separation.distance
    )]
    TooSmall {
        /// Pair of bodies.
        pair: BodyPair,
        /// Stated bound, in scene units.
        bound: f64,
        /// Exact separation of the solids.
        separation: Separation,
        /// Spheres of the bound; `None` for the bound of a certificate.
        spheres: Option<[u32; 2]>,
    },
    /// Spheres of a pair that is neither undecided nor interfering.
    #[error("{0}: spheres, but it is certified to be apart")]
    StraySpheres(BodyPair),
    /// A pair whose certificate contradicts the list of collisions or of undecided pairs.
    #[error("{0}: its certificate and the lists of pairs differ")]
    Contradiction(BodyPair),
    /// A larger budget gave a weaker statement.
    #[error("{pair}: known was {before:?}, and with a larger budget {after:?}")]
    Wider {
        /// Pair of bodies.
        pair: BodyPair,
        /// Statement under the smaller budget; `None` without a certificate.
        before: Option<Known>,
        /// Statement under the larger budget; `None` without a certificate.
        after: Option<Known>,
    },
    /// More steps than both the budget and one per pair [Hubbard96 §4.2].
    #[error("{steps} steps under a budget of {budget}")]
    Overspent {
        /// Number of steps allowed.
        budget: u64,
        /// Number of steps made.
        steps: u64,
    },
}

/// Names the spheres of a bound, if it has some.
fn of(spheres: &Option<[u32; 2]>) -> String {
    spheres.map_or(String::new(), |[i, j]| format!(" of spheres {i} and {j}"))
}

/// Checks the findings of a time-critical detector in one frame against the exact separations.
///
/// `separations` has all pairs of bodies in order, as [`crate::Separator::separations`] returns
/// them. Checks that
/// - certificates and spheres are sorted and unique,
/// - a pair certified as apart, or without a certificate, shares no point,
/// - a pair certified as interfering, or reported as colliding, shares a point,
/// - no bound of a certificate or of two spheres is below the separation,
/// - only undecided and interfering pairs have spheres,
/// - the list of undecided pairs matches the certificates.
///
/// # Errors
/// Returns the first fault.
pub fn check_certificates(
    found: &Findings,
    separations: &[(BodyPair, Separation)],
) -> Result<(), CertificateFault> {
    let truth = ExactSeparations { separations, found };
    // The order comes first: `known` looks certificates up by binary search.
    truth.check_order()?;
    for (pair, separation) in separations {
        match known(found, *pair) {
            // No certificate is a statement, too: the broad phase left the pair out as apart.
            None if separation.is_interference() => return Err(not_apart(*pair, false)),
            Some(Known::Apart) if separation.is_interference() => {
                return Err(not_apart(*pair, true));
            }
            Some(Known::Interfering) => truth.check_interference(*pair)?,
            Some(Known::Undecided { bound }) => truth.check_bound(*pair, bound, None)?,
            _ => {}
        }
    }
    truth.check_reported_bodies()?;
    truth.check_undecided()?;
    found
        .evidence
        .certificates
        .iter()
        .try_for_each(|c| truth.check_spheres(c))
}

/// Runs a prepared detector on a frame under growing budgets and checks its certificates each time.
///
/// The budgets are 0, 1, 2, 4, … steps until the detector needs no more, then no limit. Also checks
/// that no interval widens, no verdict is withdrawn, and the budget is kept. The same detector runs
/// each time, so the check covers the state that it keeps between frames. `probe` receives the
/// findings of every run.
///
/// # Errors
/// Returns the budget and its first fault. The budget is `None` for the run without limit.
pub fn check_budgets(
    detector: &mut dyn Detector,
    frame: &Frame<'_>,
    query: &Query<'_>,
    separations: &[(BodyPair, Separation)],
    mut probe: impl FnMut(&Findings),
) -> Result<(), (Option<u64>, CertificateFault)> {
    let (mut before, mut found) = (None, Findings::default());
    let mut budget = Some(0);
    loop {
        let query = query.with_budget(budget.map_or(Budget::Unlimited, Budget::Steps));
        detector
            .detect(frame, &query, &mut found)
            .expect("the frame fits the bodies");
        probe(&found);
        let steps = found.work.count("refinement-steps");
        let checked = check_certificates(&found, separations)
            .and_then(|()| check_spent(budget, &found))
            .and_then(|()| check_narrower(before.as_ref(), &found, separations));
        checked.map_err(|fault| (budget, fault))?;
        before = Some(found.clone());
        budget = match budget {
            Some(0) => Some(1),
            Some(limit) if steps >= limit => Some(2 * limit),
            // Steps were left over, so more would not be used. The run without limit comes last,
            // because it alone takes the code paths of an unlimited budget.
            Some(_) => None,
            None => return Ok(()),
        };
    }
}

fn known(found: &Findings, pair: BodyPair) -> Option<Known> {
    let certificates = &found.evidence.certificates;
    let index = certificates.binary_search_by_key(&pair, |c| c.pair).ok()?;
    Some(certificates[index].known)
}

fn not_apart(pair: BodyPair, certified: bool) -> CertificateFault {
    CertificateFault::NotApart { pair, certified }
}

/// Checks the budget. Each pair is refined at least once, whatever the budget [Hubbard96 §4.2].
fn check_spent(budget: Option<u64>, found: &Findings) -> Result<(), CertificateFault> {
    let steps = found.work.count("refinement-steps");
    match budget {
        Some(budget) if steps > budget.max(found.evidence.certificates.len() as u64) => {
            Err(CertificateFault::Overspent { budget, steps })
        }
        _ => Ok(()),
    }
}

/// Checks that each statement is at least as strong as under the smaller budget.
fn check_narrower(
    before: Option<&Findings>,
    after: &Findings,
    separations: &[(BodyPair, Separation)],
) -> Result<(), CertificateFault> {
    let Some(before) = before else {
        return Ok(());
    };
    for (pair, _) in separations {
        let (before, after) = (known(before, *pair), known(after, *pair));
        let narrower = match (before, after) {
            // A certificate of separation may come and go: both forms state the same.
            (None | Some(Known::Apart), after) => matches!(after, None | Some(Known::Apart)),
            (Some(Known::Interfering), after) => after == Some(Known::Interfering),
            (Some(Known::Undecided { bound: old }), Some(Known::Undecided { bound })) => {
                bound <= old
            }
            (Some(Known::Undecided { .. }), _) => true,
        };
        if !narrower {
            let pair = *pair;
            return Err(CertificateFault::Wider {
                pair,
                before,
                after,
            });
        }
    }
    Ok(())
}

/// Exact separations of all pairs, and the findings to check.
struct ExactSeparations<'a> {
    separations: &'a [(BodyPair, Separation)],
    found: &'a Findings,
}

impl ExactSeparations<'_> {
    fn of(&self, pair: BodyPair) -> Result<Separation, CertificateFault> {
        let index = self.separations.binary_search_by_key(&pair, |(p, _)| *p);
        let (_, separation) =
            self.separations[index.map_err(|_| CertificateFault::NoSuchPair(pair))?];
        Ok(separation)
    }

    fn check_order(&self) -> Result<(), CertificateFault> {
        let certificates = self.found.evidence.certificates.iter().map(|c| c.pair);
        if !certificates.clone().is_sorted_by(|x, y| x < y) {
            return Err(CertificateFault::Disorder);
        }
        certificates
            .into_iter()
            .try_for_each(|pair| self.of(pair).map(drop))
    }

    fn check_interference(&self, pair: BodyPair) -> Result<(), CertificateFault> {
        let separation = self.of(pair)?;
        if separation.is_interference() {
            return Ok(());
        }
        Err(CertificateFault::NotInterfering { pair, separation })
    }

    fn check_bound(
        &self,
        pair: BodyPair,
        bound: f64,
        spheres: Option<[u32; 2]>,
    ) -> Result<(), CertificateFault> {
        // A range excludes NaN, which every comparison below would let pass.
        if !(0.0..f64::INFINITY).contains(&bound) {
            return Err(CertificateFault::NoBound { pair, bound });
        }
        let separation = self.of(pair)?;
        // The separation is rounded, so a bound may be below it by that rounding.
        if bound < separation.at_least() {
            return Err(CertificateFault::TooSmall {
                pair,
                bound,
                separation,
                spheres,
            });
        }
        Ok(())
    }

    /// Checks that each reported pair collides and is certified as interfering.
    fn check_reported_bodies(&self) -> Result<(), CertificateFault> {
        // Contacts are listed beside bodies, so that a contact whose body pair is missing counts.
        let contacts = self.found.contacts.iter().map(|c| c.pair.bodies);
        for pair in self.found.bodies.iter().map(|b| b.pair).chain(contacts) {
            self.check_interference(pair)?;
            if known(self.found, pair) != Some(Known::Interfering) {
                return Err(CertificateFault::Contradiction(pair));
            }
        }
        Ok(())
    }

    fn check_undecided(&self) -> Result<(), CertificateFault> {
        for (pair, _) in self.separations {
            let certified = matches!(known(self.found, *pair), Some(Known::Undecided { .. }));
            if certified != self.found.undecided.contains(pair) {
                return Err(CertificateFault::Contradiction(*pair));
            }
        }
        Ok(())
    }

    /// Checks that only undecided and interfering pairs have spheres, each pair of spheres once.
    fn check_spheres(&self, certificate: &Certificate) -> Result<(), CertificateFault> {
        let pair = certificate.pair;
        let spheres = self.found.evidence.spheres_of(certificate);
        if spheres.is_empty() {
            return Ok(());
        }
        if certificate.known == Known::Apart {
            return Err(CertificateFault::StraySpheres(pair));
        }
        // Spheres come in the order of the search. Only repetitions are a fault.
        let mut sorted: Vec<[u32; 2]> = spheres.iter().map(|s| s.spheres).collect();
        sorted.sort_unstable();
        if !sorted.is_sorted_by(|s, t| s < t) {
            return Err(CertificateFault::Disorder);
        }
        spheres
            .iter()
            .try_for_each(|s| self.check_bound(pair, s.bound, Some(s.spheres)))
    }
}
