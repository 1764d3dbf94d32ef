import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { sha256Hex } from '../../services/kernel/crypto/digest.ts'
import { build, DIST } from '../../verifier/build.mjs'
import { otherNodes } from './support/other-node.ts'

const verifier = readFileSync(DIST)

test('verifier/dist/verify.mjs is what the modules of verifier/src give, under every Node.js', async () => {
  const text = await build()
  expect(readFileSync(DIST, 'utf8')).toBe(text)
  for (const node of otherNodes()) {
    const check = fileURLToPath(new URL('../../verifier/build.mjs', import.meta.url))
    expect(spawnSync(node, [check, '--check'], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
  }
})

test('its SHA-256 is published beside it and in the changelog, as sha256sum reads it', () => {
  const directory = join(DIST, '..')
  const checked = spawnSync('sha256sum', ['-c', '--strict', 'verify.mjs.sha256'], {
    cwd: directory,
    encoding: 'utf8',
  })
  expect(checked).toMatchObject({ status: 0, stdout: 'verify.mjs: OK\n' })
  const changelog = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8')
  expect(changelog).toContain(`SHA-256 of \`verify.mjs\`: \`${sha256Hex(verifier)}\``)
})

test('no module of the verifier has state of its own', () => {
  const sources = readdirSync(new URL('../../verifier/src/', import.meta.url), {
    recursive: true,
    encoding: 'utf8',
  }).filter((name) => name.endsWith('.mjs'))
  expect(sources.length).toBeGreaterThan(20)
  for (const name of sources)
    expect(readFileSync(new URL(`../../verifier/src/${name}`, import.meta.url), 'utf8')).not.toMatch(/^let /m)
})

test('the joined file imports nothing but files, hashes, zlib, events and argument parsing of Node.js', () => {
  const imported = [...verifier.toString().matchAll(/^import .* from '(.*)';$/gm)].map((match) => match[1])
  expect(imported.sort()).toEqual([
    'node:crypto',
    'node:events',
    'node:fs',
    'node:url',
    'node:util',
    'node:zlib',
  ])
  expect(verifier.toString()).not.toMatch(
    /\bimport\(|\brequire\(|\bfetch\(|process\.binding|getBuiltinModule|writeFile/,
  )
})
