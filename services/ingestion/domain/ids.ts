import { randomBytes } from 'node:crypto'

/**
 * UUIDv7s (RFC 9562 section 5.7) of one instant, strictly rising by a counter in rand_a (section 6.2, method 1), with
 * 62 random bits each.
 *
 * @param count at most 4,096
 */
export function mintIds(at: Date, count: number): string[] {
  const time = at.getTime().toString(16).padStart(12, '0')
  const prefix = `${time.slice(0, 8)}-${time.slice(8)}-7`
  const random = randomBytes(8 * count).toString('hex')
  const ids: string[] = []
  for (let i = 0; i < count; i++) {
    const at = 16 * i
    const variant = VARIANTS[random.charCodeAt(at) & 3]
    const tail = `${variant}${random.slice(at + 1, at + 4)}-${random.slice(at + 4, at + 16)}`
    ids.push(`${prefix}${COUNTERS[i]}-${tail}`)
  }
  return ids
}

const COUNTERS = Array.from({ length: 4096 }, (_, i) => i.toString(16).padStart(3, '0'))
const VARIANTS = '89ab'
