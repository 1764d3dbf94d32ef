import process from 'node:process'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

/**
 * node command-host.mjs MODULE: for each line of standard input, one after the other, runs the `main` of a command in this
 * process. A line is { args, env, cwd } as JSON. The answer is a line { code, stdout, stderr } as JSON: the exit code and the
 * output of the command.
 */
const { main } = await import(pathToFileURL(process.argv[2] ?? '').href)
const print = process.stdout.write.bind(process.stdout)
process.removeAllListeners('warning')

for await (const line of createInterface({ input: process.stdin })) {
  const { args, env, cwd } = JSON.parse(line)
  const written = { stdout: '', stderr: '' }
  for (const name of /** @type {const} */ (['stdout', 'stderr'])) {
    // Each command adds its own listeners.
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
