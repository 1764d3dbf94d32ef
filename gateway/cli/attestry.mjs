#!/usr/bin/env node
// The entry point of the `attestry` command. Plain JavaScript, so that an older Node.js can print an error.
import { readFile } from 'node:fs/promises'
import module from 'node:module'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { freshBundle } from './bundle/fresh.mjs'
import './base64.mjs'

const argv = process.argv.slice(2)
if (argv.length === 1 && argv[0] === '--version') await printVersion()
else if (!(await ranForPipeline())) await serverCommand()

async function printVersion() {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
  process.stdout.write(`${version}\n`)
}

/** The commands for pipelines run on Node.js 20 and load no code of the server (clients/cli). */
async function ranForPipeline() {
  if (!['gate', 'import', 'audit'].includes(argv[0] ?? '')) return false
  const { isPipelineCommand, main } = await import('../../clients/cli/dist/attestry.mjs')
  if (!isPipelineCommand(argv)) return false
  await main(argv)
  return true
}

async function serverCommand() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 24 || (major === 24 && minor < 7)) {
    process.stderr.write(
      `attestry needs Node.js 24.7 or later and this is ${process.versions.node}: run it through npm (npm start, npm run -s attestry --, npx attestry), which brings its own\n`,
    )
    process.exit(1)
  }
  process.removeAllListeners('warning')
  // Keeps compiled code next to the packages, because half of the start time is compilation. Nothing is kept if that directory
  // cannot be written.
  module.enableCompileCache?.(fileURLToPath(new URL('../../node_modules/.cache/attestry', import.meta.url)))
  const { main } = await mainModule()
  await main(argv)
}

async function mainModule() {
  const bundle = freshBundle()
  if (bundle === undefined || argv[0] !== 'serve') return await import(bundle?.command ?? './main.ts')
  const { serveScript } = await import('./bundle/serve-script.mjs')
  // A start of all roles calls everything that a start of some roles calls.
  return serveScript(bundle.serve, { keep: argv.length === 1 })
}
