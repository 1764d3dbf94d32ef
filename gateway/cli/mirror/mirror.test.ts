import { generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { leafHash, treeHash } from '../../../services/kernel/crypto/merkle.ts'
import { DomainError, Reason } from '../../../services/kernel/errors/errors.ts'
import { signatureLine } from '../../../services/kernel/tlog/signed-note.ts'
import { bundleOf, TILE_WIDTH, tilePath, tilesSince } from '../../../services/kernel/tlog/tiles.ts'
import { SignatureType, verifierKey } from '../../../services/kernel/tlog/verifier-key.ts'
import type { Copy } from './copy.ts'
import { mirror } from './mirror.ts'

const ORIGIN = 'attestry/018f0000-0000-7000-8000-000000000001'
const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const key = verifierKey(ORIGIN, SignatureType.ECDSA, pair.publicKey.export({ format: 'der', type: 'spki' }))

type Files = Map<string, Buffer>
const START = Date.parse('2026-01-01T00:00:00.000Z')
const texts = (size: number) => Array.from({ length: size }, (_, i) => `{"entry":${i}}`)

/** A log by the definition, as files: each hash of a tile is the tree hash of its entries. */
function logOf(entries: string[]): Files {
  const files: Files = new Map()
  const hashes = entries.map((entry) => leafHash(entry))
  for (const tile of tilesSince(0, entries.length)) {
    const span = TILE_WIDTH ** tile.level
    const nodes = Array.from({ length: tile.width }, (_, i) => {
      const first = (tile.index * TILE_WIDTH + i) * span
      return treeHash(hashes.slice(first, first + span))
    })
    files.set(tilePath(tile), Buffer.concat(nodes))
    const first = tile.index * TILE_WIDTH
    if (tile.level === 0)
      files.set(tilePath({ ...tile, kind: 'entries' }), bundleOf(entries.slice(first, first + tile.width)))
  }
  files.set('checkpoint', checkpointOf(entries.length, treeHash(hashes)))
  return files
}

function checkpointOf(size: number, root: Buffer, origin = ORIGIN): Buffer {
  const text = `${origin}\n${size}\n${root.toString('base64')}\n`
  const signature = sign('sha256', Buffer.from(text), pair.privateKey)
  return Buffer.from(`${text}\n${signatureLine(origin, key.keyId, signature)}`)
}

/** The entries of a copy that are not files of the log. */
const notes = new WeakMap<Files, Files>()

function copyOf(files: Files): Copy {
  const beside = notes.get(files) ?? new Map<string, Buffer>()
  notes.set(files, beside)
  const placeOf = (path: string) => (path.startsWith('.') ? beside : files)
  return {
    read: async (path) => placeOf(path).get(path),
    write: async (path, bytes) => void placeOf(path).set(path, Buffer.from(bytes)),
    remove: async (path) => void files.delete(path),
    keepRefused: async (_, checkpoint) => {
      files.set('refused', Buffer.from(checkpoint))
      return 'refused'
    },
    close: () => {},
  }
}

/** A mirror with this copy, asked to follow this log. */
async function following(copy: Files, log: Files, again = false, { now = START, staleAfterMs = 0 } = {}) {
  const read = async (path: string) => {
    const file = log.get(path)
    if (file === undefined) throw new DomainError(Reason.NOT_FOUND, 'not found')
    return file
  }
  const clock = { now: () => new Date(now) }
  const followed = { read, copy: copyOf(copy), origin: ORIGIN, keys: [key], clock, staleAfterMs }
  const found = await mirror(followed, { again })
  return { ...found, codes: found.rewritten.map(({ code }) => code) }
}

const changed = (files: Files, path: string, change: (bytes: Buffer) => Buffer | undefined): Files => {
  const copy = new Map(files)
  const bytes = change(Buffer.from(files.get(path)!))
  if (bytes === undefined) copy.delete(path)
  else copy.set(path, bytes)
  return copy
}
const flipped = (at: number) => (bytes: Buffer) => {
  bytes[at]! ^= 1
  return bytes
}

describe('a mirror’s copy', () => {
  test('has the log’s files after each step from any size to any other, signed by one of several keys', async () => {
    const sizes = [1, 2, 255, 256, 257, 511, 512, 700, 701]
    for (const from of sizes)
      for (const to of sizes.filter((size) => size >= from)) {
        const copy: Files = new Map()
        await following(copy, logOf(texts(from)))
        const log = logOf(texts(to))
        const { codes, added, size } = await following(copy, log, true)
        expect({ codes, added, size }).toEqual({ codes: [], added: to - from, size: to })
        expect([...copy].sort()).toEqual([...log].sort())
      }
  })

  test('needs a checkpoint of its log by a given key', async () => {
    const log = logOf(texts(3))
    const other = checkpointOf(3, treeHash(texts(3).map((text) => leafHash(text))), `${ORIGIN.slice(0, -1)}2`)
    await expect(following(new Map(), new Map([...log, ['checkpoint', other]]))).rejects.toThrow(
      'the checkpoint is of',
    )
    const forged = changed(log, 'checkpoint', (bytes) =>
      Buffer.from(bytes.toString().replace('\n3\n', '\n4\n')),
    )
    await expect(following(new Map(), forged)).rejects.toThrow('none of the given keys signed')
  })
})

test('the mirror reports a log that shows the same checkpoint for too long, until it grows', async () => {
  const copy: Files = new Map()
  const HOUR = 3_600_000
  const after = async (hours: number, size: number, staleAfterMs = 24 * HOUR) => {
    const now = START + hours * HOUR
    const { codes, since } = await following(copy, logOf(texts(size)), false, { now, staleAfterMs })
    return [codes, (since!.getTime() - START) / HOUR]
  }
  expect(await after(0, 300)).toEqual([[], 0])
  expect(await after(24, 300)).toEqual([[], 0])
  expect(await after(25, 300)).toEqual([['log_stale'], 0])
  expect(await after(25, 300, 0)).toEqual([[], 0])
  expect(await after(26, 301)).toEqual([[], 26])
  // Another clock: it begins anew.
  expect(await after(20, 301)).toEqual([[], 20])
  expect(await after(50, 301)).toEqual([['log_stale'], 20])
})

describe('the mirror reports what contradicts its copy, and keeps the copy', () => {
  const SIZES = [1, 5, 256, 300, 600]
  const rewritten = (size: number, at: number) =>
    texts(size).map((text, i) => (i === at ? '{"entry":"other"}' : text))

  /** Everything that the copy had, which must not change. */
  async function refused(size: number, log: Files, again = false) {
    const before = logOf(texts(size))
    const copy = new Map(before)
    const found = await following(copy, log, again)
    expect(found.rewritten.length).toBeGreaterThan(0)
    expect(found.size).toBe(size)
    for (const [path, bytes] of before) expect(copy.get(path), path).toEqual(bytes)
    expect(copy.get('refused')).toEqual(log.get('checkpoint'))
    return found
  }

  test('a log that has shrunk', async () => {
    for (const size of SIZES)
      for (const smaller of [0, 1, 255, 256].filter((one) => one < size))
        expect((await refused(size, logOf(texts(smaller)))).codes).toEqual(['log_shrunk'])
  })

  test('a fork of the same size', async () => {
    for (const size of SIZES)
      for (const at of new Set([0, size - 1]))
        expect((await refused(size, logOf(rewritten(size, at)))).codes).toEqual(['log_forked'])
  })

  test('each rewritten old entry, after little or much growth', async () => {
    for (const size of SIZES)
      for (const grown of [size + 1, size + 256, size + 600])
        for (const at of new Set([0, Math.floor(size / 2), size - 1])) {
          const { rewritten: found } = await refused(size, logOf(rewritten(grown, at)))
          expect(
            found.some(({ index }) => index === at),
            `${size} ${grown} ${at}`,
          ).toBe(true)
        }
  })

  test('each tile that does not match the entries, or is missing', async () => {
    const grown = logOf(texts(600))
    for (const path of grown.keys()) {
      if (path === 'checkpoint') continue
      // A changed tile that the copy already has is found only by a second reading.
      const isNew = !logOf(texts(300)).has(path)
      for (const change of [flipped(7), () => Buffer.alloc(0), () => undefined])
        expect((await refused(300, changed(grown, path, change), !isNew)).codes[0], path).toMatch(
          /tile_|history_/,
        )
    }
  })

  test('a copy with a changed or missing file', async () => {
    const log = logOf(texts(600))
    for (const path of log.keys()) {
      if (path === 'checkpoint') continue
      for (const change of [flipped(3), () => undefined])
        expect((await following(changed(log, path, change), log)).codes, path).toEqual(['copy_damaged'])
    }
  })

  test('a copy without its checkpoint whose tiles the log contradicts', async () => {
    const entries = texts(600)
    const copy = changed(logOf(entries), 'checkpoint', () => undefined)
    const log = logOf(entries.map((entry, i) => (i === 40 ? '{"entry":"other"}' : entry)))
    const before = new Map(copy)
    expect((await following(copy, log)).codes).toEqual(['copy_damaged'])
    expect(copy.get('refused')).toEqual(log.get('checkpoint'))
    copy.delete('refused')
    expect(copy).toEqual(before)
    // A first run that was ended before it wrote the checkpoint continues.
    const longer = logOf([...entries, '{"entry":600}'])
    expect(await following(copy, longer)).toMatchObject({ codes: [], size: 601 })
  })

  test.each([false, true])(
    'a signed checkpoint of an impossible number of entries (again: %s)',
    async (again) => {
      const log = logOf(texts(300))
      const copy = new Map(log)
      const claimed = checkpointOf(2 ** 50, treeHash([leafHash('x')]))
      expect((await following(copy, new Map(log).set('checkpoint', claimed), again)).codes).toEqual([
        'tile_missing',
      ])
      expect(copy.get('refused')).toEqual(claimed)
      expect(copy.get('checkpoint')).toEqual(log.get('checkpoint'))
    },
  )
})
