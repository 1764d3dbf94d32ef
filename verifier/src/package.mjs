import { wholeLines } from './container/chunks.mjs'
import { Lines } from './container/lines.mjs'
import { readContainer } from './container/zip.mjs'
import { rederive } from './decisions/decisions.mjs'
import { Obligations } from './decisions/obligations.mjs'
import { checkFiles, readSums } from './files/sums.mjs'
import { PlainReader } from './json/plain.mjs'
import { packagedKeys, signers } from './keys/keys.mjs'
import { readCheckpoint } from './log/checkpoint.mjs'
import { readData } from './log/log.mjs'
import { readNeighbours } from './log/neighbours.mjs'
import { assertPeriod } from './log/period.mjs'
import { earlierRoots, inclusionProofs, rangeProof } from './log/proofs.mjs'
import { checkManifest, readManifest, stampNames } from './manifest/manifest.mjs'
import { Attachments } from './records/attachments.mjs'
import { checkTables } from './records/csv.mjs'
import { IncidentChecks } from './records/incident.mjs'
import { counted } from './report/counted.mjs'
import { Failure } from './report/failure.mjs'
import { assertFewSigned, assertReached, trustedKids } from './signature/rotations.mjs'
import { assertSignatureForm, verifies } from './signature/signature.mjs'

/** @import { Held, PartOf } from './container/chunks.mjs' */
/** @import { Readable } from './container/package-file.mjs' */
/** @import { Decision } from './decisions/decisions.mjs' */
/** @import { Place } from './report/failure.mjs' */
/** @import { Manifest } from './manifest/manifest.mjs' */
/** @import { Replay } from './replay/replay.mjs' */
/** @import { SecondThread } from './container/second-thread.mjs' */
/** @import { Entry } from './container/zip.mjs' */

/** The largest file outside data/, because these files are held in memory as a whole. */
const MAX_FILE = 16 * 1024 * 1024
/**
 * SHA256SUMS is hashed once for each key that may have signed it. Its size may therefore be at most twice the bytes that the
 * lines of its files need, plus this constant.
 */
const SPARE_SUMS = 65_536
const OLDER = 'if the package is older than the key given, give the key of its time too, obtained elsewhere'
const NOTHING = { decisions: 0, obligations: 0, attachments: 0 }

/** A package during verification. Each method is a step, and requires that the steps before it passed. */
export class Package {
  #held = { bytes: 0, sequences: 0 }

  #secondThread
  /** @type {Set<string> | undefined} */
  #ahead

  /**
   * @param {Readable} file
   * @param {SecondThread} [secondThread] inflates and hashes long sequences
   */
  constructor(file, secondThread) {
    this.#secondThread = secondThread
    this.file = file
    this.path = file.path
  }

  /** 1. The container has the one exact zip encoding. */
  container() {
    this.entries = readContainer(this.file)
    let sums = SPARE_SUMS
    for (const { name, size } of this.entries.values()) {
      if (size > MAX_FILE && !name.startsWith('data/'))
        throw new Failure('zip_size', `${size} bytes`, { file: name })
      sums += 2 * (name.length + 67)
    }
    const { size = 0 } = this.entries.get('SHA256SUMS') ?? {}
    if (size > sums)
      throw new Failure('zip_size', `${size} bytes for ${this.entries.size} files`, { file: 'SHA256SUMS' })
    return `${counted(this.entries.size, 'file')}, ${counted(this.file.size, 'byte')}`
  }

