// Colors of curves that are no detectors. They are those of the plots, `Hue::OTHERS` in the crate
// `report`, which tests that both are equal.

export const SERIES_COLORS = ["#14a078", "#c80a32", "#1e50fa", "#1e96be", "#d27814", "#1e82f0"];
