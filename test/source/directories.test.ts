import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { STEPS } from '../../verifier/src/report/failure.mjs'
import { tracked } from './support/syntax.ts'

/** What a module names as the source of values or of types, in comments of JavaScript too. */
const SOURCE = /(?:^|\s)from '(\.[^']+)'/g
/** What a module imports for use at run time. */
const SOURCE_OF_VALUES = /^(?:import|export)(?! type)[^'"]* from '(\.[^']+)'/gm

test('each step of the verifier has a directory of its name', () => {
  const directories = new Set(tracked('verifier/src').map((file) => dirname(file)))
  expect(Object.keys(STEPS).filter((step) => !directories.has(`verifier/src/${step}`))).toEqual([])
})

test.each(['verifier/src', 'services/gate/domain', 'services/ingestion/domain'])(
  'no directories of %s import each other in a circle, types included',
  (root) => {
    const imports = importsBetween(root, SOURCE)
    expect(imports.size).toBeGreaterThan(4)
    expect(circle(imports)).toBeUndefined()
  },
)

test.each([
  ['services', 80],
  ['gateway', 55],
  ['clients', 10],
  ['proto', 15],
  ['test', 30],
])('no directories of %s import each other in a circle', (root, least) => {
  const imports = importsBetween(root, SOURCE_OF_VALUES)
  expect(imports.size).toBeGreaterThan(least)
  expect(circle(imports)).toBeUndefined()
})

test.each([
  [{ a: ['b'], b: ['a'] }, ['a', 'b', 'a']],
  [{ a: ['b'], b: ['c'], c: ['b'] }, ['b', 'c', 'b']],
  [{ a: ['b', 'c'], b: ['c'] }, undefined],
])('the search for circles finds in %j: %j', (imports, found) => {
  expect(circle(new Map(Object.entries(imports)))).toEqual(found)
})

/** The directories that each directory imports, apart from its tests. */
function importsBetween(root: string, source: RegExp): Map<string, string[]> {
  const imports = new Map<string, string[]>()
  for (const file of tracked(root)) {
    if (/\.test\.[a-z]+$/.test(file)) continue
    const from = dirname(file)
    const named = [...readFileSync(file, 'utf8').matchAll(source)].map(([, path = '']) =>
      dirname(normalize(join(from, path))),
    )
    imports.set(from, [...(imports.get(from) ?? []), ...named.filter((directory) => directory !== from)])
  }
  return imports
}

/** A path along imports that ends where it began. */
function circle(imports: Map<string, string[]>): string[] | undefined {
  const done = new Set<string>()
  const from = (directory: string, path: string[]): string[] | undefined => {
    if (path.includes(directory)) return [...path.slice(path.indexOf(directory)), directory]
    if (done.has(directory)) return undefined
    for (const next of imports.get(directory) ?? []) {
      const found = from(next, [...path, directory])
      if (found) return found
    }
    done.add(directory)
    return undefined
  }
  for (const directory of imports.keys()) {
    const found = from(directory, [])
    if (found) return found
  }
  return undefined
}
