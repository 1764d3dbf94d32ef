// Builds the console into dist/, the files that a browser loads, with a Brotli file beside each script and style. `npm ci` runs
// it. Without Vite (in an installation for production) it does nothing: an image contains the built files.
import { createHash } from 'node:crypto'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { brotliCompressSync, constants } from 'node:zlib'

const root = import.meta.dirname
const dist = join(root, 'dist')
/** The most bytes of compressed script and style that the first load may have. */
const FIRST_LOAD = 250 * 1024
/** The licences of the packages that the console contains. */
const LICENCES = 'third-party-licenses.txt'

/** Returns the hash of the sources of a build. */
async function sourceHash() {
  const hash = createHash('sha256')
  for (const directory of [root, join(root, '../../proto/gen'), join(root, '../../verifier')]) {
    const paths = await sourcesIn(directory)
    for (const path of paths.sort()) hash.update(path.slice(directory.length)).update(await readFile(path))
  }
  return hash.digest('hex')
}

/**
 * Returns the sources in a directory, without the output of builds, also those that run in other processes.
 *
 * @param {string} directory
 * @returns {Promise<string[]>}
 */
async function sourcesIn(directory) {
  const paths = []
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (path.startsWith(dist)) continue
    if (entry.isDirectory()) paths.push(...(await sourcesIn(path)))
    else if (/\.(?:tsx?|css|html|mjs)$/.test(entry.name)) paths.push(path)
  }
  return paths
}

/** Whether dist/ was built from the present sources. */
export async function isBuilt() {
  const found = await readFile(join(dist, 'source.json'), 'utf8').catch(() => '{}')
  return JSON.parse(found).sha256 === (await sourceHash())
}

/**
 * Builds the console in every language in a directory beside dist/, which replaces dist/ at the end. Half a build is never
 * served.
 */
async function buildConsole() {
  const draft = join(root, `dist.${process.pid}`)
  const { first, modules } = await bundle(draft, '/console/', await inEnglish())
  for (const { code, plugin } of await furtherLanguages())
    await bundle(join(draft, code), `/console/${code}/`, [plugin])
  // biome-ignore lint/style/noRestrictedImports: a tool of this repository, no part of the gateway
  const { buildPage, noticesOf } = await import('../../verifier/browser/build.mjs')
  const licences = noticesOf(modules)
  await writeFile(join(draft, LICENCES), licences)
  await compress(join(draft, LICENCES), licences)
  const page = await buildPage()
  await writeFile(join(draft, 'verify.html'), page)
  await compress(join(draft, 'verify.html'), page)
  await writeFile(
    join(draft, 'source.json'),
    `${JSON.stringify({ sha256: await sourceHash(), first_load_bytes: first })}\n`,
  )
  // Another process may build at the same time. Renaming keeps one process from deleting files that the other has put in place.
  const before = `${draft}.before`
  await rename(dist, before).catch((error) => {
    if (error.code !== 'ENOENT') throw error
  })
  await rm(before, { recursive: true, force: true })
  await rename(draft, dist).catch(async (error) => {
    await rm(draft, { recursive: true, force: true })
    if (!(await isBuilt())) throw error
  })
  return first
}

/**
 * Builds the console in one language. Returns the compressed size of its first load in bytes, and the modules that it contains.
 *
 * @param {string} outDir
 * @param {string} base where it is served
 * @param {import('vite').Plugin[]} plugins
 */
async function bundle(outDir, base, plugins) {
  const { build } = await import('vite')
  const { withIsolatedValues } = await import('./texts/isolate.mjs')
  const made = await build({
    root,
    base,
    plugins: [...plugins, withIsolatedValues()],
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    oxc: { jsx: { runtime: 'automatic', importSource: '#jsx' } },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      assetsInlineLimit: 0,
      cssCodeSplit: false,
    },
  })
  if (!('output' in made)) throw new Error('Vite gave no output')
  const { output } = made
  let first = 0
  /** @type {string[]} */
  const modules = []
  for (const chunk of output) {
    if (chunk.type === 'chunk') modules.push(...chunk.moduleIds)
    if (!/\.(?:js|css)$/.test(chunk.fileName)) continue
    const content = chunk.type === 'chunk' ? chunk.code : chunk.source
    const small = await compress(join(outDir, chunk.fileName), content)
    if (isFirst(chunk, output)) first += small
  }
  if (first > FIRST_LOAD) throw new Error(`the first load is ${first} bytes, more than ${FIRST_LOAD}`)
  return { first, modules }
}

/**
 * Returns the plugins of the English build, which lists the other languages. Where there are none, its texts are built as they
 * are.
 */
async function inEnglish() {
  const [english, ...others] = await catalogues()
  if (english === undefined || others.length === 0) return []
  const { inLanguage } = await import('./texts/translate.mjs')
  return [inLanguage('en', { ...english.catalogue, texts: {} }, namesOf([english, ...others]))]
}

async function furtherLanguages() {
  const all = await catalogues()
  if (all.length === 1) return []
  const { inLanguage } = await import('./texts/translate.mjs')
  return all
    .slice(1)
    .map(({ code, catalogue }) => ({ code, plugin: inLanguage(code, catalogue, namesOf(all)) }))
}

/**
 * Reads the catalogues in texts/, each with the code of its language. English is first.
 *
 * @returns {Promise<{ code: string, catalogue: import('./texts/translate.mjs').Catalogue }[]>}
 */
async function catalogues() {
  const names = (await readdir(join(root, 'texts'))).filter((name) => name.endsWith('.json'))
  const others = names.filter((name) => name !== 'en.json').sort()
  return Promise.all(
    ['en.json', ...others].map(async (name) => ({
      code: name.slice(0, -'.json'.length),
      catalogue: JSON.parse(await readFile(join(root, 'texts', name), 'utf8')),
    })),
  )
}

/**
 * @param {{ code: string, catalogue: { language: string } }[]} all
 * @returns {[code: string, name: string][]}
 */
const namesOf = (all) => all.map(({ code, catalogue }) => [code, catalogue.language])

/**
 * Writes the Brotli form of a file beside it. Returns its size in bytes.
 *
 * @param {string} path
 * @param {string | Uint8Array} content
 */
async function compress(path, content) {
  const small = brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
  await writeFile(`${path}.br`, small)
  return small.length
}

/**
 * Whether a file is loaded before the first page is asked for.
 *
 * @typedef {import('vite').Rolldown.OutputChunk} Chunk
 * @typedef {Chunk | import('vite').Rolldown.OutputAsset} Output
 * @param {Output} chunk
 * @param {Output[]} output
 */
function isFirst(chunk, output) {
  if (chunk.type !== 'chunk') return true
  const chunks = output.filter((one) => one.type === 'chunk')
  const seen = new Set()
  const visit = (/** @type {string} */ name) => {
    if (seen.has(name)) return
    seen.add(name)
    for (const next of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) visit(next)
  }
  for (const { isEntry, fileName } of chunks) if (isEntry) visit(fileName)
  return seen.has(chunk.fileName)
}

if (import.meta.main ?? process.argv[1] === import.meta.filename) {
  try {
    await import('vite')
  } catch {
    process.exit(0)
  }
  if (process.argv.includes('--force') || !(await isBuilt())) await buildConsole()
}
