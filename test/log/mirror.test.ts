import { generateKeyPairSync } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attestryInHost, temporaryDirectory } from '../harness/command.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { rewriteEntry } from './rewritten-log.ts'
import { appendEntries, checkpointOf, definedLog } from './support.ts'
import { mth, tilesClient } from './tiles-client.ts'

let at: TestInstallation
let directory: Awaited<ReturnType<typeof temporaryDirectory>>
let key: string
let files: { server: Server; url: string }
beforeAll(async () => {
  at = await bootInstallation()
  directory = await temporaryDirectory()
  key = (await at.organization.makeKey({ permissions: ['audit:read'] })).key
  const { keys } = (await (await fetch(`${at.baseUrl}/.well-known/attestry/keys.json`)).json()) as {
    keys: { kid: string }[]
  }
  const pem = await fetch(`${at.baseUrl}/.well-known/attestry/keys/${keys[0]!.kid}.pem`)
  await writeFile(path('log.pem'), await pem.text())
  files = await fileServer(directory.path)
})
afterAll(async () => {
  await new Promise((done) => files?.server.close(done) ?? done(undefined))
  await directory?.remove()
  await at?.stop()
})

const path = (...names: string[]) => join(directory.path, ...names)
const logUrl = (id = at.organization.id) => `${at.baseUrl}/tlog/${id}`
const get = (name: string, bearer: string | undefined = key, url = logUrl()) =>
  fetch(`${url}/${name}`, bearer === '' ? {} : { headers: { authorization: `Bearer ${bearer}` } })
const bytes = async (name: string) => {
  const response = await get(name)
  expect(response.status, name).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}
const checkpoint = () => checkpointOf(at, at.organization.id)

/** `attestry audit mirror` of the log of an organization, into a directory. */
async function mirror({ id, key }: { id: string; key: string }, into: string, ...more: string[]) {
  const url = more.includes('--url') ? [] : ['--url', logUrl(id)]
  const log = ['--directory', path(into), '--org', id, '--public-key', path('log.pem')]
  const { code, json } = await attestryInHost(['audit', 'mirror', ...log, ...url, '--json', ...more], {
    ATTESTRY_API_KEY: key,
  })
  return { code, json, codes: (json?.problems ?? []).map((one: { code: string }) => one.code) }
}

