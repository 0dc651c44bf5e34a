//! Package `html`: the named character references, by the kernels.

use purlin_runtime::native::{Answer, Call, Native};

pub const NATIVES: super::Table = &[("html.entity", Native::Heavy(entity))];

/// `(name string) string`, empty for what is no name.
fn entity(call: &mut Call<'_>) -> Answer {
    let name = call.bytes(0);
    call.charge_bytes(name.len());
    call.ret_string(0, purlin_kernels::html::entity(name).unwrap_or_default().as_bytes())
}
