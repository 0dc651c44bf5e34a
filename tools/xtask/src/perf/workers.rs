//! Work that is done by as many threads as the machine has processors, at most three: what each part takes
//! is counted in CPU time or exactly, so that parts may run side by side.
//!
//! Knows nothing of what the parts are.

use std::sync::Mutex;

/// Does `work` with each part; the answers are in the order of the parts.
pub fn side_by_side<T, R>(
    parts: Vec<T>,
    work: impl Fn(T) -> Result<R, String> + Sync,
) -> Result<Vec<R>, String>
where
    T: Send,
    R: Send,
{
    let most = std::thread::available_parallelism().map_or(1, |n| n.get().min(3));
    let answers: Mutex<Vec<Option<Result<R, String>>>> = Mutex::new(parts.iter().map(|_| None).collect());
    let parts = Mutex::new(parts.into_iter().enumerate());
    std::thread::scope(|scope| {
        for _ in 0..most {
            scope.spawn(|| {
                loop {
                    let Some((n, part)) = parts.lock().expect("no worker panics").next() else { return };
                    let answer = work(part);
                    answers.lock().expect("no worker panics")[n] = Some(answer);
                }
            });
        }
    });
    answers.into_inner().expect("no worker panics").into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_in_order_and_an_error_is_told() {
        assert_eq!(side_by_side((0..50).collect(), |n: u32| Ok(2 * n)), Ok((0..50).map(|n| 2 * n).collect()));
        let odd = |n: u32| if n == 7 { Err("seven".to_owned()) } else { Ok(n) };
        assert_eq!(side_by_side((0..9).collect(), odd), Err("seven".to_owned()));
        assert_eq!(side_by_side(Vec::new(), odd), Ok(Vec::new()));
    }
}
