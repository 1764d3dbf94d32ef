import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { sha256Hex } from '../../services/kernel/crypto/digest.ts'
import { leafHash } from '../../services/kernel/crypto/merkle.ts'
import { build, DIST } from '../../verifier/build.mjs'
import { PackageFile } from '../../verifier/src/container/package-file.mjs'
import { SecondThread } from '../../verifier/src/container/second-thread.mjs'
import { readContainer } from '../../verifier/src/container/zip.mjs'
import { eventfulLog } from './support/honest.ts'
import { otherNodes } from './support/other-node.ts'
import { buildPackage } from './support/package.ts'
import { asFile } from './support/run.ts'
import { makeKey } from './support/signer.ts'

const verifier = readFileSync(DIST)

test('verifier/dist/verify.mjs is what verifier/build.mjs makes of verifier/src, under every Node.js', async () => {
  const text = await build()
  expect(readFileSync(DIST, 'utf8')).toBe(text)
  for (const node of otherNodes()) {
    const check = fileURLToPath(new URL('../../verifier/build.mjs', import.meta.url))
    expect(spawnSync(node, [check, '--check'], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
  }
})

test('the SHA-256 of verify.mjs is published beside it and in the changelog, in the form of sha256sum', () => {
  const directory = join(DIST, '..')
  const checked = spawnSync('sha256sum', ['-c', '--strict', 'verify.mjs.sha256'], {
    cwd: directory,
    encoding: 'utf8',
  })
  expect(checked).toMatchObject({ status: 0, stdout: 'verify.mjs: OK\n' })
  const changelog = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8')
  expect(changelog).toContain(`SHA-256 of \`verify.mjs\`: \`${sha256Hex(verifier)}\``)
})

test('the verifier’s second thread returns whole lines with their leaf hashes', async () => {
  const file = new PackageFile(asFile(await buildPackage(eventfulLog(), makeKey())))
  const entries = readContainer(file)
  const { start, size } = entries.get('manifest.json')!
  const [part] = JSON.parse(file.read(start, size).toString()).parts
  const thread = new SecondThread(part.bytes)
  expect(thread.typesOf([part])).toEqual(new Set([part.type]))
  expect(thread.typesOf([{ ...part, bytes: part.bytes - 1 }])).toEqual(new Set())
  const parts = [{ part, entry: entries.get(part.file)! }]
  let lines = 0
  for await (const { bytes, hashes } of thread.chunks(file, parts, { bytes: 0, sequences: 1 })!) {
    const texts = bytes.toString('utf8', 1).split('\n').slice(0, -1)
    expect(hashes!.toString('hex')).toBe(texts.map((text) => leafHash(text).toString('hex')).join(''))
    lines += texts.length
  }
  expect(lines).toBe(part.lines)
  await thread.close()
  file.close()
})

test('no module of the verifier has mutable state at the top level', () => {
  const sources = readdirSync(new URL('../../verifier/src/', import.meta.url), {
    recursive: true,
    encoding: 'utf8',
  }).filter((name) => name.endsWith('.mjs'))
  expect(sources.length).toBeGreaterThan(20)
  for (const name of sources)
    expect(readFileSync(new URL(`../../verifier/src/${name}`, import.meta.url), 'utf8')).not.toMatch(/^let /m)
})

test('verify.mjs imports only files, hashes, zlib, threads, events and argument parsing of Node.js', () => {
  const imported = [...verifier.toString().matchAll(/^import .* from '(.*)';$/gm)].map((match) => match[1])
  expect(imported.sort()).toEqual([
    'node:crypto',
    'node:events',
    'node:fs',
    'node:url',
    'node:util',
    'node:worker_threads',
    'node:zlib',
  ])
  expect(verifier.toString()).not.toMatch(
    /\bimport\(|\brequire\(|\bfetch\(|process\.binding|getBuiltinModule|writeFile/,
  )
})
