import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, test } from 'vitest'
import {
  anonymousBodies,
  bursts,
  idleConnections,
  makeLargeIncidents,
  pipelining,
  slowReaders,
} from '../exhaustion/support/attacks.ts'
import { expectHeld, measure } from '../exhaustion/support/measured.ts'
import { bootInstallation } from '../harness/installation.ts'
import { type Served, serve } from '../process/support/serve.ts'

let served: Served
let keys: { attacker: string; other: string }
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'attestry-exhaustion-'))
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

test('everything at once: the process stays below 1 GB and answers others', async () => {
  const { baseUrl } = served
  expectHeld(
    await measure(served, keys.other, async () => {
      await Promise.all([
        pipelining(baseUrl, { rounds: 40 }),
        idleConnections(baseUrl, { connections: 1200 }),
        anonymousBodies(baseUrl, { connections: 300 }),
        bursts(baseUrl, { connections: 150 }),
        slowReaders(baseUrl, keys.attacker, { readers: 60 }),
      ])
    }),
  )
})
