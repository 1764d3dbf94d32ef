import { explain } from './decisions/decisions.mjs'
import { assertReaches } from './given-checkpoint.mjs'
import { assertWindow } from './keys/keys.mjs'
import { notProven } from './not-proven.mjs'
import { assertExtended, openPrevious } from './previous.mjs'
import { CLOCK_TOLERANCE_MS } from './replay/entry-times.mjs'
import { Replay } from './replay/replay.mjs'
import { MORE } from './replay/state/states.mjs'
import { counted } from './report/counted.mjs'
import { Failure } from './report/failure.mjs'
import { packagedVerifier } from './report/releases.mjs'
import { conclude, fail } from './report/report.mjs'
import { Run } from './run.mjs'
import { outsideTimeRemarks } from './timestamps/outside-times.mjs'
import { assertStamped } from './timestamps/timestamps.mjs'
import { assertQuorum } from './witnesses/cosignatures.mjs'

/** @import { Checkpoint } from './log/checkpoint.mjs' */
/** @import { Manifest } from './manifest/manifest.mjs' */
/** @import { Demands } from './run.mjs' */
/** @import { Report } from './report/report.mjs' */

/**
 * Verifies a package step by step (docs/evidence-package.md section 10). It MUST NOT throw because of the content of a package: a
 * failure is in the report. After the first failed step, the later steps are not checked.
 *
 * @param {Demands} options
 * @param {Report['verifier']} verifier
 * @returns {Promise<Report>}
 */
export async function verifyPackage(options, verifier) {
  const run = new Run(options, verifier)
  try {
    run.begin()
    await run.step('container', () => run.target.container())
    await run.step('signature', () => signature(run))
    await run.step('files', () => files(run))
    await run.step('manifest', () => manifest(run))
    await run.step('log', () => log(run))
    await run.step('records', () => records(run))
    await run.step('decisions', () => decisions(run))
    run.assertUnchanged()
    await run.step('keys', () => keys(run))
    await run.step('replay', () => replay(run))
    await run.step('witnesses', () => witnesses(run))
    await run.step('timestamps', () => timestamps(run))
    run.report.not_proven = notProven(
      run.target,
      run.replay,
      run.options,
      run.published ? [] : (run.outside ?? []),
    )
    run.assertTrust()
    run.assertReplayed()
  } catch (cause) {
    fail(run.report, cause)
  } finally {
    run.close()
  }
  return conclude(run.report)
}

/**
 * 2. The signature of SHA256SUMS, under a key that is trusted.
 *
 * @param {Run} run
 */
