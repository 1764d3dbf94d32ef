/**
 * Runs a task at once, or in a later turn of the event loop once this turn has run `most` tasks. If a task throws, the tasks that
 * wait for later turns still run.
 *
 * @param most the number of tasks that one turn runs
 */
export function turns(most: number): (task: () => void) => void {
  const waiting: (() => void)[] = []
  let run = 0
  const turn = (): void => {
    const begun = waiting.splice(0, most)
    run = begun.length
    // The next turn is scheduled first: one of the tasks may throw.
    if (run > 0) setImmediate(turn)
    for (const task of begun) task()
  }
  return (task) => {
    if (run === 0) setImmediate(turn)
    if (run < most && waiting.length === 0) {
      run += 1
      task()
    } else waiting.push(task)
  }
}
