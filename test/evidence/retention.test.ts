import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bootInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { lines } from '../verifier/support/tamper.ts'
import { unpack } from '../verifier/support/zip.ts'
import { exported, outcome, verify } from './support/export.ts'
import { createScenario } from './support/scenario.ts'

test('each period’s package of a closed installation verifies without it and continues the one before', async () => {
  const at = await bootInstallation()
  const { admin, key } = at.organization
  const packages: string[] = []
  let kid = ''
  try {
    const answer = await call(at.baseUrl, '/.well-known/attestry/keys.json')
    kid = answer.body.keys[0].kid
    await createScenario(at, at.organization)
    packages.push(await exported(at, admin.session))
    for (let period = 2; period <= 3; period++) {
      const from = endOf(packages.at(-1)!)
      for (let i = 0; i < 5; i++)
        await call(at.baseUrl, '/api/v1/incidents', {
          key,
          body: { title: `period ${period}`, severity: 'low' },
        })
      packages.push(await exported(at, admin.session, `?from=${from}`))
    }
  } finally {
    await at.stop()
  }
  let next = 0
  for (const [i, file] of packages.entries()) {
    expect(await outcome(file, '--pin', kid)).toBe('verified')
    const { log } = JSON.parse(unpack(readFileSync(file)).get('manifest.json')!.toString())
    expect(log.first_index).toBeLessThanOrEqual(next)
    next = log.first_index + log.entries
    if (i === 0) continue
    const report = await verify(file, '--pin', kid, '--previous', packages[i - 1]!)
    expect(report.result).toBe('verified')
    expect(JSON.stringify(report.steps)).toContain('history extended')
    const before = packages.slice(0, i).flatMap((one) => ['--previous', one])
    expect(await outcome(file, '--pin', kid, '--require-replay', ...before)).toBe('verified')
  }
})

/** The time of the last entry in a package: where the next period begins. */
function endOf(file: string): string {
  return JSON.parse(lines(unpack(readFileSync(file)), 'audit').at(-1)!).at
}
