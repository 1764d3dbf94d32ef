import { Writable } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import { createLog } from '../../services/kernel/logging/log.ts'
import { bootInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { stopAll } from '../harness/running.ts'

afterEach(stopAll)

test.each([
  ['https://attestry.test/grc', 1],
  ['https://attestry.test/console/', 1],
  ['https://attestry.test:8443/', 0],
])('the gateway warns once of a path in ATTESTRY_BASE_URL, and serves: %s', async (address, warnings) => {
  const logged: string[] = []
  const stream = new Writable({
    write: (chunk, _, done) => {
      logged.push(String(chunk))
      done()
    },
  })
  const at = await bootInstallation({
    shape: 'one',
    log: createLog({}, stream),
    env: { ATTESTRY_BASE_URL: address },
  })
  expect((await call(at.baseUrl, '/api/v1/incidents', { key: at.organization.key })).status).toBe(200)
  const warned = logged.filter((line) => line.includes('ATTESTRY_BASE_URL has a path'))
  expect(warned).toHaveLength(warnings)
})
