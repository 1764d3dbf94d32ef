import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { type LocalPostgres, startLocalPostgres } from '../../services/local/postgres.ts'
import { call } from '../harness/rest.ts'
import { type Split, serveSplit } from '../process/support/split.ts'
import { expectNothingLost } from './support/expectations.ts'
import { startLoad } from './support/load.ts'
import { makeScene, type Scene } from './support/scene.ts'

let directory: string
let postgres: LocalPostgres
let scene: Scene
let split: Split
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'attestry-frozen-'))
  await chmod(directory, 0o711)
  postgres = await startLocalPostgres({ dataDir: join(directory, 'database'), log: () => {} })
  const env = { ...inject('kms'), ATTESTRY_DATA_DIR: join(directory, 'data') }
  scene = await makeScene({ databaseUrl: postgres.url, env })
  split = await serveSplit(scene.env)
})
afterEach(async () => {
  await split.stop()
  await postgres.stop()
  await rm(directory, { recursive: true, force: true })
})

test('a service is frozen: its operations end with 500 and Retry-After, others go on, and it comes back by itself', {
  timeout: 180_000,
}, async () => {
  const { key } = scene.organization
  const load = startLoad(split.baseUrl, scene)
  await load.more(2)
  const gate = split.process('gate')
  gate.kill('SIGSTOP')
  try {
    const decision = call(split.baseUrl, `/api/v1/gate-status/${scene.systemId}`, { key })
    const incident = { title: 'while the gate is frozen', severity: 'low' }
    expect((await call(split.baseUrl, '/api/v1/incidents', { key, body: incident })).status).toBe(201)
    expect((await call(split.baseUrl, '/readyz')).body.missing).toEqual(['gate'])
    const { status, headers } = await decision
    expect(status).toBe(500)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  } finally {
    gate.kill('SIGCONT')
  }
  await load.more(2)
  await expectNothingLost(split.baseUrl, scene, await load.stop())
})