  /**
   * 2. Finds the trusted keys, and verifies the signature of SHA256SUMS under one of them.
   *
   * @param {Set<string> | undefined} outside kids trusted from outside; without them the packaged keys are tried
   */
  signature(outside) {
    const { keys, rotations, files } = packagedKeys((name) => this.read(name), this.#entries().keys())
    const signature = this.read('SHA256SUMS.sig') ?? Buffer.alloc(0)
    this.sums = this.read('SHA256SUMS') ?? Buffer.alloc(0)
    assertSignatureForm(signature, 'SHA256SUMS.sig')
    const sums = this.sums
    assertFewSigned(rotations)
    const trusted = outside && trustedKids(outside, rotations)
    const candidates = signers(keys, trusted)
    if (candidates.length === 0)
      throw new Failure('signer_not_trusted', `no packaged key is trusted; ${OLDER}`, {
        file: 'SHA256SUMS.sig',
      })
    const key = candidates.find((candidate) => verifies(candidate, sums, signature))
    if (!key) {
      const tried = candidates.map(({ kid }) => kid.slice(0, 8)).join(', ')
      if (trusted && candidates.length < keys.size)
        throw new Failure('signer_not_trusted', `tried ${tried}; ${OLDER}`, { file: 'SHA256SUMS.sig' })
      throw new Failure('signature_wrong', `tried ${tried}`, { file: 'SHA256SUMS.sig' })
    }
    if (trusted) assertReached(key.kid, trusted)
    this.key = key
    this.keys = keys
    this.rotations = rotations
    this.rotationFiles = files
    return `key ${key.kid}`
  }

  /** 3. Every file has its hash; no file is missing or extra. */
  files() {
    const sums = readSums(/** @type {Buffer} */ (this.sums))
    checkFiles(this.file, this.#entries(), sums)
    return sums
  }

  /** 4. The manifest agrees with the package. */
  checkManifest() {
    this.manifest = readManifest(this.read('manifest.json'))
    const { key, keys, rotationFiles } = this
    if (!key || !keys || !rotationFiles) throw new TypeError('step 2 comes first')
    const names = [...this.#entries().keys()]
    checkManifest(this.manifest, { kid: key.kid, kids: keys.keys(), rotations: rotationFiles, names })
    const { type, organization, log } = this.manifest
    return `${type} package of ${JSON.stringify(organization.name)} (${organization.id}), ${counted(log.entries, 'entry', 'entries')}`
  }

  /**
   * 5 to 7. Reads the data once, for the log, the records and the decisions.
   *
   * @param {{ onDecision?: (decision: Decision) => void, watch?: readonly number[], replay?: Replay | undefined }} [options]
   *   watch: the sizes of the log whose roots are stored in `watched`, if the entries reach them
   */
  async data({ onDecision, watch, replay } = {}) {
    const { manifest, key } = this
    if (!manifest || !key) throw new TypeError('step 4 comes first')
    let decisions = 0
    this.#held = { bytes: 0, sequences: Object.keys(manifest.counts).length }
    this.#ahead = this.#secondThread?.typesOf(manifest.parts)
    if (replay) {
      replay.signedAt = Date.parse(manifest.signed_at)
      replay.counts = manifest.counts
    }
    try {
      const checkpoint = readCheckpoint(
        this.read('log/checkpoint'),
        manifest.log,
        key,
        manifest.format_version,
      )
      this.checkpoint = checkpoint
      this.neighbours = readNeighbours(this.read('log/neighbours.json'), manifest, checkpoint)
      this.earlier = earlierRoots(this.read('log/consistency.json'), checkpoint)
      const proof = this.#entryProof(manifest, checkpoint.root, watch)
      const attachments = new Attachments()
      const obligations = new Obligations()
      const incident = manifest.incident_id === null ? undefined : new IncidentChecks(manifest.incident_id)
      /** @param {Decision} decision */
      const take = (decision) => {
        decisions++
        onDecision?.(decision)
      }
      const result = await readData({
        types: Object.keys(manifest.counts),
        sequence: (type) => this.sequence(type),
        proof,
        root: checkpoint.root,
        replay,
        attachments,
        organizationId: manifest.organization.id,
        checkTimes: (firstAt, lastAt) => assertPeriod(manifest, firstAt, lastAt),
        checkEntry: (entry, at) => incident?.entry(entry, at),
        checks: checksOf({ incident, attachments, obligations, onDecision: take }),
        finish: () => incident?.finish(),
      })
      this.watched = proof.watched
      const counts = { decisions, obligations: obligations.count, attachments: attachments.count }
      return { ...result, counts }
    } catch (cause) {
      if (cause instanceof Failure && cause.code !== 'changed')
        return { log: cause, entries: 0, recordCount: 0, counts: NOTHING }
      throw cause
    }
  }

  /**
   * The lines of one type.
   *
   * @param {string} type
   */
  sequence(type) {
    const parts = /** @type {Manifest} */ (this.manifest).parts.filter((part) => part.type === type)
    const files = parts.map((part) => ({
      part,
      entry: /** @type {Entry} */ (this.#entries().get(part.file)),
    }))
    const { organization } = /** @type {Manifest} */ (this.manifest)
    const reader = new PlainReader(Buffer.from(organization.id))
    const thread = this.#ahead?.has(type) ? this.#secondThread : undefined
    return new Lines((taken) => chunksOf(this.file, files, taken, this.#held, thread), reader)
  }

  /** Checks the tables for people. The lines from which they are derived MUST have been verified. */
  tables() {
    const manifest = /** @type {Manifest} */ (this.manifest)
    return checkTables({
      manifest,
      read: (name) => this.read(name),
      sequence: (type) => {
        this.#held = { bytes: 0, sequences: 1 }
        return this.sequence(type)
      },
    })
  }

  /** The time-stamps of the checkpoint. */
  timestamps() {
    return stampNames([...this.#entries().keys()]).map((name) => ({
      name,
      size: this.#entries().get(name)?.size ?? 0,
      read: () => this.read(name) ?? Buffer.alloc(0),
    }))
  }

  /**
   * A whole file of the package outside data/, or undefined.
   *
   * @param {string} name
   */
  read(name) {
    const entry = this.#entries().get(name)
    return entry && this.file.read(entry.start, entry.size)
  }

  #entries() {
    if (!this.entries) throw new TypeError('step 1 comes first')
    return this.entries
  }

  /**
   * @param {Manifest} manifest
   * @param {string} root
   * @param {readonly number[] | undefined} watch
   */
  #entryProof(manifest, root, watch) {
    return manifest.type === 'evidence'
      ? rangeProof(this.read('log/range-proof.json'), manifest.log, watch)
      : inclusionProofs(this.read('log/inclusion-proofs.json'), manifest.log, root)
  }
}

/**
 * Returns the checks of records other than their hash, by record type.
 *
 * @param {{ incident: IncidentChecks | undefined, attachments: Attachments, obligations: Obligations,
 *   onDecision: (decision: Decision) => void }} checks
 * @returns {Record<string, (record: any, at: Place) => void>}
 */
function checksOf({ incident, attachments, obligations, onDecision }) {
  return {
    'gate-decisions': (record, at) => onDecision(rederive(record, at)),
    ...incident?.checks(),
    'incident-attachments': (record, at) => {
      incident?.record('incident-attachments', record, at)
      attachments.record(record, at)
    },
    obligations: (record, at) => {
      incident?.record('obligations', record, at)
      obligations.rederive(record, at)
    },
  }
}

/**
 * @param {Readable} file
 * @param {PartOf[]} parts
 * @param {Lines} taken
 * @param {Held} held
 * @param {SecondThread | undefined} thread
 */
async function* chunksOf(file, parts, taken, held, thread) {
  yield* thread?.chunks(file, parts, held) ?? wholeLines(file, parts, taken, held)
}
