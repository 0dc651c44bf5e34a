//! What a host function raises in the guest: what its own code asks for, and what a guest did wrong with a
//! handle.

use purlin_base::TrapCode;

use super::error::{DataError, Misuse};
use super::plan::Image;
use super::write::Writer;
use crate::native::Stop;
use crate::types::Types;
use crate::vm::Vm;

/// How the guest's call of a function of the host's ends whose values did not cross: the misuse of a handle
/// is raised, if the guest has described an error for it.
#[cold]
pub(super) fn stop_call(error: DataError, vm: &mut Vm, types: &Types) -> Stop {
    let Some((misuse, text)) = error.misused() else { return error.stop() };
    if misuse == Misuse::Null {
        vm.begin_host_raise();
        return vm.raise_trap(TrapCode::NilDereference, 0, 0);
    }
    let Some(plan) = types.data.error_plan() else { return error.stop() };
    let mut image = Image::new();
    let image = image.zeros(plan.words);
    let before = vm.roots.handles.len();
    // SAFETY: the image is made for the plan.
    let writer = unsafe { Writer::of_image(vm, types, &plan.items, image) };
    let stop = match writer.only().and_then(|to| to.error(&text)) {
        Ok(_) => {
            vm.begin_host_raise();
            vm.raise_value(image[0], image[1])
        }
        Err(error) => error.stop(),
    };
    vm.roots.handles.truncate(before);
    stop
}

impl Vm {
    /// A host function is about to raise: what it began to raise before, and did not return, is given up.
    pub(super) fn begin_host_raise(&mut self) {
        let raises = self.fiber().raises.len();
        let before = *self.scheduler.host_raise.get_or_insert(raises);
        self.fiber().raises.truncate(before);
    }
}
