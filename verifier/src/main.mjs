import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Failure } from './failure.mjs'
import { sha256 } from './hash.mjs'
import { HELP, readOptions } from './options.mjs'
import { jsonReport, printable, textReport, VERIFIER_VERSION } from './report.mjs'
import { emptyReport, fail, verifyPackage } from './verify.mjs'

/**
 * @param {string[]} args
 * @returns {Promise<{ output: string, exitCode: number }>}
 */
async function main(args) {
  const verifier = {
    version: VERIFIER_VERSION,
    sha256: sha256(readFileSync(fileURLToPath(import.meta.url)), 'hex'),
  }
  try {
    const options = readOptions(args)
    if (options.help) return { output: HELP, exitCode: 0 }
    if (options.version)
      return { output: `verify.mjs ${verifier.version} SHA-256 ${verifier.sha256}\n`, exitCode: 0 }
    const report = await verifyPackage(options, verifier)
    return { output: options.json ? jsonReport(report) : textReport(report), exitCode: report.exit_code }
  } catch (cause) {
    if (!(cause instanceof Failure)) throw cause
    const report = emptyReport({ file: '' }, verifier)
    fail(report, cause)
    const output = args.includes('--json')
      ? jsonReport(report)
      : `${printable(`${cause.code}: ${cause.message}`)}\n`
    return { output, exitCode: cause.exit }
  }
}

const { output, exitCode } = await main(process.argv.slice(2))
process.exitCode = exitCode
process.stdout.write(output)
