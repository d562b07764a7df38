//! Work shared out over threads, its results told in the order of the tasks.

use std::collections::BTreeMap;
use std::io;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// The stack of a thread in bytes: enough for the deepest count, as the main thread's is.
const STACK: usize = 16 << 20;

/// Does `work` for every task, each thread the next one that nobody has begun, and hands the results to `tell` in the
/// order of the tasks, each as soon as all before it are there.
///
/// # Errors
/// The first error of `tell`, after the tasks that are being worked on; no other is begun then.
pub(in crate::cli) fn in_order<T: Sync, R: Send, E: From<io::Error>>(
    tasks: &[T],
    threads: NonZeroUsize,
    work: impl Fn(&T) -> R + Sync,
    mut tell: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    let (send, results) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads.get().min(tasks.len()) {
            let (send, next, stop, work) = (send.clone(), &next, &stop, &work);
            let worker = move || {
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(task) = tasks.get(number) else {
                        break;
                    };
                    if send.send((number, work(task))).is_err() {
                        break;
                    }
                }
            };
            let thread = thread::Builder::new().stack_size(STACK);
            if let Err(error) = thread.spawn_scoped(scope, worker) {
                stop.store(true, Ordering::Relaxed);
                return Err(error.into());
            }
        }
        drop(send);
        let told = in_turn(results, &mut tell);
        stop.store(true, Ordering::Relaxed);
        told
    })
}

/// Tells numbered results in the order of their numbers, from 0.
fn in_turn<R, E>(
    results: impl IntoIterator<Item = (usize, R)>,
    tell: &mut impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let mut early = BTreeMap::new();
    let mut turn = 0;
    for (number, result) in results {
        early.insert(number, result);
        while let Some(result) = early.remove(&turn) {
            tell(result)?;
            turn += 1;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::in_order;
    use std::io;
    use std::num::NonZeroUsize;
    use std::time::Duration;

    #[test]
    fn results_come_in_the_order_of_the_tasks() {
        let tasks: Vec<u64> = (0..40).map(|n| (n * 7) % 5).collect();
        for threads in [1, 2, 7, 100] {
            let mut told = Vec::new();
            let wait = |&millis: &u64| {
                std::thread::sleep(Duration::from_millis(millis));
                millis
            };
            let result = in_order(&tasks, NonZeroUsize::new(threads).unwrap(), wait, |n| {
                told.push(n);
                Ok::<(), io::Error>(())
            });
            assert!(result.is_ok());
            assert_eq!(told, tasks);
        }
    }

    #[test]
    fn an_error_ends_the_work() {
        let tasks: Vec<usize> = (0..1000).collect();
        let mut told = 0;
        let result = in_order(
            &tasks,
            NonZeroUsize::MIN,
            |&n| n,
            |n| {
                told += 1;
                if n == 3 {
                    Err(io::Error::from(io::ErrorKind::BrokenPipe))
                } else {
                    Ok(())
                }
            },
        );
        assert!(result.is_err());
        assert_eq!(told, 4);
    }
}
