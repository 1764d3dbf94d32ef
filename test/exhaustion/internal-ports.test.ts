import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, test } from 'vitest'
import { bootInstallation } from '../harness/installation.ts'
import { freePort } from '../harness/ports.ts'
import { type Served, serve } from '../process/support/serve.ts'
import {
  type InternalAttack,
  rapidReset,
  unfinishedBodies,
  unreadReflection,
  unreadReflectionStreams,
  watchers,
} from './support/internal-attacks.ts'
import { expectHeld, measure } from './support/measured.ts'

let served: Served
let key: string
let port: number
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'attestry-internal-'))
  const at = await bootInstallation({ shape: 'one' })
  key = at.organization.key
  await at.stop()
  port = await freePort()
  served = await serve({
    DATABASE_URL: at.databaseUrl,
    ATTESTRY_DATA_DIR: join(dataDir, 'data'),
    ATTESTRY_LEDGER_LISTEN: `127.0.0.1:${port}`,
  })
})
afterAll(async () => {
  await served?.end('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

test.each<[string, InternalAttack]>([
  ['streams that are reset at once', rapidReset],
  ['20,000 watchers of the health service', watchers],
  ['answers of reflection that nobody reads', unreadReflection],
  ['10,000 streams whose answers of reflection nobody reads', unreadReflectionStreams],
  ['calls whose bodies never end', unfinishedBodies],
])(
  'under an attack on an internal port by %s, the process stays below 1 GB and answers others',
  async (_, attack) => {
    expectHeld(await measure(served, key, () => attack(port)))
  },
)
