import { STEPS } from './failure.mjs'

/** @import { Place } from './failure.mjs' */

export const VERIFIER_VERSION = '0.1.0'
const SCHEMA = 'attestry-verify/1'

const WIDTH = 400

/**
 * The form in which a terminal shows a text of others. Control characters, line ends, direction marks and similar characters
 * are escaped, and only a few lines are shown.
 *
 * @param {string} text
 */
export function printable(text) {
  const escaped = text.replace(
    /[\p{C}\p{Zl}\p{Zp}]/gu,
    (c) => `\\u{${/** @type {number} */ (c.codePointAt(0)).toString(16)}}`,
  )
  return escaped.length > WIDTH ? `${escaped.slice(0, WIDTH)}…` : escaped
}

/**
 * The report as one screen of text.
 *
 * @param {Report} report
 */
export function textReport(report) {
  const lines = []
  if (report.trust === 'packaged' && report.package) {
    lines.push(
      'THE SIGNER HAS NOT BEEN COMPARED WITH A KEY OBTAINED ELSEWHERE. Anyone can make a key and sign a package with it.',
      'Get the key id from the installation itself (/.well-known/attestry/keys.json), from a contract or by telephone, and',
      `compare it with ${report.package.kid ?? 'the one below'}: run again with --pin and that id.`,
      '',
    )
  }
  lines.push(`${report.file}  (verify.mjs ${report.verifier.version}, SHA-256 ${report.verifier.sha256})`)
  report.steps.forEach(({ step, status, detail }, i) => {
    lines.push(`  ${i + 1} ${step.padEnd(9)} ${status.padEnd(11)} ${detail || STEPS[step]}`)
  })
  for (const { code, message, ...at } of report.failures) {
    const where = Object.entries(at).map(([name, value]) => `${name} ${value}`)
    lines.push(`${code}: ${message}${where.length > 0 ? ` [${where.join(', ')}]` : ''}`)
  }
  lines.push(...report.explanation, VERDICT[report.result])
  return `${lines.map(printable).join('\n')}\n`
}

const VERDICT = Object.freeze({
  verified: 'VERIFIED',
  rejected: 'REJECTED: not authentic or not intact',
  revoked: 'REJECTED: the signing key is revoked',
  error: 'NOTHING VERIFIED',
})

/**
 * The report as one line of JSON, in ASCII.
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
 *   result: 'verified' | 'rejected' | 'revoked' | 'error', exit_code: number, file: string,
 *   verifier: { version: string, sha256: string },
 *   trust: 'pin' | 'key_set' | 'packaged',
 *   package: null | { kid: string | null, id: string | null, type: string | null, organization_id: string | null,
 *     signed_at: string | null, counts: Record<string, number> },
 *   steps: Step[],
 *   failures: ({ code: string, message: string } & Place)[],
 *   explanation: string[]
 * }} Report
 */
