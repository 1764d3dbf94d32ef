// Rules that the verifier shares with the product, as JavaScript: each module of the product becomes one of verifier/src/shared,
// without its types. The modules beside those that are named here follow from their imports.
import { readFileSync } from 'node:fs'
import * as modules from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SHARED = {
  obligations: {
    from: 'services/ledger/domain/obligations',
    modules: ['obligations-of', 'rule-sets', 'calendar'],
  },
  'time-stamps': { from: 'services/ledger/domain/time-stamps', modules: ['token', 'der'] },
}
const IMPORT = /(?<=\bfrom '\.\/[\w-]+)\.ts(?=')/g

/**
 * The modules by the path of their file. None where this Node.js cannot take types away; the files in the repository are used then.
 *
 * @returns {Record<string, string>}
 */
export function sharedRules() {
  if (modules.stripTypeScriptTypes === undefined) return {}
  /** @type {Record<string, string>} */
  const files = {}
  for (const [directory, { from, modules: entries }] of Object.entries(SHARED)) {
    const names = new Set(entries)
    for (const name of names) {
      const code = withoutTypes(readFileSync(at(`../${from}/${name}.ts`), 'utf8'))
      for (const [, imported = ''] of code.matchAll(/\bfrom '\.\/([\w-]+)\.ts'/g)) names.add(imported)
      files[at(join('src/shared', directory, `${name}.mjs`))] = `// @ts-nocheck
// Made by verifier/build.mjs from ${from}/${name}.ts, whose types are taken away. Do not change it here.
${code.replaceAll(IMPORT, '.mjs')}`
    }
  }
  return files
}

/** @param {string} path */
const at = (path) => fileURLToPath(new URL(path, import.meta.url))

/** Stripping leaves blanks in the place of types, and the comments above them. @param {string} code */
function withoutTypes(code) {
  return modules
    .stripTypeScriptTypes(code)
    .replaceAll(/ +$/gm, '')
    .replaceAll(/^\/\*\*(?:[^*]|\*(?!\/))*\*\/\n(?=\n)/gm, '')
    .replaceAll(/(?<=\S) {2,}/g, ' ')
    .replaceAll(/(?<=\S) +(?=[,);])/g, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trimStart()
}