/** Serves the files of a directory, as any web server would. */
async function fileServer(root: string) {
  const server = createServer((request, response) => {
    readFile(join(root, request.url!)).then(
      (content) => response.end(content),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** Every file of a directory, by its name below it. */
async function contents(into: string): Promise<Map<string, Buffer>> {
  const found = await readdir(path(into), { recursive: true, withFileTypes: true })
  const names = found
    .filter((one) => one.isFile() && !one.name.startsWith('.'))
    .map((one) => join(one.parentPath, one.name).slice(path(into).length + 1))
  return new Map(
    await Promise.all(names.sort().map(async (name) => [name, await readFile(path(into, name))] as const)),
  )
}

describe('the log as tiles', () => {
  test('can be read by an independent client as the tile specification says', async () => {
    await appendEntries(at.databaseUrl, at.organization.id, 66_000)
    const { treeSize } = await checkpoint()
    const served = await get('checkpoint')
    expect(served.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(served.headers.get('cache-control')).toBe('no-store')
    const [origin, sizeText, root] = (await served.text()).split('\n')
    const size = Number(sizeText)
    expect(origin).toBe(`attestry/${at.organization.id}`)
    expect(size).toBeGreaterThanOrEqual(Number(treeSize))
    // Full and partial tiles of three levels.
    const client = tilesClient(size, bytes)
    expect((await client.root()).toString('base64')).toBe(root)
    for (const entry of [0, 300, 35_000, 65_535, size - 1]) {
      const first = entry - (entry % 256)
      const end = Math.min(first + 256, size)
      const entries = await client.entries(entry)
      expect(entries.length).toBe(end - first)
      expect(await client.hashOf(first, end)).toEqual(mth(entries))
      expect(await client.hashOf(entry, entry + 1)).toEqual(mth([entries[entry - first]!]))
    }
  })

  test('needs a key of the organization with audit:read, and each call is logged', async () => {
    const other = await at.another()
    const may = async (name: string, bearer: string | undefined, url?: string) =>
      (await get(name, bearer, url)).status
    expect(await may('checkpoint', '')).toBe(401)
    expect(
      await may('tile/entries/000', (await at.organization.makeKey({ permissions: ['gate:query'] })).key),
    ).toBe(403)
    expect(await may('tile/entries/000', other.key)).toBe(404)
    expect(await may('checkpoint', other.key)).toBe(404)
    const foreign = `${at.baseUrl}/tlog/${other.id}`
    expect(await may('tile/entries/000', key, foreign)).toBe(404)
    expect(await may('tile/0/000', key, `${at.baseUrl}/tlog/00000000-0000-0000-0000-000000000000`)).toBe(404)
    for (const name of [
      'tile/0/x000/000',
      'tile/0/999',
      'tile/0/000.p/0',
      'tile/64/000',
      'tile/entries/x999/999',
      'tile',
      '',
      'x',
    ])
      expect(await may(name, key), name).toBe(404)
    const posted = await fetch(`${logUrl()}/checkpoint`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
    })
    expect(posted.status).toBe(404)
    const answer = await get('tile/0/000.p/7')
    expect((await answer.arrayBuffer()).byteLength).toBe(7 * 32)
    expect(answer.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    const [entry] = await sql<{ entry: string }>(
      at.databaseUrl,
      'select entry from ledger.entries where id = $1',
      [answer.headers.get('x-request-id')],
    )
    expect(JSON.parse(entry!.entry)).toMatchObject({
      operation: 'getTile',
      outcome: 'ok',
      via: 'rest',
      actor: { kind: 'api_key' },
    })
  })
})

describe('attestry audit mirror', () => {
  test('copies the log, continues from its copy, and its files are the log as tiles', async () => {
    const made = await at.another()
    await appendEntries(at.databaseUrl, made.id, 300)
    await checkpointOf(at, made.id)
    const first = await mirror(made, 'small')
    expect(first.json).toMatchObject({ ok: true, problems: [] })
    expect(first.json.added).toBe(first.json.size)
    await appendEntries(at.databaseUrl, made.id, 300)
    await checkpointOf(at, made.id)
    const second = await mirror(made, 'small', '--again')
    expect(second.json).toMatchObject({ ok: true, problems: [] })
    expect(second.json.added).toBe(second.json.size - first.json.size)
    const defined = await definedLog(at.databaseUrl, made.id)
    const kept = await contents('small')
    const { size } = second.json
    expect([...kept.keys()]).toEqual([
      'checkpoint',
      'tile/0/000',
      'tile/0/001',
      `tile/0/002.p/${size - 512}`,
      'tile/1/000.p/2',
      'tile/entries/000',
      'tile/entries/001',
      `tile/entries/002.p/${size - 512}`,
    ])
    expect(Buffer.concat([kept.get('tile/0/000')!, kept.get('tile/0/001')!])).toEqual(
      Buffer.concat(defined.hashes.slice(0, 512)),
    )
    // A copy is a log of tiles itself, behind any web server.
    expect(await mirror(made, 'second', '--url', `${files.url}/small`)).toMatchObject({ code: 0 })
    expect(await contents('second')).toEqual(kept)
  })

  test('needs the public key of the log, and refuses another one', async () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    await writeFile(path('other.pem'), publicKey.export({ format: 'pem', type: 'spki' }))
    const args = [
      'audit',
      'mirror',
      '--directory',
      path('none'),
      '--url',
      logUrl(),
      '--public-key',
      path('other.pem'),
    ]
    const refused = await attestryInHost(args, { ATTESTRY_API_KEY: key })
    expect(refused.stderr).toContain('none of the given keys signed the checkpoint')
    expect(refused.code).not.toBe(0)
    expect(await contents('none')).toEqual(new Map())
  })

  test('copies the installation’s own log for the operator', async () => {
    const args = [
      'audit',
      'mirror',
      '--directory',
      path('own'),
      '--operator',
      '--public-key',
      path('log.pem'),
      '--json',
    ]
    await checkpointOf(at, '00000000-0000-0000-0000-000000000000')
    const { json, stderr } = await attestryInHost(args, at.env)
    expect(stderr).toBe('')
    expect(json).toMatchObject({ ok: true, problems: [] })
    expect(json.size).toBeGreaterThan(0)
  })
})

describe('attestry audit mirror reports', () => {
  test('an old entry rewritten in the database with the tree built anew and signed with the genuine key', async () => {
    const made = await at.another()
    await appendEntries(at.databaseUrl, made.id, 600)
    await checkpointOf(at, made.id)
    const { json: before } = await mirror(made, 'kept')
    expect(before).toMatchObject({ ok: true })
    const kept = await contents('kept')
    await at.stop()
    await rewriteEntry(at.databaseUrl, made.id, 500)
    const { organization } = at
    at = { ...(await bootInstallation({ databaseUrl: at.databaseUrl, env: at.env })), organization }
    await appendEntries(at.databaseUrl, made.id, 10)
    await checkpointOf(at, made.id)
    const found = await mirror(made, 'kept')
    expect(found).toMatchObject({ code: 1, codes: ['history_rewritten', 'tile_differs'] })
    expect(found.json.problems[1]).toMatchObject({ index: 500, path: 'tile/entries/001' })
    expect(found.json.size).toBe(before.size)
    // The copy of the mirror is unchanged, and the checkpoint that contradicts it is kept beside it.
    const now = await contents('kept')
    for (const [name, content] of kept) expect(now.get(name), name).toEqual(content)
    const refused = [...now].filter(([name]) => name.startsWith('refused/'))
    expect(refused.length).toBe(1)
    expect(refused[0]![1].toString()).toContain(`attestry/${made.id}\n`)
    // A reader who did not follow the log notices nothing: the second history is consistent in itself.
    expect((await mirror(made, 'late')).json).toMatchObject({ ok: true })
  })
})

test('a pause between two copies that no timer can count is refused', async () => {
  const nowhere = ['--url', 'http://127.0.0.1:9/tlog', '--retries', '0']
  const ended = async (every: string) =>
    (await mirror({ id: at.organization.id, key }, 'paused', ...nowhere, '--every', every)).code
  expect(await ended('2147484')).toBe(2)
  // Nothing listens there.
  expect(await ended('604800')).not.toBe(2)
})
