import { readWhole } from './container/read-whole.mjs'
import { readGiven } from './given-checkpoint.mjs'
import { outsideKey, outsideKeySet } from './keys/keys.mjs'
import { Package } from './package.mjs'
import { EXIT, Failure } from './report/failure.mjs'
import { emptyReport } from './report/report.mjs'
import { readAuthorities } from './timestamps/timestamps.mjs'

/** @import { Witness } from './witnesses/cosignatures.mjs' */
/** @import { PackagedKey } from './keys/keys.mjs' */
/** @import { Readable } from './container/package-file.mjs' */
/** @import { Replay } from './replay/replay.mjs' */
/** @import { Report, StepName } from './report/report.mjs' */
/** @import { SecondThread } from './container/second-thread.mjs' */

/** A run of the verifier: its options, open files and results. */
export class Run {
  /**
   * The published key set, if given.
   *
   * @type {Map<string, PackagedKey> | undefined}
   */
  published
  /**
   * The ids of the keys that are trusted from outside. Without them, the keys in the package are tried.
   *
   * @type {Set<string> | undefined}
   */
  outside
  /**
   * The certificates of the trusted time-stamp authorities.
   *
   * @type {ReturnType<typeof readAuthorities>}
   */
  authorities = []
  /**
   * The checkpoint that the package MUST reach, if given.
   *
   * @type {ReturnType<typeof readGiven> | undefined}
   */
  given
  /** @type {Awaited<ReturnType<Package['data']>> | undefined} */
  data
  /** @type {Replay | undefined} */
  replay
  /** @type {Package[]} */
  #open = []

  /**
   * @param {Demands} options
   * @param {Report['verifier']} verifier
   */
  constructor(options, verifier) {
    this.options = options
    this.report = emptyReport(options, verifier)
  }

  /** The package to verify. */
  get target() {
    return /** @type {Package} */ (this.#open[0])
  }

  /** The size of the log at which its root is compared with the given checkpoint. */
  get watch() {
    return this.given === undefined ? [] : [this.given.size]
  }

  /** Reads the keys, certificates and the checkpoint that were obtained elsewhere, and opens the package. */
  begin() {
    const { options, report } = this
    const { keys } = options
    const readOutside = (/** @type {string} */ path) => readWhole(options.open(path))
    this.published = keys === undefined ? undefined : outsideKeySet(readOutside(keys), keys)
    const pins = [...options.pin, ...options.key.map((file) => outsideKey(readOutside(file), file).kid)]
    this.outside = pins.length > 0 ? new Set(pins) : this.published && new Set(this.published.keys())
    this.authorities = (options.tsa ?? []).flatMap((path) => readAuthorities(readOutside(path), path))
    if (options.checkpoint !== undefined)
      this.given = readGiven(readOutside(options.checkpoint), options.checkpoint)
    report.trust = pins.length > 0 ? 'pin' : this.published ? 'key_set' : 'packaged'
    this.open(options.file)
    report.package = {
      kid: null,
      id: null,
      type: null,
      organization_id: null,
      signed_at: null,
      exported_at: null,
      period: null,
      log: null,
      counts: {},
    }
  }

  /**
   * Opens a package. It stays open until the run is closed.
   *
   * @param {string} path
   */
  open(path) {
    const opened = new Package(this.options.open(path), this.options.secondThread)
    this.#open.push(opened)
    return opened
  }

  /**
   * Runs a step and records its result. A step that returns no detail lacked its optional input and is reported as not checked.
   *
   * @param {StepName} name
   * @param {() => string | undefined | Promise<string | undefined>} check
   */
  async step(name, check) {
    const entry = this.#stepOf(name)
    try {
      const detail = await check()
      if (detail !== undefined) Object.assign(entry, { status: 'PASS', detail })
    } catch (cause) {
      if (cause instanceof Failure && cause.exit !== EXIT.usage) entry.status = 'FAIL'
      throw cause
    }
  }

  /**
   * Says why a step could not be checked.
   *
   * @param {StepName} name
   * @param {string} detail
   */
  note(name, detail) {
    Object.assign(this.#stepOf(name), { detail })
  }

  /** @param {StepName} name */
  #stepOf(name) {
    const entry = this.report.steps.find((step) => step.step === name)
    if (!entry) throw new TypeError(name)
    return entry
  }

  assertUnchanged() {
    for (const { file } of this.#open) file.assertUnchanged()
  }

  /** With --require-trust, a key that only the package itself contains is not enough. */
  assertTrust() {
    if (this.options.requireTrust && this.outside === undefined)
      throw new Failure('signer_not_confirmed', `signed by ${this.target.key?.kid}`)
  }

  /** With --require-replay, the log MUST have been replayed. */
  assertReplayed() {
    const { status, detail } = this.#stepOf('replay')
    if (this.options.requireReplay && status !== 'PASS')
      throw new Failure('replay_not_checked', detail || 'it needs the log from leaf 0')
  }

  close() {
    for (const { file } of this.#open) file.close()
  }
}

/**
 * The demands on a run. `file`, `key`, `keys`, `previous`, `checkpoint` and `tsa` are paths, which `open` opens. Browsers have no
 * `secondThread`.
 *
 * @typedef {{ file: string, key: string[], pin: string[], keys?: string | undefined, requireTrust: boolean,
 *   requireReplay?: boolean | undefined, memory?: number | undefined, allowClockSteps?: boolean | undefined, previous?: string | string[] | undefined, checkpoint?: string | undefined, explain?: string | undefined, organization?: string | undefined, open: (path: string) => Readable,
 *   secondThread?: SecondThread | undefined, cosigned?: { witnesses: Witness[], quorum: number } | undefined, tsa?: string[] | undefined }} Demands
 */
