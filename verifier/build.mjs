// Joins verifier/src into verifier/dist/verify.mjs, the file that every package carries:
//   node verifier/build.mjs --check    exit 1 if it is not up to date
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = dirname(fileURLToPath(import.meta.url))
const MAIN = join(ROOT, 'src/main.mjs')
export const DIST = join(ROOT, 'dist/verify.mjs')

const IMPORT = /^import (\{[^}]*\}) from '([^']+)'\n/gm
const TYPE_IMPORT = /^\/\*\* @import .* from '\.\/.*\n/gm
const LICENSE = '// SPDX-License-Identifier: Apache-2.0\n'
const HEADING = `#!/usr/bin/env node
${LICENSE}//
// Attestry evidence verifier. Checks one evidence package offline: node verify.mjs package.zip
// Needs Node.js 20 or later and nothing else; opens no connection, writes no file. The format that it checks is described
// in docs/evidence-package.md. These are the modules of verifier/src in the order in which they need each other.
// biome-ignore-all lint/style/noExcessiveLinesPerFile: one file, so that the bytes reviewed are the bytes run
`

/** The text of verify.mjs: each module once, those it needs before it, their node: imports merged on top. */
export function build() {
  /** @type {string[]} */
  const bodies = []
  /** @type {Map<string, Set<string>>} */
  const builtins = new Map()
  /** @type {Map<string, string>} */
  const declared = new Map()
  const seen = new Set()
  /** @param {string} path */
  const visit = (path) => {
    if (seen.has(path)) return
    seen.add(path)
    const source = readFileSync(path, 'utf8')
    for (const [, names, from] of source.matchAll(IMPORT)) {
      if (names === undefined || from === undefined) continue
      if (from.startsWith('node:')) collect(builtins, from, names)
      else visit(join(dirname(path), from))
    }
    const body = source
      .replace(IMPORT, '')
      .replace(TYPE_IMPORT, '')
      .replaceAll(/^export /gm, '')
      .trim()
    if (/^(import|export) /m.test(body)) throw new Error(`${path}: an import or export in another form`)
    for (const [, name = ''] of body.matchAll(/^(?:async )?(?:function\*?|class|const|let) \{?\s*(\w+)/gm)) {
      const other = declared.get(name)
      if (other) throw new Error(`${name} is declared in ${other} and in ${path}`)
      declared.set(name, path)
    }
    bodies.push(`// ---- ${relative(ROOT, path)} ${'-'.repeat(100 - path.length + ROOT.length)}\n\n${body}\n`)
  }
  visit(MAIN)
  const imports = [...builtins]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([from, names]) => `import { ${[...names].sort(byLocalName).join(', ')} } from '${from}'\n`)
  return [HEADING, imports.join(''), ...bodies].join('\n')
}

/**
 * @param {string} a
 * @param {string} b
 */
function byLocalName(a, b) {
  const [x = '', y = ''] = [a, b].map((name) => name.split(' ').at(-1))
  return x < y ? -1 : 1
}

/**
 * @param {Map<string, Set<string>>} builtins
 * @param {string} from
 * @param {string} names
 */
function collect(builtins, from, names) {
  const all = builtins.get(from) ?? new Set()
  for (const name of names.slice(1, -1).split(',')) if (name.trim() !== '') all.add(name.trim())
  builtins.set(from, all)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = build()
  if (!process.argv.includes('--check')) writeFileSync(DIST, text)
  else if (readFileSync(DIST, 'utf8') !== text) {
    process.stderr.write('verifier/dist/verify.mjs is not up to date: run node verifier/build.mjs\n')
    process.exitCode = 1
  }
}
