import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootConsole, type Console } from './console.ts'

let cli: Console
beforeAll(async () => {
  cli = await bootConsole()
})
afterAll(() => cli.stop())

test('attestry incident timeline shows the newest entry first, which may have two lines', async () => {
  const { id: org } = await cli.ok('org', 'create', '--name', 'Timeline')
  const O = ['--org', org]
  const incident = await cli.ok('incident', 'create', ...O, '--title', 'A', '--severity', 'high')
  const I = [...O, '--id', incident.id]
  const step = ['--regime', 'nis2', '--step', 'early_warning']
  const { id: report } = await cli.ok('incident', 'report', 'create', ...I, ...step)
  const filing = ['--submitted-at', new Date().toISOString(), '--recipient', 'CSIRT', '--report', report]
  await cli.ok('incident', 'file', ...I, ...step, ...filing)
  const { data } = await cli.ok('incident', 'timeline', ...I, '--limit', '1')
  expect(new Set(data.map(({ id }: { id: string }) => id)).size).toBe(1)
  expect(data.length).toBeGreaterThan(1)
})