function signature({ target, outside, report }) {
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
 * 3. Every file has its signed hash. The packaged verifier is compared with the running one.
 *
 * @param {Run} run
 */
function files({ target, report }) {
  const sums = target.files()
  report.packaged_verifier = packagedVerifier(sums.get('verify.mjs') ?? '', report.verifier.sha256)
  return counted(sums.size, 'file')
}

/**
 * 4. The manifest agrees with the package, and names the organization that was asked for.
 *
 * @param {Run} run
 */
function manifest({ target, options, report }) {
  const detail = target.checkManifest()
  const manifest = /** @type {Manifest} */ (target.manifest)
  const { package_id: id, type, organization, signed_at, exported_at, counts, period, log } = manifest
  if (report.package)
    Object.assign(report.package, {
      id,
      type,
      organization_id: organization.id,
      signed_at,
      counts,
      exported_at: exported_at ?? null,
      period,
      log: { entries: log.entries, first_index: log.first_index, tree_size: log.tree_size },
    })
  if (options.organization !== undefined && options.organization !== organization.id)
    throw new Failure('organization_differs', organization.id, { file: 'manifest.json' })
  const exported = exported_at === undefined ? '' : `, exported at ${exported_at}`
  return `${detail}, signed at ${signed_at}${exported}`
}

/**
 * 5. The log is consistent: entries, checkpoint, proofs, the logs of previous packages, and the checkpoint that was given. This
 * pass also reads the data of the next two steps.
 *
 * @param {Run} run
 */
async function log(run) {
  const { target, options } = run
  const { first_index: first } = /** @type {Manifest} */ (target.manifest).log
  const older = [options.previous ?? []].flat().map((path) => run.open(path))
  const { replay: continued, why, broken } = await openPrevious(older, run, first)
  if (why !== undefined) run.note('replay', why)
  run.report.remarks.push(...broken)
  run.replay = continued ?? (first === null ? undefined : new Replay(first, options))
  run.data = await target.data({
    watch: [...run.watch, ...older.flatMap(({ checkpoint }) => checkpoint?.size ?? [])],
    replay: run.replay,
    onDecision: (decision) => {
      if (decision.id === options.explain) run.report.explanation = explain(decision)
    },
  })
  if (run.data.log) throw run.data.log
  let extended = ''
  for (const one of older) extended += `; ${await assertExtended(one, run)}`
  if (run.given) extended += assertReaches(run.given, target, older)
  const { size } = /** @type {Checkpoint} */ (target.checkpoint)
  const entries = counted(run.data.entries, 'entry', 'entries')
  return `${entries} of a log of ${size}, ${counted(target.earlier?.size, 'earlier checkpoint')}${extended}`
}

/**
 * 6. Every record has its receipt, every receipt has its records, and tables follow from their lines.
 *
 * @param {Run} run
 */
async function records({ data, target }) {
  if (data?.records) throw data.records
  const tables = await target.tables()
  const { attachments = 0 } = data?.counts ?? {}
  const bytes = attachments === 0 ? '' : `; the bytes of ${counted(attachments, 'attachment')}`
  const lines = tables === 0 ? '' : `; ${counted(tables, 'table')}, each as its lines say`
  return `${counted(data?.recordCount, 'record')}, each as its receipt says${bytes}${lines}`
}

/**
 * 7. Every gate decision follows from its snapshot, and the obligations of incidents from their input.
 *
 * @param {Run} run
 */
function decisions({ data, options, report }) {
  if (data?.decisions) throw data.decisions
  if (options.explain !== undefined && report.explanation.length === 0)
    throw new Failure('decision_not_found', options.explain)
  const { decisions = 0, obligations = 0 } = data?.counts ?? {}
  const records = counted(obligations, 'record of obligations', 'records of obligations')
  const also = obligations === 0 ? '' : `; ${records}, each follows from its input`
  return `${counted(decisions, 'decision')}, each follows from its snapshot${also}`
}

/**
 * 8. The status of the signing key in the published key set. Without that set, the packaged one can only show that its signer is
 * revoked.
 *
 * @param {Run} run
 */
function keys({ target, published, options, report }) {
  const kid = /** @type {string} */ (target.key?.kid)
  const key = published ? published.get(kid) : target.key
  if (!key) throw new Failure('key_unpublished', kid)
  if (key.status === 'revoked')
    throw new Failure('key_revoked', `${key.kid}, since ${key.validUntil}: ${key.reason}`)
  const early = assertWindow(
    key,
    /** @type {Manifest} */ (target.manifest).signed_at,
    options.allowClockSteps,
  )
  if (early !== undefined) report.remarks.push(early)
  return published ? `key ${kid} is ${key.status}` : undefined
}

/**
 * 9. Each call and each decision against the records before it.
 *
 * @param {Run} run
 */
function replay(run) {
  const { replay: walked, target, options, report } = run
  report.remarks.push(...(walked?.remarks ?? []))
  const { signed_at, exported_at = signed_at } = /** @type {Manifest} */ (target.manifest)
  if (Date.parse(exported_at) < Date.parse(signed_at) - CLOCK_TOLERANCE_MS) {
    const times = `exported at ${exported_at}, signed at ${signed_at}`
    if (!options.allowClockSteps) throw new Failure('time_order', times, { file: 'manifest.json' })
    report.remarks.push(times)
  }
  if (walked?.failure) throw walked.failure
  if (walked?.limit !== undefined) run.note('replay', walked.limit)
  if (walked === undefined || !walked.isWhole) return undefined
  const { size } = /** @type {Checkpoint} */ (target.checkpoint)
  const entries = counted(walked.next, 'entry', 'entries')
  const { leftOut } = walked
  if (leftOut.length > 0) {
    run.note(
      'replay',
      `only in part, ${entries} of ${size}: it is not checked ${leftOut.join('; ')}. ${MORE}`,
    )
    return undefined
  }
  return `${entries} from leaf 0 of ${size}: callers, ids, versions, times, inputs of ${counted(walked.decisions, 'decision')}`
}

/**
 * 10. Witnesses have cosigned the checkpoint, so that everyone who requires the same witnesses sees the same log.
 *
 * @param {Run} run
 */
function witnesses(run) {
  const { target, options } = run
  const { cosigned } = options
  if (cosigned === undefined || cosigned.witnesses.length === 0) return undefined
  return assertQuorum(/** @type {Checkpoint} */ (target.checkpoint), cosigned, remarkOnTimes(run))
}

/**
 * 11. Trusted authorities have stamped the checkpoint, so that it is not newer than the stamps.
 *
 * @param {Run} run
 */
function timestamps(run) {
  const { target, authorities } = run
  if (authorities.length === 0) return undefined
  const { note } = /** @type {Checkpoint} */ (target.checkpoint)
  return assertStamped(note, target.timestamps(), authorities, remarkOnTimes(run)).join('; ')
}

/** @param {Run} run @returns {(at: Date, by: string) => void} */
function remarkOnTimes({ target, replay, report }) {
  const { signed_at: signedAt } = /** @type {Manifest} */ (target.manifest)
  return (at, by) =>
    report.remarks.push(...outsideTimeRemarks(at, by, { latest: replay?.newestAt, signedAt }))
}
