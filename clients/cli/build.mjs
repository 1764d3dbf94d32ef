// Bundles src/ into dist/attestry.mjs: one file that runs on Node.js 20 without dependencies. `--check` compares the
// committed bundle with a fresh one and writes nothing.
import { readFile } from 'node:fs/promises'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const outfile = fileURLToPath(new URL('dist/attestry.mjs', import.meta.url))
const { outputFiles } = await build({
  absWorkingDir: fileURLToPath(new URL('.', import.meta.url)),
  stdin: {
    contents:
      "export * from './src/main.ts'\nimport { runIfEntryPoint } from './src/entry.ts'\nawait runIfEntryPoint(import.meta.url)\n",
    resolveDir: fileURLToPath(new URL('.', import.meta.url)),
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
  write: !process.argv.includes('--check'),
})
if (outputFiles !== undefined) {
  const committed = await readFile(outfile, 'utf8').catch(() => '')
  if (committed !== outputFiles[0]?.text) {
    process.stderr.write('clients/cli/dist is not what src makes: node clients/cli/build.mjs\n')
    process.exitCode = 1
  }
}
