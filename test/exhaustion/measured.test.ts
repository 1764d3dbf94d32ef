import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootInstallation } from '../harness/installation.ts'
import { type Served, serve } from '../process/support/serve.ts'
import {
  anonymousBodies,
  bursts,
  idleConnections,
  makeLargeIncidents,
  pipelining,
  slowReaders,
  smallChunks,
} from './support/attacks.ts'
import { denseExports } from './support/dense-exports.ts'
import { expectHeld, measure } from './support/measured.ts'

let served: Served
let keys: { attacker: string; other: string }
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'attestry-measured-'))
  const at = await bootInstallation({ shape: 'one' })
  keys = { attacker: at.organization.key, other: (await at.another()).key }
  await at.stop()
  served = await serve({ DATABASE_URL: at.databaseUrl, ATTESTRY_DATA_DIR: join(dataDir, 'data') })
  await makeLargeIncidents(served.baseUrl, keys.attacker)
})
afterAll(async () => {
  await served?.end('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

test.each<[string, () => Promise<void>]>([
  ['pipelined requests of nobody', () => pipelining(served.baseUrl, { rounds: 20 })],
  ['many pipelined requests at one moment', () => bursts(served.baseUrl, { connections: 60 })],
  ['bodies of nobody', () => anonymousBodies(served.baseUrl, { connections: 1000 })],
  ['bodies of chunks of one byte', () => smallChunks(served.baseUrl, { connections: 36 })],
  ['connections that say nothing', () => idleConnections(served.baseUrl, { connections: 2000 })],
  ['answers that nobody reads', () => slowReaders(served.baseUrl, keys.attacker, { readers: 40 })],
])('under %s the process stays below 1 GB and answers others', async (_, attack) => {
  expectHeld(await measure(served, keys.other, attack))
})

test('under large exports of spans the process stays below 1 GB and answers others', async () => {
  const attack = async (): Promise<void> => {
    const answers = await denseExports(served.baseUrl, [keys.attacker], { exports: 20 })
    // None is refused: each is read, mapped and stored.
    expect(answers).toEqual(Array(20).fill(200))
  }
  expectHeld(await measure(served, keys.other, attack))
})
