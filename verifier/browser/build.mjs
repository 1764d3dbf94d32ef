// Bundles the verifier for browsers: the modules of verifier/src with the platform files of this directory, and the page, one
// HTML file that an auditor keeps. gateway/console/build.mjs puts the page where the console is served from.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { rollup } from '@rollup/wasm-node'
import { NEEDS, STEPS } from '../src/report/failure.mjs'
import { VERIFIER_VERSION } from '../src/report/report.mjs'
import { noticesOf } from './third-party.mjs'

export { noticesOf }

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url))
const BUFFER = here('buffer.mjs')
const NODE_CRYPTO = here('node-crypto/index.mjs')

/** The module with `verifyPackage` and what goes with it, as one text without imports. */
export async function buildCore() {
  return (await bundle('verify.mjs', 'es')).code
}

/** The page, whose policy allows its own two scripts and its style and nothing else. It ends with the licences of what it contains. */
export async function buildPage() {
  const [{ code: worker, moduleIds: ofWorker }, { code: page, moduleIds: ofPage }] = [
    await bundle('page/worker.mjs', 'iife'),
    await bundle('page/page.mjs', 'iife'),
  ]
  const text = (/** @type {string} */ path) => readFile(here(path), 'utf8')
  const [html, command] = [await text('page/page.html'), await text('../dist/verify.mjs')]
  const css = (await text('../../gateway/console/public/theme.css')) + (await text('page/page.css'))
  const verifier = createHash('sha256').update(command).digest('hex')
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(page)}`,
    `style-src ${hashOf(css)}`,
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types attestry-verify',
  ].join('; ')
  const facts = JSON.stringify({ steps: STEPS, needs: NEEDS, verifier_sha256: verifier })
  const footer = `The rules of verify.mjs ${VERIFIER_VERSION}, SHA-256 ${verifier}.`
  return html
    .replace('POLICY', () => policy)
    .replace(/<style>[^<]*<\/style>/, () => `<style>${css}</style>`)
    .replace(/<footer>[^<]*<\/footer>/, () => `<footer>${footer}</footer>`)
    .replace(/(<script[^>]* id="facts">)[^<]*</, (_, tag) => `${tag}${facts}<`)
    .replace(/(<script[^>]* id="worker">)[^<]*</, (_, tag) => `${tag}${worker}<`)
    .replace(/<script>[^<]*<\/script>/, () => `<script>${page}</script>`)
    .replace(/<\/html>\s*$/, () => `</html>\n<!--\n${asComment(noticesOf([...ofWorker, ...ofPage]))}-->\n`)
}

/** A comment of HTML has no `--` in it. @param {string} text */
const asComment = (text) => text.replaceAll('--', '==')

/** @param {string} text */
function hashOf(text) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/**
 * @param {string} entry
 * @param {'es' | 'iife'} format
 */
async function bundle(entry, format) {
  const bundle = await rollup({ input: here(entry), plugins: [forBrowsers] })
  const { output } = await bundle.generate({ format, generatedCode: 'es2015' })
  await bundle.close()
  const { code, moduleIds } = output[0]
  if (/from ['"]node:|<\/script/i.test(code)) throw new Error(`${entry} is no script of a page`)
  return { code, moduleIds }
}

/** @type {import('@rollup/wasm-node').Plugin} */
const forBrowsers = {
  name: 'for browsers',
  resolveId(source, importer) {
    if (source === 'node:crypto') return NODE_CRYPTO
    const [, file] = /(?:^|\/)platform\/([\w-]+\.mjs)$/.exec(source) ?? []
    if (file !== undefined && existsSync(here(`platform/${file}`))) return here(`platform/${file}`)
    return source.startsWith('.') || importer === undefined
      ? null
      : fileURLToPath(import.meta.resolve(source))
  },
  /** In the place of Node.js's global. */
  transform(code, id) {
    if (id === BUFFER || id.includes('node_modules') || !/\bBuffer\b/.test(code)) return null
    if (/import \{[^}]*\bBuffer\b/.test(code)) return null
    return { code: `import { Buffer } from ${JSON.stringify(BUFFER)}\n${code}`, map: null }
  },
}
