import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootConsole, type Console } from './console.ts'

let cli: Console
let organization: string[]
let incident: string[]
beforeAll(async () => {
  cli = await bootConsole()
  const { id } = await cli.ok('org', 'create', '--name', 'Hospital', '--addons', 'control')
  organization = ['--org', id]
  const made = await cli.ok('incident', 'create', ...organization, '--title', 'One', '--severity', 'high')
  incident = [...organization, '--id', made.id]
})
afterAll(() => cli.stop())

test('a command that is run again with its idempotency key creates nothing again', async () => {
  const file = join(cli.env.ATTESTRY_DATA_DIR!, 'note.txt')
  await writeFile(file, 'what the caller said')
  const submitted = ['--submitted-at', new Date().toISOString(), '--recipient', 'CSIRT']
  const step = ['--regime', 'nis2', '--step', 'early_warning']
  const asset = ['--asset-type', 'database', '--classification', 'internal', '--business-criticality', 'low']
  for (const command of [
    ['incident', 'attach', ...incident, '--file', file],
    ['incident', 'file', ...incident, ...step, ...submitted],
    ['incident', 'report', 'create', ...incident, ...step],
    ['incident', 'comment', ...incident, '--text', 'isolated'],
    ['incident', 'create', ...organization, '--title', 'Two', '--severity', 'low'],
    ['asset', 'create', ...organization, '--name', 'Patients', ...asset],
    ['supplier', 'create', ...organization, '--name', 'Cloud', '--category', 'critical'],
  ]) {
    const keyed = [...command, '--idempotency-key', 'nightly-1']
    const first = await cli.ok(...keyed)
    expect([command[1], await cli.ok(...keyed)]).toEqual([command[1], first])
  }
  const { data } = await cli.ok('incident', 'filings', ...incident)
  expect(data).toHaveLength(1)
})

test('the same key with another request, and a key that is none, are refused', async () => {
  const comment = (text: string, key: string) =>
    ['incident', 'comment', ...incident, '--text', text, '--idempotency-key', key] as const
  await cli.ok(...comment('first', 'one'))
  expect(await cli.fails(1, ...comment('second', 'one'))).toContain('Idempotency-Key')
  expect(await cli.fails(2, ...comment('second', 'with a space'))).toContain('visible ASCII')
})
