import { expect, test } from 'vitest'
import { rootOf } from './inclusion.ts'
import { hex } from './sha256.ts'

async function sha(prefix: number, ...parts: Uint8Array[]): Promise<Uint8Array> {
  const bytes = Uint8Array.from([prefix, ...parts.flatMap((part) => [...part])])
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}
/** RFC 9162 section 2.1.1, as it is written there. */
async function root(texts: string[]): Promise<Uint8Array> {
  if (texts.length === 1) return sha(0, new TextEncoder().encode(texts[0]))
  const split = splitOf(texts.length)
  return sha(1, await root(texts.slice(0, split)), await root(texts.slice(split)))
}
/** RFC 9162 section 2.1.3.1, as it is written there. */
async function path(index: number, texts: string[]): Promise<Uint8Array[]> {
  if (texts.length === 1) return []
  const split = splitOf(texts.length)
  return index < split
    ? [...(await path(index, texts.slice(0, split))), await root(texts.slice(split))]
    : [...(await path(index - split, texts.slice(split))), await root(texts.slice(0, split))]
}
const splitOf = (size: number) => 2 ** Math.floor(Math.log2(size - 1))

test('the browser’s inclusion proof gives the root hash only for the right text, index, size and proof', async () => {
  for (let size = 1; size <= 20; size++) {
    const texts = Array.from({ length: size }, (_, i) => `{"entry":${i},"name":"ä"}`)
    const expected = hex(await root(texts))
    for (let index = 0; index < size; index++) {
      const proof = await path(index, texts)
      const found = async (text: string, at: number, of: number, hashes: Uint8Array[]) => {
        const made = await rootOf(text, BigInt(at), BigInt(of), hashes)
        return made === undefined ? undefined : hex(made)
      }
      expect(await found(texts[index]!, index, size, proof)).toBe(expected)
      expect(await found(`${texts[index]} `, index, size, proof)).not.toBe(expected)
      expect(await found(texts[index]!, index, size, [...proof, proof[0] ?? (await sha(2))])).toBeUndefined()
      if (proof.length > 0) expect(await found(texts[index]!, index, size, proof.slice(1))).not.toBe(expected)
      expect(await found(texts[index]!, size, size, proof)).toBeUndefined()
      if (size > 1) expect(await found(texts[index]!, (index + 1) % size, size, proof)).not.toBe(expected)
    }
  }
})
