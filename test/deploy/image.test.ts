import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** The files and directories that a stage of deploy/Containerfile copies from the checkout. */
const [, , CONSOLE, IMAGE] = read('deploy/Containerfile')
  .split(/^FROM /m)
  .map((stage) =>
    [...stage.matchAll(/^COPY ([^-].*) \S+$/gm)].flatMap(([, sources]) => sources!.split(' ')),
  ) as [string[], string[], string[], string[]]
const isIn = (sources: string[], path: string): boolean =>
  sources.some((source) => path === source || path.startsWith(`${source}/`))

test.each([
  ['the stage that builds the console', CONSOLE, ['gateway/console/surface.ts']],
  ['the image', IMAGE, ['gateway/console/build.mjs']],
])('%s has every module that its modules import', (_, sources, unused) => {
  const tracked = execFileSync('git', ['ls-files', ...sources], { cwd: ROOT, encoding: 'utf8' }).split('\n')
  const modules = tracked.filter((path) => /\.(?:ts|tsx|mjs)$/.test(path) && !path.endsWith('.test.ts'))
  const missing = modules.flatMap((path) =>
    [...read(path).matchAll(/^(?:import (?!type )|export )[^']*? from '(\.[^']+)'|import\('(\.[^']+)'\)/gm)]
      .map(([, from, dynamic]) => join(dirname(path), (from ?? dynamic)!))
      .filter((to) => !isIn(sources, to) && !unused.includes(path))
      .map((to) => `${path} imports ${to}`),
  )
  expect(modules.length).toBeGreaterThan(100)
  expect(missing).toEqual([])
})

test('.dockerignore keeps every path that is copied into an image', () => {
  const kept = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1))
  expect([...CONSOLE, ...IMAGE].filter((path) => !isIn(kept, path))).toEqual([])
})
