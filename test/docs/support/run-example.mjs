import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'

let runs = 0

/**
 * Runs a file as `node FILE` does, once for each call. An uncaught error is printed, and the exit code is then 1.
 * @param {[string]} args
 */
export async function main([path]) {
  runs += 1
  try {
    await import(`${pathToFileURL(path)}?${runs}`)
  } catch (error) {
    process.stderr.write(`${inspect(error)}\n`)
    process.exitCode = 1
  }
}
