import { escaped } from './escaped.mjs'
import { EXIT, Failure, LaterVersion, NEEDS, STEPS } from './failure.mjs'
import { aboutPackagedVerifier } from './releases.mjs'

/** @import { Place } from './failure.mjs' */
/** @import { PackagedVerifier } from './releases.mjs' */

export const VERIFIER_VERSION = '0.2.0'
const SCHEMA = 'attestry-verify/1'

const WIDTH = 400

/** Makes text from outside safe for a terminal, of which at most WIDTH characters are shown. @param {string} text */
function printable(text) {
  const line = escaped(text)
  return line.length > WIDTH ? `${line.slice(0, WIDTH)}…` : line
}

/**
 * Formats the report as one screen of text.
 *
 * @param {Report} report
 */
export function textReport(report) {
  const failures = report.failures.map(({ code, message, ...at }) => {
    const where = Object.entries(at).map(([name, value]) => `${name} ${value}`)
    return `${code}: ${message}${where.length > 0 ? ` [${where.join(', ')}]` : ''}`
  })
  // The command line was wrong, or the package was not opened, so there are no steps to report.
  const nothing = report.file === '' ? [] : [report.verdict]
  if (report.package === null) return `${[...failures, ...nothing].map(printable).join('\n')}\n`
  const lines = [
    `${report.file}  (verify.mjs ${report.verifier.version}, SHA-256 ${report.verifier.sha256})`,
    ...report.steps.map(
      ({ step, status, detail }, i) =>
        `  ${`${i + 1} ${step}`.padEnd(13)} ${status.padEnd(11)} ${detail || stepText(step, status)}`,
    ),
    ...(report.packaged_verifier ? [aboutPackagedVerifier(report.packaged_verifier)] : []),
    ...failures,
    ...report.explanation,
    ...report.remarks.map((text) => `Remark: ${text}`),
    ...(report.not_proven.length > 0
      ? ['Not proven by this:', ...report.not_proven.map((t) => `  ${t}`)]
      : []),
    lastLine(report),
  ]
  return `${lines.map(printable).join('\n')}\n`
}

/**
 * @param {StepName} step
 * @param {Step['status']} status
 */
function stepText(step, status) {
  const needs = /** @type {Partial<Record<StepName, string>>} */ (NEEDS)[step]
  return status === 'NOT CHECKED' && needs !== undefined ? `${STEPS[step]}; needs ${needs}` : STEPS[step]
}

/** @param {Report} report */
function lastLine({ verdict, package: found }) {
  if (verdict !== VERDICTS.intact) return verdict
  return (
    `${verdict}: signed by key ${found?.kid}, which comes from the package itself. Compare this with the key id in ` +
    '/.well-known/attestry/keys.json of the installation, in a contract or by telephone, then run again with --pin ' +
    'and the key id from there.'
  )
}

const VERDICTS = Object.freeze({
  verified: 'VERIFIED',
  intact: 'INTACT, SIGNER NOT CONFIRMED',
  rejected: 'REJECTED: not authentic or not intact',
  previous: 'REJECTED: the package of --previous is not shown to be authentic and intact',
  revoked: 'REJECTED: the signing key is revoked',
  not_replayed: 'INTACT, NOT REPLAYED',
  error: 'NOTHING VERIFIED',
})

/**
 * Completes the report with its result and the verdict. Without a trusted key the verdict MUST NOT be VERIFIED.
 *
 * @param {Report} report
 */
export function conclude(report) {
  report.result = RESULTS[report.exit_code] ?? 'error'
  const isReplayLacking = report.result === 'not_replayed'
  report.signer_confirmed = report.trust !== 'packaged' && (report.result === 'verified' || isReplayLacking)
  const { failures } = report
  const isPrevious = failures.length > 0 && failures.every(({ code }) => code === 'previous_rejected')
  const isIntact = report.result === 'verified' || report.result === 'unconfirmed'
  report.verdict =
    isIntact && !report.signer_confirmed
      ? VERDICTS.intact
      : VERDICTS[isPrevious ? 'previous' : /** @type {keyof typeof VERDICTS} */ (report.result)]
  return report
}

const RESULTS = /** @type {Record<number, Report['result']>} */ ({
  [EXIT.verified]: 'verified',
  [EXIT.rejected]: 'rejected',
  [EXIT.revoked]: 'revoked',
  [EXIT.unconfirmed]: 'unconfirmed',
  [EXIT.notReplayed]: 'not_replayed',
})

/**
 * Records a failure in a report.
 *
 * @param {Report} report
 * @param {unknown} cause
 */
export function fail(report, cause) {
  if (!(cause instanceof Failure)) throw cause
  report.failures.push({ code: cause.code, message: cause.message, ...cause.at })
  if (cause.code.startsWith('zip_')) report.remarks.push(NOT_AS_EXPORTED)
  if (cause instanceof LaterVersion) report.remarks.push(LATER_FORMAT)
  report.exit_code = cause.exit
}

const LATER_FORMAT =
  'The manifest names a later format than this verifier knows. That says nothing for or against the package: what comes after the manifest ' +
  'was not checked. Verify it with verify.mjs of a later release, whose SHA-256 is in /.well-known/attestry/verifier.json of the installation.'

const NOT_AS_EXPORTED =
  'Give the file exactly as it was exported. A file that was cut short, or unpacked and zipped ' +
  'again, is no longer a valid package.'

/**
 * @param {{ file: string }} options
 * @param {Report['verifier']} verifier
 * @returns {Report}
 */
export function emptyReport({ file }, verifier) {
  const names = /** @type {StepName[]} */ (Object.keys(STEPS))
  return {
    result: 'error',
    verdict: VERDICTS.error,
    signer_confirmed: false,
    exit_code: EXIT.verified,
    file,
    verifier,
    packaged_verifier: null,
    trust: 'packaged',
    package: null,
    steps: names.map((step) => ({ step, status: 'NOT CHECKED', detail: '' })),
    failures: [],
    explanation: [],
    remarks: [],
    not_proven: [],
  }
}

/**
 * Formats the report as one line of JSON, in ASCII.
 *
 * @param {Report} report
 */
export function jsonReport(report) {
  const text = JSON.stringify({ schema: SCHEMA, ...report })
  return `${text.replace(/[\u007f-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`
}

/**
 * @typedef {keyof typeof STEPS} StepName
 * @typedef {{ step: StepName, status: 'PASS' | 'FAIL' | 'NOT CHECKED', detail: string }} Step
 * @typedef {{
 *   result: 'verified' | 'unconfirmed' | 'not_replayed' | 'rejected' | 'revoked' | 'error', verdict: string, signer_confirmed: boolean,
 *   exit_code: number, file: string,
 *   verifier: { version: string, sha256: string },
 *   packaged_verifier: null | PackagedVerifier,
 *   trust: 'pin' | 'key_set' | 'packaged',
 *   package: null | { kid: string | null, id: string | null, type: string | null, organization_id: string | null,
 *     signed_at: string | null, exported_at: string | null, period: null | { from: string | null, to: string | null },
 *     log: null | { entries: number, first_index: number | null, tree_size: number }, counts: Record<string, number> },
 *   steps: Step[],
 *   failures: ({ code: string, message: string } & Place)[],
 *   explanation: string[],
 *   remarks: string[],
 *   not_proven: string[]
 * }} Report
 */
