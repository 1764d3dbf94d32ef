/** The steps, in order. Each prints PASS, FAIL or NOT CHECKED. */
export const STEPS = Object.freeze({
  container: 'container: one exact zip encoding',
  signature: 'signature of SHA256SUMS under a trusted key',
  files: 'every file has its signed hash, none missing, none extra',
  manifest: 'manifest agrees with the files',
  log: 'entries, checkpoint and proofs of the log',
  records: 'every record against its receipt, both directions',
  decisions: 'every gate decision re-derived from its snapshot',
  keys: 'status of the signing key',
  replay: 'each call and decision against the records before it',
  witnesses: 'cosignatures of the checkpoint',
  timestamps: 'time-stamps of the checkpoint (RFC 3161)',
})

/** The optional input that a step needs. A step that was not checked names it. */
export const NEEDS = Object.freeze({
  keys: '--keys',
  replay: 'the log from leaf 0',
  witnesses: '--witness',
  timestamps: '--tsa',
})

/** Exit codes. */
export const EXIT = Object.freeze({
  verified: 0,
  rejected: 1,
  usage: 2,
  pinRequired: 3,
  revoked: 4,
  unconfirmed: 5,
  notReplayed: 6,
})

/**
 * Every failure: its stable code and its meaning. The prefix of a code names its subject. Codes MUST NOT be renamed.
 * docs/evidence-package.md lists them.
 */
export const FAILURES = Object.freeze({
  usage: 'the command line is not understood',
  unreadable: 'a file cannot be read',
  changed: 'the package changed while it was read',
  pin_required: '--require-pin was given without --key or --pin',
  node_version: 'Node.js is too old',
  internal: 'the verifier itself failed: this says nothing about the package',

  zip_size: 'too short or too long for a package',
  zip_end: 'the end record is not exactly the one expected as the last 22 bytes',
  zip_central: 'a central directory header is not exactly the one expected',
  zip_local: 'a local header is not exactly the one that its central header requires',
  zip_layout: 'files and directory do not fill the package without gap or overlap',
  zip_name: 'a name has characters or a form that is not allowed',
  zip_order: 'names are not in strictly ascending order with SHA256SUMS and SHA256SUMS.sig last',

  key_file: 'a packaged key file is not exactly what the format requires',
  key_set: 'the packaged key set is not exactly what the format requires',
  rotation: 'a rotation statement is malformed, or one of its signatures is wrong',
  signature_form: 'a signature is not strict DER',
  signature_high_s: 'a signature is not in low-S form',
  signature_wrong: 'SHA256SUMS.sig does not verify under any packaged or trusted key',
  signer_not_trusted: 'the signing key is neither the trusted one nor reached from it by rotations',

  sums_form: 'SHA256SUMS is malformed or not in the order of the package',
  file_missing: 'a file is listed in SHA256SUMS but not in the package',
  file_extra: 'a file is in the package but not listed in SHA256SUMS',
  file_hash: 'a file does not have its signed hash',
  file_crc: 'a file does not have the CRC-32 of its header',

  manifest_form: 'manifest.json is malformed',
  manifest_version: 'the format version is not known to this verifier: a newer one is needed',
  manifest_kid: 'the manifest names a key other than the one that signed',
  manifest_files: 'the files are not those that the manifest requires',
  manifest_counts: 'the counts do not agree with one another',
  organization_differs: 'the package is of an organization other than the one given',

  part_gzip: 'a data part is not one gzip member of the fixed form',
  part_size: 'a data part exceeds its limits',
  part_lines: 'a data part does not have the lines and bytes that the manifest states',
  entry_form: 'an audit entry is malformed',
  entry_organization: 'an audit entry is of another organization',
  period_mismatch: 'the entries are not those of the period, or an entry next to them belongs to it',
  checkpoint_form: 'the checkpoint is malformed',
  checkpoint_origin: 'the checkpoint is of a log or size other than the manifest states',
  checkpoint_signature: 'the checkpoint is not signed by the signing key',
  proof_form: 'a proof file is malformed',
  root_mismatch: 'the entries and the range proof do not give the root of the checkpoint',
  inclusion_mismatch: 'an entry and its inclusion proof do not give the root of the checkpoint',
  consistency_mismatch: 'a consistency proof does not hold',
  previous_order: 'the two packages are given in the wrong order',
  previous_rejected:
    'the previous package does not verify on its own, or differs and is signed by a revoked key',
  previous_unrelated: 'the previous package is of another log',
  history_unproven:
    'the package has no proof from the size of the previous package, or of the checkpoint given',
  history_rewritten:
    'the log of the previous package, or of the checkpoint given, is not the beginning of this one',
  checkpoint_beyond: 'the package ends before the checkpoint given',

  entry_foreign: 'an entry does not concern the incident of the package',
  incident_incomplete: 'a version of the incident is missing',
  record_missing: 'a record that a receipt requires is missing',
  record_mismatch: 'the records do not have the hash that the receipt states',
  record_extra: 'a record has no receipt',
  record_form: 'a record is malformed',
  record_foreign: 'a record does not belong in this package',
  csv_mismatch: 'a table differs from the lines of its type',
  attachment_mismatch: 'the content of an attachment differs from its record',

  decision_form: 'a gate decision is malformed',
  decision_hash: 'payload_hash is not the hash of the snapshot',
  decision_identity: 'a gate decision and its snapshot name different organizations or AI systems',
  decision_mismatch: 'a gate decision does not follow from its snapshot',
  obligation_form: 'a record of obligations is malformed',
  obligation_mismatch: 'the obligations of an incident do not follow from their input',
  decision_not_found: 'the package has no gate decision with this id',

  key_unpublished: 'the signing key is not in the published key set',
  key_revoked: 'the signing key is published as revoked',
  key_window: 'the package was signed outside the period in which its key signs',

  time_order: 'times run backwards, or are later than the signature',
  id_twice: 'an id is used twice',
  version_gap: 'a version of a record is missing, or appears twice',
  version_differs: 'a version was not made from the version before it in the log',
  refused_wrote: 'a refused call wrote a record',
  caller_unknown: 'a call succeeded whose caller is not in the log',
  caller_not_allowed: 'a call succeeded that its caller was not allowed to make',
  input_differs: 'an input of a decision or of another call is not what the log had at that time',
  answer_differs: 'a retry got an answer that no earlier call had given',
  replay_form: 'a record lacks what every record of its type has',

  cosignature_wrong: 'a cosignature of one of the given witnesses is wrong',
  witness_quorum: 'fewer witnesses than required cosigned the checkpoint: others may be shown another log',

  timestamp_wrong: 'a time-stamp of a trusted authority is wrong, or none can be read',
  timestamp_missing: 'no trusted authority has stamped the checkpoint',
  signer_not_confirmed: 'the package is intact, and --require-trust was given without a trusted key',
  replay_not_checked:
    'the package is intact, and --require-replay was given, but step 9 was not checked, or only in part',
})

