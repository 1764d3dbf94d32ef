// Runs the bundle of `attestry serve`: one script, with what V8 compiled in an earlier start. The cache of Node.js contains only
// functions that are compiled when a module is loaded. This cache is written once the server is ready, so it also contains the
// functions that a start calls.
import { subscribe } from 'node:diagnostics_channel'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import process from 'node:process'
import { setFlagsFromString } from 'node:v8'
import vm from 'node:vm'

/**
 * Loads the script and returns its exports.
 * @param {string} path has a hash of the script in its name, so that what was compiled is never taken for another script
 * @param {{ keep: boolean }} options whether what this start compiles is kept for the next ones, where nothing is kept yet
 * @returns {typeof import('../main.ts')}
 */
export function serveScript(path, { keep }) {
  // V8 takes compiled code only from a process with the same flags. The parser of SQL sets these (tenant-guard/parser.ts).
  for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag)
  const compiled = `${path}.compiled`
  const cachedData = readIfThere(compiled)
  // The script is ASCII (build.mjs).
  const script = new vm.Script(readFileSync(path, 'latin1'), {
    filename: path,
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    ...(cachedData === undefined ? {} : { cachedData }),
  })
  const taken = cachedData !== undefined && script.cachedDataRejected === false
  if (keep && !taken) subscribe('attestry.started', () => write(compiled, script.createCachedData()))
  const module = { exports: /** @type {any} */ ({}) }
  script.runInThisContext()(createRequire(path), module, module.exports, path)
  return module.exports
}

/** @param {string} path */
function readIfThere(path) {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

/**
 * Writes the file completely or not at all. If it cannot be written, nothing is kept.
 *
 * @param {string} path
 * @param {Buffer} data
 */
function write(path, data) {
  const draft = `${path}.new-${process.pid}`
  try {
    writeFileSync(draft, data, { flag: 'wx', flush: true })
    renameSync(draft, path)
  } catch {
    rmSync(draft, { force: true })
  }
}
