//! Block ends.

use cranelift_codegen::ir as cl;
use cranelift_codegen::ir::InstBuilder as _;
use cranelift_frontend::Switch;
use purlin_ir::{InstData, Target};

use super::{Lower, types};

impl Lower<'_, '_> {
    fn target(&mut self, target: &Target) -> (cl::Block, Vec<cl::BlockArg>) {
        let mut args = self.get_all(&target.args);
        args.extend(self.floats_along(target));
        let args = args.into_iter().map(cl::BlockArg::from).collect();
        (self.blocks[target.block].expect("targets are reachable"), args)
    }

    pub(super) fn jump(&mut self, data: &InstData) {
        let (to, args) = self.target(&data.targets[0]);
        self.b.ins().jump(to, &args);
    }

    pub(super) fn brif(&mut self, data: &InstData) {
        let (yes, yes_args) = self.target(&data.targets[0]);
        let (no, no_args) = self.target(&data.targets[1]);
        if self.branch_on_question(data, yes, no, &no_args)
            || self.branch_on_function(data, yes, no, &no_args)
        {
            return;
        }
        let cond = self.arg(data, 0);
        self.b.ins().brif(cond, yes, &yes_args, no, &no_args);
    }

    pub(super) fn guard(&mut self, data: &InstData) {
        if !self.speculates() {
            return self.brif(data);
        }
        let (go_on, args) = self.target(&data.targets[0]);
        let cold = self.b.create_block();
        self.b.set_cold_block(cold);
        if !self.branch_on_question(data, go_on, cold, &[]) {
            let cond = self.arg(data, 0);
            self.b.ins().brif(cond, go_on, &args, cold, &[]);
        }
        self.back_to(cold);
        let mut values = data.args[1..].to_vec();
        values.extend_from_slice(&data.targets[1].args);
        self.leave(data, &values);
    }

    pub(super) fn switch(&mut self, data: &InstData) {
        let on = self.arg(data, 0);
        let mask = u64::MAX >> (64 - types::clif(data.ty).bits());
        let mut switch = Switch::new();
        let mut between = Vec::new();
        let mut block_for = |l: &mut Self, target: &Target| {
            if target.args.is_empty() {
                return l.blocks[target.block].expect("targets are reachable");
            }
            let block = l.b.create_block();
            between.push((block, target.clone()));
            block
        };
        let default = block_for(self, &data.targets[0]);
        let body = self.body;
        let cases = &body.switches[data.switch()];
        for (case, target) in cases.iter().zip(&data.targets[1..]) {
            let block = block_for(self, target);
            switch.set_entry(u128::from(*case as u64 & mask), block);
        }
        switch.emit(&mut self.b, on, default);
        for (block, target) in between {
            self.back_to(block);
            let (to, args) = self.target(&target);
            self.b.ins().jump(to, &args);
        }
    }

    pub(super) fn return_(&mut self, data: &InstData) {
        let values = self.get_all(&data.args);
        self.return_values(&values);
    }
}
