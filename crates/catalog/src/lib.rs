//! The one list that names every detector; the front door for other programs.
