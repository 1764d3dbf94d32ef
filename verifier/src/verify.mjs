import { explain } from './decisions.mjs'
import { EXIT, Failure, STEPS } from './failure.mjs'
import { outsideKey, outsideKeySet } from './keys.mjs'
import { Package } from './package.mjs'
import { readOutside } from './package-file.mjs'
import { assertExtended, openPrevious } from './previous.mjs'

/** @import { Checkpoint } from './checkpoint.mjs' */
/** @import { PackagedKey } from './keys.mjs' */
/** @import { Manifest } from './manifest.mjs' */
/** @import { Options } from './options.mjs' */
/** @import { Report, StepName } from './report.mjs' */

/**
 * Verifies a package step by step. It MUST NOT throw for the content of a package: the report has the failure. After the first
 * step that fails, the later steps are not checked.
 *
 * @param {Options} options
 * @param {Report['verifier']} verifier
 * @returns {Promise<Report>}
 */
export async function verifyPackage(options, verifier) {
  const report = emptyReport(options, verifier)
  const step = steps(report)
  /** @type {Package[]} */
  const open = []
  try {
    const published =
      options.keys === undefined ? undefined : outsideKeySet(readOutside(options.keys), options.keys)
    const pins = [...options.pin, ...options.key.map((file) => outsideKey(readOutside(file), file).kid)]
    const outside = pins.length > 0 ? new Set(pins) : published && new Set(published.keys())
    report.trust = pins.length > 0 ? 'pin' : published ? 'key_set' : 'packaged'
    const target = new Package(options.file)
    open.push(target)
    report.package = { kid: null, id: null, type: null, organization_id: null, signed_at: null, counts: {} }
    await step('container', () => target.container())
    await step('signature', () => signature(target, outside, report))
    await step('files', () => target.files())
    await step('manifest', () => manifest(target, report))
    await dataSteps(target, options, outside, step, report, open)
    for (const opened of open) opened.file.assertUnchanged()
    if (published) await step('keys', () => keyStatus(target, published, report))
    else await step.part('keys', () => assertNotRevoked(target.key))
  } catch (cause) {
    fail(report, cause)
  } finally {
    for (const opened of open) opened.file.close()
  }
  report.result = RESULTS[report.exit_code] ?? 'error'
  return report
}

/**
 * 5 to 7: one pass over the data.
 *
 * @param {Package} target
 * @param {Options} options
 * @param {Set<string> | undefined} outside
 * @param {ReturnType<typeof steps>} step
 * @param {Report} report
 * @param {Package[]} open
 */
async function dataSteps(target, options, outside, step, report, open) {
  const previous = await step.part('log', () =>
    options.previous === undefined ? undefined : openPrevious(options.previous, outside, open),
  )
  const data = await target.data({
    watch: previous?.checkpoint?.size,
    onDecision: (decision) => {
      if (decision.id === options.explain) report.explanation = explain(decision)
    },
  })
  const counted = (/** @type {Failure | undefined} */ failure, /** @type {string} */ detail) => {
    if (failure) throw failure
    return detail
  }
  await step('log', async () => {
    counted(data.log, '')
    const extended = previous ? `; ${await assertExtended(previous, target, outside)}` : ''
    const { size } = /** @type {Checkpoint} */ (target.checkpoint)
    return `${data.entries} entries of a log of ${size}, ${target.earlier?.size} earlier checkpoints${extended}`
  })
  await step('records', () => counted(data.records, `${data.recordCount} records, each as its receipt says`))
  await step('decisions', () =>
    counted(data.decisions, `${data.decisionCount} decisions, each follows from its snapshot`),
  )
  if (options.explain !== undefined && report.explanation.length === 0)
    throw new Failure('decision_not_found', options.explain)
}

/**
 * @param {Package} target
 * @param {Set<string> | undefined} outside
 * @param {Report} report
 */
function signature(target, outside, report) {
  const detail = target.signature(outside)
  const kid = target.key?.kid ?? ''
  if (report.package) report.package.kid = kid
  const how = {
    pin: outside?.has(kid) ? 'pinned' : 'reached from the pinned key by rotations',
    key_set: 'in the key set given',
    packaged: 'not compared with a key obtained elsewhere',
  }
  return `${detail}, ${how[report.trust]}`
}

/**
 * @param {Package} target
 * @param {Report} report
 */
function manifest(target, report) {
  const detail = target.checkManifest()
  const { package_id: id, type, organization, signed_at, counts } = /** @type {Manifest} */ (target.manifest)
  if (report.package)
    Object.assign(report.package, { id, type, organization_id: organization.id, signed_at, counts })
  return `${detail}, signed at ${signed_at}`
}

/**
 * 8. The status of the signing key in the published key set.
 *
 * @param {Package} target
 * @param {Map<string, PackagedKey>} published
 * @param {Report} report
 */
function keyStatus(target, published, report) {
  const kid = /** @type {string} */ (target.key?.kid)
  const key = published.get(kid)
  if (!key) throw new Failure('key_unpublished', kid)
  assertNotRevoked(key)
  if (report.trust === 'packaged') throw new TypeError('a key set was given, so it is trusted')
  return `key ${kid} is ${key.status}`
}

/**
 * Without a published key set, the packaged one can only show that its signer is revoked.
 *
 * @param {PackagedKey | undefined} key
 */
function assertNotRevoked(key) {
  if (key?.status === 'revoked')
    throw new Failure('key_revoked', `${key.kid}, since ${key.validUntil}: ${key.reason}`)
}

/**
 * Runs steps and records the result of each.
 *
 * @param {Report} report
 */
function steps(report) {
  /**
   * @template T
   * @param {StepName} name
   * @param {() => T | Promise<T>} run
   */
  const part = async (name, run) => {
    try {
      return await run()
    } catch (cause) {
      const entry = report.steps.find((s) => s.step === name)
      if (entry && cause instanceof Failure && cause.exit !== EXIT.usage) entry.status = 'FAIL'
      throw cause
    }
  }
  /**
   * @param {StepName} name
   * @param {() => string | Promise<string>} run returns the detail of the step
   */
  const step = async (name, run) => {
    const detail = await part(name, run)
    const entry = report.steps.find((s) => s.step === name)
    if (entry) Object.assign(entry, { status: 'PASS', detail })
  }
  return Object.assign(step, { part })
}

/**
 * @param {Report} report
 * @param {unknown} cause
 */
export function fail(report, cause) {
  if (!(cause instanceof Failure)) throw cause
  report.failures.push({ code: cause.code, message: cause.message, ...cause.at })
  report.exit_code = cause.exit
}

/**
 * @param {{ file: string }} options
 * @param {Report['verifier']} verifier
 * @returns {Report}
 */
export function emptyReport({ file }, verifier) {
  const names = /** @type {StepName[]} */ (Object.keys(STEPS))
  return {
    result: 'error',
    exit_code: EXIT.verified,
    file,
    verifier,
    trust: 'packaged',
    package: null,
    steps: names.map((step) => ({ step, status: 'NOT CHECKED', detail: '' })),
    failures: [],
    explanation: [],
  }
}

const RESULTS = /** @type {Record<number, Report['result']>} */ ({
  [EXIT.verified]: 'verified',
  [EXIT.rejected]: 'rejected',
  [EXIT.revoked]: 'revoked',
})
