// Into generated code and out of it again. GAS, the offset of the gas in the context, comes from the command line.

.text
.globl call
// uint64_t call(void *context, void *code, const uint64_t *in, uint64_t *out)
call:
    stp x29, x30, [sp, #-192]!
    mov x29, sp
    stp x19, x20, [sp, #16]
    stp x21, x22, [sp, #32]
    stp x23, x24, [sp, #48]
    stp x25, x26, [sp, #64]
    stp x27, x28, [sp, #80]
    stp d8, d9, [sp, #96]
    stp d10, d11, [sp, #112]
    stp d12, d13, [sp, #128]
    stp d14, d15, [sp, #144]
    str x3, [sp, #160]
    adrp x9, frame
    str x29, [x9, #:lo12:frame]
    // Values to find again afterwards.
    mov x19, #19
    mov x20, #20
    mov x21, #21
    mov x22, #22
    mov x23, #23
    mov x24, #24
    mov x25, #25
    mov x26, #26
    mov x27, #27
    mov x28, #28
    fmov d8, #8.0
    fmov d9, #9.0
    fmov d15, #15.0
    mov x9, x1
    mov x10, x2
    mov x2, x0
    ldp x3, x4, [x10]
    ldp x5, x6, [x10, #16]
    ldr x7, [x10, #32]
    ldp d0, d1, [x10, #48]
    ldp d2, d3, [x10, #64]
    ldp d4, d5, [x10, #80]
    ldp d6, d7, [x10, #96]
    blr x9
    ldr x10, [sp, #160]
    stp x2, x3, [x10]
    stp x4, x5, [x10, #16]
    stp x6, x7, [x10, #32]
    stp d0, d1, [x10, #48]
    stp d2, d3, [x10, #64]
    stp d4, d5, [x10, #80]
    stp d6, d7, [x10, #96]
    fmov d0, #8.0
    fmov d1, #9.0
    fmov d2, #15.0
    fmov x0, d0
    fmov x1, d8
    cmp x0, x1
    fmov x0, d1
    fmov x1, d9
    ccmp x0, x1, #0, eq
    fmov x0, d2
    fmov x1, d15
    ccmp x0, x1, #0, eq
    ccmp x19, #19, #0, eq
    ccmp x20, #20, #0, eq
    ccmp x21, #21, #0, eq
    ccmp x22, #22, #0, eq
    ccmp x23, #23, #0, eq
    ccmp x24, #24, #0, eq
    ccmp x25, #25, #0, eq
    ccmp x26, #26, #0, eq
    ccmp x27, #27, #0, eq
    ccmp x28, #28, #0, eq
    mov x9, sp
    ccmp x9, x29, #0, eq
    cset x0, ne
leave:
    ldp x19, x20, [sp, #16]
    ldp x21, x22, [sp, #32]
    ldp x23, x24, [sp, #48]
    ldp x25, x26, [sp, #64]
    ldp x27, x28, [sp, #80]
    ldp d8, d9, [sp, #96]
    ldp d10, d11, [sp, #112]
    ldp d12, d13, [sp, #128]
    ldp d14, d15, [sp, #144]
    ldp x29, x30, [sp], #192
    ret

// (context: x2, code: w3, a: x4, b: x5), never returns: the code, the operands, and the gas.
.globl purlin_raise_trap
purlin_raise_trap:
    adrp x9, frame
    ldr x29, [x9, #:lo12:frame]
    mov sp, x29
    ldr x10, [sp, #160]
    ldr x11, [x2, #GAS]
    stp x11, x4, [x10]
    str x5, [x10, #16]
    mov w0, w3
    add x0, x0, #2
    b leave

// (context: x0), keeps all registers: more gas, and one poll counted.
.globl purlin_poll_slow
purlin_poll_slow:
    stp x9, x10, [sp, #-16]!
    ldr x9, [x0, #GAS]
    add x9, x9, #1000
    str x9, [x0, #GAS]
    adrp x9, polls
    ldr x10, [x9, #:lo12:polls]
    add x10, x10, #1
    str x10, [x9, #:lo12:polls]
    ldp x9, x10, [sp], #16
    ret

// Never needed, as there is always stack enough.
.globl purlin_morestack
purlin_morestack:
    brk #1

.bss
.balign 8
frame:
    .skip 8
.globl polls
polls:
    .skip 8

.section .note.GNU-stack, "", %progbits
