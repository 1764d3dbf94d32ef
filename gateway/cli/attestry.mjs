#!/usr/bin/env node
// The entry point of the `attestry` command. Plain JavaScript, so that an older Node.js can say what is wrong.
import process from 'node:process'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 24 || (major === 24 && minor < 7)) {
  process.stderr.write(
    `attestry needs Node.js 24.7 or later and this is ${process.versions.node}: run it through npm (npm start, npm run -s attestry --, npx attestry), which brings its own\n`,
  )
  process.exit(1)
}
process.removeAllListeners('warning')
const { main } = await import('./main.ts')
await main(process.argv.slice(2))
