import { readCheckpoint } from './checkpoint.mjs'
import { rederive } from './decisions.mjs'
import { Failure } from './failure.mjs'
import { incidentChecks } from './incident.mjs'
import { packagedKeys, trustedKids } from './keys.mjs'
import { Lines } from './lines.mjs'
import { readData } from './log.mjs'
import { checkManifest, readManifest } from './manifest.mjs'
import { PackageFile } from './package-file.mjs'
import { assertPeriod } from './period.mjs'
import { earlierRoots, inclusionProofs, rangeProof } from './proofs.mjs'
import { assertSignatureForm, verifies } from './signature.mjs'
import { checkFiles, readSums } from './sums.mjs'
import { readContainer } from './zip.mjs'

/** @import { Decision } from './decisions.mjs' */
/** @import { Manifest } from './manifest.mjs' */
/** @import { Entry } from './zip.mjs' */

/** Files outside data/ are held in memory whole. */
const MAX_FILE = 16 * 1024 * 1024

/** One package on its way through the steps. Each method is a step and needs those before it to have passed. */
export class Package {
  /** @param {string} path */
  constructor(path) {
    this.file = new PackageFile(path)
    this.path = path
  }

  /** 1. The container: one exact zip encoding. */
  container() {
    this.entries = readContainer(this.file)
    for (const { name, size } of this.entries.values())
      if (size > MAX_FILE && !name.startsWith('data/'))
        throw new Failure('zip_size', `${size} bytes`, { file: name })
    return `${this.entries.size} files, ${this.file.size} bytes`
  }

  /**
   * 2. The trusted keys, and the signature of SHA256SUMS under one of them.
   *
   * @param {Set<string> | undefined} outside kids trusted from outside; without them the packaged keys are tried
   */
  signature(outside) {
    const { keys, rotations, files } = packagedKeys((name) => this.read(name), this.#entries().keys())
    const signature = this.read('SHA256SUMS.sig') ?? Buffer.alloc(0)
    this.sums = this.read('SHA256SUMS') ?? Buffer.alloc(0)
    assertSignatureForm(signature, 'SHA256SUMS.sig')
    const sums = this.sums
    // The newest first: it is the one that signs, as a rule.
    const key = [...keys.values()].reverse().find((candidate) => verifies(candidate, sums, signature))
    if (!key) throw new Failure('signature_wrong', `tried ${keys.size} keys`, { file: 'SHA256SUMS.sig' })
    if (outside && !trustedKids(outside, rotations).has(key.kid)) {
      throw new Failure('signer_not_trusted', `signed by ${key.kid}`, { file: 'SHA256SUMS.sig' })
    }
    this.key = key
    this.keys = keys
    this.rotationFiles = files
    return `key ${key.kid}`
  }

  /** 3. Every file's hash; none missing, none extra. */
  files() {
    const sums = readSums(/** @type {Buffer} */ (this.sums))
    checkFiles(this.file, this.#entries(), sums)
    return `${sums.size} files`
  }

  /** 4. The manifest against what is there. */
  checkManifest() {
    this.manifest = readManifest(this.read('manifest.json'))
    const { key, keys, rotationFiles } = this
    if (!key || !keys || !rotationFiles) throw new TypeError('step 2 comes first')
    const names = [...this.#entries().keys()]
    checkManifest(this.manifest, { kid: key.kid, kids: keys.keys(), rotations: rotationFiles, names })
    return `${this.manifest.type} package of ${JSON.stringify(this.manifest.organization.name)}, ${this.manifest.log.entries} entries`
  }

  /**
   * 5 to 7. The log, the records, the decisions: one pass over the data.
   *
   * @param {{ onDecision?: (decision: Decision) => void, watch?: number | undefined }} [options]
   *   watch: a size of the log whose root is stored in `watched`, if the entries reach it
   */
  async data({ onDecision, watch } = {}) {
    const { manifest, key } = this
    if (!manifest || !key) throw new TypeError('step 4 comes first')
    let decisions = 0
    try {
      const checkpoint = readCheckpoint(this.read('log/checkpoint'), manifest.log, key)
      this.checkpoint = checkpoint
      this.earlier = earlierRoots(this.read('log/consistency.json'), checkpoint)
      const proof = this.#entryProof(manifest, checkpoint.root, watch)
      const incident = manifest.incident_id === null ? undefined : incidentChecks(manifest.incident_id)
      const result = await readData({
        types: Object.keys(manifest.counts),
        sequence: (type) => this.sequence(type),
        proof,
        root: checkpoint.root,
        organizationId: manifest.organization.id,
        owner: Buffer.from(manifest.organization.id),
        checkTimes: (firstAt, lastAt) => assertPeriod(manifest, firstAt, lastAt),
        checkEntry: incident?.entry,
        checks: {
          'gate-decisions': (record, at) => {
            const decision = rederive(record, at)
            decisions++
            onDecision?.(decision)
          },
          ...incident?.records,
        },
        finish: incident?.finish,
      })
      this.watched = proof.watched()
      return { ...result, decisionCount: decisions }
    } catch (cause) {
      if (cause instanceof Failure && cause.code !== 'changed')
        return { log: cause, entries: 0, recordCount: 0, decisionCount: 0 }
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
    return new Lines(
      this.file,
      parts.map((part) => ({
        part,
        entry: /** @type {Entry} */ (this.#entries().get(part.file)),
      })),
    )
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
   * @param {number | undefined} watch
   */
  #entryProof(manifest, root, watch) {
    return manifest.type === 'evidence'
      ? rangeProof(this.read('log/range-proof.json'), manifest.log, watch)
      : inclusionProofs(this.read('log/inclusion-proofs.json'), manifest.log, root)
  }
}
