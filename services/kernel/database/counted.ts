/**
 * How many rows match, up to 10,000: a list of any length costs no more.
 *
 * @param find reads up to so many of them, the ids alone
 */
export async function counted(
  find: (limit: number) => Promise<readonly unknown[]>,
): Promise<{ count: bigint; more: boolean }> {
  const { length } = await find(MOST + 1)
  return { count: BigInt(Math.min(length, MOST)), more: length > MOST }
}

const MOST = 10_000
