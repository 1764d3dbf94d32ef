/**
 * Runs work at once, or in a later turn of the event loop once this turn has run `most` works. If work throws, the work that
 * waits for later turns still runs.
 *
 * @param most the number of works that one turn runs
 */
export function turns(most: number): (work: () => void) => void {
  const waiting: (() => void)[] = []
  let run = 0
  const turn = (): void => {
    const begun = waiting.splice(0, most)
    run = begun.length
    // The next turn is scheduled first: one of the works may throw.
    if (run > 0) setImmediate(turn)
    for (const work of begun) work()
  }
  return (work) => {
    if (run === 0) setImmediate(turn)
    if (run < most && waiting.length === 0) {
      run += 1
      work()
    } else waiting.push(work)
  }
}
