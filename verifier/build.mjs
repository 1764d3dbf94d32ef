// Bundles verifier/src into verifier/dist/verify.mjs, the file that every package carries, with its comments and names, and
// publishes the file's SHA-256 beside it and in the changelog:
//   node verifier/build.mjs --check    exit 1 if one of them is not up to date
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import * as modules from 'node:module'
import { fileURLToPath } from 'node:url'
// biome-ignore lint/style/noRestrictedImports: a tool of this repository, no part of the verifier
import { rollup } from '@rollup/wasm-node'

const MAIN = fileURLToPath(new URL('src/main.mjs', import.meta.url))
export const DIST = fileURLToPath(new URL('dist/verify.mjs', import.meta.url))
/**
 * Rules that the verifier shares with the product: the file here, the product's directory, and the exports that are used.
 * `beside`: modules that have a file of their own here.
 *
 * @type {{ file: string, directory: string, exports: Record<string, string[]>, beside?: Record<string, string> }[]}
 */
const SHARED = [
  {
    ...{ file: 'src/obligation-rules.mjs', directory: 'services/ledger/domain/obligations' },
    exports: {
      'obligations-of.ts': ['obligationsOf'],
      'rule-sets.ts': ['RULE_SETS'],
      'calendar.ts': ['zoneOf'],
    },
  },
  {
    ...{ file: 'src/der.mjs', directory: 'services/ledger/domain/time-stamps' },
    exports: { 'der.ts': ['NotDer', 'children', 'content', 'element', 'oid'] },
  },
  {
    ...{ file: 'src/time-stamp-rules.mjs', directory: 'services/ledger/domain/time-stamps' },
    exports: { 'token.ts': ['readToken', 'isTrusted', 'assertSigned', 'linksFor'] },
    beside: { './der.ts': './der.mjs' },
  },
]
const SUM = `${DIST}.sha256`
const CHANGELOG = fileURLToPath(new URL('../CHANGELOG.md', import.meta.url))
const PUBLISHED = /(SHA-256 of `verify\.mjs`: `)[0-9a-f]{64}/

const HEADING = `#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
//
// Attestry evidence verifier. Checks one evidence package offline: node verify.mjs package.zip
// Needs Node.js 20 or later and nothing else; opens no connection, writes no file. The format that it checks is described
// in docs/evidence-package.md. These are the modules of verifier/src, each after those that it needs. Read verifyPackage
// first: it names the steps in their order.
`

/** The text of verify.mjs. The same on every machine: Rollup as WebAssembly, nothing shaken off, no minification. */
export async function build() {
  const bundle = await rollup({
    input: MAIN,
    external: /^node:/,
    treeshake: false,
    plugins: [{ name: 'types', transform: (code) => ({ code: withoutTypeImports(code), map: null }) }],
  })
  const { output } = await bundle.generate({ format: 'es', banner: HEADING, generatedCode: 'es2015' })
  await bundle.close()
  return output[0].code
}

/**
 * Rules of the product as JavaScript: their types are taken away. Undefined where this Node.js cannot do that; the file in the
 * repository is used then.
 *
 * @param {{ directory: string, exports: Record<string, string[]>, beside?: Record<string, string> }} shared
 */
async function sharedRules({ directory, exports, beside = {} }) {
  const strip = modules.stripTypeScriptTypes
  if (strip === undefined) return undefined
  const entry = Object.entries(exports)
    .map(([name, used]) => {
      const module = fileURLToPath(new URL(`../${directory}/${name}`, import.meta.url))
      return `export { ${used.join(', ')} } from ${JSON.stringify(module)}`
    })
    .join('\n')
  const bundle = await rollup({
    input: 'rules',
    treeshake: false,
    external: /^node:/,
    makeAbsoluteExternalsRelative: false,
    plugins: [
      {
        name: 'rules',
        resolveId: (id) => {
          const own = beside[id]
          if (own !== undefined) return { id: own, external: 'absolute' }
          return id === 'rules' ? id : undefined
        },
        load: (id) => (id === 'rules' ? entry : undefined),
        transform: (code, id) => ({ code: id.endsWith('.ts') ? strip(code) : code, map: null }),
      },
    ],
  })
  const heading = `// @ts-nocheck
// Made by verifier/build.mjs from ${directory}, whose types are taken away. Do not change it here.`
  const { output } = await bundle.generate({ format: 'es', banner: heading })
  await bundle.close()
  // Stripping types leaves blanks.
  return output[0].code
    .replaceAll(/(?<=\S) {2,}/g, ' ')
    .replaceAll(/(?<=\S) +(?=[,);])/g, '')
    .replaceAll(/ +$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
}

/** @param {string} code */
function withoutTypeImports(code) {
  return code.replaceAll(/^\/\*\* @import .* from '\.\.?\/.* \*\/\n/gm, '')
}

/** The files that are published with this text of verify.mjs. @param {string} text */
function publication(text) {
  const hash = createHash('sha256').update(text).digest('hex')
  const changelog = readFileSync(CHANGELOG, 'utf8').replace(PUBLISHED, `$1${hash}`)
  return { [DIST]: text, [SUM]: `${hash}  verify.mjs\n`, [CHANGELOG]: changelog }
}

/** @param {string} path @param {string} due */
function publish(path, due) {
  if (!process.argv.includes('--check')) writeFileSync(path, due)
  else if (readFileSync(path, 'utf8') !== due) {
    process.stderr.write(`${path} is not up to date: run node verifier/build.mjs\n`)
    process.exitCode = 1
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // Node.js warns that stripping types is experimental; the result is compared with the file.
  process.removeAllListeners('warning')
  for (const shared of SHARED) {
    const rules = await sharedRules(shared)
    if (rules !== undefined) publish(fileURLToPath(new URL(shared.file, import.meta.url)), rules)
  }
  for (const [path, due] of Object.entries(publication(await build()))) publish(path, due)
}
