import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { catalogue, ENGLISH, modules } from './collect.ts'
import { textsOf } from './find.mjs'
import { isolating } from './isolate.mjs'
import { type Catalogue, translated } from './translate.mjs'

const read = async (path: string): Promise<Catalogue> => JSON.parse(await readFile(path, 'utf8'))
const keysOf = (code: string) => textsOf('page.tsx', code).map(({ key }) => key)

test('the catalogue has every text of the console, as `npm run gen` writes it', async () => {
  expect(await read(ENGLISH)).toEqual(await catalogue())
})

test('a translation has only texts of the console, with the same placeholders', async () => {
  const english = await read(ENGLISH)
  for (const name of await readdir(import.meta.dirname)) {
    if (!name.endsWith('.json')) continue
    const { texts, words } = await read(join(import.meta.dirname, name))
    expect([name, Object.keys(texts).filter((text) => !(text in english.texts))]).toEqual([name, []])
    expect([name, Object.keys(words).filter((word) => !(word in english.words))]).toEqual([name, []])
    for (const [text, translationText] of Object.entries(texts))
      expect(placesOf(translationText)).toEqual(placesOf(text))
  }
})

const placesOf = (text: string): string[] => (text.match(/\{\d+\}/g) ?? []).sort()

test('every text of every module can be translated without other changes', async () => {
  const { texts } = await catalogue()
  const marked = Object.fromEntries(
    Object.keys(texts).map((text) => [text, `⟦${text.replaceAll('|', '⟧|⟦')}⟧`]),
  )
  for (const { path, code } of await modules()) {
    const other = translated(path, code, marked)
    expect([path, textsOf(path, other).filter(({ key }) => !key.includes('⟦'))]).toEqual([path, []])
    expect([path, translated(path, code, {})]).toEqual([path, code])
  }
})

test('texts between tags, in shown attributes and in sentences are found', () => {
  expect(keysOf('<p title="Two words" className="a b">One <b>two</b> {three}.</p>')).toEqual([
    'Two words',
    'One {0} {1}.',
    'two',
  ])
  expect(keysOf("plural(count, 'entry', 'entries'); plural(count, 'key')")).toEqual([
    'entry|entries',
    'key|keys',
  ])
  expect(keysOf(`say(\`\${name} is gone.\`)`)).toEqual(['{0} is gone.'])
  expect(keysOf("x === 'Not this one'; import('not a text'); new Error('for developers only')")).toEqual([])
  expect(keysOf("const a = open ? 'Yes' : <i>{b ? 'no' : undefined}</i>")).toEqual(['Yes', 'no'])
})

test('a translation may reorder the placeholders of a text', () => {
  const code = `<p>They come from <code>{api}</code> and {\`of \${count} calls\`}.</p>`
  const translations = {
    'They come from {0} and {1}.': '{1} und von {0} kommen "sie".',
    'of {0} calls': 'aus `{0}` Aufrufen',
  }
  expect(translated('page.tsx', code, translations)).toBe(
    `<p>{\`aus \\\`\${count}\\\` Aufrufen\`}{" und von "}<code>{api}</code>{" kommen \\"sie\\"."}</p>`,
  )
  expect(
    translated('page.tsx', 'plural(n, \'key\'); <Bar one="key" title="Key" />', {
      'key|keys': 'a|b',
      Key: 'K',
    }),
  ).toBe('plural(n, ["a","b"]); <Bar one={["a","b"]} title={"K"} />')
})

test('every value of a text without elements is isolated, and nothing else is changed', () => {
  const code = (open: string, close: string): string =>
    [
      `const title = \`Edit \${${open}name${close}}\``,
      'const key = `$' + '{a}-$' + '{b}`',
      `const inner = \`Resolve: \${${open}x ? \`the tool \${${open}tool${close}}\` : y${close}}\``,
    ].join(';')
  const [imported, written] = isolating('page.ts', code('', '')).split('\n')
  expect(imported).toMatch(/^import .*language\/isolated\.ts"$/)
  expect(written).toBe(code('isolatedValue(', ')'))
  expect(isolating('page.ts', "const title = 'Edit'")).toBe("const title = 'Edit'")
})
