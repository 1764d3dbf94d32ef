import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PackageFile } from './container/package-file.mjs'
import { isSecondThread, SecondThread } from './container/second-thread.mjs'
import { sha256 } from './hashes/hash.mjs'
import { HELP, readOptions } from './options.mjs'
import { write } from './output.mjs'
import { EXIT, Failure } from './report/failure.mjs'
import { emptyReport, fail, jsonReport, textReport, VERIFIER_VERSION } from './report/report.mjs'
import { verifyPackage } from './verify.mjs'

/** @import { Report } from './report/report.mjs' */

const OLDEST_NODE = 20

/**
 * @param {string[]} args
 * @returns {Promise<{ output: string, exitCode: number }>}
 */
async function main(args) {
  const verifier = {
    version: VERIFIER_VERSION,
    sha256: sha256(readFileSync(fileURLToPath(import.meta.url)), 'hex'),
  }
  const secondThread = new SecondThread()
  try {
    assertNode(process.versions.node)
    const options = readOptions(args)
    if (options.help) return { output: HELP, exitCode: EXIT.verified }
    if (options.version)
      return {
        output: `verify.mjs ${verifier.version} SHA-256 ${verifier.sha256}\n`,
        exitCode: EXIT.verified,
      }
    const open = (/** @type {string} */ path) => new PackageFile(path)
    return answer(await verifyPackage({ ...options, open, secondThread }, verifier), args)
  } catch (cause) {
    const report = emptyReport({ file: '' }, verifier)
    fail(report, cause instanceof Failure ? cause : new Failure('internal', String(cause)))
    return answer(report, args)
  } finally {
    await secondThread.close()
  }
}

/**
 * @param {Report} report
 * @param {string[]} args
 */
function answer(report, args) {
  const output = args.includes('--json') ? jsonReport(report) : textReport(report)
  return { output, exitCode: report.exit_code }
}

/** @param {string} version */
function assertNode(version) {
  if (Number.parseInt(version, 10) < OLDEST_NODE)
    throw new Failure('node_version', `this is Node.js ${version}, ${OLDEST_NODE} or later is needed`)
}

if (!isSecondThread) {
  const { output, exitCode } = await main(process.argv.slice(2))
  process.exitCode = write(process.stdout.fd, output) ? exitCode : EXIT.usage
}
