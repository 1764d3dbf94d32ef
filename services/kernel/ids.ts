import { randomFillSync } from 'node:crypto'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The organization id of the installation itself: the tree of calls whose organization is unknown. */
export const INSTALLATION_ID = '00000000-0000-0000-0000-000000000000'

/** Whether the text is a UUID in the 8-4-4-4-12 form of RFC 9562, any version, either case. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}

/**
 * A UUIDv7 (RFC 9562 section 5.7) of the given instant. Within one process the ids of one millisecond rise,
 * by a counter in rand_a (RFC 9562 section 6.2, method 1), so that newest id first is newest created first.
 */
export function mintId(at: Date): string {
  const ms = at.getTime()
  tick = ms === lastMs ? (tick + 1) & 0xfff : 0
  lastMs = ms
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const time = ms.toString(16).padStart(12, '0')
  const random = pool.toString('hex', used, used + 8)
  used += 8
  const variant = '89ab'[Number.parseInt(random[0]!, 16) & 3]
  return `${time.slice(0, 8)}-${time.slice(8)}-7${tick.toString(16).padStart(3, '0')}-${variant}${random.slice(1, 4)}-${random.slice(4)}`
}

/** The instant, to the millisecond, in which a UUIDv7 was minted. */
export function mintedAt(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16))
}

const pool = Buffer.alloc(4096)
let used = pool.length
let lastMs = 0
let tick = 0
