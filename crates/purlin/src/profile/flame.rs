//! Flame graphs: a profile as one SVG picture, without a script and without a network. Each box is a function
//! in the calls that led to it, as wide as its share; the whole run is at the bottom. Resting on a box shows
//! its name and share.

use std::fmt::Write as _;

use super::text::{html, noun, percent, shown};
use super::tree::Node;
use super::{Measure, Profile};

const WIDTH: f64 = 1200.0;
const ROW: usize = 18;
/// Above and below the boxes.
const HEAD: usize = 34;
const FOOT: usize = 10;
/// Boxes that are narrower are left out.
const LEAST: f64 = 0.4;
/// Calls that are shown, nested.
const MOST_ROWS: usize = 120;
/// How wide a letter is, about.
const LETTER: f64 = 6.7;

/// Colours for light and dark surroundings: hue by the name, lightness by the theme.
const STYLE: &str = "\
.flame{font:12px ui-monospace,Menlo,Consolas,monospace}\
.flame .back{fill:#fcfcfb}.flame text{fill:#1c1b19}.flame rect.box{stroke:#fcfcfb;stroke-width:.6}\
.flame .h0{fill:#f4a259}.flame .h1{fill:#f2c14e}.flame .h2{fill:#f78154}.flame .h3{fill:#e9b872}\
.flame .h4{fill:#f6bd60}.flame .h5{fill:#ee964b}.flame .all{fill:#d9d6cf}\
.flame g:hover rect.box{stroke:#1c1b19;stroke-width:1.2}\
@media(prefers-color-scheme:dark){.flame .back{fill:#191817}.flame text{fill:#f3f1ec}\
.flame rect.box{stroke:#191817}.flame .h0{fill:#8a4b1c}.flame .h1{fill:#7d5f12}.flame .h2{fill:#8f3d1e}\
.flame .h3{fill:#6f5428}.flame .h4{fill:#87611d}.flame .h5{fill:#854617}.flame .all{fill:#3b3936}\
.flame g:hover rect.box{stroke:#f3f1ec}}";

/// The picture as a file of its own.
pub(super) fn svg(profile: &Profile) -> String {
    let root = Node::of(profile);
    let least = (root.total as f64 * LEAST / WIDTH).ceil() as i64;
    let rows = root.depth(least.max(1)).min(MOST_ROWS) + 1;
    let height = HEAD + rows * ROW + FOOT;
    let mut out = String::new();
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"flame\" viewBox=\"0 0 {WIDTH} {height}\" \
         width=\"100%\" role=\"img\" aria-label=\"Flame graph\">\n<style>{STYLE}</style>\n\
         <rect class=\"back\" width=\"{WIDTH}\" height=\"{height}\"/>\n\
         <text x=\"10\" y=\"21\">{}: {}</text>\n",
        noun(profile.profiling.measure),
        shown(profile.profiling.measure, root.total),
    );
    let mut picture = Picture { out, total: root.total.max(1), measure: profile.profiling.measure, height };
    picture.node("all", &root, 0.0, 0);
    picture.out.push_str("</svg>\n");
    picture.out
}

struct Picture {
    out: String,
    total: i64,
    measure: Measure,
    height: usize,
}

impl Picture {
    fn node(&mut self, name: &str, node: &Node, x: f64, row: usize) {
        let width = node.total as f64 * WIDTH / self.total as f64;
        if width < LEAST || row > MOST_ROWS {
            return;
        }
        self.box_of(name, node, (x, width), row);
        let mut at = x;
        for (name, call) in &node.calls {
            self.node(name, call, at, row + 1);
            at += call.total as f64 * WIDTH / self.total as f64;
        }
    }

    fn box_of(&mut self, name: &str, node: &Node, (x, width): (f64, f64), row: usize) {
        let y = self.height - FOOT - (row + 1) * ROW;
        let class = if row == 0 { "all".to_owned() } else { format!("h{}", hue(name)) };
        let (value, share) = (shown(self.measure, node.total), percent(node.total, self.total));
        let _ = write!(
            self.out,
            "<g><title>{} ({value}, {share}; itself {})</title><rect class=\"box {class}\" x=\"{x:.1}\" y=\"{y}\" \
             width=\"{width:.1}\" height=\"{ROW}\" rx=\"1.5\"/>",
            html(name),
            percent(node.own, self.total),
        );
        let letters = ((width - 6.0) / LETTER) as usize;
        if letters >= 3 {
            let label: String = if name.chars().count() <= letters {
                name.to_owned()
            } else {
                name.chars().take(letters - 1).chain(['…']).collect()
            };
            let _ = write!(self.out, "<text x=\"{:.1}\" y=\"{}\">{}</text>", x + 3.0, y + 13, html(&label));
        }
        self.out.push_str("</g>\n");
    }
}

/// One of six colours: the same for the same name.
fn hue(name: &str) -> u32 {
    name.bytes().fold(2_166_136_261_u32, |hash, b| (hash ^ u32::from(b)).wrapping_mul(16_777_619)) % 6
}
