//! How runs end that wait for the host: dropped, cancelled, out of time or gas, by a panic or an exit.
