import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SETTINGS } from '../../gateway/cli/process/variables.ts'
import { ROOT, variablesRead } from './support/variables.ts'

const page = readFileSync(`${ROOT}docs/operations.md`, 'utf8')
const section = (title: string): string => page.split(`\n## ${title}\n`)[1]!.split('\n## ')[0]!

test('docs/operations.md lists exactly the environment variables that the code reads', () => {
  const rows = section('Environment')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  const documented = rows.flatMap((row) =>
    [...row.split('|')[1]!.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name),
  )
  expect(documented.toSorted()).toEqual([...variablesRead()].toSorted())
  const ours = documented.filter((name) => name!.startsWith('ATTESTRY_'))
  expect([...SETTINGS].map((name) => `ATTESTRY_${name}`)).toEqual(ours.toSorted())
})

test('docs/operations.md names each metric that is served, and no other', () => {
  const served = /'(attestry_[a-z_]+)'/g
  const names = readFileSync(`${ROOT}gateway/metrics/metrics.ts`, 'utf8').matchAll(served)
  const documented = page.matchAll(/\battestry_[a-z_]+/g)
  expect(new Set(documented.map(([name]) => name))).toEqual(new Set(names.map(([, name]) => name)))
})

test('every file that docs/operations.md names exists', () => {
  const paths = [...page.matchAll(/\b(?:test|deploy|verifier)\/[\w./-]*\w/g)].map(([path]) => path)
  expect(paths.length).toBeGreaterThan(5)
  expect(paths.filter((path) => !existsSync(`${ROOT}${path}`))).toEqual([])
})
