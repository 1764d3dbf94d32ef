// Bundles src/ into dist/attestry.mjs: one file that runs on Node.js 20 without dependencies, and ends with the licences of what
// it contains. `--check` compares the committed bundle with a fresh one and writes nothing.
import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { noticesOf } from '../../verifier/browser/third-party.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const outfile = fileURLToPath(new URL('dist/attestry.mjs', import.meta.url))
const { outputFiles, metafile } = await build({
  absWorkingDir: here,
  stdin: {
    contents:
      "export * from './src/main.ts'\nimport { runIfEntryPoint } from './src/entry.ts'\nawait runIfEntryPoint(import.meta.url)\n",
    resolveDir: here,
    loader: 'ts',
  },
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  legalComments: 'inline',
  // The bundled CommonJS libraries call require for modules of Node.js.
  banner: {
    js: "#!/usr/bin/env node\n// @ts-nocheck\nimport { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)",
  },
  outfile,
  write: false,
  metafile: true,
})
const notices = noticesOf(Object.keys(metafile.inputs).map((path) => resolve(here, path)))
const made = `${outputFiles[0]?.text}/*! Licences of the packages in this file:\n\n${notices.replaceAll('*/', '* /')}*/\n`
if (process.argv.includes('--check')) {
  if ((await readFile(outfile, 'utf8').catch(() => '')) !== made) {
    process.stderr.write('clients/cli/dist is not what src makes: node clients/cli/build.mjs\n')
    process.exitCode = 1
  }
} else await writeFile(outfile, made)
