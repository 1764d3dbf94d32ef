// Writes verifier/src/shared, bundles verifier/src into verifier/dist/verify.mjs, the file that every package carries, with its
// comments and names, and publishes the file's SHA-256 beside it and in the changelog:
//   node verifier/build.mjs --check    exit 1 if one of them is not up to date
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
// biome-ignore lint/style/noRestrictedImports: a tool of this repository, no part of the verifier
import { rollup } from '@rollup/wasm-node'
import { sharedRules } from './shared-rules.mjs'

const MAIN = fileURLToPath(new URL('src/main.mjs', import.meta.url))
export const DIST = fileURLToPath(new URL('dist/verify.mjs', import.meta.url))
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

/** @param {string} path @param {string} expected */
function publish(path, expected) {
  if (!process.argv.includes('--check')) writeFileSync(path, expected)
  else if (readFileSync(path, 'utf8') !== expected) {
    process.stderr.write(`${path} is not up to date: run node verifier/build.mjs\n`)
    process.exitCode = 1
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // Node.js warns that stripping types is experimental; the result is compared with the file.
  process.removeAllListeners('warning')
  for (const [path, expected] of Object.entries(sharedRules())) publish(path, expected)
  for (const [path, expected] of Object.entries(publication(await build()))) publish(path, expected)
}
