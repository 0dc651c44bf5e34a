//! Variables with a `//go:embed` comment: whether their types take what the comment names.

use super::Checker;
use crate::embed::EmbedKind;
use crate::universe::PackageId;

impl<'u> Checker<'u> {
    pub(super) fn check_embeds(&mut self, pkg: PackageId) {
        for obj in self.u.packages[pkg].objects.clone() {
            let (pos, ty) = (self.u.objects[obj].pos, self.u.objects[obj].ty);
            let Some(count) = self.u.embeds.get(&pos).map(|files| files.len()) else { continue };
            match self.u.embed_kind(ty) {
                None if !self.is_valid(ty) => {}
                None => {
                    let message = format!("go:embed cannot apply to var of type {}", self.ty(ty));
                    self.error(pos, message);
                }
                Some(EmbedKind::Text | EmbedKind::Bytes) if count > 1 => {
                    let message = format!("invalid go:embed: multiple files for type {}", self.ty(ty));
                    self.error(pos, message);
                }
                Some(EmbedKind::Text | EmbedKind::Bytes) => {}
                Some(EmbedKind::Tree) => {
                    let library = self.u.package("embed");
                    if let Some(of) = library.and_then(|library| self.u.lookup(library, "of")) {
                        self.resolve(of);
                        self.reach(of);
                    }
                }
            }
        }
    }
}
