import { randomBytes } from 'node:crypto'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The organization id of the installation itself. Its log has the calls whose organization is unknown. */
export const INSTALLATION_ID = '00000000-0000-0000-0000-000000000000'

/** Whether the text is a UUID in the 8-4-4-4-12 form of RFC 9562, any version, either case. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}

/**
 * Returns a UUIDv7 (RFC 9562 section 5.7) for the given time. Within one process the ids of one millisecond ascend, by a counter
 * in rand_a (RFC 9562 section 6.2, method 1), so that a list with the newest id first has the newest object first.
 */
export function mintId(at: Date): string {
  const ms = at.getTime()
  if (ms === lastMs) {
    tick = (tick + 1) & 0xfff
  } else {
    lastMs = ms
    lastTime = timePart(ms)
    tick = 0
  }
  return `${lastTime}${TICKS[tick]}-${randomPart()}`
}

/**
 * UUIDv7s of one instant, strictly ascending.
 *
 * @param count at most 4,096
 */
export function mintIds(at: Date, count: number): string[] {
  const time = timePart(at.getTime())
  return Array.from({ length: count }, (_, i) => `${time}${TICKS[i]}-${randomPart()}`)
}

/** The instant in a UUIDv7 (RFC 9562 section 5.7). */
export function timeOfId(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16))
}

/** Returns the lowest id of a time: at most as high as any UUIDv7 of that time or later, and above every earlier one. */
export function firstIdOf(at: Date): string {
  const hex = Math.min(Math.max(at.getTime(), 0), 2 ** 48 - 1)
    .toString(16)
    .padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

/** unix_ts_ms and ver: `018f0000-0000-7`. */
function timePart(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7`
}

/** var and rand_b, 62 random bits: `9abc-0123456789ab`. */
function randomPart(): string {
  if (used === random.length) {
    random = randomBytes(4096).toString('hex')
    used = 0
  }
  const at = used
  used += 16
  const variant = VARIANTS[Number.parseInt(random[at]!, 16) & 3]
  return `${variant}${random.slice(at + 1, at + 4)}-${random.slice(at + 4, used)}`
}

/** Random digits, generated many at a time; each is used once. */
let random = ''
let used = 0
let lastMs = Number.NaN
let lastTime = ''
let tick = 0
const TICKS = Array.from({ length: 0x1000 }, (_, i) => i.toString(16).padStart(3, '0'))
const VARIANTS = '89ab'
