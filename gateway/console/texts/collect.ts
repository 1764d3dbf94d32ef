import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { DescEnum } from '@bufbuild/protobuf'
import { LANGUAGES, WORDS } from '../language/language.ts'
import { wordOf } from '../language/words.ts'
import { textsOf } from './find.mjs'
import type { Catalogue } from './translate.mjs'

const CONSOLE = join(import.meta.dirname, '..')
/** The directories whose modules contain texts. */
const WITH_TEXTS = ['api', 'components', 'frame', 'hashes', 'language', 'routes']
/** The policy of the page; names of languages and of laws. */
const WITHOUT_TEXTS = ['surface.ts', 'language/language.ts']
export const ENGLISH = join(import.meta.dirname, 'en.json')

/** Reads the modules of the console that contain texts. */
export async function modules(): Promise<{ path: string; code: string }[]> {
  const paths = (await readdir(CONSOLE, { recursive: true }))
    .filter((path) => /^[\w-]+\.tsx?$/.test(basename(path)) && !WITHOUT_TEXTS.includes(path))
    .filter((path) => dirname(path) === '.' || WITH_TEXTS.includes(path.split('/')[0]!))
    .sort()
  return Promise.all(paths.map(async (path) => ({ path, code: await readFile(join(CONSOLE, path), 'utf8') })))
}

/** Returns all texts of the console in English: the texts of its modules, and the words of the enums that they show. */
export async function catalogue(): Promise<Catalogue> {
  const found = await modules()
  const texts = found.flatMap(({ path, code }) => textsOf(path, code).map(({ key }) => key))
  const words = (await enumsOf(found)).flatMap((schema) =>
    schema.values.map(({ number }) => wordOf(schema, number)),
  )
  const toned = found
    .find(({ path }) => path === 'components/badge.tsx')!
    .code.matchAll(/\.\.\.tone\((.+)\)/g)
  words.push(
    ...[...toned].flatMap(([, given]) => [...given!.matchAll(/'(\w+)'/g)].slice(1).map(([, word]) => word!)),
  )
  return {
    language: LANGUAGES[0]![1],
    texts: Object.fromEntries(inOrder(texts).map((text) => [text, text])),
    words: Object.fromEntries(inOrder(words).map((word) => [word, WORDS[word] ?? word.replaceAll('_', ' ')])),
  }
}

/** Returns the enums whose words are shown: those that the modules import. */
async function enumsOf(found: { code: string }[]): Promise<DescEnum[]> {
  const enums = new Map<string, DescEnum>()
  for (const { code } of found) {
    for (const [, names, place] of code.matchAll(
      /import \{([^}]+)\} from '(?:\.\.\/)+(proto\/gen\/[^']+)'/g,
    )) {
      const messages = (await import(`../../../${place}`)) as { [name: string]: DescEnum }
      for (const name of names!.match(/\w+Schema\b/g) ?? [])
        if (messages[name]?.kind === 'enum') enums.set(messages[name].typeName, messages[name])
    }
  }
  return [...enums.values()]
}

const inOrder = (texts: string[]): string[] => [...new Set(texts)].filter((text) => text !== '').sort()

if (import.meta.main) await writeFile(ENGLISH, `${JSON.stringify(await catalogue(), null, 2)}\n`)
