import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Envelope, envelopes, PREFIX } from './envelopes.ts'

const message = fc.record({ flags: fc.nat(255), bytes: fc.uint8Array({ maxLength: 12 }) })

test('each message is found whole, wherever the pieces of a body end', () => {
  fc.assert(
    fc.property(fc.array(message), fc.array(fc.integer({ min: 1, max: 9 })), (messages, sizes) => {
      const begun: Envelope[] = []
      const taken: number[][] = []
      const walk = envelopes((envelope) => {
        begun.push(envelope)
        const own: number[] = []
        taken.push(own)
        return (bytes) => void own.push(...bytes)
      })
      const body = Buffer.concat(messages.map(({ flags, bytes }) => enveloped(flags, bytes)))
      let complete = 0
      for (let at = 0, n = 0; at < body.length; n++) {
        const piece = body.subarray(at, at + (sizes[n % sizes.length] ?? body.length))
        const ends = walk(piece)
        if (ends > 0) complete = at + ends
        at += piece.length
        expect(complete).toBe(endOfLast(messages, at))
      }
      expect(begun).toEqual(
        messages.map(({ flags, bytes }) => ({ length: bytes.length, isEnd: (flags & 2) > 0 })),
      )
      expect(taken).toEqual(messages.map(({ bytes }) => [...bytes]))
    }),
  )
})

test('a message is refused by its prefix, before any of its bytes', () => {
  const walk = envelopes(({ length }) => {
    if (length > 3) throw new Error('too large')
    return undefined
  })
  expect(walk(enveloped(0, Buffer.from('abc')))).toBe(PREFIX + 3)
  expect(walk(enveloped(0, Buffer.from('abcd')).subarray(0, PREFIX - 1))).toBe(0)
  expect(() => walk(Buffer.of(4))).toThrow('too large')
})

function enveloped(flags: number, bytes: Uint8Array): Buffer {
  const prefix = Buffer.alloc(PREFIX)
  prefix[0] = flags
  prefix.writeUInt32BE(bytes.length, 1)
  return Buffer.concat([prefix, bytes])
}

/** The end of the last message that is complete within so many bytes. */
function endOfLast(messages: readonly { bytes: Uint8Array }[], arrived: number): number {
  let end = 0
  for (const { bytes } of messages) {
    const next = end + PREFIX + bytes.length
    if (next > arrived) break
    end = next
  }
  return end
}
