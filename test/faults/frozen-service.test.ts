import { afterEach, beforeEach, expect, test } from 'vitest'
import { call } from '../harness/rest.ts'
import { type Split, serveSplit } from '../process/support/split.ts'
import { expectNothingLost } from './support/expectations.ts'
import { type Fixture, makeFixture } from './support/fixture.ts'
import { startLoad } from './support/load.ts'

let fixture: Fixture
let split: Split
beforeEach(async () => {
  fixture = await makeFixture()
  split = await serveSplit(fixture.scene.env)
})
afterEach(async () => {
  await split.stop()
  await fixture.clear()
})

test('while a service is frozen, its operations answer 500 with Retry-After, and others work', async () => {
  const { key } = fixture.scene.organization
  const load = startLoad(split.baseUrl, fixture.scene)
  await load.more(2)
  const gate = split.process('gate')
  gate.kill('SIGSTOP')
  try {
    const decision = call(split.baseUrl, `/api/v1/gate-status/${fixture.scene.systemId}`, { key })
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
  await expectNothingLost(split.baseUrl, fixture.scene, await load.stop())
})
