import { afterEach, beforeEach, expect, test } from 'vitest'
import { call } from '../harness/rest.ts'
import { type Split, serveSplit } from '../process/support/split.ts'
import { expectNothingLost } from './support/expectations.ts'
import { type Ground, makeGround } from './support/ground.ts'
import { startLoad } from './support/load.ts'

let ground: Ground
let split: Split
beforeEach(async () => {
  ground = await makeGround()
  split = await serveSplit(ground.scene.env)
})
afterEach(async () => {
  await split.stop()
  await ground.clear()
})

test('a service is frozen: its operations end with 500 and Retry-After, others work as before, and it recovers by itself', async () => {
  const { key } = ground.scene.organization
  const load = startLoad(split.baseUrl, ground.scene)
  await load.more(2)
  const gate = split.process('gate')
  gate.kill('SIGSTOP')
  try {
    const decision = call(split.baseUrl, `/api/v1/gate-status/${ground.scene.systemId}`, { key })
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
  await expectNothingLost(split.baseUrl, ground.scene, await load.stop())
})
