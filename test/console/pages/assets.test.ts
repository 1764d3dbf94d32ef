import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DescMethod } from '@bufbuild/protobuf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHANNEL_EVENTS } from '../../../gateway/console/routes/channel-events.ts'
import { LEVELS } from '../../../gateway/console/routes/incidents/assessment-levels.ts'
import { type Regime, RegimeSchema } from '../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import { accessOf } from '../../../services/kernel/identity/access.ts'
import { enumText } from '../../../services/kernel/values/enum-text.ts'
import { EVENTS } from '../../../services/ledger/domain/notifications/events.ts'
import { REGIMES } from '../../../services/ledger/domain/obligations/obligations-of.ts'
import { bootInstallation, type TestInstallation } from '../../harness/installation.ts'
import { builtConsole } from '../support/built.ts'

let at: TestInstallation
beforeAll(async () => {
  await builtConsole()
  at = await bootInstallation()
})
afterAll(() => at.stop())

test('the assessment form offers the levels of each law, lowest first', () => {
  const regimes = enumText<Regime>(RegimeSchema)
  const offered = LEVELS.map(([regime, levels]) => [regimes.word(regime), levels.map(([level]) => level)])
  expect(offered).toEqual(REGIMES.map(({ name, levels }) => [name, levels]))
})

test('the form of a channel offers every event', () => {
  expect(CHANNEL_EVENTS.map(([event]) => event).sort()).toEqual([...EVENTS])
})

const sources = fileURLToPath(new URL('../../../gateway/console/', import.meta.url))
const built = join(sources, 'dist/')
const COMMAND = fileURLToPath(new URL('../../../clients/cli/dist/attestry.mjs', import.meta.url))
const docsAssets = fileURLToPath(new URL('../../../gateway/docs/assets/', import.meta.url))

async function filesOf(directory: string): Promise<{ path: string; text: string }[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => {
        const path = join(parentPath, name)
        return { path: path.slice(directory.length), text: await readFile(path, 'utf8') }
      }),
  )
}

/** Every RPC that a file of the console names: `KeyService.method.createKey`. The compiler sees to it that each exists. */
async function named(): Promise<Set<string>> {
  const found = new Set<string>()
  for (const { path, text } of await filesOf(sources)) {
    if (!/\.tsx?$/.test(path)) continue
    for (const [, service, method] of text.matchAll(/\b(\w+Service)\.method\.(\w+)/g))
      found.add(`${service}/${method}`)
  }
  return found
}

/** Every method of every proto that people can call. */
async function controlMethods(): Promise<DescMethod[]> {
  const root = fileURLToPath(new URL('../../../proto/gen/attestry/', import.meta.url))
  const files = (await readdir(root, { recursive: true })).filter((path) => path.endsWith('_pb.ts'))
  const modules = await Promise.all(files.map((path) => import(join(root, path))))
  return modules
    .flatMap((module) => Object.values(module) as { kind?: string; methods?: DescMethod[] }[])
    .flatMap((value) => (value?.kind === 'service' ? value.methods! : []))
    .filter((method) => accessOf(method).control.length > 0)
}

const nameOf = (method: DescMethod): string => `${method.parent.name}/${method.localName}`

/** Done through plain routes of the control API: signing out. By pipelines and the command: signed decisions. */
const ELSEWHERE = new Set(['SessionService/endSession', 'EvidenceService/attestDecision'])

describe('the RPCs that the console names', () => {
  test('are all open to people in their proto', async () => {
    const open = new Set((await controlMethods()).map(nameOf))
    for (const rpc of await named()) expect(open).toContain(rpc)
  })

  test('include every change that people can make', async () => {
    const changes = (await controlMethods()).filter(
      (method) => accessOf(method).writes && !ELSEWHERE.has(nameOf(method)),
    )
    const used = await named()
    expect(changes.length).toBeGreaterThan(25)
    expect(changes.map(nameOf).filter((rpc) => !used.has(rpc))).toEqual([])
  })

  test('the first load is at most 250 KB of compressed script and style', async () => {
    const { first_load_bytes } = JSON.parse(await readFile(join(built, 'source.json'), 'utf8'))
    expect(first_load_bytes).toBeGreaterThan(50_000)
    expect(first_load_bytes).toBeLessThanOrEqual(250 * 1024)
  })
})

