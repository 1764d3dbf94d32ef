import { mkdir, mkdtemp, rm, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BUNDLE, freshBundle, LIST, stampsOf } from './fresh.mjs'

describe('the bundle of the command', () => {
  let directory: string
  let root: URL
  const write = (path: string, text: string) => writeFile(join(directory, path), text)

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'attestry-bundle-'))
    root = pathToFileURL(`${directory}/`)
    await mkdir(join(directory, BUNDLE), { recursive: true })
    await write('node_modules/.package-lock.json', '{}')
    await write('source.ts', 'one')
    const files = stampsOf(root, ['source.ts'], Date.now() + 60_000)
    await write(`${BUNDLE}/${LIST}`, JSON.stringify({ serve: 'serve-1.js', files }))
  })
  afterEach(() => rm(directory, { recursive: true }))

  it('is used while its sources and packages are unchanged', () => {
    expect(freshBundle(root)).toEqual({
      command: new URL(`${BUNDLE}/command.mjs`, root).href,
      serve: join(directory, BUNDLE, 'serve-1.js'),
    })
  })

  it('is not used after a source has changed', async () => {
    await write('source.ts', 'other')
    expect(freshBundle(root)).toBeUndefined()
  })

  it('is not used after a source was deleted', async () => {
    await unlink(join(directory, 'source.ts'))
    expect(freshBundle(root)).toBeUndefined()
  })

  it('is not used after the packages have changed', async () => {
    await write('node_modules/.package-lock.json', '{"packages":{}}')
    expect(freshBundle(root)).toBeUndefined()
  })

  it('is not used if it does not exist', async () => {
    await unlink(join(directory, BUNDLE, LIST))
    expect(freshBundle(root)).toBeUndefined()
  })

  it('is not made of a source that changed meanwhile', () => {
    expect(() => stampsOf(root, ['source.ts'], 0)).toThrow('changed meanwhile')
  })
})
