import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

/** Files whose exports are for others than the modules of this repository, or are named in another way than by an import. */
const FOR_OTHERS = [
  'clients/typescript/src/',
  // In the place of modules of the same exports, when the page that verifies is built.
  'verifier/browser/',
  // In the text that the build of the console puts around values (texts/translate.mjs).
  'gateway/console/language/isolated.ts',
  // In the text of clients/cli/build.mjs.
  'clients/cli/src/entry.ts',
  // In the text of gateway/console/texts/isolate.mjs.
  'gateway/console/language/isolated.ts',
  // The copy of rules of the ledger (verifier/shared-rules.mjs).
  'verifier/src/shared/',
]

const EXPORT =
  /^export (?:declare )?(?:async )?(?:function\*?|const|let|class|abstract class|interface|type|enum) ([\w$]+)/gm
const IMPORT = /(?:^|[\s@])(?:import|export)\s+(?:type\s+)?(\*|\{[^}]*\})[^'"{}]*?\sfrom\s+'(\.[^']+)'/g
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm
const DYNAMIC = /import\('(\.[^']+)'\)/g

test('no export of production code is used by tests alone, or by nothing', () => {
  const texts = new Map(sources().map((file) => [file, readFileSync(file, 'utf8')]))
  expect(texts.size).toBeGreaterThan(2000)
  expect(unused(texts)).toEqual([])
})

test('the search finds exports without a use, and those of tests alone', () => {
  const texts = new Map([
    ['a.ts', 'export const used = 1\nexport function own() {}\nexport type Mine = 1\nown()\n'],
    [
      'b.ts',
      "import { used as other } from './a.ts'\nexport const whole = other\n/** Left is not used. */\nexport class Left {}\n",
    ],
    [
      'c.ts',
      "import type { Mine } from './a.ts'\nimport * as b from './d/d.ts'\nexport const of = <Mine>b\n",
    ],
    ['c.test.ts', "import { of } from './c.ts'\nimport { Left } from './b.ts'\n"],
    ['d/d.ts', "export const whole = 1\nexport const load = () => import('../b.ts')\n"],
    ['e.ts', "import {\n  type Mine,\n  used,\n} from './a.ts'\n"],
  ])
  expect(unused(texts)).toEqual(['c.ts of'])
  texts.delete('d/d.ts')
  expect(unused(texts)).toEqual(['b.ts whole', 'b.ts Left', 'c.ts of'])
})

/** The exports of production code that no production code imports, and that their own file does not use. */
function unused(texts: ReadonlyMap<string, string>): string[] {
  const imported = new Set<string>()
  for (const [file, text] of texts) {
    if (isOfTests(file)) continue
    const placeOf = (path: string): string => normalize(join(dirname(file), path))
    for (const [, names = '', path = ''] of text.matchAll(IMPORT))
      for (const name of names.replaceAll(/[{}\s]+/g, ' ').split(','))
        imported.add(
          `${placeOf(path)} ${
            name
              .trim()
              .replace(/^type /, '')
              .split(' as ')[0]
          }`,
        )
    for (const [, path = ''] of text.matchAll(DYNAMIC)) imported.add(`${placeOf(path)} *`)
  }
  return [...texts].flatMap(([file, text]) =>
    isOfTests(file) || imported.has(`${file} *`)
      ? []
      : [...text.matchAll(EXPORT)]
          .map(([, name = '']) => name)
          .filter(
            (name) => !imported.has(`${file} ${name}`) && timesOf(name, text.replaceAll(COMMENT, '')) < 2,
          )
          .map((name) => `${file} ${name}`),
  )
}

function timesOf(name: string, text: string): number {
  return text.match(new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`, 'g'))?.length ?? 0
}

function isOfTests(file: string): boolean {
  return file.startsWith('test/') || /\.(?:test|fixture)\.ts$/.test(file)
}

function sources(): string[] {
  return execFileSync('git', ['ls-files'], { encoding: 'utf8', maxBuffer: 2 ** 26 })
    .split('\n')
    .filter((file) => /\.(?:tsx?|mjs)$/.test(file) && !/(?:^|\/)(?:gen|dist)\/|\.d\.ts$/.test(file))
    .filter((file) => !FOR_OTHERS.some((place) => file.startsWith(place)))
}
