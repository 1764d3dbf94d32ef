import fc from 'fast-check'

const SECONDS = Number(process.env.ATTESTRY_FUZZ_SECONDS ?? 0)
const SEED = process.env.ATTESTRY_FUZZ_SEED

/** Returns the time after which a part with this share of the whole time counts as hanging, in ms. */
export const patience = (share: number): number => SECONDS * 1000 * share + 300_000

/**
 * Tries a property with `runs` inputs. With ATTESTRY_FUZZ_SECONDS it repeats that until its share of these seconds has passed.
 * ATTESTRY_FUZZ_SEED repeats a run.
 *
 * @param share of the whole time, from 0 to 1
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
