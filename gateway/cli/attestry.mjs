#!/usr/bin/env node
// The entry point of the `attestry` command. Plain JavaScript, so that an older Node.js can say what is wrong.
import module from 'node:module'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 24 || (major === 24 && minor < 7)) {
  process.stderr.write(
    `attestry needs Node.js 24.7 or later and this is ${process.versions.node}: run it through npm (npm start, npm run -s attestry --, npx attestry), which brings its own\n`,
  )
  process.exit(1)
}
process.removeAllListeners('warning')
// What was compiled once is kept beside the packages: half of a start is compilation. Where that place cannot be written
// to, nothing is kept.
module.enableCompileCache?.(fileURLToPath(new URL('../../node_modules/.cache/attestry', import.meta.url)))
const { main } = await import('./main.ts')
await main(process.argv.slice(2))
