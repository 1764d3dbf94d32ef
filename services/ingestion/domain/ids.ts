import { mintId } from '../../kernel/ids.ts'

/**
 * UUIDv7s of one instant, strictly rising. The minting counter (RFC 9562 section 6.2) starts over after 4,096 ids of
 * one millisecond; a batch that it started over in is minted again.
 */
export function mintIds(at: Date, count: number): string[] {
  for (;;) {
    const ids = Array.from({ length: count }, () => mintId(at))
    if (ids.every((id, i) => i === 0 || id > ids[i - 1]!)) return ids
  }
}
