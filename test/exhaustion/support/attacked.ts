import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { bootInstallation } from '../../harness/installation.ts'
import { type Served, serve } from '../../process/support/serve.ts'
import { makeLargeIncidents } from './attacks.ts'

/** A server in a process of its own, and the keys of two organizations. The attacker's organization has large incidents. */
type Attacked = { served: Served; keys: { attacker: string; other: string } }

/** Starts the server before the tests of a file and stops it after them. The members are set once the tests run. */
export function attackedServer(): Attacked {
  const attacked = {} as Attacked
  let dataDir: string
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'attestry-attacked-'))
    const at = await bootInstallation({ shape: 'one' })
    attacked.keys = { attacker: at.organization.key, other: (await at.another()).key }
    await at.stop()
    const env = { DATABASE_URL: at.databaseUrl, ATTESTRY_DATA_DIR: join(dataDir, 'data') }
    attacked.served = await serve(env)
    await makeLargeIncidents(attacked.served.baseUrl, attacked.keys.attacker)
  })
  afterAll(async () => {
    await attacked.served?.end('SIGKILL')
    await rm(dataDir, { recursive: true, force: true })
  })
  return attacked
}
