import process from 'node:process'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

/**
 * node command-host.mjs MODULE: runs the `main` of a command in this process for each line of standard input, one after the other, and
 * prints what it wrote and the exit code that it set. A line is { args, env, cwd } as JSON, and so is { code, stdout, stderr }.
 */
const { main } = await import(pathToFileURL(process.argv[2] ?? '').href)
const print = process.stdout.write.bind(process.stdout)
process.removeAllListeners('warning')

for await (const line of createInterface({ input: process.stdin })) {
  const { args, env, cwd } = JSON.parse(line)
  const written = { stdout: '', stderr: '' }
  for (const name of /** @type {const} */ (['stdout', 'stderr'])) {
    // Each command listens anew.
    process[name].removeAllListeners('error')
    process[name].write = (/** @type {unknown} */ text, /** @type {unknown[]} */ ...rest) => {
      written[name] += text
      const done = rest.at(-1)
      if (typeof done === 'function') done()
      return true
    }
  }
  process.chdir(cwd)
  process.env = env
  process.exitCode = 0
  await main(args)
  const code = process.exitCode
  process.exitCode = 0
  print(`${JSON.stringify({ code, ...written })}\n`)
}