test.each([
  [
    'the console',
    join(built, 'third-party-licenses.txt'),
    ['react', '@tanstack/react-router', '@bufbuild/protobuf'],
  ],
  ['the page that verifies packages', join(built, 'verify.html'), ['pako', '@noble/curves', '@noble/hashes']],
  ['the command for pipelines', COMMAND, ['csv-parse', 'saxes', 'yauzl']],
])('%s comes with the licences of the packages in it', async (_, path, packages) => {
  const text = await readFile(path, 'utf8')
  for (const name of packages)
    expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+\\nLicence: `, 'm'))
  expect(text).toContain('copyright notice and this permission notice')
})

describe('the files that the console serves', () => {
  test('all come with the strict content security policy and an ETag for revalidation', async () => {
    const paths = [
      ...(await filesOf(built))
        .filter(({ path }) => !path.endsWith('.br'))
        .map(({ path }) => `/console/${path}`),
      ...(await filesOf(docsAssets)).map(({ path }) => `/docs/${path}`),
      ...[
        '/',
        '/console/',
        '/console/theme.css',
        '/console/mark.svg',
        '/docs',
        '/docs/',
        '/docs/openapi.json',
      ],
    ]
    for (const path of paths) {
      const response = await fetch(at.baseUrl + path)
      expect(response.status, path).toBe(200)
      const policy = response.headers.get('content-security-policy')
      expect(policy, path).toContain("default-src 'none'")
      expect(policy, path).not.toMatch(/unsafe|https?:|\*/)
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
      const again = await fetch(at.baseUrl + path, {
        headers: { 'if-none-match': response.headers.get('etag')! },
      })
      expect(again.status, path).toBe(304)
    }
  })

  test('are compressed for clients that accept it, with the same text', async () => {
    const [script] = (await filesOf(built)).filter(({ path }) => path.endsWith('.js'))
    const url = `${at.baseUrl}/console/${script!.path}`
    for (const accepted of ['br', 'gzip, br', 'identity', 'gzip;q=1.0', 'br;q=0']) {
      const response = await fetch(url, { headers: { 'accept-encoding': accepted } })
      const compressed = accepted === 'br' || accepted === 'gzip, br'
      expect([accepted, response.headers.get('content-encoding')]).toEqual([
        accepted,
        compressed ? 'br' : null,
      ])
      expect(response.headers.get('vary')).toBe('Accept-Encoding')
      expect(await response.text()).toBe(script!.text)
    }
  })

  test('do not include unknown or climbing paths, which are answered 404 as JSON', async () => {
    for (const path of [
      '/nowhere',
      '/console/nothing.js',
      '/docs/nothing',
      '/console/..%2f..%2fpackage.json',
    ]) {
      const response = await fetch(at.baseUrl + path)
      expect(response.status, path).toBe(404)
      expect(await response.json()).toEqual({ error: { code: 'not_found', message: 'not found' } })
    }
    expect((await fetch(`${at.baseUrl}/console/main.js`, { method: 'POST' })).status).toBe(404)
  })

  test('name no other origin, and contain no eval and no markup built from text', async () => {
    const files = [...(await filesOf(sources)), ...(await filesOf(docsAssets))]
    for (const { path, text } of files) {
      if (path.startsWith('dist') || /\.test\.ts$|\.mjs$/.test(path)) continue
      expect(text.replaceAll('http://www.w3.org/2000/svg', ''), path).not.toMatch(/https?:\/\//)
      expect(text, path).not.toMatch(
        /innerHTML|outerHTML|dangerously|insertAdjacentHTML|document\.write|\beval\(|new Function/,
      )
      if (path.endsWith('.html')) {
        expect(text, path).not.toMatch(/<script(?![^>]*\bsrc=)|<style| style=| on\w+=/)
      }
    }
  })
})
