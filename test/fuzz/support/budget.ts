import fc from 'fast-check'

const SECONDS = Number(process.env.ATTESTRY_FUZZ_SECONDS ?? 0)
const SEED = process.env.ATTESTRY_FUZZ_SEED

/** The time after which a part that has that share of the whole is taken to hang, in ms. */
export const patience = (share: number): number => SECONDS * 1000 * share + 300_000

/**
 * Tries a property with so many inputs; with ATTESTRY_FUZZ_SECONDS again and again, until that share of them has passed.
 * ATTESTRY_FUZZ_SEED repeats a run.
 *
 * @param share of the whole time, of 1
 * @param examples are tried first
 * @throws Error with the smallest input that does harm
 */
export async function fuzz<T>(
  property: fc.IAsyncProperty<T>,
  runs: number,
  share: number,
  examples: T[] = [],
): Promise<void> {
  const end = Date.now() + SECONDS * 1000 * share
  let round = 0
  do {
    const seed = SEED === undefined ? {} : { seed: Number(SEED) + round }
    await fc.assert(property, { numRuns: runs, examples, ...seed })
    round += 1
  } while (Date.now() < end)
}