const EXITS = /** @type {Record<string, number>} */ ({
  usage: EXIT.usage,
  unreadable: EXIT.usage,
  changed: EXIT.usage,
  pin_required: EXIT.pinRequired,
  node_version: EXIT.usage,
  internal: EXIT.usage,
  previous_order: EXIT.usage,
  decision_not_found: EXIT.usage,
  key_revoked: EXIT.revoked,
  signer_not_confirmed: EXIT.unconfirmed,
  replay_not_checked: EXIT.notReplayed,
})

/**
 * A reason to reject the package. `at` is its location: `file` and `offset` (bytes from the start of the package for the
 * container, otherwise from the start of the file), `line` of a sequence, leaf `index`, `id` of an entry or record.
 */
export class Failure extends Error {
  /**
   * @param {keyof typeof FAILURES} code
   * @param {string} detail
   * @param {Place} [at]
   */
  constructor(code, detail, at = {}) {
    super(`${FAILURES[code]}: ${detail}`)
    this.name = 'Failure'
    this.code = code
    this.detail = detail
    this.at = at
  }

  get exit() {
    return EXITS[this.code] ?? EXIT.rejected
  }
}

/** An unsupported format version that a later release may define. No other unknown value can come from a release. */
export class LaterVersion extends Failure {}

/** The log has more states than the verifier keeps in memory. This does not mean that the package is wrong. */
export class LimitReached extends Error {}

/** @typedef {{ file?: string, offset?: number, line?: number, index?: number, id?: string }} Place */
