import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DIST } from '../../verifier/build.mjs'
import { TestLog, uuid } from './support/log.ts'
import { buildPackage } from './support/package.ts'
import { asFile, outcome, verify } from './support/run.ts'
import { makeKey } from './support/signer.ts'

/** An installation has one key for all organizations. Two of them have the same name here. */
const key = makeKey()
const own = uuid('organization')
const sham = uuid('sham')

async function packageOf(organizationId: string): Promise<Buffer> {
  const log = new TestLog(organizationId)
  log.append('listIncidents')
  return await buildPackage(log, key, { verifier: readFileSync(DIST) })
}

test('verify.mjs --org refuses a package of another organization of the same installation', async () => {
  const pin = [key.kid]
  expect(await outcome(await packageOf(own), { pin, organization: own })).toBe('verified')
  const report = await verify(await packageOf(sham), { pin, organization: own })
  expect(report).toMatchObject({
    result: 'rejected',
    exit_code: 1,
    failures: [{ code: 'organization_differs', file: 'manifest.json' }],
  })
  expect(report.steps[3]).toMatchObject({ step: 'manifest', status: 'FAIL' })
  const run = (...args: string[]) => spawnSync(process.execPath, [DIST, '--pin', key.kid, ...args])
  const file = asFile(await packageOf(sham))
  expect(run('--org', sham, file).status).toBe(0)
  expect(run('--org', own, file).status).toBe(1)
  for (const none of ['', 'Example AB', sham.toUpperCase(), `${sham} `])
    expect(run('--org', none, file).status).toBe(2)
})

test('without --org, verify.mjs names the organization, and lists it among what is not proven', async () => {
  const pin = [key.kid]
  const said = expect.stringContaining(`that ${sham} is the organization that you mean`)
  const { steps, not_proven } = await verify(await packageOf(sham), { pin })
  expect(steps[3]!.detail).toContain(sham)
  expect(not_proven).toContainEqual(said)
  const asked = await verify(await packageOf(sham), { pin, organization: sham })
  expect(asked.not_proven).not.toContainEqual(said)
})
