use super::*;

#[test]
fn numbers_have_three_digits_and_groups() {
    let cases = [
        (0.0, "0"),
        (1.0, "1"),
        (1.4545, "1.45"),
        (14.636, "14.6"),
        (146.36, "146"),
        (999.6, "1000"),
        (5936.2, "5936"),
        (-1234567.0, "−1\u{202f}234\u{202f}567"),
        (0.5854, "0.585"),
        (0.0123, "0.0123"),
        (0.00912, "0.00912"),
        (0.0001, "0.000100"),
        (2.0757e-6, "2.08·10⁻⁶"),
        (-9.996e-5, "−0.000100"),
        (3e-12, "3.00·10⁻¹²"),
        (9.996, "10.0"),
        (31.25, "31.3"),
        (-0.3125, "−0.313"),
        (1.005, "1.00"),
        (2.125, "2.13"),
        (f64::NAN, "–"),
        (f64::INFINITY, "∞"),
    ];
    for (value, text) in cases {
        assert_eq!(number(value), text);
    }
    assert_eq!(numbers(&[1.0, 16.0 / 11.0]), "1 / 1.45");
}

#[test]
fn exponents_have_hundredths() {
    let written = [0.000_14, -0.001, -0.57, 1.096].map(exponent);
    assert_eq!(written, ["0.00", "0.00", "−0.57", "1.10"]);
}

#[test]
fn two_digits_are_enough_for_a_sentence() {
    let cases = [
        (0.98, "0.98"),
        (1.04, "1.04"),
        (1.994, "1.99"),
        (1.996, "2.0"),
        (4.0, "4"),
        (9.96, "10"),
        (31.4, "31"),
        (99.6, "100"),
        (382.4, "382"),
        (12345.6, "12\u{202f}346"),
        (0.0123, "0.012"),
    ];
    for (value, text) in cases {
        assert_eq!(two_digits(value), text);
    }
}

#[test]
fn units_fit_the_median() {
    assert_eq!(value(0.0012345, Unit::Seconds), "1.23 ms");
    assert_eq!(value(0.9999e-6, Unit::Seconds), "1.00 µs");
    assert_eq!(value(2500.0, Unit::Bytes), "2.50 kB");
    let s = records::Summary {
        n: 9,
        ci_low: 0.9e-3,
        ci_high: 1.5e-3,
        ..records::statistics::summarize(&(&[1.2e-3]).into()).unwrap()
    };
    let samples = Value::Samples(s);
    assert_eq!(summary(&samples, Unit::Seconds), "1.20 ms [0.900, 1.50]");
    let count = summary(&Value::Exact(12345.0), Unit::Count);
    assert_eq!(count, "12\u{202f}345");
}

#[test]
fn an_interval_has_the_unit_of_its_number_and_a_fit_says_so() {
    let e = |value, low, high| Estimate { value, low, high };
    assert_eq!(estimate(&e(14.6, 14.1, 15.1)), "14.6 [14.1, 15.1]");
    assert_eq!(estimate(&e(2.0, 2.0, 2.0)), "2");
    let time = estimate_in(&e(0.993, 0.987, 1.002), Unit::Seconds);
    assert_eq!(time, "993 ms [987, 1002]");
    assert_eq!(estimate_in(&e(118.0, 118.0, 118.0), Unit::Bytes), "118 B");
    assert_eq!(fitted(&e(0.513, 0.382, 0.645)), "0.513 [fit: 0.382, 0.645]");
    let line = e(1.5, f64::NEG_INFINITY, f64::INFINITY);
    assert_eq!(fitted(&line), "1.50 [no interval: two points]");
}

#[test]
fn thousands_have_one_separator() {
    let text = with_one_separator("20,000 of 1,002,000; `a=1,234` in 2,5 or 12,3456");
    assert_eq!(
        text,
        "20\u{202f}000 of 1\u{202f}002\u{202f}000; `a=1,234` in 2,5 or 12,3456"
    );
    for (typed, written) in [
        (
            "2 spheres of 39600 faces, 528",
            "2 spheres of 39\u{202f}600 faces, 528",
        ),
        ("with 99540, then", "with 99\u{202f}540, then"),
        ("12345678901 and ab12345", "12345678901 and ab12345"),
        ("revision 0123456", "revision 0123456"),
        (
            "[10000](a/12345.md#b-12345)",
            "[10\u{202f}000](a/12345.md#b-12345)",
        ),
        (
            "<a id=\"12345\"></a> `12345`",
            "<a id=\"12345\"></a> `12345`",
        ),
        ("```\n12345\n```\n12345", "```\n12345\n```\n12\u{202f}345"),
        ("``a`12345`` `12345", "``a`12345`` `12\u{202f}345"),
        (
            "1995, 0.12345, a < 10000",
            "1995, 0.12345, a < 10\u{202f}000",
        ),
    ] {
        assert_eq!(with_one_separator(typed), written);
    }
}

#[test]
fn series_read_as_words() {
    assert_eq!(series("faces=3968 level=5"), "3968 faces, level 5");
    assert_eq!(series("generator=bending-tubes"), "bending tubes");
    assert_eq!(series("pair=hand-fixture"), "hand and fixture");
    assert_eq!(series("rotation=45"), "45° per frame");
    assert_eq!(
        positions("rotation", &[0.0, 45.0]),
        "rotation 0 / 45° per frame"
    );
    assert_eq!(positions("budget", &[20.0]), "budget 20 µs");
    assert_eq!(positions("level", &[6.0]), "level 6");
    assert_eq!(series("cycles=1000"), "1000 cycles");
    assert_eq!(series("workers=1 bodies=1"), "1 worker, 1 body");
    assert_eq!(series("density-permille=10"), "10 ‰");
    assert_eq!(series("height-percent=3"), "height 3 % of the width");
    assert_eq!(
        ["density-permille", "height-percent", "faces"].map(axis),
        ["density in ‰", "height in % of the width", "faces"]
    );
    assert_eq!(series("gap=100"), "gap of 10 % of the radius");
    assert_eq!(series("only-colliding=false"), "not only colliding");
    assert_eq!(series(""), "");
}
