//! Recordings of answers, replayed in every tier, and those that do not fit.
