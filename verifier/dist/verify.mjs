#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
//
// Attestry evidence verifier. Checks one evidence package offline: node verify.mjs package.zip
// Needs Node.js 20 or later and nothing else; opens no connection, writes no file. The format that it checks is described
// in docs/evidence-package.md. These are the modules of verifier/src, each after those that it needs. Read verifyPackage
// first: it names the steps in their order.

import { constants, openSync, fstatSync, closeSync, readSync, writeSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { workerData, receiveMessageOnPort, MessageChannel, Worker } from 'node:worker_threads';
import crypto, { createPublicKey, verify, createHash, X509Certificate } from 'node:crypto';
import zlib, { createInflateRaw } from 'node:zlib';
import { once } from 'node:events';
import { parseArgs } from 'node:util';

/** The steps, in order. Each prints PASS, FAIL or NOT CHECKED. */
const STEPS = Object.freeze({
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
});

/** The optional input that a step needs. A step that was not checked names it. */
const NEEDS = Object.freeze({
  keys: '--keys',
  replay: 'the log from leaf 0',
  witnesses: '--witness',
  timestamps: '--tsa',
});

/** Exit codes. */
const EXIT = Object.freeze({
  verified: 0,
  rejected: 1,
  usage: 2,
  pinRequired: 3,
  revoked: 4,
  unconfirmed: 5,
  notReplayed: 6,
});

/**
 * Every failure: its stable code and its meaning. The prefix of a code names its subject. Codes MUST NOT be renamed.
 * docs/evidence-package.md lists them.
 */
const FAILURES = Object.freeze({
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
});

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
});

/**
 * A reason to reject the package. `at` is its location: `file` and `offset` (bytes from the start of the package for the
 * container, otherwise from the start of the file), `line` of a sequence, leaf `index`, `id` of an entry or record.
 */
class Failure extends Error {
  /**
   * @param {keyof typeof FAILURES} code
   * @param {string} detail
   * @param {Place} [at]
   */
  constructor(code, detail, at = {}) {
    super(`${FAILURES[code]}: ${detail}`);
    this.name = 'Failure';
    this.code = code;
    this.detail = detail;
    this.at = at;
  }

  get exit() {
    return EXITS[this.code] ?? EXIT.rejected
  }
}

/** An unsupported format version that a later release may define. No other unknown value can come from a release. */
class LaterVersion extends Failure {}

/** The log has more states than the verifier keeps in memory. This does not mean that the package is wrong. */
class LimitReached extends Error {}

/** @typedef {{ file?: string, offset?: number, line?: number, index?: number, id?: string }} Place */

/** Opening a file MUST NOT wait for the writer of a pipe. Windows has no such flag. */
const READ$2 = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Short reads are served from a block, because a package may have tens of thousands of short files. */
const BLOCK = 64 * 1024;
const SHORT$4 = 4 * 1024;

/** A file open for reading only. Its maker, possibly an attacker, controls its content. */
class PackageFile {
  #block = Buffer.alloc(BLOCK)
  #at = 0
  #held = 0

  /** @param {string} path */
  constructor(path) {
    this.path = path;
    try {
      this.descriptor = openSync(path, READ$2);
      this.before = fstatSync(this.descriptor, { bigint: true });
    } catch (cause) {
      throw unreadable(path, cause)
    }
    if (!this.before.isFile()) {
      closeSync(this.descriptor);
      const message = this.before.isDirectory()
        ? 'it is a directory'
        : 'not a regular file; a pipe or a device is saved to a file first';
      throw new Failure('unreadable', message, { file: path })
    }
    this.size = Number(this.before.size);
  }

  /**
   * @param {number} offset
   * @param {number} length
   * @returns {Buffer} exactly `length` bytes
   */
  read(offset, length) {
    if (length > SHORT$4 || offset + length > this.size) return readExactly(this, offset, length)
    if (offset < this.#at || offset + length > this.#at + this.#held) {
      this.#at = offset;
      this.#held = Math.min(BLOCK, this.size - offset);
      fill(this, this.#block.subarray(0, this.#held), offset);
    }
    return Buffer.from(this.#block.subarray(offset - this.#at, offset - this.#at + length))
  }

  /** Throws when the file was written to since it was opened: all passes MUST see the same bytes. */
  assertUnchanged() {
    const now = fstatSync(this.descriptor, { bigint: true });
    if (now.size !== this.before.size || now.mtimeNs !== this.before.mtimeNs) {
      throw new Failure('changed', 'size or time of modification differ', { file: this.path })
    }
  }

  close() {
    closeSync(this.descriptor);
  }
}

/**
 * @param {{ descriptor: number, path: string }} file
 * @param {number} offset
 * @param {number} length
 */
function readExactly(file, offset, length) {
  return fill(file, Buffer.allocUnsafe(length), offset)
}

/**
 * @param {{ descriptor: number, path: string }} file
 * @param {Buffer} buffer
 * @param {number} offset
 */
function fill({ descriptor, path }, buffer, offset) {
  for (let done = 0; done < buffer.length; ) {
    const count = readSome(descriptor, path, buffer, done, offset + done);
    if (count === 0) throw new Failure('changed', 'it ends early', { file: path, offset: offset + done })
    done += count;
  }
  return buffer
}

/**
 * @param {number} descriptor
 * @param {string} path
 * @param {Buffer} buffer
 * @param {number} from
 * @param {number} position
 */
function readSome(descriptor, path, buffer, from, position) {
  try {
    return readSync(descriptor, buffer, from, buffer.length - from, position)
  } catch (cause) {
    throw unreadable(path, cause)
  }
}

/**
 * @param {string} path
 * @param {unknown} cause
 */
function unreadable(path, cause) {
  const { code, message } = /** @type {NodeJS.ErrnoException} */ (cause);
  return new Failure('unreadable', WORDS$1.get(code ?? '') ?? message, { file: path })
}

/** The most frequent errors of the operating system, as readable text. */
const WORDS$1 = new Map([
  ['ENOENT', 'there is no such file'],
  ['EACCES', 'there is no permission to read it'],
]);

/**
 * A file open for reading. `read` gives exactly `length` bytes, or throws a Failure.
 *
 * @typedef {{ path: string, size: number, read: (offset: number, length: number) => Buffer, assertUnchanged: () => void,
 *   close: () => void }} Readable
 */

/** V8 stores signed 32-bit integers as small integers. Unsigned ones do not fit and are several times slower. */
const CRC_TABLE = Int32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c
});

/**
 * Returns the CRC-32 of RFC 1952 section 8, continued from `crc`. Access by index is several times as fast as the iterator.
 *
 * @param {Uint8Array} data
 * @param {number} crc
 */
function crc32ByTable(data, crc) {
  let c = ~crc;
  for (let at = 0; at < data.length; at++)
    c = /** @type {number} */ (CRC_TABLE[(c ^ /** @type {number} */ (data[at])) & 255]) ^ (c >>> 8);
  return ~c >>> 0
}

// Early versions of Node.js 20 have neither crypto.hash (20.12) nor zlib.crc32 (20.15): hence no named imports.

/**
 * SHA-256. In this program a hash inside a tree is a *byte string*: 32 characters of U+0000 to U+00FF. This is the quickest
 * form in Node, and `===` compares it.
 *
 * @type {(data: Uint8Array | string, encoding: 'latin1' | 'hex') => string}
 */
const sha256 =
  typeof crypto.hash === 'function'
    ? (data, encoding) => crypto.hash('sha256', data, /** @type {'hex'} */ (encoding))
    : (data, encoding) =>
        crypto
          .createHash('sha256')
          .update(data)
          .digest(/** @type {'hex'} */ (encoding));

/**
 * SHA-256 of bytes that come piece by piece.
 *
 * @returns {{ update: (data: Uint8Array) => unknown, digest: (encoding: 'hex') => string }}
 */
function startSha256() {
  return crypto.createHash('sha256')
}

/**
 * CRC-32 as in RFC 1952 section 8, continued from `crc`.
 *
 * @type {(data: Uint8Array, crc: number) => number}
 */
const crc32 = typeof zlib.crc32 === 'function' ? (data, crc) => zlib.crc32(data, crc) : crc32ByTable;

/** @param {string} hex */
function fromHex(hex) {
  return Buffer.from(hex, 'hex').toString('latin1')
}

/** @param {string} bytes */
function toHex(bytes) {
  return Buffer.from(bytes, 'latin1').toString('hex')
}

/** @import { InflateRaw } from 'node:zlib' */

const READ$1 = 128 * 1024;

/** A deflate stream (RFC 1951) inside a file. zlib runs in its own thread, a little ahead of the reader. */
class Inflation {
  /** How many bytes of the file it has taken: fewer than `length` where bytes follow the end of the stream. */
  taken = 0

  /**
   * @param {Source} file
   * @param {number} start
   * @param {number} length
   * @param {number} chunkSize
   */
  constructor(file, start, length, chunkSize) {
    this.file = file;
    this.start = start;
    this.length = length;
    this.chunkSize = chunkSize;
  }

  /**
   * Yields the inflated bytes. Throws where the bytes are no deflate stream, or where the stream does not end.
   *
   * @returns {AsyncGenerator<Buffer, void, undefined>}
   */
  async *chunks() {
    const { chunkSize } = this;
    const options = { chunkSize, readableHighWaterMark: 2 * chunkSize };
    const inflate = createInflateRaw(options);
    const fed = feed(inflate, this).catch((cause) => inflate.destroy(cause));
    try {
      for await (const chunk of inflate) yield chunk;
    } finally {
      inflate.destroy();
      await fed;
      this.taken = inflate.bytesWritten;
    }
  }
}

/**
 * @param {InflateRaw} inflate
 * @param {{ file: Source, start: number, length: number }} source
 */
async function feed(inflate, { file, start, length }) {
  const stopped = once(inflate, 'close').catch(() => {});
  for (let done = 0; done < length && !inflate.destroyed; done += READ$1) {
    const chunk = file.read(start + done, Math.min(READ$1, length - done));
    if (!inflate.write(chunk)) await Promise.race([once(inflate, 'drain').catch(() => {}), stopped]);
  }
  if (!inflate.destroyed) inflate.end();
}

/** @typedef {{ read: (offset: number, length: number) => Buffer }} Source of compressed bytes: exactly `length`, or a Failure */

const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
const TRAILER = 8;
const LF$3 = 10;
/** The longest line, in bytes. A whole line is held in memory. */
const MAX_LINE = 16 * 1024 * 1024;
/** The most bytes of inflated, unread lines that all open sequences hold together. */
const MAX_HELD$1 = 64 * 1024 * 1024;
/**
 * The inflated bytes of a chunk. Each sequence inflates up to two chunks ahead. Chunks are smaller where many sequences are open.
 */
const CHUNK$1 = 256 * 1024;
const FEW_SEQUENCES = 32;
const MIN_CHUNK = 1024;

/**
 * Yields the inflated bytes of the parts in chunks of whole lines, each with one spare byte in front. A line that spans several
 * chunks is copied. For other lines, the spare byte is the LF before them.
 *
 * @param {Pick<Readable, 'read'>} file
 * @param {PartOf[]} parts
 * @param {{ line: number }} taken the lines that the reader has read; it asks for more after the last one
 * @param {Held} held
 * @returns {AsyncGenerator<Chunk, void, undefined>}
 */
async function* wholeLines(file, parts, taken, held) {
  let mine = 0;
  let name = '';
  const hold = (/** @type {number} */ bytes) => {
    held.bytes += bytes - mine;
    mine = bytes;
    if (held.bytes > MAX_HELD$1)
      throw new Failure('part_size', `the open sequences hold more than ${MAX_HELD$1} bytes`, {
        file: name,
      })
  };
  try {
    for (const { part, entry } of parts) {
      name = part.file;
      /** @type {Buffer[]} */
      let rest = [];
      let begun = 0;
      let size = 0;
      const before = taken.line;
      for await (const chunk of inflated(file, entry, chunkSizeOf(part, held))) {
        size += chunk.length;
        if (size > part.bytes)
          throw new Failure('part_size', `it inflates to more than ${part.bytes} bytes`, { file: part.file })
        const end = chunk.indexOf(LF$3);
        if (begun + (end === -1 ? chunk.length : end) > MAX_LINE)
          throw new Failure('part_size', `line ${taken.line + 1} has more than ${MAX_LINE} bytes`, {
            file: part.file,
          })
        const cut = chunk.lastIndexOf(LF$3) + 1;
        if (cut === 0) {
          rest.push(chunk);
          begun += chunk.length;
          hold(begun);
          continue
        }
        const first = Buffer.concat([SPARE$1, ...rest, chunk.subarray(0, end + 1)]);
        rest = cut < chunk.length ? [chunk.subarray(cut)] : [];
        begun = chunk.length - cut;
        hold(first.length + chunk.length);
        yield { bytes: first, file: name };
        if (cut > end + 1) yield { bytes: chunk.subarray(end, cut), file: name };
      }
      const lines = taken.line - before;
      if (size !== part.bytes || lines !== part.lines || rest.length > 0) {
        const detail = `${lines} whole lines in ${size} bytes, the manifest says ${part.lines} in ${part.bytes}`;
        throw new Failure('part_lines', detail, { file: part.file })
      }
    }
  } finally {
    held.bytes -= mine;
  }
}

const SPARE$1 = Buffer.alloc(1);

/**
 * Returns the size of the chunks of a part. A short part has chunks of one byte more than the manifest says, so that excess bytes
 * are noticed.
 *
 * @param {Part} part
 * @param {Held} held
 */
function chunkSizeOf({ bytes }, { sequences }) {
  return Math.min(sequences > FEW_SEQUENCES ? CHUNK$1 / 8 : CHUNK$1, Math.max(bytes + 1, MIN_CHUNK))
}

/**
 * Yields the inflated bytes of one gzip member of the fixed form (RFC 1952, RFC 1951).
 *
 * @param {Pick<Readable, 'read'>} file
 * @param {Entry} entry
 * @param {number} chunkSize
 * @returns {AsyncGenerator<Buffer, void, undefined>}
 */
async function* inflated(file, entry, chunkSize) {
  const bad = (/** @type {string} */ detail) => new Failure('part_gzip', detail, { file: entry.name });
  const deflated = entry.size - HEADER.length - TRAILER;
  if (deflated < 1 || !file.read(entry.start, HEADER.length).equals(HEADER)) throw bad('another header')
  const inflation = new Inflation(file, entry.start + HEADER.length, deflated, chunkSize);
  let crc = 0;
  let size = 0;
  try {
    for await (const chunk of inflation.chunks()) {
      crc = crc32(chunk, crc);
      size += chunk.length;
      yield chunk;
    }
  } catch (cause) {
    if (cause instanceof Failure) throw cause
    throw bad(cause instanceof Error ? cause.message : String(cause))
  }
  if (inflation.taken !== deflated) throw bad('bytes after the end of its deflate stream')
  const trailer = file.read(entry.start + entry.size - TRAILER, TRAILER);
  if (trailer.readUInt32LE(0) !== crc || trailer.readUInt32LE(4) !== size) throw bad('wrong CRC-32 or length')
}

/** @typedef {{ part: Part, entry: Entry }} PartOf */
/** @typedef {{ bytes: number, sequences: number }} Held the bytes that the sequences of a package hold together, and the number of sequences */
/** @typedef {{ bytes: Buffer, file: string, hashes?: Buffer }} Chunk whole lines after a spare byte; `hashes`: 32 bytes for each line, if made */

/**
 * Whether a message has the form of an answer of the second thread. Any other message means that the thread is broken.
 *
 * @param {any} message
 * @param {number} last the newest sequence
 */
function isAnswered(message, last) {
  const { id, chunk } = Object(message);
  if (!Number.isInteger(id) || id < 1 || id > last) return false
  if (chunk === undefined) return true
  const { bytes, file, hashes } = Object(chunk);
  const isHashed = hashes === undefined || hashes instanceof Uint8Array;
  return bytes instanceof Uint8Array && typeof file === 'string' && isHashed
}

/** @import { MessagePort } from 'node:worker_threads' */

const ROLE = 'attestry second thread';
/** The size in bytes from which reading a sequence takes longer than starting a thread. */
const LONG = 16 * 1024 * 1024;
/** The most long sequences of a package that the second thread reads, because each takes memory in both threads. */
const MANY$1 = 8;
/**
 * A sequence is at most CHUNKS_AHEAD chunks ahead of its reader. It is at most one chunk ahead where all sequences together hold
 * more than BYTES_AHEAD unread bytes.
 */
const CHUNKS_AHEAD = 4;
const BYTES_AHEAD = 4 * 1024 * 1024;
/** The interval at which this thread checks whether the other one still runs. */
const PATIENCE_MS = 1000;
const LF$2 = 10;
/**
 * Every record and entry is longer than this, because each names its organization. Shorter lines are not hashed: their hashes
 * would take many times the memory and time of the lines, and the reader stops at the first one.
 */
const TOO_SHORT = 48;

/** Whether this is the second thread, which has no command line. */
const isSecondThread = workerData?.role === ROLE;

/**
 * A second thread that inflates long sequences and hashes their lines as leaves. The first thread does everything else, including
 * the verdict. It waits for the chunks without yielding.
 */
class SecondThread {
  #long
  #many
  #last = 0
  /** @type {Other | undefined} */
  #other
  #isRefused = false
  /** @type {Map<number, Answered[]>} */
  #received = new Map()

  /**
   * @param {number} [long] the size in bytes from which a sequence is read in the second thread
   * @param {number} [many] if a package has more such sequences, the second thread reads none
   */
  constructor(long = LONG, many = MANY$1) {
    this.#long = long;
    this.#many = many;
  }

  /**
   * Returns the types whose sequences the second thread reads.
   *
   * @param {Part[]} parts of a package
   * @returns {Set<string>}
   */
  typesOf(parts) {
    /** @type {Map<string, number>} */
    const bytes = new Map();
    for (const part of parts) bytes.set(part.type, (bytes.get(part.type) ?? 0) + part.bytes);
    const long = [...bytes].filter(([, size]) => size >= this.#long).map(([type]) => type);
    return new Set(long.length > this.#many ? [] : long)
  }

  /**
   * Yields what `wholeLines` yields, with the leaf hashes. Returns undefined where a second thread is not available.
   *
   * @param {Readable & { descriptor?: number }} file
   * @param {PartOf[]} parts
   * @param {Held} held
   */
  chunks({ descriptor, path, size }, parts, { sequences }) {
    if (descriptor === undefined) return undefined
    const other = this.#start();
    if (other === undefined) return undefined
    const id = ++this.#last;
    this.#received.set(id, []);
    return this.#read(other, id, { file: { descriptor, path, size }, parts, sequences })
  }

  async close() {
    this.#other?.port.close();
    await this.#other?.worker.terminate();
  }

  /**
   * @param {Other} other
   * @param {number} id
   * @param {Sequence} sequence
   * @returns {AsyncGenerator<Chunk, void, undefined>}
   */
  async *#read(other, id, sequence) {
    const ask = (/** @type {Asked} */ asked) => other.port.postMessage(asked);
    ask({ id, sequence });
    try {
      for (;;) {
        const { failure, chunk } = await this.#next(other, id);
        if (typeof failure === 'string') throw new Error(failure)
        if (failure) throw new Failure(failure.code, failure.detail, failure.at)
        if (chunk === undefined) return
        const hashes = chunk.hashes && { hashes: view(chunk.hashes) };
        yield { bytes: view(chunk.bytes), file: chunk.file, ...hashes };
        ask({ id });
      }
    } finally {
      this.#received.delete(id);
      ask({ id, isOver: true });
    }
  }

  /**
   * @param {Other} other
   * @param {number} id
   */
  async #next(other, id) {
    for (;;) {
      const answer = this.#received.get(id)?.shift();
      if (answer) return answer
      const seen = Atomics.load(other.count, 0);
      const received = receiveMessageOnPort(other.port);
      if (received && !isAnswered(received.message, this.#last))
        throw new Error('the second thread sent an unexpected message')
      // Messages of a closed sequence are dropped.
      if (received) this.#received.get(received.message.id)?.push(received.message);
      else if (Atomics.wait(other.count, 0, seen, PATIENCE_MS) === 'timed-out') {
        await new Promise((resume) => setImmediate(resume));
        if (other.ended !== undefined) throw new Error(`the second thread ended: ${other.ended}`)
      }
    }
  }

  /** @returns {Other | undefined} */
  #start() {
    if (this.#other || this.#isRefused) return this.#other
    const { port1: port, port2: theirs } = new MessageChannel();
    const count = new Int32Array(new SharedArrayBuffer(4));
    try {
      const options = {
        workerData: { role: ROLE, port: theirs, count },
        transferList: [theirs],
        execArgv: [],
      };
      /** @type {Other} */
      const other = { worker: new Worker(new URL(import.meta.url), options), port, count };
      other.worker.on('error', (cause) => (other.ended = String(cause)));
      other.worker.on('exit', (code) => (other.ended ??= `exit ${code}`));
      // Neither keeps the process alive, because the first thread waits without yielding.
      other.worker.unref();
      port.unref();
      this.#other = other;
    } catch {
      // The permission model of Node.js refuses threads.
      this.#isRefused = true;
      port.close();
    }
    return this.#other
  }
}

/** @param {Uint8Array} bytes */
function view({ buffer, byteOffset, byteLength }) {
  return Buffer.from(buffer, byteOffset, byteLength)
}

/**
 * Runs the side of the second thread. A message starts a sequence, reports that its reader has read a chunk, or stops the
 * sequence.
 *
 * @param {MessagePort} port
 * @param {Int32Array} count of the messages that were sent
 */
function serve(port, count) {
  /** @type {Map<number, Open>} */
  const open = new Map();
  const held = { bytes: 0, sequences: 0 };
  let unread = 0;
  const send = (/** @type {Answered} */ answer, /** @type {ArrayBuffer[]} */ transferred = []) => {
    port.postMessage(answer, transferred);
    Atomics.add(count, 0, 1);
    Atomics.notify(count, 0);
  };
  /** @param {number} id @param {Open} one */
  const goAhead = async (id, one) => {
    if (one.isBusy) return
    one.isBusy = true;
    try {
      for (;;) {
        const ahead = one.unread.length;
        if (ahead > 0 && (ahead === CHUNKS_AHEAD || unread > BYTES_AHEAD)) break
        const { value, done } = await one.chunks.next();
        if (one.isOver) return
        if (done) return send({ id })
        const bytes = owned(value.bytes);
        const { lines, hashes } = leafHashes(bytes);
        one.taken.line += lines;
        one.unread.push(bytes.length);
        unread += bytes.length;
        const chunk = { bytes, file: value.file, ...(hashes && { hashes }) };
        send({ id, chunk }, hashes ? [bytes.buffer, hashes.buffer] : [bytes.buffer]);
      }
      one.isBusy = false;
    } catch (cause) {
      send({ id, failure: cause instanceof Failure ? withoutStack(cause) : String(cause) });
    }
  };
  port.on('message', (/** @type {Asked} */ { id, sequence, isOver }) => {
    if (sequence) {
      const { file, parts, sequences } = sequence;
      held.sequences = sequences;
      const read = (/** @type {number} */ offset, /** @type {number} */ length) =>
        readExactly(file, offset, length);
      const taken = { line: 0 };
      const chunks = wholeLines({ read }, parts, taken, held);
      open.set(id, { chunks, taken, unread: [], isBusy: false, isOver: false });
    }
    const one = open.get(id);
    if (!one) return
    if (!sequence) unread -= one.unread.shift() ?? 0;
    if (!isOver) return void goAhead(id, one)
    open.delete(id);
    one.isOver = true;
    for (const bytes of one.unread.splice(0)) unread -= bytes;
    void one.chunks.return();
  });
}

/** @param {Failure} failure */
const withoutStack = ({ code, detail, at }) => ({ code, detail, at });

/**
 * Returns bytes that can be transferred to the other thread: their buffer contains nothing else.
 *
 * @param {Buffer} bytes
 */
function owned(bytes) {
  const { buffer } = bytes;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length) return new Uint8Array(buffer)
  const copy = new Uint8Array(bytes.length);
  copy.set(bytes);
  return copy
}

/**
 * Returns the number of lines, and SHA-256(0x00 ‖ line) of each unless one is too short.
 *
 * @param {Uint8Array} bytes whole lines after a spare byte
 * @returns {{ lines: number, hashes?: Uint8Array<ArrayBuffer> }}
 */
function leafHashes({ buffer, length }) {
  const bytes = Buffer.from(buffer, 0, length);
  /** @type {string[]} */
  const hashes = [];
  for (let start = 0; ; ) {
    const end = bytes.indexOf(LF$2, start + 1);
    if (end === -1) break
    if (end - start <= TOO_SHORT) return { lines: hashes.length + linesFrom(bytes, start) }
    // The prefix temporarily overwrites the end of the previous line.
    bytes[start] = 0;
    hashes.push(sha256(bytes.subarray(start, end), 'latin1'));
    bytes[start] = LF$2;
    start = end;
  }
  const all = new Uint8Array(32 * hashes.length);
  Buffer.from(all.buffer).write(hashes.join(''), 'latin1');
  return { lines: hashes.length, hashes: all }
}

/**
 * @param {Buffer} bytes
 * @param {number} start before the first of the lines
 */
function linesFrom(bytes, start) {
  let lines = 0;
  for (let at = bytes.indexOf(LF$2, start + 1); at !== -1; at = bytes.indexOf(LF$2, at + 1)) lines++;
  return lines
}

if (isSecondThread) serve(workerData.port, workerData.count);

/** @typedef {{ file: { descriptor: number, path: string, size: number }, parts: PartOf[], sequences: number }} Sequence */
/** @typedef {{ id: number, sequence?: Sequence, isOver?: boolean }} Asked */
/**
 * @typedef {{ id: number, chunk?: { bytes: Uint8Array<ArrayBuffer>, file: string, hashes?: Uint8Array<ArrayBuffer> },
 *   failure?: Pick<Failure, 'code' | 'detail' | 'at'> | string }} Answered
 */
/**
 * @typedef {{ chunks: AsyncGenerator<Chunk, void, undefined>, taken: { line: number }, unread: number[], isBusy: boolean,
 *   isOver: boolean }} Open unread: the bytes of each chunk
 */
/** @typedef {{ worker: Worker, port: MessagePort, count: Int32Array, ended?: string }} Other */

/** The deepest allowed nesting of a value. Packages contain no deeper value, and it would exhaust the stack. */
const MAX_DEPTH$1 = 1000;

/**
 * Returns the RFC 8785 (JCS) text of a value from JSON.parse. Keys are sorted by UTF-16 code units (section 3.2.3). Strings and
 * numbers are serialized as in ECMAScript (sections 3.2.2.2 and 3.2.2.3).
 *
 * @param {unknown} value
 * @param {number} [depth] of the value in a larger one
 * @returns {string}
 */
function canonicalJson(value, depth = 0) {
  if (depth > MAX_DEPTH$1) throw new RangeError('nested too deeply')
  if (typeof value === 'string') return quoted$1(value)
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item, depth + 1)).join(',')}]`
  if (isObject(value)) {
    const members = Object.keys(value).sort();
    return `{${members.map((key) => `${quoted$1(key)}:${canonicalJson(value[key], depth + 1)}`).join(',')}}`
  }
  return JSON.stringify(value)
}

/** @param {string} string */
function quoted$1(string) {
  if (!string.isWellFormed()) throw new TypeError('a lone surrogate (RFC 8785 section 3.2.2.2)')
  return JSON.stringify(string)
}

/**
 * Decodes UTF-8. Returns undefined for invalid UTF-8.
 *
 * @param {Uint8Array} bytes
 */
function utf8(bytes) {
  try {
    return UTF8.decode(bytes)
  } catch {
    return undefined
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Whether an object has exactly these keys in this order, each with a value of its shape. Shapes list their keys in the order of
 * RFC 8785, so that an object with another order is refused.
 *
 * @template {Record<string, (value: any) => boolean>} S
 * @param {unknown} value
 * @param {S} shape
 */
function hasShape(value, shape) {
  if (!isObject(value)) return false
  const keys = Object.keys(value);
  let i = 0;
  for (const key in shape) {
    if (keys[i++] !== key || !shape[key]?.(value[key])) return false
  }
  return i === keys.length
}

/** Shapes of fields. Each accepts any value from JSON.parse. */
const is = Object.freeze({
  text: (/** @type {unknown} */ v) => typeof v === 'string',
  count: (/** @type {unknown} */ v) => Number.isSafeInteger(v) && /** @type {number} */ (v) >= 0,
  positive: (/** @type {unknown} */ v) => Number.isSafeInteger(v) && /** @type {number} */ (v) >= 1,
  hash: (/** @type {unknown} */ v) => typeof v === 'string' && /^[0-9a-f]{64}$/.test(v),
  uuid: (/** @type {unknown} */ v) =>
    typeof v === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(v),
  type: (/** @type {unknown} */ v) => typeof v === 'string' && /^[a-z]+(-[a-z]+)*$/.test(v) && v.length <= 40,
  time: (/** @type {unknown} */ v) => typeof v === 'string' && isTime(v),
  hashes: (/** @type {unknown} */ v) => Array.isArray(v) && v.every((h) => is.hash(h)),
  array: (/** @type {unknown} */ v) => Array.isArray(v),
  object: isObject,
  only:
    (/** @type {unknown[]} */ ...values) =>
    (/** @type {unknown} */ v) =>
      values.includes(v),
  orNull: (/** @type {(value: unknown) => boolean} */ shape) => (/** @type {unknown} */ v) =>
    v === null || shape(v),
});

/** @param {string} text */
function isTime(text) {
  const at = new Date(text);
  // ECMAScript writes years after 9999 with a sign and more digits.
  return text.length === 24 && !Number.isNaN(at.getTime()) && at.toISOString() === text
}

/** The most estimated memory, in MiB, of all states that are kept of a log, unless the caller gives more or less. */
const MEMORY_MIB = 64;
/** The bytes that a state takes in addition to its value: its slot in a map or list, and its object. */
const PLACE = 120;

/** Counts the memory of the states that are kept. */
class StateBudget {
  #used = 0
  #mebibytes

  /** What was not compared because a limit was reached, each kind once. @type {Set<string>} */
  leftOut = new Set()

  /** @param {number} [mebibytes] the most estimated memory */
  constructor(mebibytes = MEMORY_MIB) {
    this.#mebibytes = mebibytes;
  }

  /** How many times the work of the default a replay may do: whoever gives it more memory also gives it more time. */
  get effort() {
    return Math.max(1, this.#mebibytes / MEMORY_MIB)
  }

  /**
   * Notes that something is not compared because a limit was reached. The replay goes on, and is not whole.
   *
   * @param {string} what a text of a fixed form, so that there are few
   */
  leaveOut(what) {
    this.leftOut.add(what);
  }

  /** Reserves what a state needs. @param {number} [bytes] of its value @param {number} [states] */
  take(bytes = 0, states = 1) {
    this.#used += bytes + states * PLACE;
    if (this.#used > this.#mebibytes * 1024 * 1024)
      throw new LimitReached(`more than ${this.#mebibytes} MiB of states would be needed in memory; ${MORE}`)
  }

  /** Releases what a state took. @param {number} [bytes] @param {number} [states] */
  give(bytes = 0, states = 1) {
    this.#used -= bytes + states * PLACE;
  }
}

/** Reads the memory that a person gives, in MiB. Throws a Failure where it is none. @param {string | undefined} text */
function readMemory(text) {
  if (text === undefined) return undefined
  const mebibytes = /^[0-9]{1,5}$/.test(text) ? Number(text) : 0;
  if (mebibytes < 1 || mebibytes > 65536)
    throw new Failure('usage', '--memory takes a whole number of MiB from 1 to 65536')
  return mebibytes
}

/** How to lift a limit that `effort` or the memory sets. */
const MORE = 'give more with --memory';

/** The estimated bytes of a reference, of the header of a text, and of the header of a list or object. */
const REFERENCE = 8;
const TEXT$1 = 24;
const HOLDER = 56;
/** An object with more members than this is assumed to share its names with no other object. */
const SHARED_NAMES = 32;

/** The deepest nesting of a kept value. */
const MAX_DEPTH = 1000;

/**
 * Estimates the memory of a value that JSON.parse returned, in bytes. The estimate is not less than what an engine takes.
 *
 * @param {unknown} value
 * @param {number} [depth] of the value in a larger one
 * @returns {number}
 */
function sizeOf$1(value, depth = 0) {
  if (depth > MAX_DEPTH) throw new LimitReached('a record is nested too deeply to be kept')
  if (typeof value === 'string') return TEXT$1 + 2 * value.length
  if (typeof value === 'number') return 2 * REFERENCE
  if (typeof value !== 'object' || value === null) return REFERENCE
  let size = HOLDER;
  if (Array.isArray(value)) {
    for (const item of value) size += REFERENCE + sizeOf$1(item, depth + 1);
    return size
  }
  const names = Object.keys(value);
  const hasOwnNames = names.length > SHARED_NAMES;
  for (const name of names) {
    size += REFERENCE + sizeOf$1(/** @type {any} */ (value)[name], depth + 1);
    if (hasOwnNames) size += 2 * REFERENCE + sizeOf$1(name);
  }
  return size
}

/** DER SubjectPublicKeyInfo of an Ed25519 key, without the key (RFC 8410). */
const SPKI_PREFIX$1 = Buffer.from('302a300506032b6570032100', 'hex');

/**
 * Ed25519 (RFC 8032) over the message.
 *
 * @param {Buffer} raw the 32 bytes of the public key
 * @param {Buffer} message
 * @param {Buffer} signature
 */
function verifyEd25519(raw, message, signature) {
  try {
    const key = createPublicKey({ key: Buffer.concat([SPKI_PREFIX$1, raw]), format: 'der', type: 'spki' });
    return verify(null, message, key, signature)
  } catch {
    return false
  }
}

/**
 * A P-256 public key that can verify, or undefined where its point is not on the curve.
 *
 * @param {Buffer} spki the 91 bytes of its DER SubjectPublicKeyInfo
 */
function verifyingKey(spki) {
  try {
    return createPublicKey({ key: spki, format: 'der', type: 'spki' })
  } catch {
    return undefined
  }
}

/**
 * ECDSA P-256 with SHA-256 over the message.
 *
 * @param {VerifyingKey} key
 * @param {Buffer} message
 * @param {Buffer} signature in strict DER
 */
function verifyEcdsa(key, message, signature) {
  return verify('sha256', message, key, signature)
}

/**
 * The DER SubjectPublicKeyInfo of a public key in PEM or DER. Throws where the bytes are none.
 *
 * @param {Buffer} bytes
 * @returns {Uint8Array}
 */
function spkiOf(bytes) {
  const pem = bytes.includes('-----BEGIN');
  const key = createPublicKey(pem ? bytes : { key: bytes, format: 'der', type: 'spki' });
  return key.export({ format: 'der', type: 'spki' })
}

/** @typedef {NonNullable<ReturnType<typeof verifyingKey>>} VerifyingKey */

/** P-256: y² = x³ − 3x + b mod the prime (FIPS 186-5, SP 800-186 section 3.2.1.3). */
const PRIME = BigInt('0xffffffff00000001000000000000000000000000ffffffffffffffffffffffff');
const B = BigInt('0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b');

/** The order of P-256 and half of it. */
const ORDER = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');
const HALF = ORDER / 2n;

/** The DER SubjectPublicKeyInfo of a P-256 key without its 64 bytes X ‖ Y (RFC 5480). */
const SPKI_PREFIX = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d03010703420004', 'hex');

/**
 * Reads a P-256 public key from its DER SubjectPublicKeyInfo. Returns undefined for any form other than a named curve with an
 * uncompressed point. A package may have thousands of keys, few of which verify a signature, so a verifying key is created only
 * on demand.
 *
 * @param {Uint8Array} spki
 * @returns {Key | undefined}
 */
function keyFromSpki(spki) {
  const der = Buffer.from(spki);
  if (der.length !== 91 || !der.subarray(0, 27).equals(SPKI_PREFIX)) return undefined
  if (!isOnCurve(integer(der.subarray(27, 59)), integer(der.subarray(59)))) return undefined
  return { kid: sha256(der, 'hex'), spki: der, verifying: undefined }
}

/**
 * @param {bigint} x
 * @param {bigint} y
 */
function isOnCurve(x, y) {
  return x < PRIME && y < PRIME && (y * y - (x * x - 3n) * x - B) % PRIME === 0n
}

/** @param {Buffer} bytes */
function integer(bytes) {
  return BigInt(`0x${bytes.toString('hex')}`)
}

/**
 * @param {Buffer} x
 * @param {Buffer} y 32 bytes each
 */
function keyFromPoint(x, y) {
  return keyFromSpki(Buffer.concat([SPKI_PREFIX, x, y]))
}

/** @param {Key} key */
function pem(key) {
  const lines = /** @type {string[]} */ (key.spki.toString('base64').match(/.{1,64}/g));
  return `-----BEGIN PUBLIC KEY-----\n${lines.join('\n')}\n-----END PUBLIC KEY-----\n`
}

/**
 * Throws unless the signature has its only valid form: strict DER (X.690), 1 ≤ r < n, 1 ≤ s ≤ n/2.
 *
 * @param {Buffer} der
 * @param {string} file
 */
function assertSignatureForm(der, file) {
  const bad = (/** @type {number} */ offset) =>
    new Failure('signature_form', 'not a DER SEQUENCE of two INTEGERs', { file, offset });
  if (der.length < 8 || der[0] !== 0x30) throw bad(0)
  if (der[1] !== der.length - 2) throw bad(1)
  let at = 2;
  const [, s] = ['r', 's'].map(() => {
    const length = der[at + 1] ?? 0;
    const content = der.subarray(at + 2, at + 2 + length);
    const [first = 0x80, second = 0] = content;
    const minimal = first < 0x80 && (first > 0 || second >= 0x80);
    if (der[at] !== 2 || length < 1 || length > 33 || content.length !== length || !minimal) throw bad(at)
    const value = integer(content);
    if (value >= ORDER) throw bad(at)
    at += 2 + length;
    return value
  });
  if (at !== der.length) throw bad(at)
  if (/** @type {bigint} */ (s) > HALF)
    throw new Failure('signature_high_s', 's is more than half of the group order', { file })
}

/**
 * Verifies a signature: ECDSA P-256 with SHA-256 over the message.
 *
 * @param {Key} key
 * @param {Uint8Array | string} message
 * @param {Buffer} signature whose form has been checked
 */
function verifies(key, message, signature) {
  key.verifying ??= verifyingKey(key.spki);
  return key.verifying !== undefined && verifyEcdsa(key.verifying, Buffer.from(message), signature)
}

/**
 * Decodes canonical base64 (RFC 4648 section 4, padded, no stray bits). Returns undefined for any other text.
 *
 * @param {unknown} text
 */
function base64(text) {
  if (typeof text !== 'string') return undefined
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined
}

/** @typedef {{ kid: string, spki: Buffer, verifying: VerifyingKey | undefined }} Key */

/** Cosignatures of Ed25519 (C2SP tlog-cosignature). */
const TYPE = 4;
const MAX_WITNESSES = 64;

/**
 * Reads the trusted witnesses: verifier keys `name+key id+base64(0x04 ‖ key)` (docs/witnesses.md).
 *
 * @param {string[]} texts
 * @returns {Witness[]}
 */
function readWitnesses(texts) {
  if (texts.length > MAX_WITNESSES) throw new Failure('usage', `at most ${MAX_WITNESSES} witnesses`)
  const witnesses = texts.map((text) => {
    const [, name = '', id = '', encoded] = /^([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/.exec(text) ?? [];
    const bytes = base64(encoded);
    const raw = bytes?.length === 33 && bytes[0] === TYPE ? bytes.subarray(1) : undefined;
    if (!bytes || !raw || sha256(Buffer.concat([Buffer.from(`${name}\n`), bytes]), 'hex').slice(0, 8) !== id)
      throw new Failure('usage', '--witness takes the verifier key of a witness: name+key id+base64')
    return { name, id, raw }
  });
  // Ed25519 cosignatures do not contain the name, so one key under two names is one witness.
  const keys = new Set(witnesses.map(({ raw }) => raw.toString('hex')));
  if (keys.size !== witnesses.length) throw new Failure('usage', 'a witness is given twice')
  return witnesses
}

/**
 * Returns how many cosignatures are required: all, where no number is given.
 *
 * @param {string | undefined} text
 * @param {Witness[]} witnesses
 */
function readQuorum(text, witnesses) {
  if (text === undefined) return witnesses.length
  const quorum = /^[1-9][0-9]?$/.test(text) ? Number(text) : 0;
  if (quorum < 1 || quorum > witnesses.length)
    throw new Failure('usage', '--quorum takes a number from 1 to that of the witnesses given with --witness')
  return quorum
}

/**
 * Returns the witnesses that have cosigned the checkpoint, each with the time. A wrong cosignature of a known witness makes the
 * checkpoint invalid (C2SP signed-note). Lines of unknown witnesses are ignored.
 *
 * @param {Checkpoint} checkpoint
 * @param {Witness[]} witnesses
 */
function cosigned({ body, cosignatures }, witnesses) {
  return witnesses.flatMap(({ name, id, raw }) => {
    const own = cosignatures.filter((one) => one.name === name && one.keyId === id);
    const times = own.map(({ signature }) => {
      const seconds = secondsIn(signature);
      const message = Buffer.from(`cosignature/v1\ntime ${seconds}\n${body}`);
      if (!seconds || signature.length !== 72 || !verifyEd25519(raw, message, signature.subarray(8)))
        throw new Failure('cosignature_wrong', name, { file: 'log/checkpoint' })
      return seconds
    });
    return times.length === 0 ? [] : [{ name, at: new Date(Math.max(...times) * 1000).toISOString() }]
  })
}

/**
 * Reads the POSIX time in the first eight bytes, big-endian. Returns undefined for a time after MAX_SECONDS.
 *
 * @param {Buffer} bytes
 */
function secondsIn(bytes) {
  let seconds = 0;
  for (const byte of bytes.subarray(0, 8)) seconds = seconds * 256 + byte;
  return seconds <= MAX_SECONDS$2 ? seconds : undefined
}

/** The end of the year 9999. */
const MAX_SECONDS$2 = 253402300799;

/**
 * Throws unless enough witnesses have cosigned the checkpoint.
 *
 * @param {Checkpoint} checkpoint
 * @param {{ witnesses: Witness[], quorum: number }} demanded
 * @param {(at: Date, by: string) => void} [onTime] receives the time of each cosignature
 */
function assertQuorum(checkpoint, { witnesses, quorum }, onTime) {
  const found = cosigned(checkpoint, witnesses);
  for (const { name, at } of found) onTime?.(new Date(at), name);
  const names = found.map(({ name, at }) => `${name} at ${at}`).join(', ');
  if (found.length < quorum)
    throw new Failure('witness_quorum', `${found.length} of ${quorum}${names && `: ${names}`}`, {
      file: 'log/checkpoint',
    })
  return `${found.length} of ${witnesses.length} witnesses cosigned size ${checkpoint.size}, ${quorum} required: ${names}`
}

/** @typedef {{ name: string, id: string, raw: Buffer }} Witness raw: the 32 bytes of the key */

const HELP = `Usage: node verify.mjs [options] package.zip

Verifies an Attestry evidence package, offline. Node.js 20 or later. Opens no connection, writes no file.

  --key FILE        trust this public key (PEM or DER), obtained elsewhere; may be repeated
  --pin KID         trust the key with this id: hex SHA-256 of its DER SubjectPublicKeyInfo; may be repeated
  --org ID          demand that the package is of the organization with this id, obtained elsewhere: one key signs for all
                    organizations of an installation
  --keys FILE       the published key set (keys.json): check the status of the signing key; without --key or --pin
                    these keys are the trusted ones
  --require-trust   exit code 5 where the package is intact and its signer is not confirmed
  --require-replay  exit code 6 where step 9 was not checked, or only in part: calls and decisions against the records before them
  --memory MIB      the most memory for the states of the log in step 9, 1 to 65536, 64 where it is not given: for a log of
                    which the answer says that it needs more
  --require-pin     refuse to run without --key or --pin
  --allow-clock-steps
                    report times that run backwards, or are later than the signature, only as remarks: for an
                    installation that says that its clock was wrong, and when
  --previous FILE   prove that the log of this older package was continued, or say where it was rewritten; may be repeated:
                    step 9 then begins with the one that begins at leaf 0
  --witness KEY     trust this witness: its verifier key, name+key id+base64, obtained elsewhere; may be repeated
  --quorum N        demand the cosignatures of N of the witnesses; all, where N is not given
  --tsa FILE        trust these time-stamp authorities: certificates (PEM), obtained elsewhere; may be repeated; demands a
                    time-stamp of one of them on the checkpoint
  --checkpoint FILE demand that the package continues the log of this checkpoint, obtained elsewhere (from a witness, a
                    mirror), and does not end before it
  --explain ID      show how the gate decision with this id follows from its snapshot
  --json            one JSON object, schema attestry-verify/1
  --version, --help

Without --key, --pin or --keys the last line is never VERIFIED: anybody can make a key and sign a package with it. Get the
key id from the installation (/.well-known/attestry/keys.json), from a contract or by telephone, not from the package.

Exit codes: 0 verified, or intact and its signer not confirmed; 1 not authentic or not intact; 2 usage, unreadable file, or
the report cannot be written; 3 --require-pin without a pin; 4 the signing key is revoked; 5 --require-trust and the signer
is not confirmed; 6 --require-replay and step 9 was not checked, or only in part.
`;

/**
 * @param {string[]} args
 * @returns {Options}
 */
function readOptions(args) {
  const { values, positionals } = parseCommandLine(args);
  const { key = [], pin = [], tsa = [], json = false, help = false, version = false } = values;
  const demands = {
    requirePin: values['require-pin'] ?? false,
    requireTrust: values['require-trust'] ?? false,
    requireReplay: values['require-replay'] ?? false,
    memory: readMemory(values.memory),
    allowClockSteps: values['allow-clock-steps'] ?? false,
  };
  const witnesses = readWitnesses(values.witness ?? []);
  const cosigned = { witnesses, quorum: readQuorum(values.quorum, witnesses) };
  const options = { key, pin, tsa, json, help, version, cosigned, ...demands };
  if (help || version) return { ...options, file: '' }
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new Failure('usage', 'give one package; see --help')
  if (file === '-')
    throw new Failure('usage', 'a package is read from a file, not from a pipe: save it first')
  for (const kid of pin)
    if (!/^[0-9a-f]{64}$/.test(kid)) throw new Failure('usage', '--pin takes 64 lower-case hex digits')
  if (values.org !== undefined && !is.uuid(values.org))
    throw new Failure('usage', '--org takes the id of an organization, a UUID in lower case')
  if (options.requirePin && key.length + pin.length === 0)
    throw new Failure('pin_required', 'nothing was verified')
  const { keys, previous, checkpoint, explain, org: organization } = values;
  return { ...options, file, keys, previous, checkpoint, explain, organization }
}

/** @param {string[]} args */
function parseCommandLine(args) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        key: { type: 'string', multiple: true },
        pin: { type: 'string', multiple: true },
        org: { type: 'string' },
        keys: { type: 'string' },
        previous: { type: 'string', multiple: true },
        checkpoint: { type: 'string' },
        tsa: { type: 'string', multiple: true },
        explain: { type: 'string' },
        witness: { type: 'string', multiple: true },
        quorum: { type: 'string' },
        'require-pin': { type: 'boolean' },
        'require-trust': { type: 'boolean' },
        'require-replay': { type: 'boolean' },
        memory: { type: 'string' },
        'allow-clock-steps': { type: 'boolean' },
        json: { type: 'boolean' },
        help: { type: 'boolean' },
        version: { type: 'boolean' },
      },
    })
  } catch (cause) {
    throw new Failure('usage', cause instanceof Error ? cause.message : String(cause))
  }
}

/**
 * @typedef {{ file: string, key: string[], pin: string[], tsa: string[], keys?: string | undefined, requirePin: boolean,
 *   requireTrust: boolean, requireReplay: boolean, memory?: number | undefined, allowClockSteps: boolean, json: boolean, previous?: string[] | undefined, checkpoint?: string | undefined, explain?: string | undefined, organization?: string | undefined, help: boolean,
 *   version: boolean, cosigned: { witnesses: Witness[], quorum: number } }} Options
 */

/**
 * Writes the whole text. Returns false when writing fails, with the reason on standard error. A broken pipe is not an error: the
 * reader has read as much as it wanted, and the exit code is that of the report.
 *
 * @param {number} descriptor
 * @param {string} text
 */
function write(descriptor, text) {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length; ) {
    try {
      done += writeSync(descriptor, bytes, done);
    } catch (cause) {
      const { code } = /** @type {{ code?: string }} */ (cause);
      if (code === 'EPIPE') return true
      if (code !== 'EAGAIN') {
        process.stderr.write(`the report cannot be written: ${code}\n`);
        return false
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
  return true
}

/**
 * Makes text from outside safe to show. Control characters, line ends, direction marks and characters without width are escaped.
 *
 * @param {string} text
 */
function escaped$1(text) {
  return text.replace(
    /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu,
    (c) => `\\u{${/** @type {number} */ (c.codePointAt(0)).toString(16)}}`,
  )
}

/** The verifiers of earlier releases. A verifier cannot contain the hash of itself or of a later one. */
const RELEASES = Object.freeze([
  { version: '0.1.0', sha256: 'c4db971f2495e5f90d7e48ff827409d5fb392bdb2c3a9039fa11a3bf19c6941f' },
  { version: '0.1.1', sha256: '104454c6d9531d7dab70c4c7ad8e431bedb4b792e724e2b3229c7e0e792637f2' },
]);

/**
 * Identifies the verify.mjs in a package.
 *
 * @param {string} sha256 of the file in the package, hex
 * @param {string} running SHA-256 of the running verifier, hex
 * @returns {PackagedVerifier}
 */
function packagedVerifier(sha256, running) {
  const release = RELEASES.find((known) => known.sha256 === sha256)?.version ?? null;
  return { sha256, is_this_verifier: sha256 === running, release }
}

/** @param {PackagedVerifier} packaged */
function aboutPackagedVerifier({ sha256, is_this_verifier, release }) {
  if (is_this_verifier) return 'verify.mjs in the package is the same file as the one that runs.'
  if (release !== null)
    return `verify.mjs in the package is release ${release}, SHA-256 ${sha256}; another one runs.`
  return `verify.mjs in the package is unknown here, SHA-256 ${sha256}. Compare that with the published hash before you run it.`
}

/** @typedef {{ sha256: string, is_this_verifier: boolean, release: string | null }} PackagedVerifier */

const VERIFIER_VERSION = '0.2.0';
const SCHEMA = 'attestry-verify/1';

const WIDTH = 400;

/** Makes text from outside safe for a terminal, of which at most WIDTH characters are shown. @param {string} text */
function printable(text) {
  const line = escaped$1(text);
  return line.length > WIDTH ? `${line.slice(0, WIDTH)}…` : line
}

/**
 * Formats the report as one screen of text.
 *
 * @param {Report} report
 */
function textReport(report) {
  const failures = report.failures.map(({ code, message, ...at }) => {
    const where = Object.entries(at).map(([name, value]) => `${name} ${value}`);
    return `${code}: ${message}${where.length > 0 ? ` [${where.join(', ')}]` : ''}`
  });
  // The command line was wrong, or the package was not opened, so there are no steps to report.
  const nothing = report.file === '' ? [] : [report.verdict];
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
  ];
  return `${lines.map(printable).join('\n')}\n`
}

/**
 * @param {StepName} step
 * @param {Step['status']} status
 */
function stepText(step, status) {
  const needs = /** @type {Partial<Record<StepName, string>>} */ (NEEDS)[step];
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
});

/**
 * Completes the report with its result and the verdict. Without a trusted key the verdict MUST NOT be VERIFIED.
 *
 * @param {Report} report
 */
function conclude(report) {
  report.result = RESULTS[report.exit_code] ?? 'error';
  const isReplayLacking = report.result === 'not_replayed';
  report.signer_confirmed = report.trust !== 'packaged' && (report.result === 'verified' || isReplayLacking);
  const { failures } = report;
  const isPrevious = failures.length > 0 && failures.every(({ code }) => code === 'previous_rejected');
  const isIntact = report.result === 'verified' || report.result === 'unconfirmed';
  report.verdict =
    isIntact && !report.signer_confirmed
      ? VERDICTS.intact
      : VERDICTS[isPrevious ? 'previous' : /** @type {keyof typeof VERDICTS} */ (report.result)];
  return report
}

const RESULTS = /** @type {Record<number, Report['result']>} */ ({
  [EXIT.verified]: 'verified',
  [EXIT.rejected]: 'rejected',
  [EXIT.revoked]: 'revoked',
  [EXIT.unconfirmed]: 'unconfirmed',
  [EXIT.notReplayed]: 'not_replayed',
});

/**
 * Records a failure in a report.
 *
 * @param {Report} report
 * @param {unknown} cause
 */
function fail$1(report, cause) {
  if (!(cause instanceof Failure)) throw cause
  report.failures.push({ code: cause.code, message: cause.message, ...cause.at });
  if (cause.code.startsWith('zip_')) report.remarks.push(NOT_AS_EXPORTED);
  if (cause instanceof LaterVersion) report.remarks.push(LATER_FORMAT);
  report.exit_code = cause.exit;
}

const LATER_FORMAT =
  'The manifest names a later format than this verifier knows. That says nothing for or against the package: what comes after the manifest ' +
  'was not checked. Verify it with verify.mjs of a later release, whose SHA-256 is in /.well-known/attestry/verifier.json of the installation.';

const NOT_AS_EXPORTED =
  'Give the file exactly as it was exported. A file that was cut short, or unpacked and zipped ' +
  'again, is no longer a valid package.';

/**
 * @param {{ file: string }} options
 * @param {Report['verifier']} verifier
 * @returns {Report}
 */
function emptyReport({ file }, verifier) {
  const names = /** @type {StepName[]} */ (Object.keys(STEPS));
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
function jsonReport(report) {
  const text = JSON.stringify({ schema: SCHEMA, ...report });
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

// The shape of a snapshot (docs/gate-rules.md). Unknown keys are accepted. No decision can be derived where a key is missing or
// malformed.

/** The most triggers that a snapshot shows, and the most items that a message lists. */
const SHOWN = 20;

const number = Number.isFinite;
const text$1 = is.text;
const version = Number.isSafeInteger;

const agent = { profile_id: text$1, model_name: text$1, model_version: text$1, prompt_version: text$1 };
const certification = { id: text$1, suite_id: text$1, suite_name: text$1, suite_version: version };

const SNAPSHOT = {
  rules_version: is.only(1, 2),
  organization_id: text$1,
  ai_system: { id: text$1, name: text$1, version, attestation_roles: each(text$1) },
  suite: orNull({
    id: text$1,
    name: text$1,
    version,
    thresholds: each({
      metric_name: text$1,
      eval_type: text$1,
      operator: is.only('lte', 'lt', 'gte', 'gt', 'eq'),
      value: number,
      result: orNull({ id: text$1, metric_value: number, record_hash: text$1 }),
    }),
  }),
  profiles: each({
    id: text$1,
    version,
    agent_identity: text$1,
    model_name: text$1,
    model_version: text$1,
    prompt_version: text$1,
  }),
  certifications: {
    of_system: orNull({ ...certification, agents: each(agent) }),
    of_suite: orNull(certification),
    of_version: orNull(certification),
  },
  attestations: each({ id: text$1, role: text$1, suite_id: text$1, agents: each(agent) }),
  open_triggers: each(trigger),
  more_open_triggers: is.only(true, false),
};

/** The additional keys of a snapshot of rules version 2. */
const PEOPLE = {
  separation_of_duties: {
    attester_per_role: is.only(true, false),
    certifier_is_another: is.only(true, false),
    changes_need_another: is.only(true, false),
    role_wait_hours: count,
  },
  certifications: {
    of_version: orNull({
      agents: each(agent),
      certified_by: text$1,
      involved: orNull(each(text$1)),
      waited_hours: orNull(count),
    }),
  },
  attestations: each({ attested_by: text$1, waited_hours: orNull(count) }),
};

const TRIGGERS = /** @type {Record<string, Shape>} */ ({
  tool: { agent_identity: text$1, tool_name: text$1 },
  version: { agent_identity: text$1, model_name: is.orNull(text$1), model_version: is.orNull(text$1) },
  drift: { metric_name: text$1 },
  manual: { reason: text$1 },
});

/**
 * Throws unless a decision can be derived from the value.
 *
 * @param {unknown} snapshot
 */
function assertSnapshot(snapshot) {
  if (!fits(snapshot, SNAPSHOT))
    throw new TypeError('the snapshot does not have the shape of rules version 1 or 2')
  const { rules_version } = /** @type {any} */ (snapshot);
  if (rules_version === 2 && !fits(snapshot, PEOPLE))
    throw new TypeError('the snapshot does not have the shape of rules version 2')
  if (!isOrdered(snapshot)) throw new TypeError('a list of the snapshot is not in its order, or too long')
}

/**
 * Whether every list of a snapshot is in the required order and has no item twice. The stated number of open triggers may be
 * larger than the number shown only where the snapshot shows the largest possible number.
 *
 * @param {any} snapshot
 */
function isOrdered({
  rules_version,
  ai_system,
  suite,
  profiles,
  certifications,
  attestations,
  open_triggers,
  more_open_triggers,
}) {
  const ofVersion = rules_version === 2 ? certifications.of_version : null;
  const agents = [certifications.of_system, ofVersion, ...attestations].map((locked) => locked?.agents ?? []);
  return (
    ascending(ai_system.attestation_roles) &&
    ascending(suite?.thresholds ?? [], 'metric_name', 'eval_type', 'operator') &&
    ascending(profiles, 'id') &&
    agents.every((list) => ascending(list, 'profile_id')) &&
    ascending(ofVersion?.involved ?? []) &&
    ascending(attestations, 'role') &&
    ascending(open_triggers, 'id') &&
    (more_open_triggers ? open_triggers.length === SHOWN : open_triggers.length <= SHOWN)
  )
}

/**
 * Whether a list is strictly ascending, by UTF-16 code units.
 *
 * @param {any[]} items
 * @param {string[]} keys the first key in which two items differ decides; without keys the items themselves are compared
 */
function ascending(items, ...keys) {
  return items.every((item, i) => {
    if (i === 0) return true
    const before = items[i - 1];
    if (keys.length === 0) return before < item
    const key = keys.find((name) => before[name] !== item[name]);
    return key !== undefined && before[key] < item[key]
  })
}

/**
 * @param {any} value
 * @param {Shape} shape
 * @returns {boolean}
 */
function fits(value, shape) {
  if (typeof shape === 'function') return shape(value)
  return (
    isObject(value) &&
    Object.entries(shape).every(([key, inner]) => Object.hasOwn(value, key) && fits(value[key], inner))
  )
}

/** @param {any} value */
function count(value) {
  return Number.isSafeInteger(value) && value >= 0
}

/** @param {Shape} shape */
function each(shape) {
  return (/** @type {unknown} */ value) => Array.isArray(value) && value.every((item) => fits(item, shape))
}

/** @param {Shape} shape */
function orNull(shape) {
  return (/** @type {unknown} */ value) => value === null || fits(value, shape)
}

/** @param {any} value @returns {boolean} */
function trigger(value) {
  return (
    isObject(value) &&
    typeof value.kind === 'string' &&
    Object.hasOwn(TRIGGERS, value.kind) &&
    text$1(value.id) &&
    fits(value, /** @type {Shape} */ (TRIGGERS[value.kind]))
  )
}

/** @typedef {((value: any) => boolean) | { [key: string]: Shape }} Shape */

// The lists inside the messages of docs/gate-rules.md, section Messages. Quoted texts and numbers are in RFC 8785 form.

const quote$1 = canonicalJson;

/** @param {string[]} items */
function list(items) {
  const shown = items.slice(0, SHOWN).join('; ');
  return items.length > SHOWN ? `${shown}; and more` : shown
}

/**
 * @param {any} suite
 * @param {(threshold: any) => boolean} satisfied
 */
function unmet(suite, satisfied) {
  if (suite.thresholds.length === 0) return 'it has no threshold'
  const open = suite.thresholds.filter((/** @type {any} */ threshold) => !satisfied(threshold));
  return list(
    open.map((/** @type {any} */ { metric_name, eval_type, operator, value, result }) => {
      const found = result === null ? 'has no result' : `is ${canonicalJson(result.metric_value)}`;
      return `${quote$1(metric_name)} (${eval_type}) ${found}, must be ${operator} ${canonicalJson(value)}`
    }),
  )
}

/**
 * @param {any[]} profiles
 * @param {any[]} agents
 */
function difference(profiles, agents) {
  const byProfile = new Map(agents.map((agent) => [agent.profile_id, agent]));
  const items = profiles.map((profile) => {
    const agent = byProfile.get(profile.id);
    if (!agent) return `${quote$1(profile.agent_identity)} is not in it`
    const fields = ['model_name', 'model_version', 'prompt_version'].filter((f) => agent[f] !== profile[f]);
    const parts = fields.map((f) => `${f} ${quote$1(profile[f])} (certified ${quote$1(agent[f])})`);
    return parts.length === 0 ? undefined : `${quote$1(profile.agent_identity)} ${parts.join(', ')}`
  });
  return list(/** @type {string[]} */ (items.filter((item) => item !== undefined)))
}

/** @param {any} snapshot */
function openTriggers({ open_triggers: triggers, more_open_triggers: more }) {
  const shown = triggers.map(describe).join('; ');
  return more ? `${shown}; and more` : shown
}

/** @param {any} trigger */
function describe(trigger) {
  switch (trigger.kind) {
    case 'tool':
      return `${quote$1(trigger.agent_identity)} used tool ${quote$1(trigger.tool_name)}, which its profile does not document`
    case 'version': {
      const name = trigger.model_name === null ? '' : ` ${quote$1(trigger.model_name)}`;
      const version = trigger.model_version === null ? '' : ` version ${quote$1(trigger.model_version)}`;
      return `${quote$1(trigger.agent_identity)} ran model${name}${version}`
    }
    case 'drift':
      return `drift metric ${quote$1(trigger.metric_name)} failed`
    case 'manual':
      return `opened by hand: ${quote$1(trigger.reason)}`
    default:
      throw new TypeError(`trigger kind ${JSON.stringify(trigger.kind)} is not known`)
  }
}

// Implements docs/gate-rules.md, versions 1 and 2, from that page alone. It shares no code with the product's gate.

const COMPARE = Object.freeze({
  lte: (/** @type {number} */ a, /** @type {number} */ b) => a <= b,
  lt: (/** @type {number} */ a, /** @type {number} */ b) => a < b,
  gte: (/** @type {number} */ a, /** @type {number} */ b) => a >= b,
  gt: (/** @type {number} */ a, /** @type {number} */ b) => a > b,
  eq: (/** @type {number} */ a, /** @type {number} */ b) => a === b,
});

/**
 * Derives the decision from a snapshot: the seven keys of the page's section Output, and the result of each condition.
 *
 * @param {any} snapshot a value from JSON.parse
 * @returns {{ output: Output, rules: Rule[] }}
 * @throws {TypeError} when no decision can be derived
 */
function derive(snapshot) {
  assertSnapshot(snapshot);
  const { suite, certifications } = snapshot;
  const inForce = certificationInForce(snapshot);
  const missing = missingRoles(snapshot);
  const rules = evaluate(snapshot, inForce, missing);
  const applied = rules.filter((rule) => rule.applies);
  const output = {
    decision: applied.length === 0 ? 'pass' : 'block',
    reasons: applied.map((rule) => rule.code),
    reason_details: applied.map(({ code, message }) => ({ code, message: message() })),
    missing_attestation_roles: applied.some((rule) => rule.code === 'attestation_missing') ? missing : [],
    certification_id: inForce ? certifications.of_version.id : null,
    eval_suite_id: suite === null ? null : suite.id,
    eval_suite_version: suite === null ? null : suite.version,
  };
  return { output, rules }
}

/**
 * The conditions in their order. `applies` is null where a condition is not evaluated.
 *
 * @param {any} snapshot
 * @param {boolean} inForce
 * @param {string[]} missing
 * @returns {Rule[]}
 */
function evaluate(snapshot, inForce, missing) {
  const facts = factsOf$1(snapshot, inForce, missing);
  return [
    suiteMissing(facts),
    agentProfileMissing(facts),
    noApprovedRun(facts),
    suiteVersionChanged(facts),
    versionDrift(facts),
    openDriftTrigger(facts),
    attestationMissing(facts),
  ]
}

/**
 * Computes the facts of a snapshot that several conditions use.
 *
 * @param {any} snapshot
 * @param {boolean} inForce
 * @param {string[]} missing
 */
function factsOf$1(snapshot, inForce, missing) {
  const { suite, profiles, certifications } = snapshot;
  const { of_version: ofVersion } = certifications;
  const isOfVersion = suite !== null && ofVersion !== null && ofVersion.suite_id === suite.id;
  return {
    snapshot,
    inForce,
    missing,
    noSuite: suite === null,
    noProfile: profiles.length === 0,
    isOfVersion,
    /** Formats the suite and its version for a message. */
    named: () => `Suite ${quote(suite.name)} version ${quote(suite.version)}`,
  }
}

/** @param {Facts} facts @returns {Rule} */
function suiteMissing({ snapshot, noSuite }) {
  return {
    code: 'suite_missing',
    applies: noSuite,
    message: () =>
      `AI system ${quote(snapshot.ai_system.name)} has no gate suite: create a suite for it, or name one of its suites as its gate suite.`,
  }
}

/** @param {Facts} facts @returns {Rule} */
function agentProfileMissing({ snapshot, noProfile }) {
  return {
    code: 'agent_profile_missing',
    applies: noProfile,
    message: () =>
      `AI system ${quote(snapshot.ai_system.name)} has no agent profile: create a profile for each of its agents.`,
  }
}

/** @param {Facts} facts @returns {Rule} */
function noApprovedRun({ snapshot, inForce, noSuite, isOfVersion, named }) {
  return {
    code: 'no_approved_run',
    applies: noSuite ? null : !inForce,
    message: () => notApproved(snapshot.suite, named(), isOfVersion),
  }
}

/** @param {Facts} facts @returns {Rule} */
function suiteVersionChanged({ snapshot, noSuite, isOfVersion }) {
  const { suite, certifications } = snapshot;
  const { of_suite: ofSuite } = certifications;
  return {
    code: 'suite_version_changed',
    applies: noSuite ? null : ofSuite !== null && !isOfVersion,
    message: () =>
      `Suite ${quote(suite.name)} has changed since its newest certification: that is of version ` +
      `${quote(ofSuite.suite_version)}, the current version is ${quote(suite.version)}. ` +
      `Certify version ${quote(suite.version)}.`,
  }
}

/** @param {Facts} facts @returns {Rule} */
function versionDrift({ snapshot, noProfile, isOfVersion, named }) {
  const { profiles, certifications } = snapshot;
  const { of_system: ofSystem, of_version: ofVersion } = certifications;
  const held = snapshot.rules_version === 2 && isOfVersion ? ofVersion : null;
  const differsFromSystem = ofSystem !== null && !covers(ofSystem.agents, profiles);
  const differsFromVersion = held !== null && !covers(held.agents, profiles);
  return {
    code: 'version_drift',
    applies:
      noProfile || (ofSystem === null && held === null) ? null : differsFromSystem || differsFromVersion,
    message: () => {
      const [what, agents] = differsFromSystem
        ? ['the newest certification', ofSystem.agents]
        : [`the certification of ${named()}`, held.agents];
      return `Agents differ from ${what}: ${difference(profiles, agents)}. Certify the current versions, or set the profiles back.`
    },
  }
}

/** @param {Facts} facts @returns {Rule} */
function openDriftTrigger({ snapshot }) {
  return {
    code: 'open_drift_trigger',
    applies: snapshot.open_triggers.length > 0,
    message: () => `Drift triggers are open: ${openTriggers(snapshot)}. Assess and resolve each of them.`,
  }
}

/** @param {Facts} facts @returns {Rule} */
function attestationMissing({ missing, noSuite, noProfile, named }) {
  return {
    code: 'attestation_missing',
    applies: noSuite || noProfile ? null : missing.length > 0,
    message: () =>
      `${named()} and the current agent versions are not attested by: ${list(missing.map(quote))}. A user holding the role has to attest.`,
  }
}

/** @param {unknown} value a value of the snapshot, in a message */
const quote = (value) => canonicalJson(value);

/**
 * @param {any} suite
 * @param {string} named the suite and its version
 * @param {boolean} isCertified whether there is a certification of this version
 */
function notApproved(suite, named, isCertified) {
  if (outcome(suite) === 'met')
    return isCertified
      ? `${named} is met and certified, but not as the separation of duties asks: a user with role approver or admin ` +
          'who neither submitted its results nor wrote the suite has to certify it.'
      : `${named} is met but not certified: a user with role approver or admin has to certify it.`
  return isCertified
    ? `${named} is certified but not met: ${unmet(suite, satisfied)}. Submit results that meet it.`
    : `${named} is not met: ${unmet(suite, satisfied)}. Submit results that meet it, then certify it.`
}

/** @param {any} snapshot */
function certificationInForce(snapshot) {
  const { suite, certifications } = snapshot;
  const certification = certifications.of_version;
  return (
    suite !== null &&
    certification !== null &&
    certification.suite_id === suite.id &&
    outcome(suite) === 'met' &&
    certifierIsSeparate(snapshot, certification)
  )
}

/**
 * @param {any} snapshot
 * @param {any} certification
 */
function certifierIsSeparate({ rules_version, separation_of_duties: duties }, certification) {
  if (rules_version === 1) return true
  const { certified_by, involved } = certification;
  if (duties.certifier_is_another && (involved === null || involved.includes(certified_by))) return false
  return waited(certification, duties)
}

/**
 * @param {any} snapshot
 * @param {any} attestation
 */
function attesterIsSeparate({ rules_version, separation_of_duties: duties, attestations }, attestation) {
  if (rules_version === 1) return true
  const roles = attestations.filter((/** @type {any} */ a) => a.attested_by === attestation.attested_by);
  return (!duties.attester_per_role || roles.length === 1) && waited(attestation, duties)
}

/**
 * @param {any} approval
 * @param {any} duties
 */
function waited({ waited_hours: hours }, { role_wait_hours: required }) {
  return required === 0 || (hours !== null && hours >= required)
}

/** @param {any} suite @returns {'met' | 'failed' | 'incomplete'} */
function outcome(suite) {
  const results = suite.thresholds.map((/** @type {any} */ t) => (t.result === null ? null : satisfied(t)));
  if (results.length === 0) return 'incomplete'
  if (results.includes(false)) return 'failed'
  return results.includes(null) ? 'incomplete' : 'met'
}

/** @param {any} threshold */
function satisfied({ operator, value, result }) {
  return (
    result !== null && COMPARE[/** @type {keyof typeof COMPARE} */ (operator)](result.metric_value, value)
  )
}

/**
 * @param {any[]} agents
 * @param {any[]} profiles
 */
function covers(agents, profiles) {
  const byProfile = new Map(agents.map((agent) => [agent.profile_id, agent]));
  return profiles.every((profile) => {
    const agent = byProfile.get(profile.id);
    return (
      agent !== undefined &&
      agent.model_name === profile.model_name &&
      agent.model_version === profile.model_version &&
      agent.prompt_version === profile.prompt_version
    )
  })
}

/** @param {any} snapshot @returns {string[]} sorted */
function missingRoles(snapshot) {
  const { ai_system: system, suite, profiles, attestations } = snapshot;
  if (suite === null || profiles.length === 0) return []
  const attested = new Set(
    attestations
      .filter((/** @type {any} */ a) => a.suite_id === suite.id && covers(a.agents, profiles))
      .filter((/** @type {any} */ a) => attesterIsSeparate(snapshot, a))
      .map((/** @type {any} */ a) => a.role),
  );
  return system.attestation_roles.filter((/** @type {string} */ role) => !attested.has(role)).sort()
}

/**
 * @typedef {{ code: string, applies: boolean | null, message: () => string }} Rule
 * @typedef {ReturnType<typeof factsOf>} Facts
 * @typedef {{
 *   decision: string, reasons: string[], reason_details: { code: string, message: string }[],
 *   missing_attestation_roles: string[], certification_id: string | null,
 *   eval_suite_id: string | null, eval_suite_version: number | null
 * }} Output
 */

/** The fields of a decision's record that follow from its snapshot (docs/gate-rules.md, The decision record). */
const OUTPUT = /** @type {const} */ ([
  'decision',
  'reasons',
  'reason_details',
  'missing_attestation_roles',
  'certification_id',
  'eval_suite_id',
  'eval_suite_version',
]);

/**
 * Derives a gate decision from its snapshot, reason by reason. Throws a Failure where the record differs from the result.
 *
 * @param {Record<string, unknown>} record
 * @param {Place} place
 * @returns {Decision}
 */
function rederive(record, place) {
  const { id, snapshot, payload_hash, decided_at } = /** @type {Record<string, any>} */ (record);
  if (!is.uuid(id) || !isObject(snapshot) || !is.hash(payload_hash) || !is.time(decided_at)) {
    throw new Failure('decision_form', 'not a decision record', place)
  }
  const hash = sha256(canonicalJson(snapshot), 'hex');
  if (hash !== payload_hash)
    throw new Failure('decision_hash', `${hash}, the record says ${payload_hash}`, place)
  const derived = deriveOrFail(snapshot, place);
  if (
    record.organization_id !== snapshot.organization_id ||
    record.ai_system_id !== /** @type {any} */ (snapshot).ai_system.id
  ) {
    throw new Failure('decision_identity', 'organization or AI system differ', place)
  }
  for (const key of OUTPUT) {
    if (!Object.hasOwn(record, key) || canonicalJson(record[key]) !== canonicalJson(derived.output[key])) {
      const says = Object.hasOwn(record, key) ? canonicalJson(record[key]) : 'nothing';
      throw new Failure(
        'decision_mismatch',
        `${key} is ${says}, derived is ${canonicalJson(derived.output[key])}`,
        place,
      )
    }
  }
  return { id, record, ...derived }
}

/**
 * @param {any} snapshot
 * @param {Place} at
 */
function deriveOrFail(snapshot, at) {
  try {
    return derive(snapshot)
  } catch (cause) {
    throw new Failure('decision_form', cause instanceof Error ? cause.message : String(cause), at)
  }
}

/**
 * Returns the derivation in words, for --explain.
 *
 * @param {Decision} decision
 * @returns {string[]} lines
 */
function explain({ id, record, output, rules }) {
  const snapshot = /** @type {any} */ (record.snapshot);
  const lines = [
    `Decision ${id}: ${output.decision}, decided at ${record.decided_at}`,
    `AI system ${canonicalJson(snapshot.ai_system.name)} (${snapshot.ai_system.id})`,
  ];
  for (const { metric_name, eval_type, operator, value, result } of snapshot.suite?.thresholds ?? []) {
    const measured =
      result === null ? 'no result' : `${canonicalJson(result.metric_value)} (result ${result.id})`;
    lines.push(
      `  threshold ${canonicalJson(metric_name)} (${eval_type}) ${operator} ${canonicalJson(value)}: ${measured}`,
    );
  }
  for (const { code, applies, message } of rules) {
    const verdict = applies === null ? 'not evaluated' : applies ? 'TRUE' : 'false';
    lines.push(`  ${code.padEnd(22)} ${verdict}${applies ? `: ${message()}` : ''}`);
  }
  return lines
}

/** @typedef {{ id: string, record: Record<string, unknown> } & ReturnType<typeof derive>} Decision */

const CHECKPOINT = 'log/checkpoint';
const NOT_LINES = 'the lines after the signature are not signatures of witnesses';

/**
 * Reads the checkpoint of a package, which the signing key MUST have signed. The signatures of witnesses are not verified here,
 * because their keys are not known.
 *
 * @param {Buffer | undefined} bytes
 * @param {{ origin: string, tree_size: number }} log the values of the manifest
 * @param {Key} key
 * @param {number} version of the format
 * @returns {Checkpoint}
 */
function readCheckpoint(bytes, log, key, version) {
  const form = (/** @type {string} */ detail) => new Failure('checkpoint_form', detail, { file: CHECKPOINT });
  const checkpoint = parseCheckpoint(bytes);
  if (typeof checkpoint === 'string') throw form(checkpoint)
  const { origin, size, cosignatures } = checkpoint;
  if (version === 1 && cosignatures.length > 0) throw form(NOT_LINES)
  if (origin !== log.origin || size !== log.tree_size) {
    throw new Failure('checkpoint_origin', `${origin} at ${size}, not ${log.origin} at ${log.tree_size}`, {
      file: CHECKPOINT,
    })
  }
  assertSignatureForm(checkpoint.signature, CHECKPOINT);
  if (!isSignedBy(checkpoint, key))
    throw new Failure('checkpoint_signature', `key ${key.kid}`, { file: CHECKPOINT })
  return checkpoint
}

/**
 * Reads a C2SP tlog-checkpoint in a signed note: one signature of type 0x02, followed since format version 2 by the signature
 * lines of witnesses (docs/evidence-package.md section 6). Returns what is wrong with any other text.
 *
 * @param {Buffer | undefined} bytes
 * @returns {Checkpoint | string}
 */
function parseCheckpoint(bytes) {
  const text = (bytes && utf8(bytes)) ?? '';
  if (text.length > MAX_TEXT) return 'longer than a checkpoint with its signatures can be'
  const match =
    /^((attestry\/[0-9a-f-]{36})\n(0|[1-9][0-9]{0,15})\n([A-Za-z0-9+/=]{44})\n)\n\u2014 (\S+) ([A-Za-z0-9+/=]+)\n/u.exec(
      text,
    );
  if (!match) return 'not three lines, a blank one and a signature'
  const [note, body = '', origin = '', size = '', root, name = '', encoded] = match;
  const cosignatures = readLines(text.slice(note.length));
  if (!cosignatures) return NOT_LINES
  const hash = base64(root);
  const signed = base64(encoded);
  if (hash?.length !== 32 || !signed || signed.length < 5) return 'not base64 of a hash, or of a signature'
  const signer = { name, keyId: signed.subarray(0, 4).toString('hex'), signature: signed.subarray(4) };
  return { origin, size: Number(size), root: hash.toString('latin1'), body, note, cosignatures, ...signer }
}

/**
 * Whether the log's signature is by this key.
 *
 * @param {Checkpoint} checkpoint
 * @param {Key} key
 */
function isSignedBy({ origin, body, name, keyId, signature }, key) {
  return name === origin && keyId === key.kid.slice(0, 8) && verifies(key, body, signature)
}

/**
 * Reads signature lines, each of which ends with a line feed. Returns undefined for any other text.
 *
 * @param {string} text
 */
function readLines(text) {
  if (text.length > MAX_COSIGNATURE_BYTES) return undefined
  const lines = text.split('\n');
  if (lines.pop() !== '' || lines.length > MAX_COSIGNATURES) return undefined
  const read = lines.flatMap((line) => {
    const [, name = '', encoded] = /^\u2014 ([^\s+]+) ([A-Za-z0-9+/=]+)$/.exec(line) ?? [];
    const bytes = base64(encoded);
    if (!bytes || bytes.length < 5) return []
    return [{ name, keyId: bytes.subarray(0, 4).toString('hex'), signature: bytes.subarray(4) }]
  });
  return read.length === lines.length ? read : undefined
}

const MAX_COSIGNATURES = 64;
/** Allows for longer kinds of signatures. */
const MAX_COSIGNATURE_BYTES = 1 << 19;
/** The rest is for the signed lines and the signature of the log. A regular expression fails on texts of some MiB. */
const MAX_TEXT = MAX_COSIGNATURE_BYTES + (1 << 12);

/**
 * `root` is a byte string. `body` has the signed lines. `note` has the signed lines and the signature of the log, which the
 * members of a `Cosignature` are about.
 *
 * @typedef {{ origin: string, size: number, root: string, body: string, note: string, cosignatures: Cosignature[] } & Cosignature} Checkpoint
 * @typedef {{ name: string, keyId: string, signature: Buffer }} Cosignature
 */

/**
 * Reads a checkpoint that was obtained elsewhere: from a witness, a mirror or an earlier package.
 *
 * @param {Buffer} bytes
 * @param {string} file
 */
function readGiven(bytes, file) {
  const checkpoint = parseCheckpoint(bytes);
  if (typeof checkpoint === 'string')
    throw new Failure('unreadable', `no checkpoint: ${checkpoint}${bytes[0] === BRACE ? OF_LINES : ''}`, {
      file,
    })
  if (checkpoint.size === 0) throw new Failure('unreadable', 'the checkpoint of an empty log', { file })
  return { ...checkpoint, file }
}

/**
 * Demands that the package continues the log of the given checkpoint, and does not end before it. The log MUST have been verified,
 * watching the size of the checkpoint, and older packages as the beginning of it.
 *
 * @param {Checkpoint & { file: string }} given
 * @param {Package} target
 * @param {Package[]} older
 */
function assertReaches(given, target, older) {
  const { manifest, checkpoint, keys } = target;
  const { log } = /** @type {Manifest} */ (manifest);
  const { file, size } = given;
  if (given.origin !== log.origin)
    throw new Failure('checkpoint_origin', `${given.origin}, not ${log.origin}`, { file })
  const signer = [...(keys?.values() ?? [])].find((key) => isSignedBy(given, key));
  if (signer === undefined)
    throw new Failure('unreadable', 'no key of the package has signed this checkpoint', { file })
  const doubt = signer.status === 'revoked' ? '; its key was revoked, whoever has it can make one' : '';
  const end = log.first_index === null ? 0 : log.first_index + log.entries;
  if (size > end) {
    const has = end === 0 ? 'those of one incident' : `those up to leaf ${end - 1}`;
    throw new Failure(
      'checkpoint_beyond',
      `it covers ${size} entries, and the package has ${has} of ${log.tree_size}${doubt}`,
      { file, index: end },
    )
  }
  const proven = [target, ...older].flatMap(({ earlier, watched }) => [earlier, watched]);
  const root = proven.find((roots) => roots?.has(size))?.get(size);
  if (root === undefined && size !== checkpoint?.size)
    throw new Failure('history_unproven', `from the checkpoint of ${size} entries`, { file })
  if ((root ?? checkpoint?.root) !== given.root)
    throw new Failure('history_rewritten', `a leaf below ${size} differs${doubt}`, { file })
  return `; reaches the checkpoint given, of ${size}`
}

const BRACE = 0x7b;

/** What to give of a file of lines of JSON, such as `checkpoints.jsonl`. */
const OF_LINES =
  '. Of a line of checkpoints.jsonl give the text of its member `checkpoint`, in a file of its own';

// Finds the ends of the strings of plain records (plain.mjs), and compares those that are keys.

const QUOTE$3 = 0x22;
const BACKSLASH = 0x5c;
const DELETE = 0x7f;
const U = 0x75;
const ZERO$1 = 0x30;
const ONE = 0x31;

/** Returned as the end of bytes that are not plain. No value ends at this position. */
const NONE = -1;

/** 1 for the bytes that need no escape in a string. */
const IN_STRING = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x20 && byte <= DELETE && byte !== QUOTE$3 && byte !== BACKSLASH ? 1 : 0,
);

/** The character that a letter of a two-character escape stands for; 0 for other letters (RFC 8785 section 3.2.2.2). */
const SHORT$3 = new Uint8Array(256);
for (const [letter, value] of Object.entries({ '"': 34, '\\': 92, b: 8, f: 12, n: 10, r: 13, t: 9 }))
  SHORT$3[letter.charCodeAt(0)] = value;

/** The value of a lower-case hexadecimal digit, 255 for other bytes. */
const HEX = new Uint8Array(256).fill(255);
for (let digit = 0; digit < 16; digit++) HEX[digit.toString(16).charCodeAt(0)] = digit;

/** The lowest first byte of a character that UTF-16 encodes as two surrogates. Surrogates sort before U+E000. */
const SURROGATES = 0xf0;
/** The lowest first byte of U+E000 to U+FFFF. */
const AFTER_SURROGATES = 0xee;

/** @type {Buffer} */
const NO_BYTES = Buffer.alloc(0);

/** Each value, repeated in all four bytes of a word. */
const ONES = 0x01010101;
const QUOTES = QUOTE$3 * ONES;
const BACKSLASHES = BACKSLASH * ONES;
const BLANKS = 0x20 * ONES;
const HIGHEST = 0x80 * ONES;

/** Reads the strings of a line. Results apply to the line that was started last. */
class StringScanner {
  /** The bytes to read. */
  bytes = NO_BYTES
  /** @type {DataView} the same bytes, as words */
  words = new DataView(NO_BYTES.buffer, NO_BYTES.byteOffset, 0)
  /** Where words end. */
  wordsEnd = 0
  /** The position of the last escape. */
  escape = NONE

  /**
   * Starts a line.
   *
   * @param {Buffer} bytes
   */
  begin(bytes) {
    this.escape = NONE;
    if (bytes === this.bytes) return
    this.bytes = bytes;
    this.words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.wordsEnd = bytes.length - 3;
  }

  /**
   * Whether the text read since `start` has an escape.
   *
   * @param {number} start
   */
  isEscaped(start) {
    return this.escape >= start
  }

  /**
   * Returns the end of a string in the form of RFC 8785: UTF-8, and escapes in their only valid form.
   *
   * @param {number} start
   * @returns {number}
   */
  endOfString(start) {
    const { bytes, words, wordsEnd } = this;
    if (bytes[start] !== QUOTE$3) return NONE
    let at = start + 1;
    for (; at < wordsEnd; at += 4) {
      const four = words.getInt32(at, true);
      const quotes = four ^ QUOTES;
      const backslashes = four ^ BACKSLASHES;
      // The highest bit of a byte is set where the byte ends the string or is not plain. It may also be set in a later byte.
      const found =
        four | ((four - BLANKS) & ~four) | ((quotes - ONES) & ~quotes) | ((backslashes - ONES) & ~backslashes);
      if ((found & HIGHEST) !== 0) break
    }
    while (IN_STRING[/** @type {number} */ (bytes[at])] === 1) at++;
    return bytes[at] === QUOTE$3 ? at + 1 : this.endOfOther(at)
  }

  /**
   * Returns the end of a string, starting at a byte that is an escape or part of a multi-byte character.
   *
   * @param {number} start
   * @returns {number}
   */
  endOfOther(start) {
    const { bytes } = this;
    let at = start;
    for (;;) {
      const byte = /** @type {number} */ (bytes[at]);
      if (IN_STRING[byte] === 1) at++;
      else if (byte === QUOTE$3) return at + 1
      else {
        const length = byte === BACKSLASH ? lengthOfEscape(bytes, at) : lengthOfCharacter(bytes, at, byte);
        if (length === 0) return NONE
        if (byte === BACKSLASH) this.escape = at;
        at += length;
      }
    }
  }

  /**
   * Whether one key sorts before another by UTF-16 code units (RFC 8785 section 3.2.3). Both MUST have been read, the second one
   * last.
   *
   * @param {number} a
   * @param {number} aEnd
   * @param {number} b
   * @param {number} bEnd
   */
  ascends(a, aEnd, b, bEnd) {
    const { bytes } = this;
    if (this.isEscaped(a)) return ascendsDecoded(bytes, a, aEnd, b, bEnd)
    let at = a;
    let other = b;
    for (; at < aEnd && other < bEnd; at++, other++) {
      const one = /** @type {number} */ (bytes[at]);
      const two = /** @type {number} */ (bytes[other]);
      if (one !== two) return order(one) < order(two)
    }
    return at === aEnd && other < bEnd
  }
}

/**
 * Returns the length of an escape in bytes, or 0 where RFC 8785 requires another text. RFC 8785 escapes only quotes, backslashes
 * and control characters.
 *
 * @param {Buffer} bytes
 * @param {number} at
 */
function lengthOfEscape(bytes, at) {
  const letter = /** @type {number} */ (bytes[at + 1]);
  if (letter !== U) return SHORT$3[letter] ? 2 : 0
  const tens = bytes[at + 4];
  const ones = /** @type {number} */ (HEX[/** @type {number} */ (bytes[at + 5])]);
  const isControl = bytes[at + 2] === ZERO$1 && bytes[at + 3] === ZERO$1 && (tens === ZERO$1 || tens === ONE);
  if (!isControl || !(ones <= 15)) return 0
  return tens === ZERO$1 && SHORT_CONTROLS.includes(ones) ? 0 : 6
}

/** Control characters that have an escape of two characters. */
const SHORT_CONTROLS = [8, 9, 10, 12, 13];

/**
 * Returns the length of a multi-byte character, or 0 where the bytes are not UTF-8 (RFC 3629 section 4).
 *
 * @param {Buffer} bytes
 * @param {number} at
 * @param {number} first
 */
function lengthOfCharacter(bytes, at, first) {
  const second = /** @type {number} */ (bytes[at + 1]);
  if (first < 0xc2 || first > 0xf4 || !continues(second)) return 0
  if (first < 0xe0) return 2
  if ((first === 0xe0 && second < 0xa0) || (first === 0xed && second > 0x9f)) return 0
  if (!continues(/** @type {number} */ (bytes[at + 2]))) return 0
  if (first < SURROGATES) return 3
  if ((first === SURROGATES && second < 0x90) || (first === 0xf4 && second > 0x8f)) return 0
  return continues(/** @type {number} */ (bytes[at + 3])) ? 4 : 0
}

/** @param {number} byte */
const continues = (byte) => (byte & 0xc0) === 0x80;

/**
 * Whether one key sorts before another. Both may contain escapes.
 *
 * @param {Buffer} bytes
 * @param {number} a
 * @param {number} aEnd
 * @param {number} b
 * @param {number} bEnd
 */
function ascendsDecoded(bytes, a, aEnd, b, bEnd) {
  while (a < aEnd && b < bEnd) {
    const one = decoded(bytes, a);
    const other = decoded(bytes, b);
    if (one !== other) return order(one) < order(other)
    // Two encodings of the same character have the same length.
    const length = bytes[a] !== BACKSLASH ? 1 : bytes[a + 1] === U ? 6 : 2;
    a += length;
    b += length;
  }
  return a === aEnd && b < bEnd
}

/**
 * Returns the character of an escape, or the byte itself.
 *
 * @param {Buffer} bytes
 * @param {number} at
 */
function decoded(bytes, at) {
  const byte = /** @type {number} */ (bytes[at]);
  if (byte !== BACKSLASH) return byte
  const letter = /** @type {number} */ (bytes[at + 1]);
  if (letter !== U) return /** @type {number} */ (SHORT$3[letter])
  const ones = /** @type {number} */ (HEX[/** @type {number} */ (bytes[at + 5])]);
  return bytes[at + 4] === ZERO$1 ? ones : 16 + ones
}

/**
 * The sort key of the first byte that differs. Bytes sort by code points, but surrogates sort before U+E000.
 *
 * @param {number} byte
 */
const order = (byte) => (byte < AFTER_SURROGATES ? byte : byte < SURROGATES ? byte + SURROGATES : byte);

// Finds the ends of the numbers and words of plain records (plain.mjs).

const COMMA$1 = 0x2c;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const CLOSE_LIST$1 = 0x5d;
const FALSE_BEGINS = 0x66;
const TRUE_BEGINS = 0x74;
const CLOSE$1 = 0x7d;
const [TRUE, FALSE, NULL] = ['true', 'false', 'null'].map((word) => Buffer.from(word));

/**
 * Returns the end of a number, or of true, false or null, in the only text that RFC 8785 allows.
 *
 * @param {Buffer} bytes
 * @param {number} start
 * @returns {number}
 */
function endOfNumberOrWord(bytes, start) {
  const first = /** @type {number} */ (bytes[start]);
  // JSON has no -Infinity.
  if (!isDigit$1(first) && (first !== MINUS || !isDigit$1(/** @type {number} */ (bytes[start + 1])))) {
    const word = /** @type {Buffer} */ (first === TRUE_BEGINS ? TRUE : first === FALSE_BEGINS ? FALSE : NULL);
    return holds(bytes, start, start + word.length, word) ? start + word.length : NONE
  }
  const short = endOfShort(bytes, start);
  if (short !== start) return short
  let end = start;
  while (!ENDS.includes(/** @type {number} */ (bytes[end]))) end++;
  const text = bytes.toString('latin1', start, end);
  return String(Number(text)) === text ? end : NONE
}

/**
 * Returns the end of a decimal of at most 15 digits. Returns the start where there is no such decimal. Such a decimal has only
 * one text (IEEE 754 binary64, ECMA-262 Number::toString), unless it has superfluous zeros or an exponent.
 *
 * @param {Buffer} bytes
 * @param {number} start
 */
function endOfShort(bytes, start) {
  let at = start;
  while (isDigit$1(/** @type {number} */ (bytes[at]))) at++;
  const whole = at - start;
  let fraction = 0;
  let sound = whole === 1 || bytes[start] !== ZERO;
  if (bytes[at] === DOT) {
    const point = at++;
    while (isDigit$1(/** @type {number} */ (bytes[at]))) at++;
    fraction = at - point - 1;
    sound &&= fraction > 0 && bytes[at - 1] !== ZERO && (bytes[point + 1] !== ZERO || fraction <= 5);
  }
  const next = bytes[at];
  const ended = next === COMMA$1 || next === CLOSE$1 || next === CLOSE_LIST$1;
  return sound && ended && whole > 0 && whole + fraction <= 15 ? at : start
}

const ENDS = [COMMA$1, CLOSE$1, CLOSE_LIST$1, 10];

/** @param {number} byte */
function isDigit$1(byte) {
  return byte >= ZERO && byte <= NINE
}

/**
 * Whether these bytes equal the expected ones.
 *
 * @param {Buffer} bytes
 * @param {number} start
 * @param {number} end
 * @param {Buffer} expected
 */
function holds(bytes, start, end, expected) {
  if (end - start !== expected.length) return false
  for (let i = 0; i < expected.length; i++) if (bytes[start + i] !== expected[i]) return false
  return true
}

// Decides from the bytes alone whether a line is the RFC 8785 text of an object. This takes a fraction of the time of parsing,
// because an engine stores the name of each member and objects with many names are expensive. Records that are not plain MUST be
// parsed.


/** The deepest allowed nesting, as in json.mjs. */
const MAX_PLAIN_DEPTH = 1000;
const QUOTE$2 = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST$1 = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN$1 = 0x7b;
const CLOSE = 0x7d;

const ID = Buffer.from('id');
const ORGANIZATION_ID = Buffer.from('organization_id');
const VERSION = Buffer.from('version');
/** 1 for the lengths of these names. */
const IS_NOTED = Uint8Array.from({ length: 16 }, (_, length) =>
  [ID, ORGANIZATION_ID, VERSION].some((name) => name.length === length) ? 1 : 0,
);

/** Reads plain records of one organization, one after another. */
class PlainReader {
  /** Where the id of the last record starts and ends. */
  idStart = 0
  idEnd = 0
  /** The version of the last record; 0 where it has none. */
  version = 0
  /** The number of lists and objects in the line. */
  containers = 0
  /** Whether the line has an escape. */
  isEscaped = false
  #isOwn = false
  #owner
  #scanner = new Scanner()

  /** @param {Buffer} organizationId in bytes */
  constructor(organizationId) {
    this.#owner = organizationId;
  }

  /**
   * Whether the bytes are plain, and are the RFC 8785 text of an object with an id and the id of this organization.
   *
   * @param {Buffer} bytes
   * @param {number} start
   * @param {number} end the position of the LF, so that no byte after it is read
   */
  read(bytes, start, end) {
    return this.readObject(bytes, start, end) && this.isRecord
  }

  /**
   * Whether the bytes are the RFC 8785 text of an object.
   *
   * @param {Buffer} bytes
   * @param {number} start
   * @param {number} end where an LF stands
   */
  readObject(bytes, start, end) {
    const scanner = this.#scanner;
    scanner.begin(bytes);
    scanner.containers = 0;
    this.#isOwn = false;
    this.idEnd = 0;
    this.version = 0;
    if (bytes[start] !== OPEN$1 || scanner.endOfObject(start + 1, 0, this) !== end) return false
    this.containers = scanner.containers;
    this.isEscaped = scanner.isEscaped(start);
    return true
  }

  /** Whether the last object has a plain id and the id of this organization. */
  get isRecord() {
    return this.idEnd > 0 && this.#isOwn
  }

  /**
   * Records a member of the outermost object. Ids with escapes are left to the parser.
   *
   * @param {Buffer} bytes
   * @param {number} key
   * @param {number} keyEnd
   * @param {number} value
   * @param {number} end
   */
  note(bytes, key, keyEnd, value, end) {
    const length = keyEnd - key;
    if (bytes[value] !== QUOTE$2) {
      if (length === VERSION.length && holds(bytes, key, keyEnd, VERSION))
        this.version = integerOf(bytes, value, end);
    } else if (this.#scanner.isEscaped(value)) return
    else if (length === ID.length && holds(bytes, key, keyEnd, ID)) {
      this.idStart = value + 1;
      this.idEnd = end - 1;
    } else if (length === ORGANIZATION_ID.length && holds(bytes, key, keyEnd, ORGANIZATION_ID))
      this.#isOwn = holds(bytes, value + 1, end - 1, this.#owner);
  }
}

/** Reads the values of a line, and counts them. */
class Scanner extends StringScanner {
  /** The number of lists and objects. */
  containers = 0
  /** The number of members of objects. */
  members = 0

  /**
   * Returns the end of an object whose first byte has been read.
   *
   * @param {number} start
   * @param {number} depth
   * @param {PlainReader | undefined} reader of the outermost object
   * @returns {number}
   */
  endOfObject(start, depth, reader) {
    if (depth > MAX_PLAIN_DEPTH) return NONE
    const { bytes } = this;
    this.containers++;
    if (bytes[start] === CLOSE) return start + 1
    let previous = NONE;
    let previousEnd = NONE;
    for (let at = start; ; at++) {
      const afterKey = this.endOfString(at);
      if (afterKey === NONE || bytes[afterKey] !== COLON) return NONE
      this.members++;
      if (previous !== NONE && !this.ascends(previous, previousEnd, at + 1, afterKey - 1)) return NONE
      previous = at + 1;
      previousEnd = afterKey - 1;
      at = this.endOfValue(afterKey + 1, depth + 1);
      if (at === NONE) return NONE
      if (reader !== undefined && IS_NOTED[previousEnd - previous] === 1)
        reader.note(bytes, previous, previousEnd, afterKey + 1, at);
      if (bytes[at] !== COMMA) return bytes[at] === CLOSE ? at + 1 : NONE
    }
  }

  /**
   * @param {number} start
   * @param {number} depth
   * @returns {number}
   */
  endOfValue(start, depth) {
    switch (this.bytes[start]) {
      case QUOTE$2:
        return this.endOfString(start)
      case OPEN$1:
        return this.endOfObject(start + 1, depth, undefined)
      case OPEN_LIST$1:
        return this.endOfList(start + 1, depth)
      default:
        return endOfNumberOrWord(this.bytes, start)
    }
  }

  /**
   * @param {number} start
   * @param {number} depth
   * @returns {number}
   */
  endOfList(start, depth) {
    if (depth > MAX_PLAIN_DEPTH) return NONE
    const { bytes } = this;
    this.containers++;
    if (bytes[start] === CLOSE_LIST) return start + 1
    for (let at = start; ; at++) {
      at = this.endOfValue(at, depth + 1);
      if (at === NONE) return NONE
      if (bytes[at] !== COMMA) return bytes[at] === CLOSE_LIST ? at + 1 : NONE
    }
  }

  /**
   * Reads a value and counts only its own content.
   *
   * @param {number} start
   * @returns {Value}
   */
  valueAt(start) {
    this.containers = 0;
    this.members = 0;
    const end = this.endOfValue(start, 1);
    if (end === NONE) throw new TypeError('not canonical')
    return { start, end, containers: this.containers, members: this.members }
  }
}

/**
 * Yields the members of an object in their order, without parsing their values. The object MUST have been verified as canonical.
 *
 * @param {Buffer} bytes
 * @param {number} start
 * @param {number} end
 * @returns {Generator<{ name: string, value: Value }, void, undefined>}
 */
function* members(bytes, start, end) {
  const scanner = new Scanner();
  scanner.begin(bytes);
  for (let at = start + 1; at < end - 1; at++) {
    const afterKey = scanner.endOfString(at);
    const value = scanner.valueAt(afterKey + 1);
    const name = JSON.parse(bytes.toString('utf8', at, afterKey));
    yield { name, value };
    at = value.end;
  }
}

/**
 * Yields the items of a list. The list MUST have been verified as canonical.
 *
 * @param {Buffer} bytes
 * @param {number} start
 * @param {number} end
 * @returns {Generator<Value, void, undefined>}
 */
function* items(bytes, start, end) {
  const scanner = new Scanner();
  scanner.begin(bytes);
  for (let at = start + 1; at < end - 1; at++) {
    const value = scanner.valueAt(at);
    yield value;
    at = value.end;
  }
}

/**
 * @typedef {{ start: number, end: number, containers: number, members: number }} Value the position of a value, and its counts
 */

/**
 * Returns a safe integer, or 0 for any other value.
 *
 * @param {Buffer} bytes
 * @param {number} start
 * @param {number} end
 */
function integerOf(bytes, start, end) {
  const number = Number(bytes.toString('latin1', start, end));
  return Number.isSafeInteger(number) ? number : 0
}

// An engine needs many times the time and memory of a text to parse it if it has many lists, objects or names. The texts that
// Attestry writes into a package have few, except in members whose content callers choose: the payload of a result, the details
// of an entry. A text is therefore parsed only if its bytes show that it is canonical and has few of them.

/** A text is parsed only if it has at most one list or object for each BYTES_EACH bytes, plus SPARE. */
const BYTES_EACH = 16;
const SPARE = 16;
/** The most members of a file, or of an object of which a member is not parsed. */
const MAX_MEMBERS = 512;
/** A text in a file that is longer than SHORT may have at most FEW lists and objects, and FEW members. */
const SHORT$2 = 64 * 1024;
const FEW$3 = 8;

/** The value of a member that is not parsed. No check accepts it as an object or a list. */
const UNREAD_OBJECT = Symbol('an object that is not read');
const UNREAD_LIST = Symbol('a list that is not read');

/**
 * Returns the value of an object whose text is canonical. A member with many lists and objects, or with an escaped name in it, is
 * not parsed. Returns undefined where such an object has more than MAX_MEMBERS members.
 *
 * @param {Buffer} bytes
 * @param {number} start
 * @param {number} end
 * @param {{ containers: number, isEscaped: boolean }} found in the text
 * @returns {Record<string, unknown> | undefined}
 */
function objectOf(bytes, start, end, { containers, isEscaped }) {
  if (isSparse(containers, end - start)) {
    const text = bytes.toString('utf8', start, end);
    if (!isEscaped || !hasEscapedName(text)) return JSON.parse(text)
  }
  /** @type {[string, unknown][]} */
  const found = [];
  for (const { name, value } of members(bytes, start, end)) {
    if (found.length === MAX_MEMBERS) return undefined
    const read = parsed(bytes, value);
    const unread = bytes[value.start] === OPEN ? UNREAD_OBJECT : UNREAD_LIST;
    found.push([name, read === undefined ? unread : read]);
  }
  return Object.fromEntries(found)
}

const OPEN = 0x7b;
const OPEN_LIST = 0x5b;

/**
 * Returns the value of a canonical text, or undefined where the text is too expensive to parse.
 *
 * @param {Buffer} bytes
 * @param {Value} value
 */
function parsed(bytes, { start, end, containers }) {
  if (!isSparse(containers, end - start)) return undefined
  const text = bytes.toString('utf8', start, end);
  return containers > 0 && hasEscapedName(text) ? undefined : JSON.parse(text)
}

/**
 * @param {number} containers
 * @param {number} length
 */
function isSparse(containers, length) {
  return containers <= SPARE + length / BYTES_EACH
}

/**
 * Returns the value of the canonical text of an object, or undefined for another text.
 *
 * @param {string} text
 */
function parseObject(text) {
  if (!text.isWellFormed()) return undefined
  const bytes = Buffer.from(`${text}\n`);
  const reader = new PlainReader(bytes);
  const end = bytes.length - 1;
  return reader.readObject(bytes, 0, end) ? objectOf(bytes, 0, end, reader) : undefined
}

/**
 * Returns the value of a file that is the canonical text of an object and an LF. Returns undefined for any other file. The items
 * of long lists are parsed one by one, up to the first one with another shape.
 *
 * @param {Buffer} bytes
 * @param {Record<string, (value: unknown) => boolean>} [lists] members that may be long lists, and the shape of an item
 * @returns {Record<string, unknown> | undefined}
 */
function parseFile(bytes, lists = {}) {
  const end = bytes.length - 1;
  if (bytes[end] !== LF$1 || !new PlainReader(bytes).readObject(bytes, 0, end)) return undefined
  /** @type {[string, unknown][]} */
  const found = [];
  for (const { name, value } of members(bytes, 0, end)) {
    const shape = Object.hasOwn(lists, name) ? lists[name] : undefined;
    const read = shape && bytes[value.start] === OPEN_LIST ? listOf$1(bytes, value, shape) : short(bytes, value);
    if (read === undefined || found.length === MAX_MEMBERS) return undefined
    found.push([name, read]);
  }
  return Object.fromEntries(found)
}

/**
 * Returns the value of one member of such a file, independent of the other members. Returns undefined where it is missing or
 * long.
 *
 * @param {Buffer} bytes
 * @param {string} wanted
 */
function memberOf(bytes, wanted) {
  const end = bytes.length - 1;
  if (bytes[end] !== LF$1 || !new PlainReader(bytes).readObject(bytes, 0, end)) return undefined
  for (const { name, value } of members(bytes, 0, end)) if (name === wanted) return short(bytes, value)
  return undefined
}

const LF$1 = 10;

/**
 * @param {Buffer} bytes
 * @param {Value} list
 * @param {(value: unknown) => boolean} shape
 */
function listOf$1(bytes, { start, end }, shape) {
  /** @type {unknown[]} */
  const read = [];
  for (const item of items(bytes, start, end)) {
    const value = short(bytes, item);
    if (value === undefined || !shape(value)) return undefined
    read.push(value);
  }
  return read
}

/**
 * @param {Buffer} bytes
 * @param {Value} value
 */
function short(bytes, value) {
  const isShort = value.end - value.start <= SHORT$2 || (value.containers <= FEW$3 && value.members <= FEW$3);
  return isShort ? parsed(bytes, value) : undefined
}

/**
 * Whether a name in a canonical text contains an escape. V8 13.6 to 14.6 (Node.js 24 to 26, browsers) reads such a name as
 * another one after it has parsed an object with a backslash in a name (github.com/nodejs/node/issues/63785). Such a text MUST
 * NOT be parsed. The texts that are read here have no such name.
 *
 * @param {string} text
 */
function hasEscapedName(text) {
  for (let at = text.indexOf('\\'); at !== -1; at = text.indexOf('\\', at)) {
    at = afterString(text, at);
    if (text[at] === ':') return true
  }
  return false
}

/**
 * @param {string} text
 * @param {number} at in a string
 */
function afterString(text, at) {
  let end = at;
  for (; end < text.length && text[end] !== '"'; end++) if (text[end] === '\\') end++;
  return end + 1
}

const ENVELOPE = { new_signature: is.text, old_signature: is.text, statement: is.text };
const STATEMENT = {
  new_key: is.text,
  new_kid: is.hash,
  number: is.positive,
  old_key: is.text,
  old_kid: is.hash,
  rotated_at: is.time,
  type: is.only('attestry-key-rotation'),
  v: is.only(1),
};
const FOLDER = 'keys/rotations/';

/** The most rotations that a package contains (docs/evidence-package.md section 5). */
const MAX_HELD = 4096;
/** The most rotations that are read. */
const MAX_READ = 8192;
/**
 * Verifying a signature takes as long as reading half a megabyte of records. Above this number, only the rotations that lead from
 * a trusted key to the signer are checked. The others prove nothing.
 */
const FEW$2 = 256;

/**
 * Reads the rotations in a package, in order. Checks their form but not their signatures.
 *
 * @param {(name: string) => Buffer | undefined} read
 * @param {Iterable<string>} names every name in the package
 */
function readRotations(read, names) {
  const files = [...names].filter((name) => name.startsWith(FOLDER));
  if (files.length > MAX_READ)
    throw new Failure('rotation', `more than ${MAX_READ} rotations`, {
      file: /** @type {string} */ (files[0]),
    })
  const first = firstRotation(files);
  /** @type {Map<string, Key>} */
  const keys = new Map();
  return files.map((file, i) => readRotation(file, first + i, /** @type {Buffer} */ (read(file)), keys))
}

/**
 * Returns the number of the first rotation: 1, or more where the package contains only the newest of very many.
 *
 * @param {string[]} files
 */
function firstRotation(files) {
  if (files.length !== MAX_HELD) return 1
  return Number(/^keys\/rotations\/(\d{6})\.json$/.exec(files[0] ?? '')?.[1] ?? 1)
}

/**
 * @param {string} file
 * @param {number} number
 * @param {Buffer} bytes
 * @param {Map<string, Key>} keys the keys of the rotations before it, by their text, because most keys are in two rotations
 * @returns {Rotation}
 */
function readRotation(file, number, bytes, keys) {
  const envelope = parseFile(bytes);
  if (
    !envelope ||
    !hasShape(envelope, ENVELOPE) ||
    file !== `${FOLDER}${String(number).padStart(6, '0')}.json`
  ) {
    throw new Failure('rotation', `not rotation ${number} in canonical form`, { file })
  }
  const text = /** @type {string} */ (envelope.statement);
  const statement = /** @type {Record<string, unknown>} */ (parseObject(text));
  const to = keyOf$4(statement?.new_key, keys);
  const from = keyOf$4(statement?.old_key, keys);
  const sound = hasShape(statement, STATEMENT) && statement.number === number;
  if (!sound || !to || !from || to.kid !== statement.new_kid || from.kid !== statement.old_kid) {
    throw new Failure('rotation', 'the statement is malformed', { file })
  }
  const [old, now] = [envelope.old_signature, envelope.new_signature].map((encoded) => {
    const signature = base64(encoded) ?? Buffer.alloc(0);
    assertSignatureForm(signature, file);
    return signature
  });
  return { file, from, to, text, signatures: /** @type {[Buffer, Buffer]} */ ([old, now]) }
}

/**
 * @param {unknown} text
 * @param {Map<string, Key>} keys
 */
function keyOf$4(text, keys) {
  const known = typeof text === 'string' ? keys.get(text) : undefined;
  if (known) return known
  const key = keyFromSpki(base64(text) ?? Buffer.alloc(0));
  if (key) keys.set(/** @type {string} */ (text), key);
  return key
}

/**
 * Throws unless both keys signed the statement.
 *
 * @param {Rotation} rotation
 */
function assertSigned$1({ file, from, to, text, signatures: [old, now] }) {
  for (const [key, signature] of /** @type {const} */ ([
    [from, old],
    [to, now],
  ]))
    if (!verifies(key, text, signature))
      throw new Failure('rotation', `not signed by key ${key.kid}`, { file })
}

/**
 * Checks the signatures of all rotations, if they are few.
 *
 * @param {Rotation[]} rotations
 */
function assertFewSigned(rotations) {
  if (rotations.length <= FEW$2) for (const rotation of rotations) assertSigned$1(rotation);
}

/**
 * Returns the keys that are trusted if the rotations are signed: those trusted from outside, and those that rotations reach from
 * there. Each key has the rotation that leads to it; a key from outside has none.
 *
 * @param {Iterable<string>} outside kids
 * @param {Rotation[]} rotations in order
 * @returns {Map<string, Rotation | undefined>}
 */
function trustedKids(outside, rotations) {
  /** @type {Map<string, Rotation | undefined>} */
  const trusted = new Map([...outside].map((kid) => [kid, undefined]));
  for (const rotation of rotations) {
    const { from, to } = rotation;
    if (trusted.has(from.kid) && !trusted.has(to.kid)) trusted.set(to.kid, rotation);
  }
  return trusted
}

/**
 * Checks the signatures of the rotations that lead to a key.
 *
 * @param {string} kid
 * @param {Map<string, Rotation | undefined>} trusted
 */
function assertReached(kid, trusted) {
  for (let by = trusted.get(kid); by; by = trusted.get(by.from.kid)) assertSigned$1(by);
}

/**
 * Returns the keys that signed before a key, each with the rotation that leads away from it. They are former keys of the
 * installation if the key is trusted and the rotations are signed.
 *
 * @param {string} kid
 * @param {Rotation[]} rotations in order
 * @returns {Map<string, Rotation>}
 */
function formerKids(kid, rotations) {
  /** @type {Map<string, Rotation>} */
  const former = new Map();
  for (const rotation of [...rotations].reverse()) {
    const { from, to } = rotation;
    const leadsHere = to.kid === kid || former.has(to.kid);
    if (leadsHere && from.kid !== kid && !former.has(from.kid)) former.set(from.kid, rotation);
  }
  return former
}

/**
 * Checks the signatures of the rotations that lead from a former key to the trusted key.
 *
 * @param {string} kid
 * @param {Map<string, Rotation>} former
 */
function assertLeft(kid, former) {
  for (let by = former.get(kid); by; by = former.get(by.to.kid)) assertSigned$1(by);
}

/** @typedef {{ file: string, from: Key, to: Key, text: string, signatures: [Buffer, Buffer] }} Rotation `signatures`: by the old and the new key */

const JWK = {
  alg: is.only('ES256'),
  crv: is.only('P-256'),
  kid: is.hash,
  kty: is.only('EC'),
  revocation_reason: is.orNull(is.text),
  status: is.only('active', 'retired', 'revoked'),
  use: is.only('sig'),
  valid_from: is.time,
  valid_until: is.orNull(is.time),
  x: is.text,
  y: is.text,
};

/**
 * Reads the keys in a package: its key set, the PEM file of each key, and its rotations. They are read before their signature is
 * verified and prove nothing by themselves. Each file has exactly one valid form.
 *
 * @param {(name: string) => Buffer | undefined} read
 * @param {Iterable<string>} names every name in the package
 */
function packagedKeys(read, names) {
  const bytes = read('keys/keyset.json');
  if (!bytes) throw new Failure('key_set', 'there is none', { file: 'keys/keyset.json' })
  const set = parseFile(bytes, { keys: isJwk });
  const list = set && hasShape(set, { keys: is.array }) ? /** @type {unknown[]} */ (set.keys) : [];
  if (list.length > MAX_KEYS)
    throw new Failure('key_set', `more than ${MAX_KEYS} keys`, { file: 'keys/keyset.json' })
  const keys = list.map((jwk) => {
    const key = isJwk(jwk) ? keyFromJwk(/** @type {Jwk} */ (jwk)) : undefined;
    if (!key || !hasMatchingEnd(key))
      throw new Failure('key_set', 'not a key set of P-256 keys in canonical form', {
        file: 'keys/keyset.json',
      })
    return key
  });
  const byKid = new Map(keys.map((key) => [key.kid, key]));
  if (keys.length === 0 || byKid.size !== keys.length) {
    throw new Failure('key_set', 'no key, or a key twice', { file: 'keys/keyset.json' })
  }
  for (const key of keys) {
    const file = `keys/${key.kid}.pem`;
    if (read(file)?.toString('latin1') !== pem(key))
      throw new Failure('key_file', 'not the PEM file of the key of that id', { file })
  }
  const rotations = readRotations(read, names);
  return { keys: byKid, rotations, files: rotations.map(({ file }) => file) }
}

/** The most keys that are read. */
const MAX_KEYS = 8192;

/**
 * Returns the keys that may have signed the package, the newest first: the newest trusted ones. A package is signed by the key
 * that is active at that time, so the signer is one of the newest. Each candidate costs a hash of SHA256SUMS.
 *
 * @param {Map<string, PackagedKey>} keys in the order of the key set
 * @param {{ has: (kid: string) => boolean } | undefined} trusted
 */
function signers(keys, trusted) {
  const candidates = [...keys.values()].filter(({ kid }) => trusted?.has(kid) ?? true);
  return candidates.slice(-MAX_SIGNERS).reverse()
}

const MAX_SIGNERS = 16;

/**
 * Whether a status agrees with the other fields: an inactive key has an end, an active one has none, and only a revoked key has a
 * reason.
 *
 * @param {PackagedKey} key
 */
function hasMatchingEnd({ status, validUntil, reason }) {
  return (status === 'active') === (validUntil === null) && (status === 'revoked') === (reason !== null)
}

/**
 * Throws unless the time is within the validity of the key. One hour is tolerated, because clocks are adjusted and a key set is
 * read shortly after the signature.
 *
 * @param {PackagedKey} key
 * @param {string} signedAt
 * @param {boolean} [allowsClockSteps] whether a key may have been made while a clock ran ahead
 * @returns {string | undefined} a remark on that
 */
function assertWindow({ kid, validFrom, validUntil }, signedAt, allowsClockSteps = false) {
  const at = Date.parse(signedAt);
  const late = validUntil !== null && at > Date.parse(validUntil) + WINDOW_TOLERANCE_MS;
  const early = at < Date.parse(validFrom) - WINDOW_TOLERANCE_MS;
  if (late || (early && !allowsClockSteps))
    throw new Failure(
      'key_window',
      `${signedAt}, key ${kid} signs from ${validFrom} to ${validUntil ?? 'now'}`,
      {
        file: 'manifest.json',
      },
    )
  return early ? `signed at ${signedAt}, and key ${kid} signs from ${validFrom}` : undefined
}

const WINDOW_TOLERANCE_MS = 60 * 60 * 1000;

/** @param {unknown} value */
function isJwk(value) {
  return hasShape(value, JWK)
}

/** @param {Jwk} jwk @returns {PackagedKey | undefined} */
function keyFromJwk(jwk) {
  const x = Buffer.from(jwk.x, 'base64url');
  const y = Buffer.from(jwk.y, 'base64url');
  const exact =
    x.length === 32 &&
    y.length === 32 &&
    x.toString('base64url') === jwk.x &&
    y.toString('base64url') === jwk.y;
  const key = exact ? keyFromPoint(x, y) : undefined;
  const { status, valid_from, valid_until, revocation_reason } = jwk;
  return key?.kid === jwk.kid
    ? { ...key, status, validFrom: valid_from, validUntil: valid_until, reason: revocation_reason }
    : undefined
}

/**
 * Reads a key given with --key: a PEM or DER public key.
 *
 * @param {Buffer} bytes
 * @param {string} file
 */
function outsideKey(bytes, file) {
  try {
    const key = keyFromSpki(spkiOf(bytes));
    if (key) return key
  } catch {}
  throw new Failure('unreadable', 'not a P-256 public key', { file })
}

/**
 * Reads a published key set given with --keys. Unknown members are accepted, because a later version may have written the key
 * set.
 *
 * @param {Buffer} bytes
 * @param {string} file
 * @returns {Map<string, PackagedKey>}
 */
function outsideKeySet(bytes, file) {
  try {
    const set = JSON.parse(bytes.toString('utf8'));
    if (isObject(set) && Array.isArray(set.keys)) {
      const keys = set.keys.map((jwk) => {
        const known = Object.fromEntries(Object.keys(JWK).map((name) => [name, jwk[name] ?? null]));
        const key = hasShape(known, JWK) ? keyFromJwk(/** @type {Jwk} */ (known)) : undefined;
        if (!key) throw new TypeError('not a key')
        return key
      });
      const byKid = new Map(keys.map((key) => [key.kid, key]));
      // A key MUST NOT be listed twice: one entry could be revoked and the other not.
      if (byKid.size === keys.length) return byKid
    }
  } catch {}
  throw new Failure('unreadable', 'not a published key set', { file })
}

/**
 * @typedef {'active' | 'retired' | 'revoked'} Status
 * @typedef {Key & { status: Status, validFrom: string, validUntil: string | null, reason: string | null }} PackagedKey
 * @typedef {{ kid: string, x: string, y: string, status: Status, valid_from: string, valid_until: string | null, revocation_reason: string | null }} Jwk
 */

/**
 * Lists what a verified package does not prove, each with a remedy.
 *
 * @param {Package} target
 * @param {Replay | undefined} replay
 * @param {Pick<Demands, 'cosigned' | 'organization' | 'tsa'>} asked
 * @param {Iterable<string>} pinned kids that are trusted by themselves, not as a part of the published key set
 * @returns {string[]}
 */
function notProven(target, replay, { cosigned, organization: asked, tsa = [] }, pinned) {
  const { log, organization, type, signed_at } = /** @type {Manifest} */ (target.manifest);
  const root = Buffer.from(target.checkpoint?.root ?? '', 'latin1').toString('base64');
  const lines = [];
  if (type === 'incident-support')
    lines.push('that no other entry concerns the incident: ask for a package of the whole log');
  else {
    lines.push(...leftOut(target, replay), ...edges(target));
    if (replay?.limit !== undefined) lines.push(`what step 9 checks: ${replay.limit}`);
    else if (!replay?.isWhole)
      lines.push(
        `what decisions and permissions before leaf ${log.first_index} are based on: give the packages of those entries with --previous`,
      );
  }
  for (const what of replay?.leftOut ?? []) lines.push(`${what}: there is too much of it to compare; ${MORE}`);
  lines.push(...revoked(target, pinned));
  if (asked === undefined)
    lines.push(
      `that ${organization.id} is the organization that you mean: one key signs for all organizations of an installation, and two may have one name. Get the id from elsewhere, and give it with --org`,
    );
  lines.push(
    `what happened after ${signed_at}: ask for a newer package and give this one with --previous`,
    cosigned?.witnesses.length
      ? `that others are shown the same log, if ${cosigned.quorum} of the witnesses are not honest`
      : `that others are shown the same log (a split view): give the keys of witnesses with --witness, or compare size ${log.tree_size} and root ${root} with them`,
    tsa.length === 0
      ? 'that times are right, and that what was reported was true'
      : 'that times within the log are right (the checkpoint is not newer than its time-stamp), and that what was reported was true',
  );
  return lines
}

/**
 * Lists the given keys that the package's key set has as revoked. An attacker who stole such a key can sign a rotation to another
 * key.
 *
 * @param {Package} target
 * @param {Iterable<string>} pinned
 */
function revoked({ keys }, pinned) {
  return [...pinned].flatMap((kid) => {
    const { status, validUntil } = keys?.get(kid) ?? {};
    if (status !== 'revoked') return []
    return [
      `that the key ${kid} that was given can still be trusted: the package lists it as revoked since ${validUntil}. Get the id of the current key from elsewhere, or give the published key set with --keys`,
    ]
  })
}

/**
 * Lists the leaves of the log that the period leaves out. Leaves before it that were replayed are in earlier packages.
 *
 * @param {Package} target
 * @param {Replay | undefined} replay
 */
function leftOut({ manifest }, replay) {
  const { log, period } = /** @type {Manifest} */ (manifest);
  const first = log.first_index ?? 0;
  const end = first + log.entries;
  const missing = [
    { when: `before ${period.from}`, from: 0, to: replay?.isWhole ? 0 : first },
    { when: `from ${period.to} on`, from: end, to: log.tree_size },
  ];
  return missing
    .filter(({ from, to }) => from < to)
    .map(
      ({ when, from, to }) =>
        `what happened ${when}: the period leaves out ${to - from === 1 ? `leaf ${from}` : `leaves ${from} to ${to - 1}`} of the log. Ask for a package of the whole log`,
    )
}

/**
 * Lists what is not proven at the ends of the period. A package with the entries beside its range proves that these are outside
 * the period.
 *
 * @param {Package} target
 */
function edges({ manifest, neighbours: { before, after } = {} }) {
  const { log, period } = /** @type {Manifest} */ (manifest);
  const { first_index: first, entries, tree_size } = log;
  const lines = [];
  if (before)
    lines.push(
      `that no clock was set back before leaf ${before.index} of ${before.at}, which is proven to be outside the period: see the package before`,
    );
  else if (period.from !== null && first !== 0)
    lines.push(
      `that leaf ${(first ?? 1) - 1} and those before it are from before the period: see the package before`,
    );
  const end = (first ?? 0) + entries;
  if (after)
    lines.push(
      `that no clock was set back after leaf ${after.index} of ${after.at}, which is proven to be outside the period: see the package after`,
    );
  else if (period.to !== null && end !== tree_size)
    lines.push(`that leaf ${end} and those after it are from after the period: see the package after`);
  return lines
}

/**
 * The kinds of remarks, the most telling first. `late`: an entry was kept out of the log, or the log was shown shorter; `hidden`: a
 * decision that passed leaves out an open trigger; `unstated`: a call does not state what earlier ones of its kind did; `passed`, `blocked`: another difference of a decision, by its verdict.
 *
 * @typedef {'late' | 'hidden' | 'unstated' | 'passed' | 'approval' | 'retry' | 'blocked' | 'clock'} RemarkKind
 */
/**
 * Receives a remark. `subject`: the decision or the leaf that it is about.
 *
 * @typedef {(kind: RemarkKind, subject: string, text: string) => void} Remark
 */

/** @type {readonly RemarkKind[]} */
const KINDS$1 = Object.freeze(['late', 'hidden', 'unstated', 'passed', 'approval', 'retry', 'blocked', 'clock']);
/** The most remarks of a kind that are named. The others are counted. */
const MAX_OF_KIND = 20;
/** The most remarks of a kind about one decision or leaf that are named. */
const MAX_OF_SUBJECT = 3;

/**
 * The remarks of a replay. Each kind has its own limit, so that many remarks of one kind, which a caller may be able to cause, never
 * hide one of another kind.
 */
class Remarks {
  /** @type {Map<RemarkKind, { texts: string[], more: number, subject: string, ofSubject: number }>} */
  #ofKind = new Map()

  /** @type {Remark} */
  add = (kind, subject, text) => {
    const own = this.#ofKind.get(kind) ?? { texts: [], more: 0, subject, ofSubject: 0 };
    this.#ofKind.set(kind, own);
    if (own.subject !== subject) Object.assign(own, { subject, ofSubject: 0 });
    if (++own.ofSubject > MAX_OF_SUBJECT || own.texts.length >= MAX_OF_KIND) own.more++;
    else own.texts.push(text);
  }

  /** The lines of a report, the most telling kind first. */
  get lines() {
    return KINDS$1.flatMap((kind) => {
      const { texts, more } = this.#ofKind.get(kind) ?? { texts: [], more: 0 };
      return more > 0 ? [...texts, `and ${more} more of this kind: ${ABOUT[kind]}`] : texts
    })
  }
}

/** What the remarks of a kind are about. @type {Readonly<Record<RemarkKind, string>>} */
const ABOUT = Object.freeze({
  late: 'entries that are late in the log, or sizes that are behind it',
  hidden: 'decisions that passed and leave out an open trigger',
  unstated: 'calls that state less than calls before them',
  passed: 'inputs of decisions that passed',
  approval: 'inputs of approvals',
  retry: 'answers to retries',
  blocked: 'inputs of decisions that block',
  clock: 'times',
});

/**
 * How long after the start of a call another call may still miss its effect, in milliseconds. Entries are in the log in the order
 * of their commits, and `at` is when a call began. A call may therefore have read a state that an earlier entry had already
 * changed, but only if the call of that entry began at most this long before it.
 */
const OVERLAP_MS = 60 * 1000;

/**
 * The versions of one object that a call may still have read.
 *
 * @template T
 */
class History {
  /** @type {{ value: T, at: number, call: number, size: number, mayBeNewer: boolean }[]} */
  #versions = []
  /** Whether no version has been dropped yet. */
  #whole = true
  /**
   * The version that a call has read as the newest. Later calls read this version or a newer one.
   *
   * @type {{ value: T, at: number } | undefined}
   */
  #witnessed
  #prune = FEW$1
  #budget

  /** @param {StateBudget} budget */
  constructor(budget) {
    this.#budget = budget;
  }

  /**
   * Adds a version. The versions that one call adds become visible together, so only the last one counts.
   *
   * @param {T} value the newest
   * @param {number} at
   * @param {number} call its leaf
   * @param {{ size?: number, mayBeNewer?: boolean }} [how] the size of the value, in bytes; whether it may be newer than a
   * version that
   *   an overlapping call added later in the log
   */
  add(value, at, call, { size = sizeOf$1(value), mayBeNewer = false } = {}) {
    const [last] = this.#versions.slice(-1);
    if (last?.call === call) this.#budget.give(this.#versions.pop()?.size);
    this.#budget.take(size);
    this.#versions.push({ value, at, call, size, mayBeNewer });
    if (this.#versions.length < this.#prune) return
    const kept = this.#visible(at - OVERLAP_MS).slice(-MANY);
    this.#budget.give(sizesOf(this.#versions) - sizesOf(kept), this.#versions.length - kept.length);
    if (kept.length < this.#versions.length) this.#whole = false;
    this.#versions = kept;
    this.#prune = Math.max(FEW$1, 2 * kept.length);
  }

  /** The newest version. */
  get newest() {
    return this.#versions.at(-1)?.value
  }

  /**
   * Returns the versions that a call with this start time may have read as the newest, in ascending order. An undefined item
   * means that there may have been no version yet.
   *
   * @param {number} at
   * @param {number} [size] of the log, all of whose entries the call had seen. Where it is given, clocks of processes may differ
   * by
   *   OVERLAP_MS
   * @returns {(T | undefined)[]}
   */
  readableAt(at, size) {
    const isWitnessed = size === undefined && this.#witnessed && at >= this.#witnessed.at + STALL_MS;
    const witnessed = isWitnessed ? this.#witnessed?.value : undefined;
    const visible = this.#visible(at - OVERLAP_MS, size);
    const floor = witnessed === undefined ? -1 : visible.findIndex(({ value }) => value === witnessed);
    const from = floor > 0 && !visible.slice(0, floor).some((one) => one.mayBeNewer) ? floor : 0;
    const values = /** @type {(T | undefined)[]} */ (visible.slice(from).map(({ value }) => value));
    const [oldest] = visible;
    const isSeen = oldest && (oldest.at < at - OVERLAP_MS || oldest.call < (size ?? 0));
    const isNew = this.#whole && witnessed === undefined && !isSeen;
    return isNew || values.length === 0 ? [undefined, ...values] : values
  }

  /**
   * Whether a call with this start time may have read a version that was dropped because of the limit.
   *
   * @param {number} at
   * @param {number} [size] of the log, all of whose entries the call had seen
   */
  isCut(at, size = 0) {
    const [oldest] = this.#versions;
    return !this.#whole && oldest !== undefined && oldest.at >= at - OVERLAP_MS && oldest.call >= size
  }

  /** The versions that are kept, in the order of the log, each with the time and the leaf of its call. */
  get kept() {
    return this.#versions
  }

  /**
   * Records that a call has read this version as the newest.
   *
   * @param {T} value
   * @param {number} at
   */
  witness(value, at) {
    this.#witnessed = { value, at };
  }

  /**
   * Returns the versions that are the newest, or were the newest at this time or later.
   *
   * @param {number} recent
   * @param {number} [size] of the log: versions below it were seen, however recent they are
   */
  #visible(recent, size = 0) {
    const visible = [];
    let [next, overtaken] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const version of this.#versions.toReversed()) {
      if (next >= recent || (version.mayBeNewer && overtaken <= version.at + OVERLAP_MS))
        visible.push(version);
      const isSeen = version.call < size;
      if (isSeen || version.at < recent) overtaken = Math.max(overtaken, version.at);
      // Every version before one that was read is older than that one.
      next = isSeen ? Number.NEGATIVE_INFINITY : version.at;
    }
    return visible.reverse()
  }
}

/** @param {{ size: number }[]} versions */
const sizesOf = (versions) => versions.reduce((sum, { size }) => sum + size, 0);

/**
 * How long a decision may take between reading a state and taking its time (services/gate/decisions/decide-now.ts), plus how far
 * the clocks of two processes may differ. An honest log MUST NOT be refused.
 */
const STALL_MS = 10_000;
/**
 * FEW: how many versions of one object are kept before the unreachable ones are dropped. MANY: the most versions that are kept.
 */
const FEW$1 = 4;
const MANY = 1024;

/**
 * Returns the history under a key, and creates it where there is none.
 *
 * @template T
 * @param {Map<string, History<T>>} histories
 * @param {string} key
 * @param {StateBudget} budget
 */
function historyOf(histories, key, budget) {
  let history = histories.get(key);
  if (history === undefined) {
    budget.take(sizeOf$1(key));
    history = new History(budget);
    histories.set(key, history);
  }
  return history
}

/** The record types that the replay reads completely. It reads only id and version of other records. */
const READ = new Set([
  'agent-profiles',
  'agent-runs',
  'ai-systems',
  'api-keys',
  'attestations',
  'certifications',
  'evaluations',
  'findings',
  'gate-decisions',
  'incident-filings',
  'obligations',
  'organizations',
  'reporting-settings',
  'resolutions',
  'sessions',
  'suites',
  'triggers',
  'users',
  'webhook-endpoints',
]);

/** The record types that decisions read. */
const OF_DECISIONS = new Set([
  'agent-profiles',
  'ai-systems',
  'attestations',
  'certifications',
  'evaluations',
  'findings',
  'organizations',
  'resolutions',
  'suites',
  'triggers',
]);

/** The types in which each version has a separate id. */
const SINGLE = new Set(['suites']);

/** The types of which the first version says who made something. Each of their records MUST have a version. */
const VERSIONED = new Set([
  'agent-profiles',
  'ai-systems',
  'api-keys',
  'organizations',
  'sessions',
  'users',
]);

const ADMIN = ['admin'];
const APPROVERS$1 = ['admin', 'approver'];
const MEMBERS = ['admin', 'approver', 'member'];
const ALL = [...MEMBERS, 'auditor'];

/** The record types that only people write, each with their roles, whatever the name of the call. */
const WRITERS = /** @type {Readonly<Record<string, readonly string[]>>} */ (
  Object.freeze({
    'agent-profiles': MEMBERS,
    'ai-systems': MEMBERS,
    'api-keys': ADMIN,
    attestations: ALL,
    certifications: APPROVERS$1,
    resolutions: APPROVERS$1,
    sessions: ALL,
    suites: MEMBERS,
    triggers: ALL,
    users: ALL,
  })
);
/** What others write of these types: by the kind of the caller and the operation. */
const OF_OTHERS = /** @type {Readonly<Record<string, readonly string[]>>} */ (
  Object.freeze({
    'operator resetPassword': ['sessions', 'users'],
    'system recordFound': ['api-keys', 'sessions', 'users'],
  })
);
/** What people write of these types without a session, by operation. */
const OUTSIDE = /** @type {Readonly<Record<string, readonly string[]>>} */ (
  Object.freeze({ acceptInvitation: ['sessions', 'users'], createSession: ['sessions'] })
);
/** The operations by which people set the password of their own account. */
const OF_OWN = ['acceptInvitation', 'changePassword'];

/**
 * Returns the roles of those who write a type; undefined for one that not only people write. Without a suite, only administrators
 * write AI systems.
 *
 * @param {string} type
 * @param {AuditEntry['receipts']} receipts of the call
 */
function writersOf(type, receipts) {
  if (type === 'ai-systems' && !receipts.some((one) => one.type === 'suites')) return ADMIN
  return Object.hasOwn(WRITERS, type) ? WRITERS[type] : undefined
}

/**
 * Whether a person who writes this type needs a session.
 *
 * @param {string} operation
 * @param {string} type
 */
function needsSession(operation, type) {
  if (Object.hasOwn(OUTSIDE, operation) && OUTSIDE[operation]?.includes(type)) return false
  return OF_DECISIONS.has(type) || Object.hasOwn(WRITERS, type)
}

/**
 * Throws where a call of others than people wrote what only people write.
 *
 * @param {AuditEntry} entry of a log whose sessions are recorded
 * @param {Place} place
 */
function assertOfPeople({ actor: { kind }, operation, receipts }, place) {
  if (kind === 'user') return
  const call = `${kind} ${operation}`;
  const theirs = Object.hasOwn(OF_OTHERS, call) ? OF_OTHERS[call] : undefined;
  const other = receipts.find(({ type }) => Object.hasOwn(WRITERS, type) && !theirs?.includes(type));
  if (other === undefined) return
  throw new Failure('caller_not_allowed', `${operation} by ${kind} wrote ${other.type}`, place)
}

/**
 * Throws where a person opened a session without signing in, or a session of another person.
 *
 * @param {any} record of a session
 * @param {{ id: string | null, operation: string, place: Place }} call of a person
 */
function assertOpens({ user_id, version }, { id, operation, place }) {
  if (version !== 1 || (operation === 'createSession' && user_id === id)) return
  throw new Failure('caller_not_allowed', `${operation} by user ${id} opened a session of ${user_id}`, place)
}

/**
 * Throws where a person who is no administrator made an account, or where a person gave a password to the account of another by a
 * call that sets their own.
 *
 * @param {any} record of a person
 * @param {{ id: string | null, states: any[], operation: string, place: Place }} call `states`: of the calling account, that it may
 *   have read
 */
function assertMayWrite(record, { id, states, operation, place }) {
  const refuse = (/** @type {string} */ what) => {
    throw new Failure('caller_not_allowed', `${operation} by user ${id} ${what} ${record.id}`, place)
  };
  if (OF_OWN.includes(operation) && record.id !== id) refuse('gave a password to the account');
  const isAdmin = states.some(({ role }) => role === undefined || ADMIN.includes(role));
  if (record.version === 1 && !isAdmin) refuse('made the account');
}

/**
 * The calls that a person makes with the password or the code of an invitation. The details of their entries and the person's
 * record have its hash under the same name.
 */
const NAMED = /** @type {Readonly<Record<string, { name: string, what: string }>>} */ (
  Object.freeze({
    acceptInvitation: { name: 'code_sha256', what: 'the code of no invitation of that person' },
    createSession: { name: 'credential_sha256', what: 'a password that is not that person’s' },
  })
);

/**
 * Whether a person makes a call without a session, or the call may end after it. Such a call writes nothing that decisions read,
 * and nothing that people need a session for.
 *
 * @param {Pick<AuditEntry, 'operation' | 'receipts' | 'via'>} call
 */
function isWithoutSession({ operation, receipts, via }) {
  const isOutside = Object.hasOwn(NAMED, operation) || operation === 'exportEvidence' || via === 'system';
  return isOutside && !receipts.some(({ type }) => needsSession(operation, type))
}

/**
 * Returns under which name the details of a person's call that wrote have the hash of what was presented; undefined for exports.
 *
 * @param {Pick<AuditEntry, 'operation' | 'receipts' | 'via'>} call
 */
function presentedBy(call) {
  if (!isWithoutSession(call)) return 'token_sha256'
  return Object.hasOwn(NAMED, call.operation) ? NAMED[call.operation]?.name : undefined
}

/**
 * Returns the hashes of a person's credentials; of an account without an invitation, null. Earlier records lack them.
 *
 * @param {any} record
 */
function credentialsOf({ credential_sha256, invitation }) {
  return {
    credential_sha256,
    code_sha256: invitation === undefined ? undefined : (invitation?.code_sha256 ?? null),
  }
}

const OF_KEYS = { name: 'credential_sha256', what: 'another key than that of its record' };

/**
 * Throws where a call names a credential that the person did not have, or another key than the caller's. Entries and records of
 * earlier versions name none.
 *
 * @param {any[]} states of the caller that the call may have read
 * @param {Pick<AuditEntry, 'operation' | 'details' | 'actor'>} call
 * @param {Place} place
 */
function assertPresented(states, { operation, details, actor: { kind, id } }, place) {
  const ofPerson = Object.hasOwn(NAMED, operation) ? NAMED[operation] : undefined;
  const credential = kind === 'api_key' ? OF_KEYS : ofPerson;
  if (credential === undefined) return
  const { name, what } = credential;
  const named = details[name];
  if (named === undefined) return
  if (states.every((state) => state[name] !== undefined && state[name] !== named))
    throw new Failure('caller_not_allowed', `${operation} by ${kind} ${id}, with ${what}`, place)
}

/** The operations whose next version of a person, or of a key, may have another password, or key. */
const PASSWORD_CHANGES = ['acceptInvitation', 'changePassword', 'recordFound', 'resetPassword'];
/** The operations whose next version of a person may have another code. */
const CODE_CHANGES = ['inviteUser', 'recordFound'];

/**
 * The next version of a person or a key MUST have the credentials of the previous one, except for those that its operation changes.
 * Otherwise a hash that an attacker wrote into the database would get into the record with the next change of the role.
 *
 * @param {any} before the members of the previous version that are kept; undefined where there is none
 * @param {any} record
 * @param {string} operation
 * @param {Place} place
 */
function assertSameCredentials(before, record, operation, place) {
  // A disabled account has no use for its own, and stays disabled.
  if (record.status === 'disabled') return
  const { credential_sha256, code_sha256 } = before ?? {};
  const now = credentialsOf(record);
  const gives = (/** @type {string} */ what) => {
    throw new Failure('caller_not_allowed', `${operation} gave ${record.id} another ${what}`, place)
  };
  const hasOther = credential_sha256 !== undefined && now.credential_sha256 !== credential_sha256;
  if (hasOther && !PASSWORD_CHANGES.includes(operation)) gives('credential');
  const isInvited = code_sha256 !== undefined && typeof now.code_sha256 === 'string';
  if (isInvited && now.code_sha256 !== code_sha256 && !CODE_CHANGES.includes(operation)) gives('invitation');
}

// The roles that may call an operation, as the protos declare them (docs/rpcs.md). An operation that every role may call is not
// listed and not compared. Where an operation loses a role, the role stays in this list, because earlier logs have such calls.

const READERS = ['admin', 'auditor'];

/** By operation. @type {Readonly<Record<string, readonly string[]>>} */
const ROLES = Object.freeze({
  acceptProposal: APPROVERS$1,
  assessIncident: MEMBERS,
  assessSupplier: MEMBERS,
  attachToIncident: MEMBERS,
  certify: APPROVERS$1,
  commentIncident: MEMBERS,
  createAsset: MEMBERS,
  createChannel: ADMIN,
  createIncident: MEMBERS,
  createIncidentReport: MEMBERS,
  createKey: ADMIN,
  createProfile: MEMBERS,
  createSuite: MEMBERS,
  createSupplier: MEMBERS,
  createSystem: ADMIN,
  createUser: ADMIN,
  createWebhookEndpoint: ADMIN,
  deleteChannel: ADMIN,
  disableUser: ADMIN,
  dismissProposal: APPROVERS$1,
  editAsset: MEMBERS,
  editIncident: MEMBERS,
  editIncidentReport: MEMBERS,
  editSupplier: MEMBERS,
  exportEvidence: READERS,
  fileIncidentReport: MEMBERS,
  getCheckpoint: READERS,
  getEntryProof: READERS,
  inviteUser: ADMIN,
  listCheckpoints: READERS,
  listEntries: READERS,
  listExports: READERS,
  listKeys: READERS,
  listSigningKeys: READERS,
  listUsers: READERS,
  mergeIncident: MEMBERS,
  moveIncident: MEMBERS,
  resetPassword: ADMIN,
  resolveTrigger: APPROVERS$1,
  retireAsset: MEMBERS,
  revokeKey: ADMIN,
  revokeSigningKey: ADMIN,
  revokeWebhookEndpoint: ADMIN,
  rotateSigningKey: ADMIN,
  rotateWebhookSecret: ADMIN,
  setIncidentMoments: MEMBERS,
  testChannel: ADMIN,
  updateChannel: ADMIN,
  updateKey: ADMIN,
  updateProfile: MEMBERS,
  updateReportingSettings: ADMIN,
  updateSystem: ADMIN,
  updateUser: ADMIN,
  updateWebhookEndpoint: ADMIN,
  verifyLog: READERS,
});

/**
 * Throws where the entry names another e-mail address, the account was disabled, or it lacked the role for the call or for the
 * records that the call wrote.
 *
 * @param {any[]} states of the account that the call may have read
 * @param {Pick<AuditEntry, 'operation' | 'receipts' | 'details'> & { id: string | null, name: string | null }} call
 * @param {Place} place
 */
function assertPerson(states, { operation, receipts, details, id, name }, place) {
  if (states.every(({ email }) => email !== undefined && email !== name))
    throw new Failure('caller_not_allowed', `${operation} by user ${id}, under the name ${name}`, place)
  // An export that the person began before the change of the account may end after it.
  const isEnd = operation === 'exportEvidence' && details.status !== 'started';
  if (!isEnd && states.every(({ status }) => status === 'disabled'))
    throw new Failure('caller_not_allowed', `${operation} by user ${id}, whose account is disabled`, place)
  const allowed = [
    !isEnd && Object.hasOwn(ROLES, operation) && ROLES[operation],
    ...receipts.map(({ type }) => writersOf(type, receipts)),
  ];
  for (const roles of allowed)
    if (roles && states.every(({ role }) => role !== undefined && !roles.includes(role)))
      throw new Failure(
        'caller_not_allowed',
        `${operation} by user ${id}, whose role is ${states.at(-1)?.role}`,
        place,
      )
}

/**
 * The person who attests MUST hold the role.
 *
 * @param {any[]} states of the account that the call may have read
 * @param {unknown} role
 * @param {Place} place
 */
function assertHolds(states, role, place) {
  if (states.every(({ attestation_roles: held }) => Array.isArray(held) && !held.includes(role)))
    throw new Failure(
      'caller_not_allowed',
      `attested as ${role}, a role that the person does not hold`,
      place,
    )
}

/**
 * The next version of a caller's record MUST have the values of the previous one, except for those that its operation changes.
 * Otherwise a role that an attacker wrote into the database would get into the record with the next change of the password.
 *
 * @param {any} before undefined where there is none
 * @param {any} record
 * @param {string} operation
 * @param {Place} place
 */
function assertFollows(before, record, operation, place) {
  const gives = (/** @type {string} */ what) => {
    throw new Failure('caller_not_allowed', `${operation} made ${record.id} ${what}`, place)
  };
  // A row is recorded as it is found where its record, of an earlier version, has no hash of the credential.
  if (operation === 'recordFound' && before?.credential_sha256 !== undefined) gives('a found one again');
  if (before === undefined || operation === 'recordFound') return
  if (before.revoked_at && !record.revoked_at) gives('valid again after it was revoked');
  if (before.status === 'disabled' && record.status !== 'disabled')
    gives('active again after it was disabled');
  if (operation !== 'updateUser' && differ(before.role, record.role)) gives(`${record.role}`);
  if (operation !== 'updateUser' && differ(before.attestation_roles, record.attestation_roles))
    gives('the holder of different attestation roles');
  const held = before.permissions;
  if (Array.isArray(held) && record.permissions.some((/** @type {unknown} */ one) => !held.includes(one)))
    gives('the holder of more permissions');
}

/**
 * Fields that a record lacks are not compared.
 *
 * @param {any} before
 * @param {any} now
 */
function differ(before, now) {
  return before !== undefined && now !== undefined && canonicalJson(before) !== canonicalJson(now)
}

/**
 * Slightly longer than the longest session. Sessions that an earlier release opened without a record have ended after this time.
 */
const GRACE_MS = 13 * 60 * 60 * 1000;
/** The most sessions of a person that are kept. Of the others, only the latest end is kept. */
const MAX_KEPT$3 = 64;
/** How long sessions that have ended are kept. */
const ENDED_MS = 2 * 60 * 60 * 1000;
/** The largest tolerated difference between the clocks of the database and of a process. */
const CLOCKS_MS = 60 * 60 * 1000;

/**
 * The sessions of people. A log whose first call opened a session has all sessions. Any other log has those since the upgrade
 * from an earlier release, which recorded no sessions.
 */
class Sessions {
  /**
   * By person: the latest start of a call in each session, and the hash of its token. `others` is the latest such time of all
   * sessions that are not kept.
   *
   * @type {Map<string, { kept: Map<string, { until: number, token: unknown }>, others: number }>}
   */
  #ofPerson = new Map()
  /** The time from which every session is recorded. */
  #recordedFrom = Number.POSITIVE_INFINITY
  #budget

  /** @param {StateBudget} budget */
  constructor(budget) {
    this.#budget = budget;
  }

  /**
   * @param {any} record
   * @param {number} at
   * @param {number} call the leaf of the call that wrote it
   */
  take({ id, user_id, token_sha256: token, expires_at, ended_at }, at, call) {
    if (this.#recordedFrom === Number.POSITIVE_INFINITY)
      this.#recordedFrom = call === 0 ? Number.NEGATIVE_INFINITY : at + GRACE_MS;
    let own = this.#ofPerson.get(user_id);
    if (own === undefined) {
      this.#budget.take(sizeOf$1(user_id), 3);
      own = { kept: new Map(), others: Number.NEGATIVE_INFINITY };
      this.#ofPerson.set(user_id, own);
    }
    const known = own.kept.get(id);
    if (known === undefined) {
      for (const [other, kept] of own.kept)
        if (own.kept.size >= MAX_KEPT$3 || kept.until < at - ENDED_MS) {
          own.kept.delete(other);
          own.others = Math.max(own.others, kept.until);
          this.#budget.give(sizeOf$1(other) + sizeOf$1(kept.token));
        }
      this.#budget.take(sizeOf$1(id) + sizeOf$1(token));
    }
    // `expires_at` is a time of the database's clock.
    const until = ended_at ? Date.parse(ended_at) + OVERLAP_MS : Date.parse(expires_at) + CLOCKS_MS;
    own.kept.set(id, { until, token: known === undefined ? token : known.token });
  }

  /** Whether all sessions of this time are recorded. @param {number} at */
  areRecorded(at) {
    return at >= this.#recordedFrom
  }

  /**
   * Whether the person had a session when a call began, as far as the log shows it.
   *
   * @param {string} person
   * @param {number} began
   * @param {unknown} [named] the hash of the session's token; absent: any session
   */
  had(person, began, named) {
    if (!this.areRecorded(began)) return true
    const own = this.#ofPerson.get(person);
    if (own === undefined) return false
    if (began <= own.others) return true
    return [...own.kept.values()].some(
      ({ until, token }) => began <= until && (named === undefined || named === token),
    )
  }
}

/** The permission that each operation of the REST API requires of a key (docs/api.md section 4). */
const PERMISSIONS = /** @type {Readonly<Record<string, string>>} */ (
  Object.freeze({
    attestDecision: 'gate:query',
    createAsset: 'assets:write',
    createIncident: 'incidents:write',
    createSupplier: 'suppliers:write',
    getCheckpoint: 'audit:read',
    getIncident: 'incidents:read',
    getTile: 'audit:read',
    listAssets: 'assets:read',
    listEntries: 'audit:read',
    listEvalSuites: 'evaluations:read',
    listEvaluations: 'evaluations:read',
    listIncidents: 'incidents:read',
    listRuns: 'agent_runs:read',
    listSuppliers: 'suppliers:read',
    queryGate: 'gate:query',
    queryGateByName: 'gate:query',
    reportSpans: 'agent_runs:write',
    setIncidentStatus: 'incidents:status',
    submitEvaluations: 'evaluations:write',
    submitRunEvents: 'agent_runs:write',
    submitRuns: 'agent_runs:write',
  })
);

/** The record type of a caller, by the kind of actor. */
const KINDS = /** @type {Readonly<Record<string, string>>} */ (
  Object.freeze({ api_key: 'api-keys', user: 'users', webhook_endpoint: 'webhook-endpoints' })
);

/** The longest call, in milliseconds, whose start is read from the id of its entry. */
const MAX_CALL_MS = 60 * 60 * 1000;

/**
 * Returns when a call began, in milliseconds. The entry of a read has the time at which the read ended, but its caller's rights
 * were checked when it began. The id of the entry, a UUIDv7, was generated at that time.
 *
 * @param {string} id
 * @param {number} at
 */
function beginOf(id, at) {
  const began = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  return began > at - MAX_CALL_MS && began < at ? began : at
}

/**
 * Returns the members of a caller's record that are compared.
 *
 * @param {string} type
 * @param {any} record
 */
function keptOf(type, { role, status, attestation_roles, permissions, revoked_at, expires_at, ...record }) {
  const kept = { role, status, attestation_roles, permissions, revoked_at, expires_at };
  return type === 'webhook-endpoints' ? kept : { ...kept, email: record.email, ...credentialsOf(record) }
}

/**
 * Whether a key had expired when a call began. A call is admitted before its entry gets its time, and another clock gives that
 * time, so OVERLAP_MS is tolerated.
 *
 * @param {{ expires_at?: string | null }} state
 * @param {number} at
 */
function hasExpired({ expires_at }, at) {
  return typeof expires_at === 'string' && Date.parse(expires_at) <= at - OVERLAP_MS
}

/**
 * Checks that each successful call was allowed. Its caller MUST be in the log, MUST NOT be revoked, disabled or expired, and MUST
 * have the permission. A person MUST have had the role for the call.
 */
class CallerChecks {
  #budget
  /** @type {Map<string, History<any>>} */
  #callers = new Map()
  /**
   * Throws unless the records of the current call created its caller. Set while the log does not have the caller yet.
   *
   * @type {(() => void) | undefined}
   */
  #pending
  /**
   * The person who makes the current call, with the versions of the account that the call may have read.
   *
   * @type {{ id: string | null, states: any[], place: Place } | undefined}
   */
  #person
  /** The operation of the current entry. */
  #operation = ''
  #sessions

  /** @param {StateBudget} budget */
  constructor(budget) {
    this.#budget = budget;
    this.#sessions = new Sessions(budget);
  }

  /**
   * @param {string} type
   * @param {any} record
   * @param {number} at
   * @param {number} call the leaf of the call that wrote it
   * @param {Place} place of the record
   */
  take(type, record, at, call, place) {
    if (type === 'attestations' && this.#person)
      assertHolds(this.#person.states, record.role, this.#person.place);
    const person = this.#person && { ...this.#person, operation: this.#operation };
    if (type === 'users' && person) assertMayWrite(record, person);
    if (type === 'sessions' && person) assertOpens(record, person);
    if (type === 'sessions') this.#sessions.take(record, at, call);
    if (!Object.values(KINDS).includes(type)) return
    const history = historyOf(this.#callers, `${type} ${record.id}`, this.#budget);
    assertFollows(history.newest, record, this.#operation, place);
    if (type !== 'webhook-endpoints') assertSameCredentials(history.newest, record, this.#operation, place);
    history.add(keptOf(type, record), at, call);
  }

  /**
   * The roles that the calling person may have had; undefined where the caller is not a person. @returns {string[] | undefined}
   */
  get roles() {
    return this.#person?.states.map(({ role }) => role)
  }

  /** Ends the entry, after its last record. */
  endEntry() {
    const pending = this.#pending;
    this.#pending = undefined;
    pending?.();
  }

  /**
   * @param {AuditEntry} entry
   * @param {number} recordedAt
   * @param {Place} place
   */
  check(entry, recordedAt, place) {
    const { id, actor, operation, outcome } = entry;
    this.#person = undefined;
    this.#operation = operation;
    if (outcome === 'ok' && this.#sessions.areRecorded(recordedAt)) assertOfPeople(entry, place);
    const type = Object.hasOwn(KINDS, actor.kind) ? KINDS[actor.kind] : undefined;
    if (type === undefined || outcome !== 'ok') return
    const at = beginOf(id, recordedAt);
    const states = this.#statesOf(type, entry, at, place);
    if (states === undefined) return
    assertValid(states, entry, at, place);
    if (type === 'users') this.#checkPerson(states, entry, at, place);
    assertPresented(states, entry, place);
    if (type === 'api-keys') assertPermission(states, entry, place);
  }

  /**
   * Returns the states of a caller that the call may have read. Returns undefined for a caller that the call creates.
   *
   * @param {string} type
   * @param {AuditEntry} entry
   * @param {number} at
   * @param {Place} place
   */
  #statesOf(type, { actor, operation, receipts }, at, place) {
    const name = `${type} ${actor.id}`;
    const unknown = () => new Failure('caller_unknown', `${operation} by ${actor.kind} ${actor.id}`, place);
    const known = this.#callers.get(name);
    if (known) return known.readableAt(at).filter(Boolean)
    if (!receipts.some((receipt) => receipt.type === type)) throw unknown()
    this.#pending = () => {
      if (!this.#callers.has(name)) throw unknown()
    };
    return undefined
  }

  /**
   * @param {any[]} states
   * @param {AuditEntry} entry
   * @param {number} at
   * @param {Place} place
   */
  #checkPerson(states, { actor: { id, name }, operation, receipts, details, via }, at, place) {
    this.#person = { id, states, place };
    const isOutside = isWithoutSession({ operation, receipts, via });
    if (!isOutside && id !== null && !this.#sessions.had(id, at))
      throw notAllowed(`${operation} by user ${id}, who was not signed in`, place)
    if (!isOutside && id !== null && !this.#sessions.had(id, at, details.token_sha256))
      throw notAllowed(`${operation} by user ${id}, with the token of no session of that person`, place)
    assertPerson(states, { operation, receipts, details, id, name }, place);
  }
}

/**
 * @param {any[]} states
 * @param {AuditEntry} entry
 * @param {number} at
 * @param {Place} place
 */
function assertValid(states, { operation, actor: { kind, id } }, at, place) {
  if (states.every(isRevoked)) throw notAllowed(`${operation} by ${kind} ${id}, which is revoked`, place)
  if (states.every((state) => isRevoked(state) || hasExpired(state, at)))
    throw notAllowed(`${operation} by ${kind} ${id}, which had expired`, place)
}

/** @param {{ revoked_at?: string | null }} state */
function isRevoked({ revoked_at }) {
  return (revoked_at ?? null) !== null
}

/**
 * @param {any[]} states
 * @param {AuditEntry} entry
 * @param {Place} place
 */
function assertPermission(states, { operation, via }, place) {
  const needed = via === 'rest' && Object.hasOwn(PERMISSIONS, operation) ? PERMISSIONS[operation] : undefined;
  if (needed && !states.some(({ permissions }) => permissions.includes(needed)))
    throw notAllowed(`${operation} needs ${needed}, the key has ${states.at(-1)?.permissions}`, place)
}

/** @param {string} says @param {Place} place */
function notAllowed(says, place) {
  return new Failure('caller_not_allowed', says, place)
}

/**
 * How far times may run backwards along the log, or be later than the signature, in milliseconds. This tolerates adjusted clocks.
 */
const CLOCK_TOLERANCE_MS = 60 * 60 * 1000;

/**
 * Checks the times of entries in the order of the log. No entry MUST be much earlier than an entry before it, or much later than
 * the signature.
 */
class EntryTimes {
  /** The latest time of all entries. @type {number | undefined} */
  newest
  /** The time with which the next entry is compared. It goes back where a clock was set back. */
  #latest = 0
  #allowsClockSteps
  #remark

  /**
   * @param {boolean} allowsClockSteps whether times out of order give remarks instead of failures
   * @param {Remark} remark
   */
  constructor(allowsClockSteps, remark) {
    this.#allowsClockSteps = allowsClockSteps;
    this.#remark = remark;
  }

  /**
   * @param {number} at the time of an entry, in milliseconds
   * @param {string} text the same, as the entry has it
   * @param {number} signedAt when the package was signed, in milliseconds
   * @param {Place} place
   */
  take(at, text, signedAt, place) {
    this.newest = Math.max(this.newest ?? at, at);
    const isEarly = at < this.#latest - CLOCK_TOLERANCE_MS;
    const isLate = at > signedAt + CLOCK_TOLERANCE_MS;
    const wasLate = this.#latest > signedAt + CLOCK_TOLERANCE_MS;
    const by = isEarly ? 'before an entry before it' : 'after the signature';
    if ((isEarly || isLate) && !this.#allowsClockSteps)
      throw new Failure('time_order', `${text}, an hour or more ${by}`, place)
    // Each step of a clock gives one remark; the entries after it give none.
    if (isEarly || (isLate && !wasLate))
      this.#remark('clock', `${place.index}`, `leaf ${place.index}: ${text}, an hour or more ${by}`);
    this.#latest = isEarly ? at : Math.max(this.#latest, at);
  }
}

const WORDS = 5;
const DASH = 0x2d;
const TEXT = 36;
/** How many adjacent slots are tried first for ids with the same prefix. */
const NEAR = 16;
/** The slots of a new table, of 20 bytes each. */
const FIRST_SLOTS = 1024;
/** The most slots of all tables together: 80 MiB. */
const MAX_SLOTS = 1 << 22;

/**
 * A hash table of the newest version of each object by its id, with slots of 20 bytes. A key has 128 bits: those of a UUID, or
 * the first ones of the SHA-256 of another id. The table grows with its content.
 *
 * UUIDs that were generated in sequence differ in the low bits of their second word (RFC 9562, version 7). They are put next to
 * each other, so that reading a log accesses the table sequentially. Where these slots are full, the hash of the whole id chooses
 * the slot. The hashes have a random seed, so that the maker of a package MUST NOT know which ids collide.
 */
class VersionTable {
  #slots = FIRST_SLOTS
  #used = 0
  #table
  #id = new Uint32Array(4)
  #budget
  #seed = Math.trunc(Math.random() * 0x1_0000_0000) | 1

  /**
   * @param {{ slots: number }} budget the slots by which all tables together may still grow
   * @param {number} [expected] the number of ids for which space is allocated at once
   */
  constructor(budget, expected = 0) {
    this.#budget = budget;
    while (this.#slots * 2 < expected * 3 && this.#slots <= budget.slots) {
      budget.slots -= this.#slots;
      this.#slots *= 2;
    }
    this.#table = new Uint32Array(this.#slots * WORDS);
  }

  /**
   * Takes the next version of an object. Returns the expected version: 1 for a new id, otherwise the last one plus 1.
   *
   * @param {Buffer} bytes
   * @param {number} start of the id
   * @param {number} end
   */
  next(bytes, start, end) {
    const id = this.#read(bytes, start, end);
    if (this.#used * 3 >= this.#slots * 2) this.#grow();
    const table = /** @type {any} */ (this.#table);
    const at = this.#find(table, this.#slots, id, 0);
    if (table[at + 4] === 0) {
      for (let i = 0; i < 4; i++) table[at + i] = id[i];
      this.#used++;
    }
    return ++table[at + 4]
  }

  /** Whether the table has a version of an object. @param {Buffer} bytes its id */
  has(bytes) {
    const table = /** @type {any} */ (this.#table);
    return table[this.#find(table, this.#slots, this.#read(bytes, 0, bytes.length), 0) + 4] !== 0
  }

  /**
   * @param {Buffer} bytes
   * @param {number} start
   * @param {number} end
   */
  #read(bytes, start, end) {
    const id = this.#id;
    if (end - start !== TEXT || bytes[start + 8] !== DASH || !readUuid(bytes, start, id)) {
      const hash = sha256(bytes.subarray(start, end), 'hex');
      for (let i = 0; i < 4; i++) id[i] = Number.parseInt(hash.slice(8 * i, 8 * i + 8), 16);
    }
    return id
  }

  /**
   * Returns the position of the slot of an id in the table, or of the empty slot for it.
   *
   * @param {Uint32Array} table
   * @param {number} slots a power of two
   * @param {Uint32Array} from
   * @param {number} i of the id's first word
   */
  #find(table, slots, from, i) {
    const [a, b, c, d] = [from[i] ?? 0, from[i + 1] ?? 0, from[i + 2] ?? 0, from[i + 3] ?? 0];
    const mask = slots - 1;
    const beginning = mix(mix(this.#seed, a), b >>> 4);
    let slot = ((beginning & -NEAR) + (b & (NEAR - 1))) & mask;
    for (let near = 0; near < NEAR; near++, slot = (slot + 1) & mask) {
      const at = slot * WORDS;
      if (table[at + 4] === 0) return at
      if (table[at + 3] === d && table[at + 2] === c && table[at + 1] === b && table[at] === a) return at
    }
    for (slot = mix(mix(mix(beginning, b), c), d) & mask; ; slot = (slot + 1) & mask) {
      const at = slot * WORDS;
      if (table[at + 4] === 0) return at
      if (table[at + 3] === d && table[at + 2] === c && table[at + 1] === b && table[at] === a) return at
    }
  }

  #grow() {
    const slots = this.#slots * 2;
    this.#budget.slots -= this.#slots;
    if (this.#budget.slots < 0) throw new LimitReached('more ids than can be compared')
    const table = new Uint32Array(slots * WORDS);
    for (let at = 0; at < this.#table.length; at += WORDS) {
      if (this.#table[at + 4] === 0) continue
      const to = this.#find(table, slots, this.#table, at);
      table.set(this.#table.subarray(at, at + WORDS), to);
    }
    this.#table = table;
    this.#slots = slots;
  }
}

/**
 * Mixes a word into a hash (the finalizer of MurmurHash3).
 *
 * @param {number} hash
 * @param {number} word
 */
function mix(hash, word) {
  let mixed = Math.imul(hash ^ word, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16)
}

/** `hex4` returns at least this value for bytes that contain a character other than a digit. */
const NO_DIGIT = 0x1_0000;

/** The value of each byte as a lower-case hex digit. */
const DIGIT = Uint32Array.from({ length: 256 }, (_, byte) => {
  const digit = '0123456789abcdef'.indexOf(String.fromCharCode(byte));
  return digit === -1 ? NO_DIGIT : digit
});

/**
 * @param {Buffer} bytes
 * @param {number} start
 * @param {Uint32Array} into four words
 * @returns {boolean} false where it is no UUID in lower case
 */
function readUuid(bytes, start, into) {
  const [a, b] = [hex4(bytes, start), hex4(bytes, start + 4)];
  const [c, d] = [hex4(bytes, start + 9), hex4(bytes, start + 14)];
  const [e, f] = [hex4(bytes, start + 19), hex4(bytes, start + 24)];
  const [g, h] = [hex4(bytes, start + 28), hex4(bytes, start + 32)];
  into[0] = (a << 16) | b;
  into[1] = (c << 16) | d;
  into[2] = (e << 16) | f;
  into[3] = (g << 16) | h;
  const areDigits = (a | b | c | d | e | f | g | h) < NO_DIGIT;
  return areDigits && bytes[start + 13] === DASH && bytes[start + 18] === DASH && bytes[start + 23] === DASH
}

/**
 * Returns the value of four hexadecimal digits, or at least NO_DIGIT.
 *
 * @param {any} bytes
 * @param {number} at
 */
function hex4(bytes, at) {
  const digits = /** @type {any} */ (DIGIT);
  return (
    (digits[bytes[at]] << 12) |
    (digits[bytes[at + 1]] << 8) |
    (digits[bytes[at + 2]] << 4) |
    digits[bytes[at + 3]]
  )
}

// The form of records in a snapshot (docs/gate-rules.md, The snapshot). Null means that there is no record.

/** The settings of an organization that has no record of them: no duties are separated. */
const NOTHING_SEPARATED = Object.freeze({
  attester_per_role: false,
  certifier_is_another: false,
  changes_need_another: false,
  role_wait_hours: 0,
});

/** @param {any} one */
const systemOf = (one) =>
  one
    ? {
        id: one.id,
        name: one.name,
        version: one.version,
        attestation_roles: [...new Set(one.attestation_roles)].sort(),
      }
    : null;

/** @param {any} one */
const separationOf = (one) => one?.separation_of_duties ?? NOTHING_SEPARATED;

/** @param {any} one */
const suiteOf = (one) =>
  one ? { id: one.id, name: one.name, version: one.version, thresholds: thresholdsOf(one) } : null;

/** @param {any} suite of a snapshot */
const withoutResults = (suite) => ({ ...suite, thresholds: thresholdsOf(suite) });

/** @param {any} suite */
function thresholdsOf({ thresholds }) {
  const keys = thresholds.map((/** @type {any} */ { metric_name, eval_type, operator, value }) =>
    canonicalJson({ eval_type, metric_name, operator, value }),
  );
  return keys.sort()
}

/** @param {any} record @param {string} record_hash */
const resultOf = ({ id, metric_value }, record_hash) => ({ id, metric_value, record_hash });

/** @param {any} one */
const shownResult = (one) => (one ? resultOf(one, one.record_hash) : null);

/** @param {any} one */
function profileOf(one) {
  if (!one) return null
  const { id, version, agent_identity, model_name, model_version, prompt_version } = one;
  return { id, version, agent_identity, model_name, model_version, prompt_version }
}

/** @param {any} profile */
const agentOf = ({ id, model_name, model_version, prompt_version }) => ({
  profile_id: id,
  model_name,
  model_version,
  prompt_version,
});

/** @param {any} one */
function certificationOf(one) {
  if (!one) return null
  const { id, suite_id, suite_name, suite_version, agents, certified_by, involved, waited_hours } = one;
  return {
    id,
    suite_id,
    suite_name,
    suite_version,
    agents: inOrder(agents),
    certified_by: certified_by.id,
    involved: involved ? [...involved].sort() : null,
    waited_hours: waited_hours ?? null,
  }
}

/** @param {any} one */
function attestationOf(one) {
  if (!one) return null
  const { id, role, suite_id, agents, attested_by, waited_hours } = one;
  return {
    id,
    role,
    suite_id,
    agents: inOrder(agents),
    attested_by: attested_by.id,
    waited_hours: waited_hours ?? null,
  }
}

/** @param {any[]} agents */
function inOrder(agents) {
  return [...agents].sort((a, b) => (a.profile_id < b.profile_id ? -1 : 1))
}

/**
 * Whether a record names the caller by id and name: people read the name.
 *
 * @param {any} person
 * @param {AuditEntry['actor']} actor
 */
const isPerson = (person, { id, name }) => person?.id === id && person?.name === name;

/** @typedef {{ id: string, reason: unknown }} Change a trigger that a change opened */
/**
 * The state of the log when an approval commits. A change of system, suite or profiles locks the row of the system, and so does
 * the approval, so there is exactly one version of each.
 *
 * @typedef {{ system: any, suite: any, profiles: any[], resultsOf: (threshold: any) => any[],
 *   changes: () => { open: Change[], justResolved: Change[] } }} State `resultsOf`: the results that the call may have read
 *   as the newest of a measure
 */

/** Since this `duties_version`, the `reviewed_hash` of an approval is compared with the log. */
const REVIEWED = 2;
/**
 * The most reviews that are tried for one approval. There are several where overlapping calls submitted results or resolved
 * triggers.
 */
const MAX_TRIES = 64;
/**
 * The most triggers, resolved shortly before the approval, that are considered. The reviewer may have seen each of them as open,
 * and their subsets already give MAX_TRIES reviews.
 */
const MAX_RESOLVED = 6;
/** The most characters of reviews that are hashed in total by default, which bounds the work that a package can cause. */
const MAX_CHARACTERS = 64 * 1024 * 1024;
/** The most changes that a review shows. */
const MAX_CHANGES = 100;
const ID_LENGTH$3 = 36;
const UNREVIEWED = 'what was reviewed for some approvals';

/**
 * Compares certifications and attestations with the log: what they lock, and what the person had reviewed (docs/gate-rules.md,
 * What was reviewed).
 */
class Approvals {
  #characters = 0
  #tries
  #resolved
  #budget

  /** @param {StateBudget} budget */
  constructor(budget) {
    this.#budget = budget;
    this.#tries = MAX_TRIES * budget.effort;
    this.#resolved = MAX_RESOLVED + Math.ceil(Math.log2(budget.effort));
  }

  /**
   * Throws where an approval differs from the log. Records with an earlier `duties_version`, or with none, are not compared.
   *
   * @param {any} approval a certification or an attestation
   * @param {() => State} stateOf reads the state of its system
   * @param {{ actor: AuditEntry['actor'], place: Place }} call
   */
  check(approval, stateOf, { actor, place }) {
    if (!(approval.duties_version >= REVIEWED)) return
    const isCertification = approval.results !== undefined;
    const state = stateOf();
    const locked = isCertification ? lockedBy(approval, state) : undefined;
    const differing = differenceOf(approval, locked, state, actor);
    if (differing !== undefined) refuse(differing);
    if (this.#characters > MAX_CHARACTERS * this.#budget.effort) return this.#budget.leaveOut(UNREVIEWED)
    const results =
      locked?.map((one) => [one]) ??
      state.suite.thresholds.map((/** @type {any} */ one) => state.resultsOf(one).map(shownResult));
    if (this.#isReviewed(approval, state, results) === false)
      refuse('what was reviewed is not what the log had');

    /** @param {string} says @returns {never} */
    function refuse(says) {
      throw new Failure(
        'input_differs',
        `${isCertification ? 'certification' : 'attestation'}: ${says}`,
        place,
      )
    }
  }

  /**
   * Returns whether the person reviewed what the log had. Returns undefined where there are too many possible reviews to compare.
   *
   * @param {any} approval
   * @param {State} state
   * @param {any[][]} results for each threshold: those that may have been the newest, the newest last
   */
  #isReviewed({ reviewed_hash, organization_id }, { system, suite, profiles, changes }, results) {
    const { id: systemId, name, attestation_roles } = /** @type {any} */ (systemOf(system));
    const agents = canonicalJson(
      profiles.map(reviewedAgent).sort((a, b) => (a.profile_id < b.profile_id ? -1 : 1)),
    );
    const of = canonicalJson({ id: systemId, name, attestation_roles });
    const { open: opened, justResolved } = changes();
    this.#characters += (opened.length + justResolved.length) * ID_LENGTH$3;
    let tries = 0;
    for (const resolved of subsetsOf(justResolved.slice(-this.#resolved)))
      for (const chosen of choicesOf(results)) {
        const shown = {
          id: suite.id,
          name: suite.name,
          version: suite.version,
          thresholds: shownThresholds(suite, chosen),
        };
        const open = canonicalJson(shownChanges([...opened, ...resolved]));
        const text = `{"agents":${agents},"ai_system":${of},"changes":${open},"organization_id":${canonicalJson(organization_id)},"outcome":"${outcome(shown)}","suite":${canonicalJson(shown)}}`;
        this.#characters += text.length;
        if (sha256(Buffer.from(text), 'hex') === reviewed_hash) return true
        if (++tries < this.#tries) continue
        return this.#budget.leaveOut(UNREVIEWED)
      }
    return false
  }
}

/**
 * Describes how an approval differs from the log. Returns undefined where it does not differ.
 *
 * @param {any} approval
 * @param {any[] | undefined} chosen the results that a certification locks; undefined for an attestation
 * @param {State} state
 * @param {AuditEntry['actor']} actor
 */
function differenceOf(approval, chosen, { suite, profiles }, actor) {
  const person = chosen ? approval.certified_by : approval.attested_by;
  if (actor.kind !== 'user' || !isPerson(person, actor)) return 'another person made the call'
  if (!suite || suite.id !== approval.suite_id) return 'another suite version was the current one'
  if (suite.name !== approval.suite_name || suite.version !== approval.suite_version)
    return 'the suite has another name or version'
  if (canonicalJson(inOrder(approval.agents)) !== canonicalJson(inOrder(profiles.map(agentOf))))
    return 'the log has other agents'
  if (chosen === undefined) return undefined
  const locked = new Set(approval.results.map(measureOf$1));
  const asked = new Set(suite.thresholds.map(measureOf$1));
  if (locked.size !== asked.size || approval.results.length !== asked.size)
    return 'it locks results other than those that the suite requires'
  if (chosen.includes(undefined)) return 'it locks a result other than the one in the log'
  if (outcome({ thresholds: shownThresholds(suite, chosen) }) !== 'met') return 'its suite was not met'
  return undefined
}

/**
 * Returns the results that a certification locks, as the log has them: one for each threshold. An item is undefined where the log
 * has another result.
 *
 * @param {any} certification
 * @param {State} state
 * @returns {any[]}
 */
function lockedBy({ results }, { suite, resultsOf }) {
  const locked = new Map(results.map((/** @type {any} */ one) => [measureOf$1(one), one]));
  return (suite?.thresholds ?? []).map((/** @type {any} */ threshold) => {
    const { evaluation_id, metric_value, record_hash } = locked.get(measureOf$1(threshold)) ?? {};
    const found = resultsOf(threshold).find((one) => one && one.id === evaluation_id);
    if (found?.metric_value !== metric_value || found?.record_hash !== record_hash) return undefined
    return found && resultOf(found, found.record_hash)
  })
}

/** @param {any} suite @param {any[]} results of its thresholds */
function shownThresholds({ thresholds }, results) {
  const shown = thresholds.map((/** @type {any} */ threshold, /** @type {number} */ i) => ({
    ...threshold,
    result: results[i] ?? null,
  }));
  return shown.sort(inOrderOf(['metric_name', 'eval_type', 'operator']))
}

/** @param {Change[]} open */
function shownChanges(open) {
  const sorted = open.sort(inOrderOf(['id'])).slice(0, MAX_CHANGES);
  return sorted.map(({ id, reason }) => ({ trigger_id: id, reason }))
}

/** @param {string[]} names */
const inOrderOf = (names) => (/** @type {any} */ a, /** @type {any} */ b) => {
  const differing = names.find((name) => a[name] !== b[name]);
  if (differing === undefined) return 0
  return a[differing] < b[differing] ? -1 : 1
};

/** @param {any} profile */
const reviewedAgent = ({ agent_identity, tools, ...profile }) => ({
  ...agentOf(profile),
  agent_identity,
  tools: tools ?? [],
});

/** @param {any} one */
const measureOf$1 = ({ metric_name, eval_type }) => canonicalJson([metric_name, eval_type]);

/**
 * All subsets, the empty one first.
 *
 * @template T
 * @param {T[]} items
 * @returns {Iterable<T[]>}
 */
function* subsetsOf([first, ...others]) {
  if (first === undefined) return yield []
  yield* subsetsOf(others);
  for (const subset of subsetsOf(others)) yield [first, ...subset];
}

/**
 * Yields every choice of one item from each list, starting with the last items. No list is empty.
 *
 * @param {any[][]} lists
 * @returns {Iterable<any[]>}
 */
function* choicesOf(lists) {
  const places = lists.map((list) => list.length - 1);
  for (;;) {
    yield lists.map((list, i) => list[places[i] ?? 0]);
    // The odometer counts down; the last list changes fastest.
    const next = places.findLastIndex((place) => place > 0);
    if (next === -1) return
    places[next] = (places[next] ?? 0) - 1;
    for (let i = next + 1; i < lists.length; i++) places[i] = (lists[i] ?? []).length - 1;
  }
}

/** The fields of an agent version. */
const VERSIONS = ['model_name', 'model_version', 'prompt_version'];
/** How many characters of a long name a reason shows. */
const NAME_SHOWN = 40;
/** More characters than the gate gives a reason. A longer one names nothing: searching it for each item would take hours. */
const MAX_REASON = 1000;
/** The end of a reason that leaves items out. */
const LEFT_OUT = /(\d{1,9}) more: read all of it before you resolve this$/;

/**
 * Returns how many items of a change the reason of its trigger leaves out without saying so. A person resolves the trigger by what
 * the reason says.
 *
 * @param {string} reason
 * @param {string[][]} items
 */
function hiddenItems(reason, items) {
  if (reason.length > MAX_REASON) return items.length
  const hidden = items.filter((texts) => !texts.every((text) => names(reason, text))).length;
  return Math.max(0, hidden - Number(LEFT_OUT.exec(reason)?.[1] ?? 0))
}

/** @param {string} reason @param {string} text as it is, or in quotes */
function names(reason, text) {
  if (reason.includes(text)) return true
  if (!text.startsWith('"')) return false
  return reason.includes(JSON.stringify(`${[...JSON.parse(text)].slice(0, NAME_SHOWN).join('')}…`))
}

/**
 * Returns what a change of an agent or of an AI system adds, switches or takes away, as the reason of its trigger names it: the
 * texts of each item, in quotes where people chose them freely.
 *
 * @param {any} before undefined where there is none
 * @param {any} record
 * @returns {string[][]}
 */
function itemsOf(before, record) {
  const changed = (/** @type {string[]} */ fields) =>
    fields.filter((name) => before[name] !== record[name]).map((name) => [JSON.stringify(record[name])]);
  if (record.tools) {
    const had = new Set(before?.tools);
    const added = record.tools.filter((/** @type {string} */ tool) => !had.has(tool));
    const tools = added.map((/** @type {string} */ tool) => [JSON.stringify(tool)]);
    const model = [JSON.stringify(record.model_name), JSON.stringify(record.model_version)];
    return [...tools, ...(before ? changed(VERSIONS) : [model])]
  }
  if (before === undefined) return []
  const kept = new Set(record.attestation_roles);
  const roles = before.attestation_roles.filter((/** @type {string} */ role) => !kept.has(role));
  const suite = before.gate_suite === null ? [] : ['gate_suite'];
  return [...roles.map((/** @type {string} */ role) => [role]), ...changed([...suite, 'name'])]
}

/**
 * @typedef {{ system: string, isCertified: boolean, settings: any[], roles: string[] | undefined, details: AuditEntry['details'],
 *   operation: string, place: Place }} About a change; `settings` and `roles` are those that the call may have read, `roles` is undefined where no
 *   person calls
 */

const APPROVERS = ['admin', 'approver'];

/**
 * Follows changes of AI systems and agents that MUST open a trigger (docs/gate-rules.md, Changes that open a trigger). Earlier
 * records do not name a trigger and are not compared.
 */
class Changes {
  /**
   * The triggers that the current call claims to have opened, and the items that their reasons name.
   *
   * @type {Map<string, { system: string, items: string[][], place: Place }>}
   */
  #opened = new Map()
  /** The names that AI systems have had. @type {Set<string>} */
  #names = new Set()
  #budget

  /** @param {StateBudget} budget */
  constructor(budget) {
    this.#budget = budget;
  }

  /**
   * Throws where a change opened no trigger although it had to.
   *
   * @param {any} before undefined where there is none
   * @param {any} record of an AI system or of a profile
   * @param {About} about
   */
  note(before, record, about) {
    const isFreed = record.name !== undefined && this.#isTaken(record.name);
    const { opened_trigger: opened } = record;
    const { system, place, isCertified } = about;
    if (opened === undefined) return
    if (opened !== null) {
      const items = isStated(about) ? itemsOf(before, record) : [];
      return void this.#opened.set(String(opened), { system, items, place })
    }
    const mustOpen =
      before === undefined ? mustOpenFirst(record, isFreed, about) : mustOpenLater(before, record, about);
    if (!mustOpen) return
    const what = isCertified ? 'of what was certified' : 'that asks less of an AI system';
    throw new Failure('caller_not_allowed', `a change ${what} opened no trigger`, place)
  }

  /**
   * Ends an entry, after its last record.
   *
   * @param {(id: string) => { system: string, reason: unknown } | undefined} changeOf the trigger of a change
   */
  endEntry(changeOf) {
    for (const [id, { system, items, place }] of this.#opened) {
      const change = changeOf(id);
      if (change?.system !== system)
        throw new Failure('caller_not_allowed', `a change that did not open its trigger ${id}`, place)
      if (hiddenItems(String(change.reason), items) > 0)
        throw new Failure(
          'input_differs',
          `the reason of trigger ${id} does not name the whole change`,
          place,
        )
    }
    this.#opened.clear();
  }

  /** Takes a name of an AI system. Returns whether one had it before. @param {string} name */
  #isTaken(name) {
    if (this.#names.has(name)) return true
    this.#budget.take(sizeOf$1(name));
    this.#names.add(name);
    return false
  }
}

/**
 * Whether a new agent or AI system MUST open a trigger, where the entry says that its process knew this rule.
 *
 * @param {any} record
 * @param {boolean} isFreed whether another AI system had the name
 * @param {About} about
 */
function mustOpenFirst(record, isFreed, about) {
  if (!isStated(about)) return false
  return isOfSystem(record) ? isFreed && !mayWiden(about) : about.isCertified && !isAlone(about)
}

/**
 * Whether a further version MUST open a trigger. One of a system that was never certified MUST, where the entry says that its
 * process knew this rule, and where the call made a suite: such a call only sets the first gate suite.
 *
 * @param {any} before
 * @param {any} record
 * @param {About} about
 */
function mustOpenLater(before, record, about) {
  const isCompared = isStated(about) || about.operation === 'createSuite';
  const isWatched = about.isCertified || (isOfSystem(record) && isCompared);
  return isWatched && !mayWiden(about) && isWidened(before, record)
}

/** @param {About} about */
const isStated = ({ details }) => typeof details.duties_version === 'number';
/** @param {any} record */
const isOfSystem = (record) => record.tools === undefined;
/** @param {About} about */
const isAlone = ({ settings }) => settings.some((one) => !one.changes_need_another);
/** @param {About} about */
const mayWiden = (about) => isAlone(about) && about.roles?.some((role) => APPROVERS.includes(role)) === true;

/**
 * Throws where somebody else opened or resolved a trigger than the person whom its record names. The record determines who made the
 * change and who may not resolve the trigger.
 *
 * @param {any} person whom the record names
 * @param {AuditEntry['actor']} actor who made the call
 * @param {{ isStated: boolean, place: Place }} about `isStated`: whether the call states the rules that it follows
 */
function assertOwn(person, actor, { isStated, place }) {
  if (actor.kind === 'user' ? !isPerson(person, actor) : isStated)
    throw new Failure(
      'input_differs',
      'a trigger that a person other than the caller opened or resolved',
      place,
    )
}

/** @param {any} before @param {any} record */
function isWidened(before, record) {
  const lacks = (/** @type {unknown[]} */ list, /** @type {unknown[]} */ of) => {
    const has = new Set(list);
    return of.some((one) => !has.has(one))
  };
  if (record.tools) return lacks(before.tools, record.tools) || isOtherVersion(before, record)
  const isSwitched = before.gate_suite !== null && before.gate_suite !== record.gate_suite;
  return (
    isSwitched || before.name !== record.name || lacks(record.attestation_roles, before.attestation_roles)
  )
}

/**
 * Whether a profile names other versions than before.
 *
 * @param {any} before undefined where there is none
 * @param {any} record
 */
const isOtherVersion = (before, record) =>
  before === undefined || VERSIONS.some((name) => before[name] !== record[name]);

/**
 * Checks that each failing result of type drift caused a finding in the call that submitted it (docs/gate-rules.md, What was
 * tried).
 */
class Drift {
  /** The failing results of the current call, by system and metric. @type {Map<string, Place>} */
  #required = new Map()
  /** @type {Set<string>} */
  #found = new Set()

  /**
   * Takes a result.
   *
   * @param {any} record
   * @param {any[]} suites those that may have been the gate suite; an undefined item means that there was none
   * @param {Place} place
   */
  result({ ai_system_id, eval_type, metric_name, metric_value, passed }, suites, place) {
    if (eval_type !== 'drift') return
    const fails = (/** @type {any} */ suite) =>
      suite?.thresholds.some(
        (/** @type {any} */ one) =>
          one.metric_name === metric_name &&
          one.eval_type === 'drift' &&
          !satisfied({ ...one, result: { metric_value } }),
      );
    if (passed !== false && !suites.every(fails)) return
    assertFew(this.#required.size);
    this.#required.set(keyOf$3(ai_system_id, metric_name), place);
  }

  /** @param {any} record a finding */
  finding({ kind, ai_system_id, metric_name }) {
    if (kind !== 'drift') return
    assertFew(this.#found.size);
    this.#found.add(keyOf$3(ai_system_id, metric_name));
  }

  /** Ends an entry. */
  endEntry() {
    for (const [key, place] of this.#required)
      if (!this.#found.has(key))
        throw new Failure('input_differs', 'a failed result of type drift has no finding', place)
    this.#required.clear();
    this.#found.clear();
  }
}

/** The most findings of one call that are compared. */
const MAX_FINDINGS$1 = 100_000;

/** @param {number} size */
function assertFew(size) {
  if (size === MAX_FINDINGS$1) throw new LimitReached(`a call has more than ${MAX_FINDINGS$1} findings of drift`)
}

/**
 * Returns a hash, so that keys stay short even if the names in a package are long.
 *
 * @param {unknown} system
 * @param {unknown} metric
 */
const keyOf$3 = (system, metric) => sha256(Buffer.from(JSON.stringify([system, metric])), 'latin1');

const HOUR_MS = 60 * 60 * 1000;

/** The largest difference, in hours, between the clock of the database, which counts a wait, and the clocks of the entries. */
const CLOCKS_HOURS = 1;

/** The longest wait that an approval records, in hours. */
const LONGEST_WAIT = 720;

/** The calls after which another person may be able to use an account. */
const WAYS_IN = ['resetPassword', 'inviteUser'];

/** The most times that are examined by default, which bounds the work that a package can cause. */
const MAX_LOOKS$1 = 20_000_000;

/**
 * Follows who granted an attestation role or gave access to an account, to whom, and when. People wait from then on
 * (docs/gate-rules.md, Separation of duties).
 */
class Waits {
  /** The attestation roles of each person. @type {Map<string, string[]>} */
  #held = new Map()
  /** When a person granted a role, by the person and the role. @type {Map<string, number[]>} */
  #granted = new Map()
  /**
   * When a person got access to an account: by the account, then by the person. @type {Map<string, Map<string | null, number[]>>}
   */
  #waysIn = new Map()
  /**
   * When accounts granted a role to a person: by the person and the role, then by the granting account. @type {Map<string,
   * Map<string, number[]>>}
   */
  #given = new Map()
  #budget
  #looks = 0

  /** @param {StateBudget} budget */
  constructor(budget) {
    this.#budget = budget;
  }

  /**
   * @param {any} record a version of a person
   * @param {number} at
   * @param {{ operation: string, actor: AuditEntry['actor'] }} call that wrote it
   */
  take({ id, version, attestation_roles }, at, { operation, actor }) {
    const by = actor.kind === 'user' ? actor.id : null;
    const roles = Array.isArray(attestation_roles) ? attestation_roles : [];
    const before = this.#held.get(id);
    this.#budget.take(sizeOf$1(roles) - (before ? sizeOf$1(before) : 0), before ? 0 : 1);
    this.#held.set(id, roles);
    if (by !== null) for (const role of roles) if (!before?.includes(role)) this.#grant(id, role, by, at);
    if (!WAYS_IN.includes(operation) && (version !== 1 || by === null)) return
    const ofAccount = this.#waysIn.get(id) ?? new Map();
    this.#waysIn.set(id, ofAccount);
    this.#note(ofAccount, by, at);
  }

  /** @param {string} to @param {string} role @param {string} by @param {number} at */
  #grant(to, role, by, at) {
    this.#note(this.#granted, keyOf$2(by, role), at);
    const own = this.#given.get(keyOf$2(to, role)) ?? new Map();
    this.#given.set(keyOf$2(to, role), own);
    this.#note(own, by, at);
  }

  /**
   * Returns when a person got a role from accounts in whose names that person may have acted.
   *
   * @param {string} person
   * @param {number} at
   * @param {string} role
   * @param {number} hours
   */
  grantedByOwn(person, at, role, hours) {
    const own = [...(this.#given.get(keyOf$2(person, role)) ?? [])];
    return own.flatMap(([by, times]) => (this.mayHaveActedAs([by], at, hours).has(person) ? times : []))
  }

  /**
   * Returns the longest time, in hours, that a person cannot have acted in the name of another one of these people any more.
   * Infinity where the person never could within LONGEST_WAIT.
   *
   * @param {string} person
   * @param {string[]} people
   * @param {number} at
   */
  hoursSinceActingAs(person, people, at) {
    const could = (/** @type {number} */ hours) => this.mayHaveActedAs(people, at, hours).has(person);
    let [least, most] = [CLOCKS_HOURS, LONGEST_WAIT + CLOCKS_HOURS];
    if (!could(most)) return Number.POSITIVE_INFINITY
    while (most - least > 1) {
      const middle = Math.floor((least + most) / 2);
      if (could(middle)) most = middle;
      else least = middle;
    }
    return most - 1
  }

  /**
   * Returns the longest time, in hours, since a person both had got a role from another account and could have acted in its
   * name.
   *
   * @param {string} person
   * @param {number} at
   * @param {string} role
   */
  hoursSinceGrantByOwn(person, at, role) {
    const given = [...(this.#given.get(keyOf$2(person, role)) ?? [])].filter(([by]) => by !== person);
    const hours = given.map(([by, times]) => {
      const seen = times.filter((time) => time <= at - OVERLAP_MS);
      const since = (at - Math.max(...seen)) / HOUR_MS + CLOCKS_HOURS;
      return Math.max(since, this.hoursSinceActingAs(person, [by], at))
    });
    return Math.min(Number.POSITIVE_INFINITY, ...hours)
  }

  /**
   * Returns the longest time, in hours, that a person can have waited when a call began. Every later call has seen an access to
   * the account, because calls lock the account. Of two overlapping calls of a person, one may not have seen the role that the
   * other granted.
   *
   * @param {string} person
   * @param {number} at
   * @param {string} [role] in which the person attests
   * @param {number[]} [more] further times at which the person got the role
   */
  hours(person, at, role, more = []) {
    const ways = [...this.#waysInto(person)].flatMap(([, times]) => times);
    const grants = role === undefined ? [] : (this.#granted.get(keyOf$2(person, role)) ?? []);
    const since = [...ways, ...[...grants, ...more].filter((time) => time <= at - OVERLAP_MS)];
    return since.reduce(
      (most, time) => Math.min(most, (at - time) / HOUR_MS + CLOCKS_HOURS),
      Number.POSITIVE_INFINITY,
    )
  }

  /**
   * Returns these people, and everyone who may have acted in their names: who got access to one of their accounts within this
   * many hours, directly or through other accounts.
   *
   * @param {string[]} people
   * @param {number} at
   * @param {number} hours
   */
  mayHaveActedAs(people, at, hours) {
    const found = new Set(people);
    // The loop also visits the items that it adds to the set.
    for (const person of found)
      for (const [by, times] of this.#waysInto(person))
        if (by !== null && times.some((time) => isWithin(time, at, hours))) found.add(by);
    return found
  }

  /** @param {string} person @returns {Map<string | null, number[]>} */
  #waysInto(person) {
    const ways = this.#waysIn.get(person) ?? new Map();
    this.#looks += 1 + ways.size;
    if (this.#looks > MAX_LOOKS$1 * this.#budget.effort)
      throw new LimitReached(`too many accounts were made or reset to be compared; ${MORE}`)
    return ways
  }

  /**
   * Adds a time. One time for each second is kept, and of the times that every call has seen only the newest.
   *
   * @template K
   * @param {Map<K, number[]>} map
   * @param {K} key
   * @param {number} at
   */
  #note(map, key, at) {
    const times = map.get(key);
    if (times === undefined) {
      this.#budget.take(sizeOf$1(key) + sizeOf$1([at]));
      map.set(key, [at]);
      return
    }
    const seconds = times.filter((time) => Math.floor(time / 1000) !== Math.floor(at / 1000));
    const recent = seconds.filter((time) => time > at - OVERLAP_MS);
    const seen = seconds.filter((time) => time <= at - OVERLAP_MS);
    const kept = [...(seen.length > 0 ? [Math.max(...seen)] : []), ...recent, at];
    this.#budget.take(sizeOf$1(kept) - sizeOf$1(times), 0);
    map.set(key, kept);
  }
}

/**
 * Whether a call at this time may count another time as at most this many hours before, with either clock.
 *
 * @param {number} time
 * @param {number} at
 * @param {number} hours
 */
const isWithin = (time, at, hours) => time <= at - OVERLAP_MS && time > at - (hours - CLOCKS_HOURS) * HOUR_MS;

/** @param {string} person @param {string} role */
const keyOf$2 = (person, role) => `${person} ${role}`;

/** @typedef {{ at: number, settings: any[], place: Place }} Call `settings`: the separation of duties that it may have read */

/**
 * Checks who contributed to what is certified: who submitted a result, who made the API key that submitted it, and who wrote the
 * suite version. It also checks that the people who approved were allowed to (docs/gate-rules.md, Separation of duties).
 */
class Duties {
  /** The person who made a key or wrote a suite version, by the id of the key or version. @type {Map<string, string>} */
  #makers = new Map()
  #budget
  #waits

  /** @param {StateBudget} budget */
  constructor(budget) {
    this.#budget = budget;
    this.#waits = new Waits(budget);
  }

  /**
   * Takes the first version of a key, or a version of a suite. Each suite version has an id of its own.
   *
   * @param {any} record
   * @param {AuditEntry['actor']} actor
   */
  made({ id }, actor) {
    if (actor.kind !== 'user' || actor.id === null || this.#makers.has(id)) return
    this.#budget.take(sizeOf$1(id) + sizeOf$1(actor.id));
    this.#makers.set(id, actor.id);
  }

  /**
   * Returns the person behind a call, if any: the caller, or the person who made the calling key.
   *
   * @param {AuditEntry['actor']} actor
   */
  personOf({ kind, id }) {
    if (id === null) return undefined
    return kind === 'user' ? id : kind === 'api_key' ? this.#makers.get(id) : undefined
  }

  /**
   * Takes a version of a person.
   *
   * @param {any} record
   * @param {number} at
   * @param {{ operation: string, actor: AuditEntry['actor'] }} call that wrote it
   */
  person(record, at, call) {
    this.#waits.take(record, at, call);
  }

  /**
   * Throws unless a certification names everyone who submitted its results or wrote its suite. It may name more people. A record
   * that is older than the separation of duties names no people and is not compared. A record with a `duties_version` also names
   * the people who may have acted in the name of those people, and MUST NOT claim a longer wait than the log shows.
   *
   * @param {any} certification
   * @param {(string | undefined)[]} submitters of its results
   * @param {Call} call
   */
  check(certification, submitters, call) {
    const { involved, suite_id, certified_by } = certification;
    if (!Array.isArray(involved)) return
    const openly = [...submitters, this.#makers.get(suite_id)].filter((id) => id !== undefined);
    const expected = isOfDuties(certification)
      ? this.#waits.mayHaveActedAs(openly, call.at, shortestWait(call.settings))
      : openly;
    const missing = [...expected].find((id) => !involved.includes(id));
    if (missing !== undefined) {
      const says = `certification: ${missing} submitted a result or wrote the suite, or may have done so under that name, and is not listed as involved`;
      throw new Failure('input_differs', says, call.place)
    }
    this.checkWait(certification, certified_by?.id, call, this.#sinceActing(certification, openly, call));
  }

  /**
   * Returns the longest time, in hours, since the certifier could have acted in the name of one of the people who are openly
   * involved. Infinity where the record need not take it into account.
   *
   * @param {any} certification
   * @param {string[]} openly
   * @param {Call} call
   */
  #sinceActing({ duties_version, certified_by }, openly, { at, settings }) {
    const certifier = certified_by?.id;
    const waits = settings.flatMap((one) => (one.certifier_is_another ? [] : [one.role_wait_hours]));
    const wait = Math.max(0, ...waits);
    const isLeftOut = !(duties_version >= (wait > 0 ? ACTED_AS_AFTER_WAIT : ACTED_AS));
    if (isLeftOut || openly.includes(certifier)) return Number.POSITIVE_INFINITY
    const hours = this.#waits.hoursSinceActingAs(certifier, openly, at);
    // Within the wait, the certifier is among those involved instead. The gate may have counted fewer hours.
    return wait > 0 && hours < wait + CLOCKS ? Number.POSITIVE_INFINITY : hours
  }

  /**
   * Throws where an approval claims that its person had waited longer than the log shows.
   *
   * @param {any} approval
   * @param {string} person
   * @param {Call} call
   * @param {number} [otherwise] the most hours for another reason
   */
  checkWait(approval, person, { at, settings, place }, otherwise = Number.POSITIVE_INFINITY) {
    if (!isOfDuties(approval)) return
    const { role, duties_version } = approval;
    const more =
      role !== undefined && duties_version >= GRANTED_BY_OWN && duties_version < ACTED_AS
        ? this.#waits.grantedByOwn(person, at, role, shortestWait(settings))
        : [];
    const sinceGrant =
      role !== undefined && duties_version >= ACTED_AS
        ? this.#waits.hoursSinceGrantByOwn(person, at, role)
        : Number.POSITIVE_INFINITY;
    // A clock that was set back has not reached the time of a grant yet. To have waited for 0 hours is no claim.
    const most = Math.max(0, Math.min(otherwise, sinceGrant, this.#waits.hours(person, at, role, more)));
    if (approval.waited_hours <= most) return
    const says = `the person is said to have waited ${approval.waited_hours} hours, by the log at most ${Math.floor(most)}`;
    throw new Failure('input_differs', says, place)
  }

  /**
   * Throws where a person resolved the trigger of a change although the settings do not allow it.
   *
   * @param {any} resolution
   * @param {string} changedBy
   * @param {Call} call
   */
  checkResolver(resolution, changedBy, { at, settings, place }) {
    if (!settings.every((one) => one.changes_need_another)) return
    const resolver = resolution.resolved_by?.id;
    const refuse = (/** @type {string} */ why) => {
      throw new Failure('caller_not_allowed', `${resolver} resolved the trigger of a change, ${why}`, place)
    };
    if (resolver === changedBy) refuse('which was their own');
    if (!isOfDuties(resolution)) return
    const hours = shortestWait(settings);
    if (this.#waits.mayHaveActedAs([changedBy], at, hours).has(resolver))
      refuse('which may have been made under the name of another account');
    if (this.#waits.hours(resolver, at) < hours) refuse('before the wait was over');
  }
}

/**
 * Since this `duties_version`, a person also waits after a role was granted by an account in whose name that person may have
 * acted.
 */
const GRANTED_BY_OWN = 3;

/** Since this `duties_version`, a person waits also after having been able to act in the name of another, whatever the settings. */
const ACTED_AS = 4;

/**
 * Since this `duties_version`, a certification also counts the hours since the certifier could have acted in the name of another
 * where certifiers may be involved and these hours are beyond the wait that is set.
 */
const ACTED_AS_AFTER_WAIT = 5;

/**
 * The most hours by which the gate may count fewer than `hoursSinceActingAs`: an hour for the clocks in either direction, and one
 * for whole hours.
 */
const CLOCKS = 3;

/**
 * Whether a record has a `duties_version`. Earlier records do not say what their numbers take into account.
 *
 * @param {any} record
 */
const isOfDuties = ({ duties_version }) => typeof duties_version === 'number';

/** @param {any[]} settings */
const shortestWait = (settings) => Math.min(...settings.map((one) => one.role_wait_hours));

/** @typedef {{ at: number, leaf: number }} Call */
/** @typedef {Call & { id: string, named: Map<string, string | null> }} Result `named`: the versions that it names, by agent; null where it names two */

/**
 * Limits that bound the memory. FEW: the most results of a measure that are kept. OLD_MS: the oldest result is dropped where the
 * next one is older than this, because no call can read it any more. MAX_NAMED: the most characters of the names in all kept
 * results, by default.
 */
const FEW = 16;
const OLD_MS = 2 * OVERLAP_MS;
const MAX_NAMED = 8_000_000;
const UNMEASURED = 'whether some results measured what was certified';
/** The number of states that a result counts as. */
const RESULT = 2;

/**
 * Checks that the results that a certification locks were measured with its agents (docs/gate-rules.md, Which results can be
 * certified).
 */
class Measured {
  /**
   * The call that last changed the versions of each profile; undefined where its record is older than the comparison of such
   * changes.
   *
   * @type {Map<string, Call | undefined>}
   */
  #changed = new Map()
  /** The newest results of each measure that a current suite version asks for, by the suite's id. @type {Map<string, Map<string, Result[]>>} */
  #results = new Map()
  #named = 0
  #remark

  #budget

  /** @param {StateBudget} budget @param {Remark} remark */
  constructor(budget, remark) {
    this.#budget = budget;
    this.#remark = remark;
  }

  /**
   * Takes a version of a profile.
   *
   * @param {any} before undefined where there is none
   * @param {any} record
   * @param {Call} call
   */
  profile(before, record, call) {
    if (isOtherVersion(before, record))
      this.#changed.set(record.id, record.opened_trigger === undefined ? undefined : call);
  }

  /**
   * Takes a suite version. From then on, the version before it cannot be certified.
   *
   * @param {string | undefined} before the id of the version before it
   * @param {any} record
   */
  suite(before, { id, thresholds }) {
    const ended = this.#results.get(before ?? '') ?? new Map();
    for (const results of ended.values()) this.#drop(results);
    this.#budget.give(sizeOf$1([...ended.keys()]), ended.size);
    this.#results.delete(before ?? '');
    const asked = new Map((thresholds ?? []).map((/** @type {any} */ one) => [measureOf(one), []]));
    this.#budget.take(sizeOf$1([...asked.keys()]), asked.size);
    this.#results.set(id, asked);
  }

  /**
   * Takes a result that is tied to a suite version.
   *
   * @param {any} record
   * @param {Call} call
   */
  result(record, call) {
    const results = this.#results.get(record.eval_suite_id)?.get(measureOf(record));
    if (results === undefined) return
    const named = namedAgents(record.payload);
    const [, second] = results;
    if (results.length >= FEW * this.#budget.effort || (second && second.at < call.at - OLD_MS))
      this.#drop(results.splice(0, 1));
    const size = charactersOf(named);
    if (this.#named + size <= MAX_NAMED * this.#budget.effort) {
      this.#named += size;
      this.#budget.take(sizeOf$1(record.id), RESULT);
      results.push({ ...call, id: record.id, named });
      return
    }
    this.#budget.leaveOut(UNMEASURED);
  }

  /**
   * Throws where a result was not measured with an agent. Earlier records are not compared.
   *
   * @param {any} certification
   * @param {{ identityOf: (profile: string) => string | undefined, place: Place }} where
   */
  check({ id, suite_id, agents, results, duties_version }, { identityOf, place }) {
    if (duties_version === undefined) return
    for (const locked of results ?? []) {
      const kept = this.#results.get(suite_id)?.get(measureOf(locked));
      const result = kept?.find((one) => one.id === locked.evaluation_id);
      if (result === undefined) {
        this.#budget.leaveOut(UNMEASURED);
        continue
      }
      for (const agent of agents) {
        const identity = identityOf(agent.profile_id);
        const changed = this.#changed.get(agent.profile_id);
        if (identity === undefined || changed === undefined) continue
        const has = measured(result, { identity, changed }, agent);
        const says = `the result of ${locked.metric_name} did not measure ${JSON.stringify(identity)} as it is certified`;
        if (has === 'no') throw new Failure('input_differs', `certification: ${says}`, place)
        if (has === 'overlapping')
          this.#remark(
            'approval',
            id,
            `certification ${id}: ${says}; a call that began shortly before explains this`,
          );
      }
    }
  }

  /** @param {Result[]} results */
  #drop(results) {
    for (const { id, named } of results) {
      this.#named -= charactersOf(named);
      this.#budget.give(sizeOf$1(id), RESULT);
    }
  }
}

/** @param {Map<string, string | null>} named */
function charactersOf(named) {
  let size = 0;
  for (const [identity, versions] of named) size += 32 + identity.length + (versions?.length ?? 0);
  return size
}

/** @param {any} one */
const measureOf = ({ metric_name, eval_type }) => canonicalJson([metric_name, eval_type]);

/**
 * @param {Result} result
 * @param {{ identity: string, changed: Call }} profile
 * @param {any} agent as it is locked
 * @returns {'yes' | 'no' | 'overlapping'}
 */
function measured({ named, at, leaf }, { identity, changed }, agent) {
  const said = named.get(identity);
  if (said !== undefined) return said === versionsOf(agent) ? 'yes' : 'no'
  if (leaf > changed.leaf) return 'yes'
  return at > changed.at - OVERLAP_MS ? 'overlapping' : 'no'
}

/**
 * @param {any} payload the caller's
 * @returns {Map<string, string | null>}
 */
function namedAgents(payload) {
  const named = new Map();
  const agents = Array.isArray(payload?.agents) ? payload.agents : [];
  for (const one of agents) {
    if (typeof one !== 'object' || one === null || typeof one.agent_identity !== 'string') continue
    const versions = versionsOf(one);
    const isOther = named.has(one.agent_identity) && named.get(one.agent_identity) !== versions;
    named.set(one.agent_identity, isOther ? null : versions);
  }
  return named
}

/** @param {any} one */
const versionsOf = (one) => canonicalJson(VERSIONS.map((name) => one[name] ?? null));

/**
 * @typedef {{ historyOf: (key: unknown[]) => History<any> | undefined, profilesOf: (system: string) => Iterable<string>,
 *   remark: (text: string) => void }} Log `remark` receives differences that overlapping calls alone explain
 * @typedef {{ at: number, size: number | undefined, place: Place }} Call `size`: of the log that it names
 */

/**
 * Throws unless each part of a snapshot, except its triggers, was the state of the log when the decision was made.
 *
 * @param {any} snapshot
 * @param {Log} log
 * @param {Call} call
 */
function compareSnapshot(snapshot, log, call) {
  const { ai_system, suite, certifications, separation_of_duties: separation } = snapshot;
  const compare = (
    /** @type {string} */ what,
    /** @type {any} */ value,
    /** @type {unknown[]} */ key,
    /** @type {(record: any) => any} */ shape,
  ) => comparePart({ what, value, ...call }, log, key, shape);
  const system = compare('ai_system', ai_system, ['ai-systems', ai_system.id], systemOf);
  const name = system?.gate_suite ?? null;
  compare('suite', suite && withoutResults(suite), ['suites', ai_system.id, name], suiteOf);
  if (separation)
    compare('separation_of_duties', separation, ['organizations', snapshot.organization_id], separationOf);
  const shown = new Map(snapshot.profiles.map((/** @type {any} */ profile) => [profile.id, profile]));
  for (const id of new Set([...log.profilesOf(ai_system.id), ...shown.keys()]))
    compare(`profile ${id}`, shown.get(id) ?? null, ['agent-profiles', ai_system.id, id], profileOf);
  const { of_system, of_suite, of_version } = certifications;
  const certified = (/** @type {unknown[]} */ ...key) => ['certifications', ...key];
  compare('certifications.of_system', of_system, certified('system', ai_system.id), certificationOf);
  compare('certifications.of_suite', of_suite, certified('suite', ai_system.id, suite?.name), certificationOf);
  compare('certifications.of_version', of_version, certified('version', suite?.id), certificationOf);
  for (const { metric_name, eval_type, result } of suite?.thresholds ?? []) {
    const key = ['evaluations', suite.id, metric_name, eval_type];
    compare(`result of ${metric_name}`, result, key, shownResult);
  }
  const agents = canonicalJson(inOrder(snapshot.profiles.map(agentOf)));
  for (const role of suite ? ai_system.attestation_roles : []) {
    const found = snapshot.attestations.find((/** @type {any} */ one) => one.role === role) ?? null;
    compare(`attestation of ${role}`, found, ['attestations', suite.id, role, agents], attestationOf);
  }
}

/**
 * Compares a part of a snapshot with the records. Members that a snapshot of an earlier rules version leaves out are not
 * compared.
 *
 * @param {{ what: string, value: any } & Call} part
 * @param {Log} log
 * @param {unknown[]} key
 * @param {(record: any) => any} shape how a record appears in a snapshot
 * @returns {any} the record
 */
function comparePart({ what, value, at, size, place }, log, key, shape) {
  const history = log.historyOf(key);
  const readable = history?.readableAt(at, size) ?? [undefined];
  const found = readable.findLastIndex((record) => agrees(value, shape(record)));
  const says = () =>
    `${what}: the snapshot says ${canonicalJson(value)}, the log ${canonicalJson(shape(readable.at(-1)))}`;
  if (found === -1) throw new Failure('input_differs', says(), place)
  if (found < readable.length - 1)
    log.remark(`decision ${place.id}, ${says()}; a call that began shortly before explains this`);
  if (readable[found] !== undefined) history?.witness(readable[found], at);
  return readable[found]
}

/**
 * @param {any} value of a snapshot
 * @param {any} expected
 */
function agrees(value, expected) {
  if (value === null || expected === null) return value === expected
  return Object.keys(value).every(
    (key) => key in expected && canonicalJson(value[key]) === canonicalJson(expected[key]),
  )
}

/**
 * Throws unless a result belongs to what it names (docs/api.md 4.1.3): to an AI system with that name, and to the suite version
 * with that id or the current version of the suite with that name.
 *
 * @param {any} result
 * @param {{ systems: any[], suites: any[] }} log what the call may have read: the AI system to which
 *   the result is tied, and the suite of that system with the given name
 * @param {Place} place
 */
function assertTied(result, { systems, suites }, place) {
  const { ai_system_name, eval_suite, eval_suite_id } = result;
  const refuse = (/** @type {string} */ says) => {
    throw new Failure('input_differs', `a result that is tied to ${says}`, place)
  };
  if (!systems.some((one) => one?.name === ai_system_name)) refuse('an AI system of another name');
  if (eval_suite === null) return eval_suite_id === null || refuse('a suite that it does not name')
  const isNamedById = typeof eval_suite === 'string' && eval_suite.toLowerCase() === eval_suite_id;
  if (!isNamedById && !suites.some((one) => one && one.id === eval_suite_id))
    refuse(`another suite version than ${JSON.stringify(eval_suite)} was`);
}

/** The subject of findings or of a trigger, with its occurrences and its resolutions. */
class Subject {
  /** @type {string[]} */
  ids = []
  /** The values of the record of each id, in the order of SAYS. @type {unknown[][]} */
  says = []
  occurrences = 0
  /** Whether decisions are compared with this subject. */
  isLooked = false
  /** Recent seconds with occurrences, ascending, and the number of occurrences in each. @type {number[]} */
  #seconds = []
  /** @type {number[]} */
  #counts = []
  /**
   * The number of occurrences up to a leaf. The first leaf with an unresolved occurrence is kept; of the others, the newer ones are
   * kept more densely.
   *
   * @type {{ leaf: number, occurrences: number }[]}
   */
  #leaves = []
  /** @type {{ occurrences: number, at: number, leaf: number }[]} */
  #resolutions = []
  #resolvedBefore = 0
  /** The occurrences that a decision has read. Later decisions MUST have read them too. */
  #witnessed = { occurrences: 0, at: 0 }

  /** The person who made the change that opened the trigger; undefined where no change did. @type {string | undefined} */
  changedBy

  /** @param {string} kind @param {number} first @param {string} system */
  constructor(kind, first, system) {
    this.kind = kind;
    this.first = first;
    this.system = system;
  }

  /** Whether some occurrences are unresolved. */
  get isOpen() {
    return this.occurrences > this.resolvedUntil(Number.POSITIVE_INFINITY)
  }

  /** The number of times that are kept. */
  get moments() {
    return this.#seconds.length + this.#leaves.length + this.#resolutions.length
  }

  /** @param {number} at @param {number} leaf of the call */
  occur(at, leaf) {
    this.occurrences++;
    const last = this.#leaves.at(-1);
    if (last?.leaf === leaf) last.occurrences++;
    else this.#leaves.push({ leaf, occurrences: this.occurrences });
    if (this.#leaves.length > MAX_LEAVES) this.#leaves = this.#leaves.filter((_, i) => i % 2 === 0);
    const second = Math.floor(at / 1000);
    const i = this.#seconds.findLastIndex((one) => one <= second);
    if (this.#seconds[i] === second) this.#counts[i] = (this.#counts[i] ?? 0) + 1;
    else {
      this.#seconds.splice(i + 1, 0, second);
      this.#counts.splice(i + 1, 0, 1);
    }
    if (this.#seconds.length <= MAX_SECONDS$1) return
    this.#seconds.splice(0, FEW_SECONDS);
    this.#counts.splice(0, FEW_SECONDS);
  }

  /**
   * Whether a call at this time MUST have read the subject as open.
   *
   * @param {number} at
   * @param {number} [size] of the log, all of whose entries the call had seen
   */
  wasOpen(at, size) {
    const before = this.occurrences - this.#since(at - OVERLAP_MS);
    const witnessed = at >= this.#witnessed.at + STALL_MS ? this.#witnessed.occurrences : 0;
    const seen = size === undefined ? witnessed : this.#below(size);
    return Math.max(before, seen) > this.resolvedUntil(Number.POSITIVE_INFINITY)
  }

  /** The least number of occurrences before a leaf. @param {number} leaf */
  #below(leaf) {
    return this.#leaves.findLast((one) => one.leaf < leaf)?.occurrences ?? 0
  }

  /**
   * The number of occurrences that began in this second or later. All of them are counted, even if many came at once. @param
   * {number} time
   */
  #since(time) {
    const first = this.#seconds.findIndex((second) => second >= Math.floor(time / 1000));
    return first === -1 ? 0 : this.#counts.slice(first).reduce((sum, count) => sum + count)
  }

  /**
   * Whether a call at this time MUST have read the subject as resolved.
   *
   * @param {number} at
   * @param {number} [size] of the log, all of whose entries the call had seen
   */
  wasResolved(at, size) {
    return this.occurrences <= this.resolvedUntil(at - OVERLAP_MS, size)
  }

  /** Records that a decision has read the subject as open. @param {number} at */
  witness(at) {
    const occurrences = this.resolvedUntil(at - OVERLAP_MS) + 1;
    if (occurrences > this.#witnessed.occurrences) this.#witnessed = { occurrences, at };
  }

  /** @param {number} occurrences @param {number} at @param {number} leaf of the call */
  resolve(occurrences, at, leaf) {
    this.#resolutions.push({ occurrences, at, leaf });
    this.#leaves = this.#leaves.filter((one) => one.occurrences > occurrences);
    const dropped = this.#resolutions.length > RECENT ? this.#resolutions.shift() : undefined;
    this.#resolvedBefore = Math.max(this.#resolvedBefore, dropped?.occurrences ?? 0);
  }

  /** The number of occurrences that were resolved at a time, or before a leaf. @param {number} time @param {number} [size] */
  resolvedUntil(time, size = 0) {
    return this.#resolutions.reduce(
      (most, one) => (one.at <= time || one.leaf < size ? Math.max(most, one.occurrences) : most),
      this.#resolvedBefore,
    )
  }
}

/** The most resolutions of a subject whose times are kept. */
const RECENT = 64;
/**
 * The most seconds with occurrences that are kept. This is more than overlapping calls can take, including those that wait for
 * others.
 */
const MAX_SECONDS$1 = 96;
/** The most leaves whose occurrences are kept. */
const MAX_LEAVES = 64;
/** The number of oldest seconds that are dropped together. */
const FEW_SECONDS = 16;

/** @typedef {{ at: number, leaf: number }} Call */

/** The most ids of a subject. Several simultaneous calls may each have been the first to find it. */
const MAX_IDS = 64;
/** The number of states that a subject counts as, and the bytes of each time that it keeps. */
const SUBJECT = 6;
const MOMENT = 48;
/** The most comparisons of decisions with subjects by default, which bounds the work that a package can cause. */
const MAX_LOOKS = 20_000_000;
/** After this number of decisions of a system, subjects that were resolved long ago are left out. */
const EVERY = 16;
/** How long a resolved subject is still compared, because the clocks of processes may differ. */
const RESOLVED_MS = 60 * 60 * 1000;

/** Follows blocking findings and triggers, and their resolutions, to know which of them were open when a decision was made. */
class OpenTriggers {
  /** The subjects, by their content. @type {Map<string, Subject>} */
  #subjects = new Map()
  /**
   * By system: the subjects that a call may still have read as open, and the number of decisions that were compared with them.
   *
   * @type {Map<string, { subjects: Subject[], checks: number }>}
   */
  #ofSystem = new Map()
  #looks = 0
  /** The subjects, by each of their ids. @type {Map<string, Subject>} */
  #byId = new Map()
  /** By system: the subjects that changes opened and that a call may still have read as open. @type {Map<string, Subject[]>} */
  #changes = new Map()
  #budget

  /** @param {StateBudget} budget */
  constructor(budget) {
    this.#budget = budget;
  }

  /**
   * @param {string} type
   * @param {any} record
   * @param {Call} call
   */
  take(type, record, call) {
    if (type === 'findings') this.#found(record, call);
    else if (type === 'triggers') this.#occurred({ ...record, kind: 'manual' }, [record.id], call);
    else if (type === 'resolutions') this.#resolve(record, call);
  }

  /**
   * Throws unless the snapshot shows the open triggers.
   *
   * @param {any} snapshot
   * @param {{ at: number, size: number | undefined, place: Place }} call with the size of the log that it states
   * @param {(text: string, isHidden: boolean) => void} remark receives differences that overlapping calls can explain
   */
  check({ ai_system, open_triggers, more_open_triggers }, { at, size, place }, remark) {
    const shown = new Map(open_triggers.map((/** @type {any} */ one) => [one.id, one]));
    const last = more_open_triggers ? open_triggers.at(-1)?.id : undefined;
    for (const subject of this.#looked(ai_system.id, at)) {
      const id = subject.ids.find((one) => shown.has(one));
      const isShown = id !== undefined;
      if (isShown) {
        assertSame(subject, id, shown.get(id), { where: 'open_triggers', place });
        shown.delete(id);
      }
      // More triggers are open than the snapshot shows, and this one may be among the rest. The decision blocks in any case.
      if (!isShown && last !== undefined && subject.ids.some((id) => id > last)) continue
      const isOpen = subject.isOpen;
      const isWrong = isShown ? subject.wasResolved(at, size) : subject.wasOpen(at, size);
      if (isShown) subject.witness(at);
      if (!isWrong && isShown === isOpen) continue
      const says = `open_triggers: ${subject.kind} ${subject.ids[0]} is ${isOpen ? 'open' : 'resolved'}, the snapshot ${isShown ? 'shows' : 'leaves out'} it`;
      if (isWrong) throw new Failure('input_differs', says, place)
      remark(
        `decision ${place.id}, ${says}; a call that began shortly before explains this`,
        isOpen && !isShown,
      );
    }
    const [unknown] = shown.keys();
    if (unknown === undefined) return
    const is = this.#byId.get(unknown)?.system === ai_system.id ? 'resolved is' : 'the log has no';
    throw new Failure('input_differs', `open_triggers: ${is} ${unknown}`, place)
  }

  /**
   * Returns the subjects of a system that a decision may have read as open. A subject that was resolved long ago is left out
   * until it occurs again.
   *
   * @param {string} system
   * @param {number} at
   */
  #looked(system, at) {
    const own = this.#ofSystem.get(system);
    if (own === undefined) return []
    this.#looks += own.subjects.length;
    if (this.#looks > MAX_LOOKS * this.#budget.effort)
      throw new LimitReached(`more triggers and decisions of an AI system than are compared; ${MORE}`)
    if (++own.checks % EVERY === 0)
      own.subjects = own.subjects.filter((subject) => {
        subject.isLooked = subject.isOpen || !subject.wasResolved(at - RESOLVED_MS);
        return subject.isLooked
      });
    return own.subjects
  }

  /**
   * Returns the person who made the change that opened a trigger, the system, and the reason that the trigger gives. Returns undefined
   * where no change opened it.
   *
   * @param {unknown} id
   */
  changeOf(id) {
    const subject = this.#byId.get(String(id));
    if (subject?.changedBy === undefined) return undefined
    return { by: subject.changedBy, system: subject.system, reason: subject.says[0]?.[0] }
  }

  /**
   * Returns the changes of a system whose triggers a call at this time may have read as open: open ones, and ones that were
   * resolved shortly before.
   *
   * @param {string} system
   * @param {number} at
   * @param {number} [size] of the log, all of whose entries the call had seen
   */
  changesOf(system, at, size) {
    const recent = (this.#changes.get(system) ?? []).filter((subject) => !subject.wasResolved(at));
    this.#changes.set(system, recent);
    const shown = (/** @type {Subject} */ { ids, says }) => ({ id: ids[0] ?? '', reason: says[0]?.[0] });
    return {
      open: recent.filter(({ isOpen }) => isOpen).map(shown),
      justResolved: recent.filter((one) => !one.isOpen && !one.wasResolved(at, size)).map(shown),
    }
  }

  /**
   * Throws where a resolved trigger was shown with other content than the log has. Earlier entries do not say what was shown.
   *
   * @param {string} id
   * @param {any} content what was shown when it was resolved; undefined where the entry does not say
   * @param {Place} place
   */
  assertShown(id, content, place) {
    const subject = this.#byId.get(id);
    if (!content) return
    if (content.id !== id)
      throw new Failure('input_differs', `a resolution of ${id} says what ${content.id} is`, place)
    if (subject) assertSame(subject, id, content, { where: 'a resolution', place });
  }

  /** @param {any} record @param {Call} call */
  #found(record, call) {
    const { kind, ai_system_id, profile_id, tool_name, model_name, model_version, metric_name } = record;
    if (kind === 'gap' || ai_system_id === null) return
    const parts = { tool: [profile_id, tool_name], version: [profile_id, model_name, model_version] };
    const drift = [ai_system_id, metric_name];
    const about = parts[/** @type {keyof typeof parts} */ (kind)] ?? drift;
    this.#occurred(record, [kind, ...about], call);
  }

  /**
   * @param {any} record
   * @param {unknown[]} about
   * @param {Call} call
   */
  #occurred(record, about, { at, leaf }) {
    const { id, kind, ai_system_id } = record;
    const key = JSON.stringify(about);
    let subject = this.#subjects.get(key);
    if (subject === undefined) {
      this.#budget.take(sizeOf$1(key) + sizeOf$1(ai_system_id), SUBJECT);
      subject = new Subject(kind, at, ai_system_id);
      this.#subjects.set(key, subject);
    }
    if (!subject.isLooked) {
      subject.isLooked = true;
      const own = this.#ofSystem.get(subject.system) ?? { subjects: [], checks: 0 };
      own.subjects.push(subject);
      this.#ofSystem.set(subject.system, own);
    }
    const before = subject.moments;
    subject.occur(at, leaf);
    this.#budget.take((subject.moments - before) * MOMENT, 0);
    if (kind === 'manual' && record.changed) this.#changed(subject, record);
    if (subject.ids.length < MAX_IDS && at <= subject.first + OVERLAP_MS) {
      const says = shownOf(kind).map((name) => record[name]);
      this.#budget.take(sizeOf$1(id) + sizeOf$1(says), 2);
      subject.ids.push(id);
      subject.says.push(says);
      this.#byId.set(id, subject);
    }
  }

  /** @param {Subject} subject @param {any} trigger */
  #changed(subject, { ai_system_id, opened_by }) {
    if (subject.changedBy === undefined) {
      const changes = this.#changes.get(ai_system_id) ?? [];
      changes.push(subject);
      this.#changes.set(ai_system_id, changes);
    }
    subject.changedBy = opened_by.id;
  }

  /** @param {any} record @param {Call} call */
  #resolve({ id, subject_id, subject_kind, occurrences }, { at, leaf }) {
    const subject = this.#byId.get(subject_id);
    if (subject && occurrences > subject.occurrences)
      throw new Failure(
        'input_differs',
        `a resolution of ${occurrences} occurrences, the log has only ${subject.occurrences}`,
        { id },
      )
    if (subject) {
      const before = subject.moments;
      subject.resolve(occurrences ?? subject.occurrences, at, leaf);
      this.#budget.take((subject.moments - before) * MOMENT, 0);
    } else if (subject_kind !== 'gap' && subject_kind !== 'tool')
      throw new Failure('input_differs', `a resolution of ${subject_id}, which the log does not have`, { id })
  }
}

/** The fields that a snapshot shows of a trigger, by its kind. */
const SAYS = /** @type {Readonly<Record<string, string[]>>} */ (
  Object.freeze({
    tool: ['agent_identity', 'tool_name'],
    version: ['agent_identity', 'model_name', 'model_version'],
    drift: ['metric_name'],
    manual: ['reason'],
  })
);

/** @param {string} kind */
function shownOf(kind) {
  return (Object.hasOwn(SAYS, kind) ? SAYS[kind] : undefined) ?? []
}

/**
 * The snapshot MUST show the content of the finding or trigger, because people resolve it on the basis of what they read there.
 *
 * @param {Subject} subject
 * @param {string} id
 * @param {any} shown
 * @param {{ where: string, place: Place }} by what shows it
 */
function assertSame({ kind, ids, says }, id, shown, { where, place }) {
  const names = shownOf(kind);
  const said = says[ids.indexOf(id)] ?? [];
  const differing = names.find((name, i) => said[i] !== undefined && said[i] !== shown[name]);
  if (shown.kind === kind && differing === undefined) return
  const what = differing ?? 'kind';
  throw new Failure('input_differs', `${where}: the ${what} of ${id} is not that of the log`, place)
}

/**
 * @typedef {{ leaf: number, size: number | undefined, details: AuditEntry['details'], actor: AuditEntry['actor'], operation: string,
 *   roles: string[] | undefined, place: Place }} By a call; `size`: of the log that it names; `roles`: those that its person
 *   may have had
 */

/**
 * Compares the inputs of gate decisions with the records. Each part of a snapshot MUST be the state of the log when the decision
 * was made (docs/gate-rules.md, The snapshot).
 */
class GateInputs {
  #budget
  #triggers
  #duties
  /** The versions of records, by type and identifying fields. @type {Map<string, History<any>>} */
  #newest = new Map()
  /** The profiles of each system. @type {Map<string, Set<string>>} */
  #profiles = new Map()
  #measured
  #approvals
  /** Whether the first entry created the organization with its settings. Then no earlier call exists. */
  #beginsWithSettings = false
  #changes
  #drift = new Drift()
  #remark

  /**
   * @param {StateBudget} budget
   * @param {Remark} remark receives differences that overlapping calls can explain
   */
  constructor(budget, remark) {
    this.#budget = budget;
    this.#triggers = new OpenTriggers(budget);
    this.#changes = new Changes(budget);
    this.#duties = new Duties(budget);
    this.#remark = remark;
    this.#measured = new Measured(budget, remark);
    this.#approvals = new Approvals(budget);
  }

  /**
   * Takes a record that decisions may read.
   *
   * @param {string} type
   * @param {any} record
   * @param {number} at
   * @param {By} by the call that wrote it, and where the record is
   * @param {() => string} leafHash of the record, hex
   */
  take(type, record, at, by, leafHash) {
    const { leaf, actor, place } = by;
    const system = record.ai_system_id;
    const add = (/** @type {unknown[]} */ key, /** @type {unknown} */ value = record) =>
      historyOf(this.#newest, keyOf$1(type, ...key), this.#budget).add(value, at, leaf, {
        mayBeNewer: type === 'evaluations' && by.details.in_order !== true,
      });
    switch (type) {
      case 'organizations':
        if (leaf === 0) this.#beginsWithSettings = record.separation_of_duties !== undefined;
        return add([record.id])
      case 'users':
        return this.#duties.person(record, at, by)
      case 'ai-systems':
        this.#noteChange(record.id, this.#newest.get(keyOf$1(type, record.id))?.newest, record, at, by);
        return add([record.id])
      case 'api-keys':
        if (record.version === 1) this.#duties.made(record, actor);
        return
      case 'suites':
        this.#duties.made(record, actor);
        return this.#takeSuite(record, add)
      case 'evaluations':
        return this.#takeResult(record, at, by, leafHash, add)
      case 'agent-profiles':
        return this.#takeProfile(record, at, by, add)
      case 'certifications':
        this.#checkCertification(record, at, by);
        this.#approvals.check(record, () => this.#approvedState(record, at, by.size), by);
        add(['system', system]);
        add(['suite', system, record.suite_name]);
        return add(['version', record.suite_id])
      case 'attestations':
        this.#duties.checkWait(record, record.attested_by?.id, this.#callOn(record, at, by));
        this.#approvals.check(record, () => this.#approvedState(record, at, by.size), by);
        return add([record.suite_id, record.role, canonicalJson(inOrder(record.agents))])
      case 'resolutions':
        this.#checkResolution(record, at, by);
        return this.#triggers.take(type, record, { at, leaf })
      default:
        if (type === 'findings') this.#drift.finding(record);
        if (type === 'triggers')
          assertOwn(record.opened_by, actor, { isStated: by.details.duties_version !== undefined, place });
        this.#triggers.take(type, record, { at, leaf });
    }
  }

  /** @param {any} record @param {number} at @param {By} by @param {(key: unknown[]) => void} add */
  #takeProfile(record, at, by, add) {
    const { ai_system_id: system, id } = record;
    const before = this.#newest.get(keyOf$1('agent-profiles', system, id))?.newest;
    this.#noteChange(system, before, record, at, by);
    this.#measured.profile(before, record, { at, leaf: by.leaf });
    this.#profilesOf(system).add(id);
    add([system, id]);
  }

  /** @param {any} record @param {number} at @param {By} by */
  #checkResolution(record, at, by) {
    assertOwn(record.resolved_by, by.actor, {
      isStated: record.duties_version !== undefined,
      place: by.place,
    });
    this.#triggers.assertShown(record.subject_id, by.details.settled, by.place);
    const change = this.#triggers.changeOf(record.subject_id);
    if (change) this.#duties.checkResolver(record, change.by, this.#callOn(record, at, by));
  }

  /** Returns what the rules of separation of duties need of a call. @param {any} record @param {number} at @param {By} by */
  #callOn(record, at, { place }) {
    return { at, settings: this.#settings(record, at), place }
  }

  /** Returns the systems and suites that a call may have read for a result. @param {any} result @param {number} at */
  #namedBy({ ai_system_id, eval_suite }, at) {
    return {
      systems: this.#newest.get(keyOf$1('ai-systems', ai_system_id))?.readableAt(at) ?? [],
      suites: this.#newest.get(keyOf$1('suites', ai_system_id, eval_suite))?.readableAt(at) ?? [],
    }
  }

  /** Returns the suites that a call may have read as the gate suite of a system. @param {string} system @param {number} at */
  #gateSuites(system, at) {
    const systems = this.#newest.get(keyOf$1('ai-systems', system))?.readableAt(at) ?? [undefined];
    return systems.flatMap(
      (one) => this.#newest.get(keyOf$1('suites', system, one?.gate_suite))?.readableAt(at) ?? [undefined],
    )
  }

  /** Ends an entry, after its last record. */
  endEntry() {
    this.#changes.endEntry((id) => this.#triggers.changeOf(id));
    this.#drift.endEntry();
  }

  /**
   * Throws unless every input of the decision is the state of the log.
   *
   * @param {any} record a gate decision that follows from its snapshot
   * @param {{ at: number, size: number | undefined, place: Place }} call with the size of the log that it names
   */
  check({ id, decision, snapshot }, call) {
    const isPass = decision === 'pass';
    const remark = (/** @type {string} */ text, isHidden = false) =>
      this.#remark(isPass ? (isHidden ? 'hidden' : 'passed') : 'blocked', id, text);
    const log = {
      historyOf: (/** @type {unknown[]} */ key) => this.#newest.get(keyOf$1(...key)),
      profilesOf: (/** @type {string} */ system) => this.#profilesOf(system),
      remark,
    };
    compareSnapshot(snapshot, log, call);
    this.#triggers.check(snapshot, call, remark);
  }

  /**
   * Records which trigger a change of a system, or of one of its profiles, opened.
   *
   * @param {string} system
   * @param {any} before undefined where there is none
   * @param {any} record
   * @param {number} at
   * @param {By} by
   */
  #noteChange(system, before, record, at, { roles, details, operation, place }) {
    const isCertified = this.#newest.has(keyOf$1('certifications', 'system', system));
    const settings = this.#settings(record, at);
    this.#changes.note(before, record, { system, isCertified, settings, roles, details, operation, place });
  }

  /**
   * Returns the separation of duties that a call may have read.
   *
   * @param {any} record of the call
   * @param {number} at
   * @returns {any[]}
   */
  #settings({ organization_id }, at) {
    const readable = this.#newest.get(keyOf$1('organizations', organization_id))?.readableAt(at) ?? [undefined];
    return readable.filter((one) => one || !this.#beginsWithSettings).map(separationOf)
  }

  /**
   * Throws unless a certification names the required people and results.
   *
   * @param {any} certification
   * @param {number} at
   * @param {By} by
   */
  #checkCertification(certification, at, { size, place }) {
    const { suite_id, ai_system_id, results, duties_version } = certification;
    const locked = (results ?? []).map((/** @type {any} */ { evaluation_id, metric_name, eval_type }) => {
      const readable =
        this.#newest.get(keyOf$1('evaluations', suite_id, metric_name, eval_type))?.readableAt(at, size) ?? [];
      return { metric_name, result: readable.find((one) => one?.id === evaluation_id) }
    });
    const submitters = locked.map((/** @type {any} */ { result }) => result?.person);
    this.#duties.check(certification, submitters, { at, settings: this.#settings(certification, at), place });
    const other = locked.find((/** @type {any} */ { result }) => result === undefined);
    if (other !== undefined && duties_version !== undefined)
      throw new Failure(
        'input_differs',
        `certification: another result of ${other.metric_name} was the newest`,
        place,
      )
    const identityOf = (/** @type {string} */ profile) =>
      this.#newest.get(keyOf$1('agent-profiles', ai_system_id, profile))?.newest?.agent_identity;
    this.#measured.check(certification, { identityOf, place });
  }

  /** Returns the state with which an approval is compared. @param {any} approval @param {number} at @param {number} [size] */
  #approvedState({ ai_system_id: id }, at, size) {
    const newestOf = (/** @type {unknown[]} */ ...key) => this.#newest.get(keyOf$1(...key))?.newest;
    const system = newestOf('ai-systems', id);
    const suite = newestOf('suites', id, system?.gate_suite);
    return {
      system,
      suite,
      profiles: [...this.#profilesOf(id)].map((profile) => newestOf('agent-profiles', id, profile)),
      resultsOf: (/** @type {any} */ { metric_name, eval_type }) =>
        this.#newest.get(keyOf$1('evaluations', suite.id, metric_name, eval_type))?.readableAt(at, size) ?? [
          undefined,
        ],
      changes: () => this.#triggers.changesOf(id, at, size),
    }
  }

  /**
   * @param {any} record a result
   * @param {number} at
   * @param {By} by
   * @param {() => string} leafHash
   * @param {(key: unknown[], value: unknown) => void} add
   */
  #takeResult(record, at, { leaf, actor, details, place }, leafHash, add) {
    if (this.#beginsWithSettings && record.eval_type === 'drift')
      this.#drift.result(record, this.#gateSuites(record.ai_system_id, at), place);
    if (details.in_order === true) assertTied(record, this.#namedBy(record, at), place);
    if (record.eval_suite_id === null) return
    this.#measured.result(record, { at, leaf });
    add([record.eval_suite_id, record.metric_name, record.eval_type], {
      ...resultOf(record, leafHash()),
      person: this.#duties.personOf(actor),
    });
  }

  /** The versions of the suites with one name are numbered from 1. @param {any} record @param {(key: unknown[]) => void} add */
  #takeSuite(record, add) {
    const key = [record.ai_system_id, record.name];
    const before = this.#newest.get(keyOf$1('suites', ...key))?.newest;
    const expected = (before?.version ?? 0) + 1;
    if (record.version !== expected)
      throw new Failure('version_gap', `version ${record.version} of a suite, ${expected} is expected`, {
        id: record.id,
      })
    this.#measured.suite(before?.id, record);
    add(key);
  }

  /** @param {string} system */
  #profilesOf(system) {
    const found = this.#profiles.get(system) ?? new Set();
    this.#profiles.set(system, found);
    return found
  }
}

/** @param {unknown[]} parts */
function keyOf$1(...parts) {
  return JSON.stringify(parts)
}

/** The types in which the next version is made from the text of the newest one. */
const LINEAGE = new Set(['assets', 'incident-reports', 'incidents', 'reporting-settings', 'suppliers']);
/** The most objects whose newest version is kept. The ones written last are kept, which bounds the memory. */
const MAX_KEPT$2 = 200_000;
/** The length of an id of Attestry. Objects with other ids are not compared. */
const ID_LENGTH$2 = 36;

/**
 * Checks that each version was made from the version before it. The entry of a call has the hash of the text that the call read
 * (`details.made_from`). Earlier entries do not have it and are not compared.
 */
class Lineage {
  /** Leaf hashes of the newest versions, by type and id. @type {Map<string, string>} */
  #newest = new Map()
  /** Whether a version was dropped. */
  #isCut = false
  #most
  #budget

  /** @param {StateBudget} budget */
  constructor(budget) {
    this.#budget = budget;
    this.#most = MAX_KEPT$2 * budget.effort;
  }

  /**
   * Takes a record.
   *
   * @param {string} type
   * @param {Lines} lines
   * @param {{ id: string, version: number, madeFrom: unknown }} record
   */
  take(type, lines, { id, version, madeFrom }) {
    if (id.length !== ID_LENGTH$2) return
    const key = `${type} ${id}`;
    const before = this.#newest.get(key);
    const isCompared = version > 1 && before !== undefined && typeof madeFrom === 'string';
    if (isCompared && Buffer.from(madeFrom, 'hex').toString('latin1') !== before) {
      const says = `version ${version} of type ${type}`;
      throw new Failure('version_differs', says, { file: lines.file, line: lines.line, id })
    }
    if (before !== undefined) this.#newest.delete(key);
    else if (version > 1 && typeof madeFrom === 'string') this.#miss();
    this.#newest.set(key, lines.leafHash('latin1'));
    if (this.#newest.size > this.#most) this.#drop();
  }

  /**
   * Returns the leaf hash of the newest version of an object, in latin1. Returns undefined where it is not kept. @param {string}
   * type @param {string} id
   */
  newestOf(type, id) {
    const newest = this.#newest.get(`${type} ${id}`);
    if (newest === undefined) this.#miss();
    return newest
  }

  #drop() {
    const [oldest = ''] = this.#newest.keys();
    this.#newest.delete(oldest);
    this.#isCut = true;
  }

  /** Notes that a version was to be compared with one that is not kept. */
  #miss() {
    if (this.#isCut)
      this.#budget.leaveOut('whether versions were made from those before them that were written long before');
  }
}

/** The most seconds with writes that are kept. */
const MAX_SECONDS = 128;

/**
 * Checks the size of the log that a call states: the number of entries that had a leaf when the call's statement read its inputs
 * (docs/gate-rules.md, The decision record). An entry with a leaf had committed before, so the call has seen it, independent of
 * clocks.
 */
class LogSizes {
  /**
   * The last leaf of a writing call, for each second. The second of a leaf is the latest one of all entries up to it, so seconds
   * ascend.
   *
   * @type {{ second: number, leaf: number }[]}
   */
  #written = []
  /** The latest time of a call that states a size, and the leaf of that call. */
  #named = { at: Number.NEGATIVE_INFINITY, leaf: 0 }
  #remark

  /** @param {Remark} remark */
  constructor(remark) {
    this.#remark = remark;
  }

  /**
   * Takes an entry. Returns the size that it states, or undefined where it states none.
   *
   * @param {AuditEntry} entry
   * @param {number} at
   * @param {number} leaf
   * @param {Place} place
   * @returns {number | undefined}
   */
  take({ details: { log_size: size }, receipts }, at, leaf, place) {
    const names = typeof size === 'number' && Number.isSafeInteger(size) ? size : undefined;
    if (names !== undefined) this.#compare(names, at, leaf, place);
    if (names !== undefined && at > this.#named.at) this.#named = { at, leaf };
    if (receipts.length === 0) return names
    // Other records may be late: an export is recorded long after it began.
    if (receipts.some(({ type }) => OF_DECISIONS.has(type))) this.#compareTime(at, leaf);
    this.#wrote(leaf, at);
    return names
  }

  /** @param {number} size @param {number} at @param {number} leaf @param {Place} place */
  #compare(size, at, leaf, place) {
    if (size > leaf)
      throw new Failure(
        'input_differs',
        `it names a log of ${size} entries, and only ${leaf} are before it`,
        place,
      )
    const before = Math.floor((at - OVERLAP_MS) / 1000);
    const last = this.#written.findLast(({ second }) => second < before);
    if (last !== undefined && last.leaf >= size)
      this.#remark(
        'late',
        `${leaf}`,
        `leaf ${leaf}: it names a log of ${size} entries, though leaf ${last.leaf} was written a minute before`,
      );
  }

  /**
   * Adds a remark for a write that began a minute or more before a decision whose entry precedes it in the log, because the
   * decision need not have seen the write. A write gets its place in the log in less than a minute, unless clocks differ or an
   * attacker delayed it.
   *
   * @param {number} at
   * @param {number} leaf
   */
  #compareTime(at, leaf) {
    if (at >= this.#named.at - OVERLAP_MS) return
    this.#remark(
      'late',
      `${leaf}`,
      `leaf ${leaf}: what it wrote began a minute or more before the decision of leaf ${this.#named.leaf}, which need not have seen it`,
    );
  }

  /** @param {number} leaf @param {number} at */
  #wrote(leaf, at) {
    const last = this.#written.at(-1);
    const second = Math.max(Math.floor(at / 1000), last?.second ?? 0);
    if (last?.second === second) last.leaf = leaf;
    else this.#written.push({ second, leaf });
    if (this.#written.length > MAX_SECONDS) this.#written.shift();
  }
}

/** Record types whose records in an incident support package MUST all belong to the incident. */
const OWN = [
  'incidents',
  'incident-comments',
  'incident-attachments',
  'attachment-contents',
  'incident-filings',
  'incident-reports',
  'notifications',
  'obligations',
  'webhook-deliveries',
];

/**
 * Checks the content of an incident support package. Each entry wrote a record of the incident or received a delivery for it. The
 * versions of the incident start with the first one and have no gap. The package cannot prove that it has the latest versions.
 */
class IncidentChecks {
  #incidentId
  #versions = 0
  /** The facts in the newest version, as text. */
  #facts = ''
  /** @type {Record<string, unknown>[]} */
  #filings = []
  /** The SHA-256 of each attachment. @type {Map<string, string>} */
  #documents = new Map()
  /** The filings whose document is an attachment. @type {{ record: any, at: Place }[]} */
  #filed = []

  /** @param {string} incidentId */
  constructor(incidentId) {
    this.#incidentId = incidentId;
  }

  /** @param {{ operation: string, receipts: { type: string }[] }} entry @param {Place} at */
  entry({ operation, receipts }, at) {
    if (!receipts.some(({ type }) => OWN.includes(type)))
      throw new Failure('entry_foreign', `${operation} wrote nothing of incident ${this.#incidentId}`, at)
  }

  /**
   * Returns the check for each record type that this class checks. @returns {Record<string, (record: any, at: Place) => void>}
   */
  checks() {
    return Object.fromEntries(OWN.map((type) => [type, (record, at) => this.record(type, record, at)]))
  }

  /** @param {string} type one of its own @param {any} record @param {Place} at */
  record(type, record, at) {
    if (record[ID_OF_INCIDENT[type] ?? 'incident_id'] !== this.#incidentId)
      throw new Failure('record_foreign', `not of incident ${this.#incidentId}`, at)
    if (type === 'incidents') this.#version(record, at);
    else if (type === 'incident-attachments') this.#documents.set(record.id, record.sha256);
    else if (type === 'incident-filings') this.#filing(record, at);
    else if (type === 'obligations') this.#obligations(record, at);
  }

  /** Checks what can be decided only after the last record. */
  finish() {
    if (this.#versions === 0) throw new Failure('incident_incomplete', 'there is none')
    for (const { record, at } of this.#filed)
      if (this.#documents.get(record.attachment_id) !== record.document_sha256)
        throw new Failure('attachment_mismatch', `filed was ${record.document_sha256}`, at)
  }

  /** @param {any} record @param {Place} at */
  #version(record, at) {
    this.#versions++;
    if (record.version !== this.#versions)
      throw new Failure('incident_incomplete', `version ${this.#versions} is expected here`, at)
    this.#facts = factsText(record, at);
  }

  /** @param {any} record @param {Place} at */
  #filing(record, at) {
    this.#filings.push(filingOf(record));
    if (record.attachment_id) this.#filed.push({ record, at });
  }

  /** @param {any} record @param {Place} at */
  #obligations({ incident_version, input }, at) {
    if (incident_version !== this.#versions || !sameText(input?.incident, this.#facts))
      throw new Failure('obligation_mismatch', `not of version ${this.#versions} of the incident`, at)
    if (!isSameList(input?.filings, this.#filings))
      throw new Failure('obligation_mismatch', `not of the ${this.#filings.length} filings before it`, at)
  }
}

/** The member in which a record has the id of the incident, where that is not `incident_id`. @type {Record<string, string>} */
const ID_OF_INCIDENT = { incidents: 'id', notifications: 'subject_id', obligations: 'id' };

/**
 * Returns the canonical text of the facts in a version of an incident that decide its obligations.
 *
 * @param {any} record
 * @param {Place} at
 */
function factsText(record, at) {
  try {
    return canonicalJson(factsOf(record))
  } catch {
    throw new Failure('record_form', 'of type incidents', at)
  }
}

/** @param {any} record */
function factsOf({ regulation, is_significant, detected_at, work }) {
  const { duplicate_of = null, moments = [], assessments = [] } = work ?? {};
  return {
    assessments: assessments.map((/** @type {any} */ { applies, assessed_at, level, regime }) => ({
      applies,
      assessed_at,
      level,
      regime,
    })),
    detected_at,
    duplicate_of,
    is_significant,
    moments: Object.fromEntries(moments.map((/** @type {any} */ { moment, at }) => [moment, at])),
    regulation,
  }
}

/** @param {any} record */
function filingOf({ corrects, id, recipient, regime, step, submitted_at }) {
  return { corrects, id, recipient, regime, step, submitted_at }
}

/**
 * Whether both lists have the same filings, in any order. A record lists them by id, and the clock of the process that generated
 * an id may be slow.
 *
 * @param {any} stated
 * @param {any[]} own
 */
function isSameList(stated, own) {
  return Array.isArray(stated) && sameText(byText(stated), canonicalJson(byText(own)))
}

/** @param {any[]} list */
const byText = (list) => list.map((one) => canonicalJson(one)).sort();

/**
 * @param {unknown} value
 * @param {string} text canonical
 */
function sameText(value, text) {
  return value !== undefined && canonicalJson(value) === text
}

// @ts-nocheck
// Made by verifier/build.mjs from services/ledger/domain/obligations/rule-sets.ts, whose types are taken away. Do not change it here.
const hours = (amount) => ({ amount, unit: 'hours' });
const days$1 = (amount) => ({ amount, unit: 'days' });
const months = (amount) => ({ amount, unit: 'months' });

/** The rule sets, oldest first. A rule set that has landed never changes: the next one begins where it ends. */
const RULE_SETS = [
  {
    version: 'eu-1',
    valid_from: '2000-01-01T00:00:00.000Z',
    valid_until: null,
    limits: {
      'nis2.early_warning': hours(24),
      'nis2.notification': hours(72),
      'nis2.notification.trust_services': hours(24),
      'nis2.final': months(1),
      'dora.initial.classified': hours(4),
      'dora.initial.aware': hours(24),
      'dora.intermediate': hours(72),
      'dora.final': months(1),
      'cra_vulnerability.early_warning': hours(24),
      'cra_vulnerability.notification': hours(72),
      'cra_vulnerability.final': days$1(14),
      'cra_incident.early_warning': hours(24),
      'cra_incident.notification': hours(72),
      'cra_incident.final': months(1),
      'ai_act.serious_incident': days$1(15),
      'ai_act.serious_incident.widespread': days$1(2),
      'ai_act.serious_incident.death': days$1(10),
      'gdpr.authority': hours(72),
      'cer.initial': hours(24),
      'cer.detailed': months(1),
      'eidas_qualified.notification': hours(24),
    },
  },
];

/** The settings of an organization that has made none. */
const DEFAULT_SETTINGS = {
  time_zone: 'UTC',
  holidays: [],
  dora_no_weekend_rule: false,
  trust_service_provider: false,
  differences: [],
  version: 0,
};

/** The most filings of all incidents that are kept, which bounds the memory. */
const MAX_FILINGS$1 = 200_000;
/** The most incidents with obligations in one entry. Attestry writes one. */
const MAX_INCIDENTS = 1000;
/** The length of an id of Attestry. Objects with other ids are not compared. */
const ID_LENGTH$1 = 36;

/**
 * Checks that obligations follow from the settings, the incident and the filings in the log. (Step 7 derives them from the input
 * in their own record.) Calls that change any of the three exclude each other, so there is one current version of each. An entry
 * lists its obligations after the records from which they follow.
 */
class ObligationInputs {
  #settings = canonicalJson(/** @type {any} */ (DEFAULT_SETTINGS))
  /** Hashes of filings, by incident. @type {Map<string, Set<string>>} */
  #filings = new Map()
  #kept = 0
  /** Hashes of the facts of incidents that the current entry wrote. @type {Map<string, string>} */
  #facts = new Map()
  /** The leaf hash of the incident that the current call read, in hex. @type {unknown} */
  #madeFrom
  #newestOf
  #most
  #budget

  /**
   * @param {(id: string) => string | undefined} newestOf the leaf hash of the newest version of an incident, latin1
   * @param {StateBudget} budget
   */
  constructor(newestOf, budget) {
    this.#newestOf = newestOf;
    this.#budget = budget;
    this.#most = MAX_FILINGS$1 * budget.effort;
  }

  /**
   * Begins an entry.
   *
   * @param {unknown} madeFrom `details.made_from` of it
   */
  begin(madeFrom) {
    this.#madeFrom = madeFrom;
    if (this.#facts.size > 0) this.#facts = new Map();
  }

  /**
   * Takes a record. Throws a Failure where its obligations follow from an input that the log does not have.
   *
   * @param {string} type
   * @param {any} record
   * @param {Place} place
   */
  take(type, record, place) {
    if (type === 'reporting-settings') this.#settings = settingsText(record);
    else if (type === 'incident-filings') this.#filing(record);
    else if (type === 'incidents') this.#incident(record, place);
    else if (type === 'obligations') this.#check(record, place);
  }

  /** @param {any} record */
  #filing(record) {
    const { incident_id } = record;
    if (incident_id?.length !== ID_LENGTH$1) return
    if (++this.#kept > this.#most) return
    const own = this.#filings.get(incident_id) ?? new Set();
    own.add(hashOf$1(filingOf(record)));
    this.#filings.set(incident_id, own);
  }

  /** @param {any} record @param {Place} place */
  #incident(record, place) {
    if (record.id.length !== ID_LENGTH$1) return
    this.#facts.set(record.id, hashOfText(factsText(record, place)));
    if (this.#facts.size > MAX_INCIDENTS)
      throw new LimitReached(`an entry has obligations together with more than ${MAX_INCIDENTS} incidents`)
  }

  /** @param {any} record @param {Place} place */
  #check({ id, input }, place) {
    const refuse = (/** @type {string} */ what) => {
      throw new Failure('input_differs', `obligations: different ${what}`, place)
    };
    if (canonicalJson(input.settings) !== this.#settings) refuse('reporting settings');
    if (!this.#areFilingsOf(id, input.filings)) refuse('filings');
    const own = this.#facts.get(id);
    if (own !== undefined && hashOf$1(input.incident) !== own) refuse('facts of the incident');
    if (own !== undefined || typeof this.#madeFrom !== 'string') return
    const newest = this.#newestOf(id);
    if (newest !== undefined && Buffer.from(this.#madeFrom, 'hex').toString('latin1') !== newest)
      refuse('version of the incident');
  }

  /** Whether the filings are those of an incident in the log, each once. @param {string} id @param {any[]} filings */
  #areFilingsOf(id, filings) {
    if (this.#kept > this.#most) {
      this.#budget.leaveOut(`whether obligations after ${this.#most} filings follow from those of the log`);
      return true
    }
    const own = this.#filings.get(id) ?? new Set();
    const stated = new Set(filings.map(hashOf$1));
    const isEachOnce = filings.length === own.size && stated.size === own.size;
    return isEachOnce && [...stated].every((one) => own.has(one))
  }
}

/** @param {any} value */
const hashOf$1 = (value) => hashOfText(canonicalJson(value));

/** @param {string} text */
const hashOfText = (text) => sha256(Buffer.from(text), 'latin1');

/** Returns the canonical text of settings in the form of an input of obligations. @param {any} record */
function settingsText({ id: _, organization_id: __, ...settings }) {
  return canonicalJson(settings)
}

/**
 * Keeps the newest values by key, up to a limit. A Map alone is too slow: the search for its oldest key passes over all deleted
 * keys.
 *
 * @template T
 */
class NewestKept {
  /** @type {Map<string, T>} */
  #values = new Map()
  /** The keys of the kept values, as a ring buffer. @type {string[]} */
  #keys = []
  #next = 0
  #most

  /** Whether a value was dropped. */
  isCut = false

  /** @param {number} most */
  constructor(most) {
    this.#most = most;
  }

  /** @param {string} key */
  get(key) {
    return this.#values.get(key)
  }

  /** @param {string} key @param {T} value */
  set(key, value) {
    if (!this.#values.has(key)) this.#take(key);
    this.#values.set(key, value);
  }

  /** @param {string} key */
  #take(key) {
    const oldest = this.#keys[this.#next];
    if (oldest !== undefined) this.isCut = this.#values.delete(oldest);
    this.#keys[this.#next] = key;
    this.#next = (this.#next + 1) % this.#most;
  }
}

/** The most answers whose hashes are kept. The newest ones are kept, which bounds the memory. */
const MAX_KEPT$1 = 100_000;
/** The number of bytes that are kept of a hash. */
const SHORT$1 = 16;
/**
 * Answers are stored for a day. For this long after the first entry with the hashes of its answer, an answer may come from an
 * earlier release, whose entries do not have the hashes.
 */
const UPGRADE_MS = 25 * 60 * 60 * 1000;

/**
 * Checks that each retry got the answer of the original call (docs/decisions/0101-idempotency-keys.md). Otherwise a call could be
 * hidden behind an entry that only names another call. Earlier entries of retries do not have the answer and are not compared.
 */
class Retries {
  /** The hashes of key, request and answer, by the id of the entry. @type {NewestKept<string>} */
  #answers
  /** The time of the first entry that has the hashes of its answer. @type {number | undefined} */
  #since
  #budget
  #remark

  /** @param {StateBudget} budget @param {Remark} remark */
  constructor(budget, remark) {
    this.#budget = budget;
    this.#remark = remark;
    this.#answers = new NewestKept(Math.trunc(MAX_KEPT$1 * budget.effort));
  }

  /**
   * Takes an entry.
   *
   * @param {AuditEntry} entry
   * @param {number} at
   * @param {(id: string) => boolean} isBefore whether the log has an earlier entry with this id
   * @param {Place} place
   */
  take({ id, operation, outcome, details }, at, isBefore, place) {
    if (outcome !== 'ok') return
    const { answer, answers, in_order, log_size, replay_of: first, replayed } = /** @type {any} */ (details);
    if (answer || in_order || log_size !== undefined) this.#since ??= at;
    if (answer) this.#keep(id, answer);
    if (operation === 'recordFoundAnswers' && Array.isArray(answers))
      for (const one of answers) this.#find(one ?? {}, at, place);
    if (!replayed) return
    const known = this.#answers.get(shortOf$1(String(first)));
    if (known === hashOf(replayed)) return
    const isOfEarlier = at < (this.#since ?? at) + UPGRADE_MS;
    const mayBeUnknown = known === undefined && isBefore(String(first));
    if (mayBeUnknown && this.#answers.isCut)
      return this.#budget.leaveOut('whether retries got the answers of calls long before them')
    if (mayBeUnknown && isOfEarlier)
      return this.#remark(
        'retry',
        `${place.index}`,
        `leaf ${place.index}: a retry got the answer of an earlier call that is not compared`,
      )
    throw new Failure('answer_differs', `the answer of ${first}`, place)
  }

  /**
   * Takes an answer that the ledger had stored before an upgrade. The entry of the call takes precedence.
   *
   * @param {any} answer
   * @param {number} at
   * @param {Place} place
   */
  #find(answer, at, place) {
    const id = String(answer.entry_id);
    if (this.#answers.get(shortOf$1(id)) !== undefined) return
    this.#since ??= at;
    if (at >= this.#since + UPGRADE_MS)
      this.#remark(
        'retry',
        `${place.index}`,
        `leaf ${place.index}: an answer was recorded as found after an upgrade, long after the upgrade: of ${id}`,
      );
    this.#keep(id, answer);
  }

  /** @param {string} id @param {any} answer */
  #keep(id, answer) {
    this.#answers.set(shortOf$1(id), hashOf(answer));
  }
}

/** @param {any} answer */
const hashOf = ({ key_sha256, request_sha256, sha256: answered }) =>
  shortOf$1(JSON.stringify([key_sha256, request_sha256, answered]));

/** Returns the first SHORT bytes of the hash of a text. @param {string} text */
const shortOf$1 = (text) =>
  Buffer.from(sha256(Buffer.from(text), 'latin1').slice(0, SHORT$1), 'latin1').toString('latin1');

/** @typedef {{ id: string, decision: unknown }} Decision */

/** The most decisions whose record hashes are kept. The newest ones are kept, which bounds the memory. */
const MAX_KEPT = 50_000;

/**
 * Checks that decisions that were signed as files are in the log. Checks also that no passing decision was signed for an artifact
 * after the gate had decided to block (docs/decision-attestations.md). Earlier entries do not say what was read and are not
 * compared.
 */
class SignedDecisions {
  /** By id: the hash of the record, and the AI system. @type {NewestKept<{ hash: string, system: string }>} */
  #kept
  /** The decisions that a call may still have read, by AI system. @type {Map<string, History<Decision>>} */
  #newest = new Map()
  #budget

  /** @param {StateBudget} budget */
  constructor(budget) {
    this.#budget = budget;
    this.#kept = new NewestKept(Math.trunc(MAX_KEPT * budget.effort));
  }

  /**
   * Takes a decision.
   *
   * @param {any} record
   * @param {string} hash of the record, hex
   * @param {{ at: number, leaf: number }} call
   */
  take({ id, decision, ai_system_id: system }, hash, { at, leaf }) {
    historyOf(this.#newest, system, this.#budget).add({ id, decision }, at, leaf);
    this.#kept.set(id, { hash, system });
  }

  /**
   * @param {AuditEntry} entry
   * @param {number} at
   * @param {number | undefined} size of the log that it names
   * @param {Place} place
   */
  check({ operation, outcome, details }, at, size, place) {
    const { record_hash: hash, decision_id: id, newest_decision_id: newest } = details;
    if (operation !== 'attestDecision' || outcome !== 'ok' || typeof hash !== 'string') return
    const known = this.#kept.get(String(id));
    if (known === undefined && this.#kept.isCut)
      return this.#budget.leaveOut(
        'whether decisions that were signed long after they were made are those in the log',
      )
    if (known?.hash !== hash)
      throw new Failure('input_differs', `a decision was signed that differs from the log: ${id}`, place)
    if (typeof newest !== 'string') return
    const decisions = this.#newest.get(known.system);
    const read =
      decisions?.readableAt(at, size).find((one) => one?.id === newest) ??
      unblocked(decisions, newest, at, size);
    if (read?.decision === 'pass') return
    if (read === undefined && decisions?.isCut(at, size))
      return this.#budget.leaveOut(
        'whether the gate blocked when a decision was signed: too many decisions happened at the same time',
      )
    const says = `an earlier decision was signed for an artifact: ${newest} ${read === undefined ? 'was not the newest one' : 'blocks'}`;
    throw new Failure('input_differs', says, place)
  }
}

/**
 * Returns the decision with this id, unless the call had seen a later one that blocks. It does not matter which of several
 * passing decisions was the newest: while the sequencer does not run, the log does not give decisions an order, and ids, which
 * then decide, follow the clocks of processes.
 *
 * @param {History<Decision> | undefined} decisions
 * @param {string} id
 * @param {number} at
 * @param {number} [size] of the log
 */
function unblocked(decisions, id, at, size = 0) {
  const kept = decisions?.kept ?? [];
  const found = kept.findIndex(({ value }) => value.id === id);
  const isBlocked = kept
    .slice(found + 1)
    .some(
      ({ value, at: made, call }) => value.decision === 'block' && (made < at - OVERLAP_MS || call < size),
    );
  return isBlocked ? undefined : kept[found]?.value
}

/** What every release states whose calls name the credential that was presented; 1 for what is not named here. */
const WITH_CREDENTIALS = /** @type {Readonly<Record<string, number>>} */ (
  Object.freeze({
    'credential_sha256 of a key': 0,
    'duties_version of a change': 5,
    'duties_version of attestations': 5,
    'duties_version of certifications': 5,
    'duties_version of resolutions': 5,
    rules_version: 2,
  })
);

/** The members of a caller's record that its calls are compared with, by type. */
const OF_CALLERS = /** @type {Readonly<Record<string, readonly string[]>>} */ (
  Object.freeze({
    'api-keys': ['credential_sha256'],
    users: ['role', 'attestation_roles', 'email', 'credential_sha256', 'invitation'],
  })
);

/**
 * Adds a remark for each call that does not state what calls of its kind before it did, or what the release of an earlier call
 * states. The replay compares such a call with less of
 * the log, as it does with calls of an earlier release: an earlier release ran beside a later one, or somebody changed the entry
 * before it had its place in the log.
 */
class Stated {
  /** The highest number that was stated, by what it is about. @type {Map<string, number>} */
  #highest = new Map()
  /** Whether a call has named the credential that was presented. */
  #namesCredentials = false
  #remark

  /** @param {Remark} remark */
  constructor(remark) {
    this.#remark = remark;
  }

  /** @param {AuditEntry} entry @param {Place} place */
  entry({ operation, outcome, actor, details, receipts, via }, place) {
    const wrote = (/** @type {string[]} */ ...types) => receipts.some(({ type }) => types.includes(type));
    if (wrote('evaluations')) {
      this.#take('in_order', details.in_order === true, place);
      if (actor.kind === 'api_key')
        this.#take('credential_sha256 of a key', typeof details.credential_sha256 === 'string', place);
    }
    if (wrote('gate-decisions', 'certifications', 'attestations'))
      this.#take('log_size', typeof details.log_size === 'number', place);
    if (wrote('agent-profiles', 'ai-systems') && operation !== 'createSuite')
      this.#take('duties_version of a change', details.duties_version, place);
    if (wrote('resolutions') && !wrote('certifications')) this.#take('settled', !!details.settled, place);
    const presented =
      actor.kind === 'user' && receipts.length > 0 && presentedBy({ operation, receipts, via });
    if (presented) {
      this.#take(presented, typeof details[presented] === 'string', place);
      this.#namesCredentials ||= typeof details[presented] === 'string';
    }
    if (details.replay_of) this.#take('replayed', !!details.replayed, place);
    if (operation !== 'attestDecision' || outcome !== 'ok') return
    this.#take('record_hash', typeof details.record_hash === 'string', place);
    if (details.decision !== 'pass' || typeof details.subject_sha256 !== 'string') return
    this.#take('newest_decision_id', typeof details.newest_decision_id === 'string', place);
    this.#take('log_size of a signature', typeof details.log_size === 'number', place);
  }

  /** @param {string} type @param {any} record @param {Place} place of the entry */
  record(type, { duties_version, opened_trigger, snapshot, ...record }, place) {
    if (['certifications', 'attestations', 'resolutions'].includes(type))
      this.#take(`duties_version of ${type}`, duties_version, place);
    if (['agent-profiles', 'ai-systems'].includes(type))
      this.#take('opened_trigger', opened_trigger !== undefined, place);
    if (Object.hasOwn(OF_CALLERS, type))
      for (const name of OF_CALLERS[type] ?? [])
        this.#take(`${name} of ${type}`, record[name] !== undefined, place);
    if (type === 'gate-decisions') this.#take('rules_version', snapshot.rules_version, place);
  }

  /**
   * @param {string} what
   * @param {unknown} value a number that rises from release to release, or whether a release states it
   * @param {Place} place
   */
  #take(what, value, { index }) {
    const stated = Number.isSafeInteger(value) || value === true ? Number(value) : 0;
    const implied = this.#namesCredentials ? (WITH_CREDENTIALS[what] ?? 1) : 0;
    const before = Math.max(this.#highest.get(what) ?? 0, implied);
    if (stated >= before) return void this.#highest.set(what, stated)
    const says =
      stated > 0
        ? `${what} is ${stated}, after calls with ${before}`
        : `it does not state ${what}, as the release of earlier calls does`;
    this.#remark('unstated', `${index}`, `leaf ${index}: ${says}; less of it is compared`);
  }
}

/** @typedef {{ id: string, tools: Set<string>, model_name: unknown, model_version: unknown, isCompared: boolean }} Profile */

/** The most runs whose agents are kept by default. The newest ones are kept, which bounds the memory. */
const MAX_RUNS = 200_000;
/** The length of the id of a run, as events name it. */
const ID_LENGTH = 36;
/** The most findings of one call that are compared. */
const MAX_FINDINGS = 100_000;
/** The bytes that a member of a set takes beside its value. */
const OF_A_SET = 40;

/**
 * Checks that the telemetry of agents was compared with their recorded profiles. A call that reports a tool or a model that the
 * profile does not document MUST have caused a finding (docs/published-views.md, `ingestion.findings_v1`). Profiles whose record
 * is older than the comparison of changes are left out.
 */
class Telemetry {
  #budget
  /** By agent identity. @type {Map<string, History<Profile>>} */
  #profiles = new Map()
  /** The systems of profiles, by id. @type {Map<string, unknown>} */
  #systems = new Map()
  /** The agents of runs, by id. @type {Map<string, string>} */
  #agents = new Map()
  /** Whether the agent of a run was dropped. */
  #isCut = false
  /** The findings that the current call MUST have caused. @type {Map<string, { says: string, place: Place }>} */
  #expected = new Map()
  /** @type {Set<string>} */
  #found = new Set()
  /**
   * The profiles that the current call may have read, by agent; undefined where no comparison is possible.
   *
   * @type {Map<string, Profile[] | undefined>}
   */
  #read = new Map()
  /**
   * The ends of the lines of this call's events that need no finding, all of one run. Most events end like one of the last few.
   *
   * @type {Uint8Array[]}
   */
  #ends = []
  /** The text before the number of the event in the lines with these ends. */
  #run = NOTHING$1

  /** @param {StateBudget} budget */
  constructor(budget) {
    this.#budget = budget;
  }

  /**
   * Takes a record.
   *
   * @param {string} type
   * @param {any} record
   * @param {{ at: number, leaf: number, place: Place }} call
   */
  take(type, record, { at, leaf, place }) {
    this.#ends.length = 0;
    if (type === 'agent-profiles') {
      const { id, ai_system_id, agent_identity, tools, model_name, model_version, opened_trigger } = record;
      const profile = { id, model_name, model_version, tools: new Set(tools) };
      const history = historyOf(this.#profiles, shortOf(String(agent_identity)), this.#budget);
      const size = sizeOf$1([id, model_name, model_version, tools]) + OF_A_SET * profile.tools.size;
      history.add({ ...profile, isCompared: opened_trigger !== undefined }, at, leaf, { size });
      if (!this.#systems.has(id)) this.#budget.take(sizeOf$1(id) + sizeOf$1(ai_system_id));
      this.#systems.set(id, ai_system_id);
    } else if (type === 'agent-runs') this.#takeRun(record, at, place);
    else if (type === 'findings') this.#finding(record, place);
  }

  /**
   * Takes an event. Every event that Attestry writes has the run and the tool at the end of its line, and need not be parsed.
   *
   * @param {Lines} lines
   * @param {number} at
   */
  event(lines, at) {
    const { bytes, start, end, file, line } = lines;
    if (this.#isLikeLast(bytes, start, end) || isBefore(bytes, end, NO_TOOL)) return
    const used = toolOf(bytes, start, end) ?? parsedTool(lines);
    if (used === undefined) return
    const agent = this.#agents.get(used.run);
    if (agent === undefined && this.#isCut) this.#budget.leaveOut('whether tools of long runs are documented');
    else if (agent === undefined && used.run.length === ID_LENGTH)
      throw new Failure('input_differs', `a tool of run ${used.run}, which the log does not have`, {
        file,
        line,
      })
    const profiles = agent === undefined ? undefined : this.#profilesAt(agent, at);
    if (agent === undefined || profiles === undefined || profiles.some(({ tools }) => tools.has(used.tool))) {
      if (used.length > 0) this.#keepEnd(used, bytes, end);
      return
    }
    const says = `tool ${quoted(used.tool)} of ${quoted(agent)}, which its profile does not document, has no finding`;
    for (const { id } of profiles) this.#expect(['tool', id, used.tool], { says, place: { file, line } });
  }

  /** @param {Buffer} bytes @param {number} start @param {number} end */
  #isLikeLast(bytes, start, end) {
    for (const last of this.#ends) {
      const at = end - last.length;
      if (at - this.#run.length - DIGITS < start || !isBefore(bytes, end, last)) continue
      let first = at;
      while (at - first < DIGITS && isDigit(bytes[first - 1])) first--;
      return first < at && isBefore(bytes, first, this.#run)
    }
    return false
  }

  /** @param {{ run: string, length: number }} used @param {Buffer} bytes @param {number} end */
  #keepEnd({ run, length }, bytes, end) {
    const before = Buffer.from(`"run_id":"${run}","seq":`, 'latin1');
    if (!isBefore(before, before.length, this.#run)) this.#ends.length = 0;
    this.#run = before;
    if (this.#ends.length === MAX_ENDS) this.#ends.shift();
    this.#ends.push(new Uint8Array(bytes.subarray(end - length, end)));
  }

  /** Ends an entry, after its last record. */
  endEntry() {
    this.#ends.length = 0;
    for (const [key, { says, place }] of this.#expected)
      if (!this.#found.has(key)) throw new Failure('input_differs', says, place)
    if (this.#expected.size > 0) this.#expected.clear();
    if (this.#found.size > 0) this.#found.clear();
    if (this.#read.size > 0) this.#read.clear();
  }

  /** @param {any} run @param {number} at @param {Place} place */
  #takeRun({ id, agent_identity, model_name, model_version }, at, place) {
    if (typeof agent_identity !== 'string') return
    const agent = shortOf(agent_identity);
    this.#keep(id, agent);
    const differs = (/** @type {Profile} */ profile) =>
      isOther(model_name, profile.model_name) || isOther(model_version, profile.model_version);
    const profiles = this.#profilesAt(agent, at);
    if (profiles === undefined || !profiles.every(differs)) return
    const says = `a run of ${quoted(agent)} with a model that its profile does not name has no finding`;
    for (const profile of profiles)
      this.#expect(['version', profile.id, model_name, model_version], { says, place });
  }

  /** @param {string} id @param {string} agent */
  #keep(id, agent) {
    if (id.length !== ID_LENGTH) return
    this.#agents.set(id, agent);
    const most = MAX_RUNS * this.#budget.effort;
    if (this.#agents.size <= most) return
    const [oldest = ''] = this.#agents.keys();
    this.#agents.delete(oldest);
    this.#isCut = true;
  }

  /** @param {any} record @param {Place} place */
  #finding({ kind, profile_id, ai_system_id, tool_name, model_name, model_version }, place) {
    if (kind !== 'tool' && kind !== 'version') return
    const system = this.#systems.get(profile_id);
    if (system !== undefined && system !== ai_system_id)
      throw new Failure('input_differs', 'a finding about an AI system other than that of its profile', place)
    const about = kind === 'tool' ? [tool_name] : [model_name, model_version];
    if (this.#found.size === MAX_FINDINGS)
      throw new LimitReached(`a call has more than ${MAX_FINDINGS} findings`)
    this.#found.add(keyOf([kind, profile_id, ...about]));
  }

  /**
   * Returns the profiles of an agent that a call may have read. Returns undefined where it may have read none, or one that is not
   * compared.
   *
   * @param {string} agent
   * @param {number} at
   */
  #profilesAt(agent, at) {
    if (this.#read.has(agent)) return this.#read.get(agent)
    const readable = this.#profiles.get(agent)?.readableAt(at) ?? [];
    const profiles = readable.flatMap((one) => (one?.isCompared ? [one] : []));
    const known = profiles.length === readable.length && readable.length > 0 ? profiles : undefined;
    this.#read.set(agent, known);
    return known
  }

  /** @param {unknown[]} about @param {{ says: string, place: Place }} finding */
  #expect(about, finding) {
    if (this.#expected.size === MAX_FINDINGS)
      throw new LimitReached(`a call has more than ${MAX_FINDINGS} findings to be compared`)
    this.#expected.set(keyOf(about), finding);
  }
}

/** Values that a run does not report are not compared. @param {unknown} reported @param {unknown} documented */
function isOther(reported, documented) {
  return reported !== null && reported !== undefined && reported !== documented
}

/** @param {unknown[]} parts */
function keyOf(parts) {
  return shortOf(JSON.stringify(parts))
}

/**
 * Returns the text, or the hash of a long text, so that memory is bounded even if the names in a package are long.
 *
 * @param {string} text
 */
function shortOf(text) {
  return text.length <= SHORT ? text : `#${sha256(Buffer.from(text), 'hex')}`
}

/** The beginning of a name, for messages. @param {string} name */
function quoted(name) {
  return JSON.stringify(name.slice(0, SHORT))
}

/**
 * The most characters of a text that is kept unhashed. A hash with its `#` is one character longer, so it never equals such a
 * text.
 */
const SHORT = 64;

/** The end of an event's canonical text: the run, the number, the tool. */
const TOOL = ',"tool_name":';
const NO_TOOL = Buffer.from(',"tool_name":null}');
const RUN = /"run_id":"([0-9a-f-]{36})","seq":[0-9]{1,16}$/;
const RUN_LENGTH = 80;
/** Longer than the end of a line with the longest name of a tool. */
const TAIL = 2048;
const QUOTE$1 = 0x22;
const NOTHING$1 = Buffer.alloc(0);
/** The most ends of lines that are kept. */
const MAX_ENDS = 8;
/** The digits of the number of an event, at most. */
const DIGITS = 16;

/** @param {number | undefined} byte */
function isDigit(byte) {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39
}

/**
 * Whether these bytes are the ones before `end`.
 *
 * @param {Uint8Array} bytes
 * @param {number} end
 * @param {Uint8Array} sought
 */
function isBefore(bytes, end, sought) {
  const start = end - sought.length;
  for (let i = sought.length - 1; i >= 0; i--) if (bytes[start + i] !== sought[i]) return false
  return true
}

/**
 * Returns the run and the tool of an event, and the length of the end of its line from the tool on. Returns undefined where it
 * names no tool.
 *
 * @param {Buffer} bytes
 * @param {number} start
 * @param {number} end
 * @returns {{ run: string, tool: string, length: number } | undefined}
 */
function toolOf(bytes, start, end) {
  // The line ends with a quote and a brace if its last member, the tool, is a text.
  if (bytes[end - 2] !== QUOTE$1) return undefined
  const begin = Math.max(start, end - TAIL);
  const tail = bytes.toString('latin1', begin, end - 1);
  const at = tail.lastIndexOf(TOOL);
  if (at === -1) return undefined
  const run = RUN.exec(tail.slice(Math.max(0, at - RUN_LENGTH), at))?.[1];
  const text = bytes.toString('utf8', begin + at + TOOL.length, end - 1);
  if (run === undefined || !IS_STRING.test(text)) return undefined
  return { run, tool: JSON.parse(text), length: end - begin - at }
}

/**
 * Reads the run and the tool of an event whose line has another end.
 *
 * @param {Lines} lines
 * @returns {{ run: string, tool: string, length: number } | undefined} a length of 0 means that its end is not kept
 */
function parsedTool(lines) {
  if (!lines.isParsable) throw new LimitReached('an event of it is too large to be read')
  const { run_id: run, tool_name: tool } = lines.value() ?? {};
  return typeof run === 'string' && typeof tool === 'string' ? { run, tool, length: 0 } : undefined
}

/** Matches exactly one string at the end of a canonical text. */
const IS_STRING = /^"(?:[^"\\]|\\.)*"$/;

/** How many times MAX_SLOTS the tables of ids may have, at most. */
const MAX_TABLES = 64;

/**
 * Replays a log: compares each call and each decision with the records before it (docs/evidence-package.md section 11). The
 * replay continues from one package to the next, and stops at the first failure. A replay that does not start at leaf 0 checks
 * only what needs no earlier record: times, ids of entries, refused calls.
 */
class Replay {
  /** The next leaf. */
  next
  /** When the current package was signed, in milliseconds. */
  signedAt = 0
  /** The number of records of each type in the package. @type {Record<string, number>} */
  counts = {}
  /** @type {Failure | undefined} */
  failure
  /** @type {Map<string, VersionTable>} */
  #versions = new Map()
  /** The slots by which the tables of ids may still grow. */
  #slots
  #entryIds
  /** The types that have more ids than can be compared. @type {Set<string>} */
  uncompared = new Set()
  #remarks = new Remarks()
  #inputs
  #telemetry
  #signed
  #lineage
  #callers
  #sizes = new LogSizes(this.#remarks.add)
  #stated = new Stated(this.#remarks.add)
  #retries
  #obligations
  #states
  #times
  #at = 0
  /** The caller of the current call. @type {AuditEntry['actor']} */
  #actor = { id: null, kind: 'system', name: null }
  #operation = ''
  /** The size of the log that the current call states. @type {number | undefined} */
  #size
  /** The details of the current entry. @type {AuditEntry['details']} */
  #details = {}
  /** Whether the current entry has obligations. Then its incidents are read. */
  #obliges = false
  #skips = false
  /** Why the replay had to stop although it found no failure. @type {string | undefined} */
  limit
  decisions = 0
  calls = 0

  /**
   * @param {number} first the first leaf
   * @param {{ allowClockSteps?: boolean | undefined, memory?: number | undefined }} options `allowClockSteps`: whether times
   *   out of order give remarks instead of failures; `memory`: of the states, at most, in MiB
   */
  constructor(first, { allowClockSteps = false, memory }) {
    this.next = first;
    const remark = this.#remarks.add;
    const states = new StateBudget(memory);
    this.#states = states;
    this.#lineage = new Lineage(states);
    this.#retries = new Retries(states, remark);
    this.#obligations = new ObligationInputs((id) => this.#lineage.newestOf('incidents', id), states);
    this.#slots = { slots: MAX_SLOTS * Math.min(states.effort, MAX_TABLES) };
    this.#entryIds = new VersionTable(this.#slots);
    this.#inputs = new GateInputs(states, remark);
    this.#telemetry = new Telemetry(states);
    this.#signed = new SignedDecisions(states);
    this.#callers = new CallerChecks(states);
    this.#times = new EntryTimes(allowClockSteps, remark);
    this.isWhole = first === 0;
  }

  /** What was not compared because a limit was reached. The replay is then not whole. @returns {string[]} */
  get leftOut() {
    const ids = [...this.uncompared].map((type) => `whether all ids of ${type} are different`);
    return [...this.#states.leftOut, ...ids]
  }

  /** Differences that overlapping calls can explain, the most telling first. */
  get remarks() {
    return this.#remarks.lines
  }

  /** The latest time of an entry, in milliseconds. */
  get newestAt() {
    return this.#times.newest
  }

  /**
   * Starts an entry, before its records.
   *
   * @param {AuditEntry} entry
   * @param {Place} place
   */
  begin(entry, place) {
    this.#skips = this.failure !== undefined || this.limit !== undefined || place.index !== this.next;
    if (this.#skips) return
    this.#guard(() => {
      this.next++;
      this.#at = Date.parse(entry.at);
      this.#actor = entry.actor;
      this.#operation = entry.operation;
      this.#times.take(this.#at, entry.at, this.signedAt, place);
      const id = Buffer.from(entry.id);
      if (this.#expected('audit', this.#entryIds, id) > 1) throw new Failure('id_twice', 'of an entry', place)
      if (entry.outcome === 'refused' && entry.receipts.length > 0)
        throw new Failure('refused_wrote', `${entry.operation} wrote ${entry.receipts[0]?.type}`, place)
      this.calls++;
      if (!this.isWhole) return
      this.#endEntry();
      this.#details = entry.details;
      this.#obliges = entry.receipts.some(({ type }) => type === 'obligations');
      this.#obligations.begin(entry.details.made_from);
      this.#callers.check(entry, this.#at, place);
      const isBefore = (/** @type {string} */ id) =>
        this.uncompared.has('audit') || this.#entryIds.has(Buffer.from(id));
      this.#retries.take(entry, this.#at, isBefore, place);
      this.#stated.entry(entry, place);
      this.#size = this.#sizes.take(entry, this.#at, this.next - 1, place);
      this.#signed.check(entry, this.#at, this.#size, place);
    });
  }

  /**
   * Takes a record of the entry.
   *
   * @param {string} type
   * @param {Lines} lines
   * @param {any} parsed where it has been parsed
   */
  record(type, lines, parsed) {
    if (this.#skips || !this.isWhole || this.failure !== undefined) return
    try {
      this.#takeVersion(type, lines, parsed);
      if (type === 'agent-events') this.#telemetry.event(lines, this.#at);
      if (!READ.has(type) && !(type === 'incidents' && this.#obliges)) return
      if (!lines.isParsable) throw new LimitReached('a record of it is too large to be read')
      this.#read(type, lines, parsed ?? lines.value());
    } catch (cause) {
      this.#stop(cause);
    }
  }

  /**
   * @param {string} type
   * @param {Lines} lines
   * @param {any} record
   */
  #read(type, lines, record) {
    const at = { file: lines.file, line: lines.line, id: record.id };
    const call = this.next - 1;
    this.#callers.take(type, record, this.#at, call, at);
    this.#obligations.take(type, record, at);
    this.#stated.record(type, record, { index: call });
    if (type === 'gate-decisions') {
      this.decisions++;
      this.#inputs.check(record, { at: this.#at, size: this.#size, place: at });
      this.#signed.take(record, lines.leafHash('hex'), { at: this.#at, leaf: call });
      return
    }
    this.#telemetry.take(type, record, { at: this.#at, leaf: call, place: at });
    const { roles } = this.#callers;
    const by = {
      leaf: call,
      size: this.#size,
      details: this.#details,
      actor: this.#actor,
      operation: this.#operation,
      roles,
      place: at,
    };
    this.#inputs.take(type, record, this.#at, by, () => lines.leafHash('hex'));
  }

  /** Ends an entry, after its last record. */
  #endEntry() {
    this.#callers.endEntry();
    this.#inputs.endEntry();
    this.#telemetry.endEntry();
  }

  /** Ends a package. */
  end() {
    if (this.failure === undefined) this.#guard(() => this.#endEntry());
  }

  /**
   * @param {string} type
   * @param {Lines} lines
   * @param {any} parsed
   */
  #takeVersion(type, lines, parsed) {
    let table = this.#versions.get(type);
    if (table === undefined) {
      table = new VersionTable(this.#slots, this.counts[type]);
      this.#versions.set(type, table);
    }
    const { plain } = lines;
    const version = parsed === undefined ? plain.version : versionOf(parsed);
    const id = parsed === undefined ? undefined : Buffer.from(String(parsed.id));
    const expected = id
      ? this.#expected(type, table, id)
      : this.#expected(type, table, lines.bytes, plain.idStart, plain.idEnd);
    const isSingle = (version === 0 && !VERSIONED.has(type)) || SINGLE.has(type);
    const isNext = expected === (isSingle ? 1 : version) || expected === 0;
    if (isNext && !LINEAGE.has(type)) return
    const name = id ? id.toString() : lines.bytes.toString('utf8', plain.idStart, plain.idEnd);
    if (isNext)
      return this.#lineage.take(type, lines, { id: name, version, madeFrom: this.#details.made_from })
    const place = { file: lines.file, line: lines.line, id: name };
    throw isSingle
      ? new Failure('id_twice', `of type ${type}`, place)
      : new Failure('version_gap', `version ${version} of type ${type}, ${expected} is expected`, place)
  }

  /**
   * Returns the next version of an id, or 0 where there are too many ids.
   *
   * @param {string} type
   * @param {VersionTable} table
   * @param {Buffer} bytes
   * @param {number} [start]
   * @param {number} [end]
   */
  #expected(type, table, bytes, start = 0, end = bytes.length) {
    if (this.uncompared.has(type)) return 0
    try {
      return table.next(bytes, start, end)
    } catch (cause) {
      if (!(cause instanceof LimitReached)) throw cause
      this.uncompared.add(type);
      return 0
    }
  }

  /** @param {() => void} check */
  #guard(check) {
    try {
      check();
    } catch (cause) {
      this.#stop(cause);
    }
  }

  /** @param {unknown} cause */
  #stop(cause) {
    if (cause instanceof LimitReached) {
      this.limit = cause.message;
      this.isWhole = false;
    } else this.failure = cause instanceof Failure ? cause : malformed(cause);
  }
}

/** @param {any} record */
function versionOf({ version }) {
  return Number.isSafeInteger(version) ? version : 0
}

/**
 * Returns the failure for a TypeError, which means that a record of a known type lacks a member. Rethrows any other cause.
 *
 * @param {unknown} cause
 */
function malformed(cause) {
  if (!(cause instanceof TypeError)) throw cause
  return new Failure('replay_form', cause.message)
}

/**
 * Verifies older packages up to their logs, for the comparison with the newer package.
 *
 * @param {Package[]} older in any order, in which this function sorts them: by their first leaves, then by the sizes of their logs
 * @param {Run} run whose package passed the steps before the log
 * @param {number | null} next the first leaf of that package
 * @returns {Promise<{ replay: Replay | undefined, why: string | undefined, broken: string[] }>} `replay`: of their logs, where
 *   the first one begins at leaf 0 and each continues the one before without a gap; `why` it is undefined, where packages are
 *   given; `broken`: the packages whose records or decisions are not what their logs say
 */
async function openPrevious(older, run, next) {
  for (const one of older) await named(one, () => open(one, run));
  older.sort((a, b) => orderOf(a) - orderOf(b) || sizeOf(a) - sizeOf(b));
  const firsts = [...older.map(firstOf), next];
  let replay = firsts[0] === 0 && next !== null && next > 0 ? new Replay(0, run.options) : undefined;
  let why =
    replay || !next || older.length === 0 ? undefined : 'the first --previous does not begin at leaf 0';
  const broken = [];
  for (const [i, one] of older.entries()) {
    const isApart = firsts[i] === null;
    const { records, decisions } = await named(one, async () => {
      const read = await one.data({ replay: isApart ? undefined : replay, watch: run.watch });
      if (read.log) throw read.log
      return read
    });
    const continues = firsts.slice(i + 1).find((first) => first !== null) ?? Number.POSITIVE_INFINITY;
    const failed = records ?? decisions;
    if (failed) broken.push(`${one.path} of --previous: ${failed.code}: ${failed.message}`);
    if (!replay || isApart || (!failed && continues <= replay.next)) continue
    why = failed
      ? broken.at(-1)
      : `--previous leaves out the entries from leaf ${replay.next} to ${continues - 1}`;
    replay = undefined;
  }
  return { replay, why, broken }
}

/** @param {Package} older */
const firstOf = ({ manifest }) => /** @type {Manifest} */ (manifest).log.first_index;

/** An incident support package has no first leaf, and is the last. @param {Package} older */
const orderOf = (older) => firstOf(older) ?? Number.MAX_SAFE_INTEGER;

/** @param {Package} older */
const sizeOf = ({ manifest }) => /** @type {Manifest} */ (manifest).log.tree_size;

/**
 * Verifies an older package up to its manifest.
 *
 * @param {Package} previous
 * @param {Run} run
 */
function open(previous, run) {
  const { outside, options, target } = run;
  const { allowClockSteps: allowsClockSteps } = options;
  const before = outside && formerKeys(run, outside);
  previous.container();
  previous.signature(before && new Set([...outside, ...before.kids]));
  previous.files();
  previous.checkManifest();
  const { signed_at: signedAt } = /** @type {Manifest} */ (previous.manifest);
  if (before) assertSignerOf(previous, signedAt, { ...before, outside, keys: target.keys, allowsClockSteps });
}

/**
 * Names the older package where it fails.
 *
 * @template T
 * @param {Package} previous
 * @param {() => T | Promise<T>} check
 */
async function named(previous, check) {
  try {
    return await check()
  } catch (cause) {
    if (!(cause instanceof Failure) || cause.exit !== 1) throw cause
    const inside = cause.at.file === undefined ? '' : ` (${cause.at.file})`;
    throw new Failure('previous_rejected', `${cause.code}: ${cause.message}${inside}`, {
      file: previous.path,
    })
  }
}

/**
 * Checks that the signer of the older package is trusted: from outside, by rotations forwards from there, or as a former key. The
 * rotations of the older package MUST NOT lead from a former key to another key, which may be revoked or belong to an attacker
 * who has the former key.
 *
 * @param {Package} previous whose signature is right
 * @param {string} signedAt
 * @param {{ outside: Set<string>, former: ReturnType<typeof formerKids>, kids: Set<string>, keys: Package['keys'],
 *   allowsClockSteps: boolean | undefined }} trust
 */
function assertSignerOf(
  { key, rotations = [] },
  signedAt,
  { outside, former, kids, keys, allowsClockSteps },
) {
  const kid = key?.kid ?? '';
  const reached = trustedKids(outside, rotations);
  if (reached.has(kid)) return assertReached(kid, reached)
  const signer = keys?.get(kid);
  if (!signer || !kids.has(kid))
    throw new Failure(
      'signer_not_trusted',
      `no rotation leads to ${kid} that the newer package does not have as revoked`,
      {
        file: 'SHA256SUMS.sig',
      },
    )
  assertLeft(kid, former);
  assertWindow(signer, signedAt, allowsClockSteps);
}

/**
 * Returns the former keys of the installation: the keys before the signer of a trusted package, whose rotations both keys signed.
 * A key that the package or the published key set lacks, or has as revoked, is excluded, because an attacker who stole it can
 * sign an older package. Keys that are reached from outside need no rotation backwards.
 *
 * @param {Run} run
 * @param {Set<string>} outside trusted kids
 */
function formerKeys({ target, published }, outside) {
  const { key, keys, rotations = [] } = target;
  const reached = trustedKids(outside, rotations);
  const former = formerKids(key?.kid ?? '', rotations);
  const isUsable = (/** @type {string} */ kid) =>
    [keys, published].every((set) => set === undefined || (set.get(kid)?.status ?? 'revoked') !== 'revoked');
  const kids = [...former.keys()].filter((kid) => !reached.has(kid) && isUsable(kid));
  return { former, kids: new Set(kids) }
}

/**
 * Proves that the log of the older package is the beginning of the log of the package, or reports where it is not. Both packages
 * MUST have been verified up to their logs. An attacker may have the key of an older package if the key is published as revoked
 * and trusted only by that publication. A difference then proves nothing against the newer package.
 *
 * @param {Package} older
 * @param {Run} run whose package's data was read watching the older size
 */
async function assertExtended(older, { target, outside, published, report }) {
  try {
    return await compareLogs(older, target, outside)
  } catch (cause) {
    const key = report.trust === 'key_set' ? published?.get(older.key?.kid ?? '') : undefined;
    if (!(cause instanceof Failure) || cause.exit !== 1 || key?.status !== 'revoked') throw cause
    const revoked = `key ${key.kid} is revoked since ${key.validUntil}, and whoever has it can have made this package`;
    throw new Failure('previous_rejected', `${cause.code}: ${cause.message}; ${revoked}`, cause.at)
  }
}

/**
 * @param {Package} older
 * @param {Package} newer
 * @param {Set<string> | undefined} outside trusted kids
 */
async function compareLogs(older, newer, outside) {
  const [old, now] = [older.checkpoint, newer.checkpoint];
  if (!old || !now || !older.key || !newer.keys) throw new TypeError('both packages come first')
  if (old.origin !== now.origin || !isSameSigner(older, newer, outside)) {
    const unknown = ', a key that this package does not have: is --previous the newer of the two?';
    const signer = `signed by ${older.key.kid}${old.origin === now.origin ? unknown : ''}`;
    throw new Failure('previous_unrelated', `${old.origin} ${signer}`, { file: older.path })
  }
  if (old.size > now.size) {
    if (isLater(older, newer) && older.earlier?.get(now.size) === now.root)
      throw new Failure(
        'previous_order',
        `it has ${old.size} entries and this one ${now.size}, and continues it: give the newer one as the package`,
        { file: older.path },
      )
    throw new Failure('history_rewritten', `it had ${old.size} entries, now ${now.size}`, {
      file: older.path,
      index: now.size,
    })
  }
  // Returns the root of this log at the older size, from a consistency proof or from the entries themselves.
  const root =
    newer.earlier?.get(old.size) ??
    newer.watched?.get(old.size) ??
    (old.size === now.size ? now.root : undefined);
  if (root === old.root) return `history extended from ${old.size} to ${now.size} entries`
  const index = await firstDifference(older, newer);
  if (index !== undefined)
    throw new Failure('history_rewritten', `leaf ${index} is the first that differs`, {
      file: older.path,
      index,
    })
  if (root === undefined)
    throw new Failure('history_unproven', `from ${old.size} to ${now.size} entries`, { file: older.path })
  const detail = `a leaf below ${old.size} differs; the two packages have no differing entry in common`;
  throw new Failure('history_rewritten', detail, { file: older.path })
}

/**
 * @param {Package} one
 * @param {Package} other
 */
function isLater(one, other) {
  return (one.manifest?.signed_at ?? '') > (other.manifest?.signed_at ?? '')
}

/**
 * Whether the newer package has the older package's key. A package with very many rotations has only the newest ones, and may
 * lack that key. Then both packages MUST be signed by keys that are trusted from outside.
 *
 * @param {Package} older
 * @param {Package} newer
 * @param {Set<string> | undefined} outside
 */
function isSameSigner(older, newer, outside) {
  if (newer.keys?.has(older.key?.kid ?? '')) return true
  return outside !== undefined && newer.rotationFiles?.[0] !== FIRST && newer.rotationFiles?.length !== 0
}

const FIRST = 'keys/rotations/000001.json';

/**
 * Returns the lowest leaf index that both packages contain with different leaves.
 *
 * @param {Package} older
 * @param {Package} newer
 */
async function firstDifference(older, newer) {
  const [a, b] = [older, newer].map((p) => p.manifest?.log);
  if (typeof a?.first_index !== 'number' || typeof b?.first_index !== 'number') return undefined
  const start = Math.max(a.first_index, b.first_index);
  const end = Math.min(a.first_index + a.entries, b.first_index + b.entries);
  const [left, right] = [older.sequence('audit'), newer.sequence('audit')];
  try {
    for (let i = a.first_index; i < start; i++) await step(left);
    for (let i = b.first_index; i < start; i++) await step(right);
    for (let i = start; i < end; i++) {
      await step(left);
      await step(right);
      if (left.leafHash('hex') !== right.leafHash('hex')) return i
    }
    return undefined
  } finally {
    await left.close();
    await right.close();
  }
}

/** @param {Lines} lines */
async function step(lines) {
  return lines.next() || (await lines.more())
}

/**
 * Formats a number with its noun: `1 decision`, `2 decisions`.
 *
 * @param {number | undefined} count
 * @param {string} one
 * @param {string} [many]
 */
function counted(count, one, many = `${one}s`) {
  return `${count} ${count === 1 ? one : many}`
}

/**
 * Reads the whole of a small file outside the package, and closes it.
 *
 * @param {Readable} file
 */
function readWhole(file) {
  try {
    if (file.size > 16 * 1024 * 1024)
      throw new Failure('unreadable', 'larger than 16 MiB', { file: file.path })
    return file.read(0, file.size)
  } finally {
    file.close();
  }
}

const LF = 10;
/** The longest line that is parsed, in bytes: a value takes many times the memory of its text. */
const MAX_PARSED = 3 * 1024 * 1024;

/**
 * Reads the lines of the parts of one type, in order, in bounded memory. Usage: the current line can be read while `next()` is
 * true, or has become true after `await more()`. `more()` is false at the end.
 *
 * @see docs/evidence-package.md section 2, data parts
 */
class Lines {
  /** The number of lines read so far, which is also the number of the current line, counted from 1. */
  line = 0
  /** The file of the current line, for messages. */
  file = ''
  /** @type {Buffer} */
  #buffer = Buffer.alloc(1)
  #start = 1
  #end = 0
  /** The lines of the buffer that have been read. */
  #read = 0
  /** @type {Buffer | undefined} */
  #hashes
  /** The number of the line to which #isCanonical applies. */
  #looked = 0
  #isCanonical = false
  #chunks
  #plain

  /**
   * @param {(taken: Lines) => AsyncGenerator<Chunk, void, undefined>} chunks the source of the lines; taken: how far they were
   * read
   * @param {PlainReader} plain
   */
  constructor(chunks, plain) {
    this.#chunks = chunks(this);
    this.#plain = plain;
  }

  /** Advances to the next line if it has been inflated already. */
  next() {
    const start = this.#end + 1;
    const end = this.#buffer.indexOf(LF, start);
    if (end === -1) return false
    this.#start = start;
    this.#end = end;
    this.#read++;
    this.line++;
    return true
  }

  /** Advances to the next line, and inflates as much as necessary. Returns false at the end. */
  async more() {
    const { value, done } = await this.#chunks.next();
    if (done) return false
    this.#buffer = value.bytes;
    this.#hashes = value.hashes;
    this.file = value.file;
    this.#end = 0;
    this.#read = 0;
    return this.next()
  }

  /** Stops reading before the end. */
  async close() {
    await this.#chunks.return(undefined);
  }

  /**
   * The leaf hash SHA-256(0x00 ‖ line).
   *
   * @param {'latin1' | 'hex'} encoding
   */
  leafHash(encoding) {
    const at = 32 * (this.#read - 1);
    if (this.#hashes) return this.#hashes.toString(encoding, at, at + 32)
    // The byte before a line is the LF of the previous line, or a spare byte. The prefix overwrites it, so that nothing is
    // copied.
    const before = this.#start - 1;
    const { buffer, byteOffset } = this.#buffer;
    this.#buffer[before] = 0;
    return sha256(new Uint8Array(buffer, byteOffset + before, this.#end - before), encoding)
  }

  /** Whether the line is a record of the organization, with an id that has no escape. */
  isPlainRecord() {
    return this.isCanonical() && this.#plain.isRecord
  }

  /** Whether the line is the canonical text of an object. The bytes decide this before anything is parsed (plain.mjs). */
  isCanonical() {
    if (this.#looked !== this.line) {
      this.#looked = this.line;
      this.#isCanonical = this.#plain.readObject(this.#buffer, this.#start, this.#end);
    }
    return this.#isCanonical
  }

  /** Returns the reader with the properties of the current line, if the line is a plain record. */
  get plain() {
    return this.#plain
  }

  /** The bytes that contain the current line. */
  get bytes() {
    return this.#buffer
  }

  /** Where the current line starts in the bytes. */
  get start() {
    return this.#start
  }

  /** Where the current line ends: the position of its LF. */
  get end() {
    return this.#end
  }

  /** Whether the line is short enough to be parsed. */
  get isParsable() {
    return this.#end - this.#start <= MAX_PARSED
  }

  /**
   * The value of the line. Undefined where the line is not the canonical text of an object, or is too long to be parsed. Members that no
   * check reads may be left unread (value.mjs).
   *
   * @returns {Record<string, unknown> | undefined}
   */
  value() {
    if (!this.isParsable || !this.isCanonical()) return undefined
    return objectOf(this.#buffer, this.#start, this.#end, this.#plain)
  }
}

// docs/evidence-package.md section 2. This is not a general zip reader: it derives every header byte from names, sizes and CRCs
// and compares them. Every container that two zip readers could interpret differently MUST be refused.

const END$1 = 22;
const CENTRAL = 46;
const LOCAL = 30;
const MAX_NAME = 128;

/**
 * Returns the files of a package, by name, in their order.
 *
 * @param {Readable} file
 * @returns {Map<string, Entry>}
 */
function readContainer(file) {
  if (file.size < END$1 || file.size > 0xffffffff) throw new Failure('zip_size', `${file.size} bytes`)
  const { count, size, offset } = readEnd(file);
  const directory = file.read(offset, size);
  /** @type {Map<string, Entry>} */
  const entries = new Map();
  let at = 0;
  let next = 0;
  let previous = '';
  for (let i = 0; i < count; i++) {
    const entry = readCentral(directory, at, offset, next);
    assertOrder(previous, entry.name, offset + at);
    assertLocal(file, entry, offset);
    entries.set(entry.name, entry);
    previous = entry.name;
    at += CENTRAL + entry.name.length;
    next = entry.start + entry.size;
  }
  if (at !== size)
    throw new Failure('zip_layout', 'the directory is longer than its headers', { offset: offset + at })
  if (next !== offset)
    throw new Failure('zip_layout', 'the files do not end where the directory begins', { offset: next })
  return entries
}

/** @param {Readable} file */
function readEnd(file) {
  const at = file.size - END$1;
  const found = file.read(at, END$1);
  const count = found.readUInt16LE(10);
  const size = found.readUInt32LE(12);
  const offset = found.readUInt32LE(16);
  const expected = Buffer.alloc(END$1);
  expected.writeUInt32LE(0x06054b50, 0);
  expected.writeUInt16LE(count, 8);
  expected.writeUInt16LE(count, 10);
  expected.writeUInt32LE(size, 12);
  expected.writeUInt32LE(offset, 16);
  assertBytes('zip_end', found, expected, at);
  if (count === 0 || count === 0xffff) throw new Failure('zip_end', `${count} files`, { offset: at })
  if (offset + size !== at)
    throw new Failure('zip_layout', 'the directory does not end where the end record begins', { offset: at })
  // The whole directory is read, so its size is checked first.
  if (size > count * (CENTRAL + MAX_NAME))
    throw new Failure('zip_layout', 'the directory is longer than its headers', { offset })
  return { count, size, offset }
}

/**
 * @param {Buffer} directory
 * @param {number} at
 * @param {number} base offset of the directory in the package
 * @param {number} next where the file must begin
 * @returns {Entry}
 */
function readCentral(directory, at, base, next) {
  if (at + CENTRAL > directory.length)
    throw new Failure('zip_central', 'the directory ends early', { offset: base + at })
  const crc = directory.readUInt32LE(at + 16);
  const size = directory.readUInt32LE(at + 20);
  const nameLength = directory.readUInt16LE(at + 28);
  const end = at + CENTRAL + nameLength;
  if (end > directory.length)
    throw new Failure('zip_central', 'the directory ends early', { offset: base + at })
  const name = directory.toString('latin1', at + CENTRAL, end);
  assertName(name, base + at + CENTRAL);
  const expected = Buffer.alloc(CENTRAL + nameLength);
  expected.writeUInt32LE(0x02014b50, 0);
  expected.writeUInt16LE(0x032d, 4);
  headerTail({ name, size, crc }).copy(expected, 6);
  expected.writeUInt32LE(0x81a40020, 38);
  expected.writeUInt32LE(next, 42);
  expected.write(name, CENTRAL, 'latin1');
  assertBytes('zip_central', directory.subarray(at, end), expected, base + at, name);
  return { name, crc, size, start: next + LOCAL + nameLength }
}

/**
 * @param {Readable} file
 * @param {Entry} entry
 * @param {number} end offset of the directory
 */
function assertLocal(file, entry, end) {
  const length = LOCAL + entry.name.length;
  const at = entry.start - length;
  if (entry.start + entry.size > end) {
    throw new Failure('zip_layout', 'it runs into the directory', { file: entry.name, offset: at })
  }
  const expected = Buffer.alloc(length);
  expected.writeUInt32LE(0x04034b50, 0);
  headerTail(entry).copy(expected, 4);
  expected.write(entry.name, LOCAL, 'latin1');
  assertBytes('zip_local', file.read(at, length), expected, at, entry.name);
}

/**
 * The 26 bytes that local and central headers share: version needed to the length of the extra field.
 *
 * @param {{ name: string, size: number, crc: number }} entry
 */
function headerTail({ name, size, crc }) {
  const tail = Buffer.alloc(26);
  tail.writeUInt16LE(10, 0);
  tail.writeUInt16LE(0x0021, 8);
  tail.writeUInt32LE(crc, 10);
  tail.writeUInt32LE(size, 14);
  tail.writeUInt32LE(size, 18);
  tail.writeUInt16LE(name.length, 22);
  return tail
}

/**
 * @param {string} name
 * @param {number} offset
 */
function assertName(name, offset) {
  const plain = /^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*$/.test(name) && name.length <= MAX_NAME;
  if (!plain || name.split('/').some((segment) => /^\.+$/.test(segment))) {
    throw new Failure('zip_name', JSON.stringify(name), { offset })
  }
}

/**
 * Names MUST be strictly ascending, so that no name occurs twice.
 *
 * @param {string} previous
 * @param {string} name
 * @param {number} offset
 */
function assertOrder(previous, name, offset) {
  const rank = (/** @type {string} */ n) => ['SHA256SUMS', 'SHA256SUMS.sig'].indexOf(n);
  const ascending = rank(previous) === rank(name) ? previous < name : rank(previous) < rank(name);
  if (!ascending) throw new Failure('zip_order', `it follows ${previous}`, { file: name, offset })
}

/**
 * @param {'zip_end' | 'zip_central' | 'zip_local'} code
 * @param {Buffer} found
 * @param {Buffer} expected
 * @param {number} offset of both in the package
 * @param {string} [file]
 */
function assertBytes(code, found, expected, offset, file) {
  if (found.equals(expected)) return
  const at = expected.findIndex((byte, i) => byte !== found[i]);
  const detail = `byte ${at} of it is ${found[at]}, not ${expected[at]}`;
  throw new Failure(code, detail, { ...(file === undefined ? {} : { file }), offset: offset + at })
}

/** @typedef {{ name: string, crc: number, size: number, start: number }} Entry start: offset of the content */

// @ts-nocheck
// Made by verifier/build.mjs from services/ledger/domain/obligations/calendar.ts, whose types are taken away. Do not change it here.
/**
 * Returns the end of a period that begins at a given time. Hours are elapsed hours, also across a change to or from summer time.
 * Days and months end with the last millisecond of their last day in the time zone; the day of the event does not count; a date
 * beyond the end of a month becomes its last day (Regulation (EEC, Euratom) No 1182/71 article 3).
 */
function endOf(from, { amount, unit }, zone) {
  if (unit === 'hours') return from + amount * HOUR
  const day = dayAt(from, zone);
  const last = unit === 'days' ? daysLater(day, amount) : monthsLater(day, amount);
  return startOf(daysLater(last, 1), 0, zone) - 1
}

/** Returns noon of the next working day for a time on a weekend or a holiday; otherwise the time itself. */
function noonOfWorkingDay(at, holidays, zone) {
  const day = utc(dayAt(at, zone));
  const free = daysOf(holidays);
  let next = day;
  while (isWeekend(next) || free.has(next)) next += DAY;
  return next === day ? at : startOf(dayAt(next, UTC), 12, zone)
}

/** @param midnight UTC of a day. The first day of the epoch was a Thursday. */
function isWeekend(midnight) {
  const weekday = (midnight / DAY + 4) % 7;
  return weekday === 0 || weekday === 6 || weekday === -1
}

/** The days of a list, as a set of their midnights in UTC: a list may have thousands of days and is searched for every step. */
function daysOf(list) {
  const known = days.get(list);
  if (known) return known
  const found = new Set(
    list
      .filter((text) => /^\d{4}-\d\d-\d\d$/.test(text))
      .map((text) => Date.parse(text))
      .filter(Number.isFinite),
  );
  days.set(list, found);
  return found
}

const days = new WeakMap ();

/** The instant at which an hour of a day begins in a time zone. An hour that the clocks leave out begins when they change. */
function startOf(day, hour, zone) {
  const local = utc(day) + hour * HOUR;
  const before = local - zone.offsetAt(local - 24 * HOUR);
  const after = local - zone.offsetAt(local + 24 * HOUR);
  if (local - before === zone.offsetAt(before)) return before
  return local - after === zone.offsetAt(after) ? after : before
}

function dayAt(at, zone) {
  const local = new Date(at + zone.offsetAt(at));
  return { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1, day: local.getUTCDate() }
}

function daysLater({ year, month, day }, days) {
  return dayAt(Date.UTC(year, month - 1, day + days), UTC)
}

function monthsLater({ year, month, day }, months) {
  const last = new Date(Date.UTC(year, month + months, 0));
  return {
    year: last.getUTCFullYear(),
    month: last.getUTCMonth() + 1,
    day: Math.min(day, last.getUTCDate()),
  }
}

function utc({ year, month, day }) {
  return Date.UTC(year, month - 1, day)
}

/** A time zone by its IANA name. */
function zoneOf(timeZone) {
  if (timeZone === 'UTC') return UTC
  let clock;
  return {
    offsetAt: (at) => {
      clock ??= clockOf(timeZone);
      const parts = {};
      for (const { type, value } of clock.formatToParts(at)) parts[type] = Number(value);
      const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
      const local = Date.UTC(year, month - 1, day, hour, minute, second);
      return local - (at - (((at % 1000) + 1000) % 1000))
    },
  }
}

function clockOf(timeZone) {
  const numeric = 'numeric';
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: numeric,
    month: numeric,
    day: numeric,
    hour: numeric,
    minute: numeric,
    second: numeric,
  })
}

const UTC = { offsetAt: () => 0 };
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

// @ts-nocheck
// Made by verifier/build.mjs from services/ledger/domain/obligations/facts.ts, whose types are taken away. Do not change it here.
/**
 * Returns a moment of the incident. If it is not known, the earliest known moment is used, except the moment of occurrence, at
 * which nobody knew of the incident.
 */
function momentOf(incident, moment) {
  const known = timeOf$1(incident, moment);
  if (known !== undefined) return { at: known, standsIn: null }
  let standsIn = 'detected';
  for (const other of STAND_INS)
    if ((timeOf$1(incident, other) ?? Number.POSITIVE_INFINITY) < timeOf$1(incident, standsIn)) standsIn = other;
  return { at: timeOf$1(incident, standsIn), standsIn }
}

/** The time of a moment, where it is known. */
function timeOf$1(incident, moment) {
  const text = moment === 'detected' ? incident.detected_at : incident.moments[moment];
  return text === undefined ? undefined : Date.parse(text)
}

const STAND_INS = ['aware', 'classified', 'contained', 'recovered', 'handled'];

/** The rule set that was valid at an instant. Before the first one it is the first; after the last one, the last. */
function ruleSetAt({ sets }, at) {
  let found = sets[0];
  for (const set of sets) if (Date.parse(set.valid_from) <= at) found = set;
  return found
}

/** The current filings: the newest correction replaces each filing that was corrected. */
function currentFilings(filings) {
  const newest = new Map ();
  for (const filing of filings) newest.set(filing.corrects ?? filing.id, filing);
  return [...newest.values()]
}

/** The filings of a step, earliest first. */
function ofStep(filings, regime, step) {
  return filings
    .filter((filing) => filing.regime === regime && filing.step === step)
    .sort(
      (a, b) =>
        Date.parse(a.submitted_at) - Date.parse(b.submitted_at) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
    )
}

// @ts-nocheck
// Made by verifier/build.mjs from services/ledger/domain/obligations/regime.ts, whose types are taken away. Do not change it here.

/** The limit of a step: that of the rule set, unless the national law of the organization differs. */
function limitOf({ regime, set, settings, aware }, step, variant = '') {
  for (const { recipient, amount, unit, ...one } of settings.differences) {
    if (one.regime !== regime || one.step !== step || recipient !== null || amount === 0 || unit === null)
      continue
    if (isValid(one, aware)) return { amount, unit }
  }
  const limit = set.limits[`${regime}.${step}${variant === '' ? '' : `.${variant}`}`];
  if (limit === undefined) throw new TypeError(`rule set ${set.version} has no limit ${regime}.${step}`)
  return limit
}

/** Whether a national difference is in force on the day of an instant, in UTC. */
function isValid(
  { valid_from, valid_until },
  at,
) {
  const day = new Date(at).toISOString().slice(0, 10);
  return (valid_from === null || valid_from <= day) && (valid_until === null || day < valid_until)
}

/** When a step was first filed. */
function firstFiled({ filings, regime }, step) {
  const [first] = ofStep(filings, regime, step);
  return first === undefined ? null : Date.parse(first.submitted_at)
}

/** When a step was last filed: an update counts. */
function lastFiled({ filings, regime }, step) {
  const last = ofStep(filings, regime, step).at(-1);
  return last === undefined ? null : Date.parse(last.submitted_at)
}

// @ts-nocheck
// Made by verifier/build.mjs from services/ledger/domain/obligations/ai-act.ts, whose types are taken away. Do not change it here.

/** Regulation (EU) 2024/1689 article 73(2) to (4). */
const aiAct = {
  name: 'ai_act',
  regulation: 'ai_act',
  levels: ['serious', 'death', 'widespread'],
  stepNames: ['serious_incident'],
  steps(given) {
    const aware = momentOf(given.incident, 'aware');
    const variant = given.level === 'serious' ? '' : given.level;
    return [
      {
        step: 'serious_incident',
        recipient: 'market surveillance authority',
        runsFrom: 'aware',
        article: ARTICLES[given.level] ?? 'AI Act 73(2)',
        from: aware.at,
        standsIn: aware.standsIn,
        due: endOf(aware.at, limitOf(given, 'serious_incident', variant), given.zone),
        forecast: null,
      },
    ]
  },
};

/** `widespread`: a widespread infringement, or a serious and irreversible disruption of critical infrastructure. */
const ARTICLES = { widespread: 'AI Act 73(3)', death: 'AI Act 73(4)' };

// @ts-nocheck
// Made by verifier/build.mjs from services/ledger/domain/obligations/cer.ts, whose types are taken away. Do not change it here.

/** Directive (EU) 2022/2557 article 15(1). */
const cer = {
  name: 'cer',
  regulation: 'cer',
  levels: ['significant'],
  stepNames: ['initial', 'detailed'],
  steps(given) {
    const aware = momentOf(given.incident, 'aware');
    const step = (name) => ({
      step: name,
      recipient: 'competent authority',
      article: 'CER 15(1)',
      runsFrom: 'aware',
      from: aware.at,
      standsIn: aware.standsIn,
      forecast: null,
      due: endOf(aware.at, limitOf(given, name), given.zone),
    });
    return [step('initial'), step('detailed')]
  },
};

// @ts-nocheck
// Made by verifier/build.mjs from services/ledger/domain/obligations/cra.ts, whose types are taken away. Do not change it here.

const RECIPIENT$2 = 'CSIRT and ENISA';

/** Regulation (EU) 2024/2847 article 14(2): an actively exploited vulnerability. */
const craVulnerability = {
  name: 'cra_vulnerability',
  regulation: '',
  levels: ['actively_exploited'],
  stepNames: ['early_warning', 'notification', 'final'],
  steps(given) {
    const available = timeOf$1(given.incident, 'measure_available');
    const end = available && endOf(available, limitOf(given, 'final'), given.zone);
    const final = {
      step: 'final',
      recipient: RECIPIENT$2,
      article: 'CRA 14(2)(c)',
      runsFrom: 'measure_available',
      from: available ?? null,
      due: end ?? null,
      forecast: null,
    };
    return [...early(given, '14(2)'), final]
  },
};

/** Regulation (EU) 2024/2847 article 14(4): a severe incident. */
const craIncident = {
  name: 'cra_incident',
  regulation: 'cra',
  levels: ['severe'],
  stepNames: ['early_warning', 'notification', 'final'],
  steps(given) {
    const [warning, notification] = early(given, '14(4)');
    const submitted = firstFiled(given, 'notification');
    const end = (from) => endOf(from, limitOf(given, 'final'), given.zone);
    const final = {
      step: 'final',
      recipient: RECIPIENT$2,
      article: 'CRA 14(4)(c)',
      runsFrom: 'submission of notification',
      from: submitted,
      due: submitted === null ? null : end(submitted),
      forecast: submitted === null ? end(notification.due) : null,
    };
    return [warning, notification, final]
  },
};

function early(given, article) {
  const aware = momentOf(given.incident, 'aware');
  const step = (name, letter) => ({
    step: name,
    recipient: RECIPIENT$2,
    article: `CRA ${article}(${letter})`,
    runsFrom: 'aware',
    from: aware.at,
    standsIn: aware.standsIn,
    forecast: null,
    due: endOf(aware.at, limitOf(given, name), given.zone),
  });
  return [step('early_warning', 'a'), step('notification', 'b')]
}

// @ts-nocheck
// Made by verifier/build.mjs from services/ledger/domain/obligations/dora.ts, whose types are taken away. Do not change it here.

const RECIPIENT$1 = 'competent authority (DORA 46)';

/** Regulation (EU) 2022/2554 article 19(4), Delegated Regulation (EU) 2025/301 article 5. */
const dora = {
  name: 'dora',
  regulation: 'dora',
  levels: ['major'],
  stepNames: ['initial', 'intermediate', 'final'],
  steps(given) {
    const initial = initialReport(given);
    const intermediate = after(given, 'intermediate', '5(1)(b)', {
      of: 'initial',
      at: firstFiled(given, 'initial'),
      expected: initial.due ?? initial.forecast,
    });
    if (timeOf$1(given.incident, 'recovered') !== undefined)
      intermediate.remark = 'An updated intermediate report is due when regular activities have recovered.';
    const final = after(given, 'final', '5(1)(c)', {
      of: 'intermediate',
      at: lastFiled(given, 'intermediate'),
      expected: intermediate.due ?? intermediate.forecast,
    });
    return [initial, intermediate, final]
  },
};

/** The earlier of 4 h after classification and 24 h after awareness; 4 h after a classification later than that (5(2)). */
function initialReport(given) {
  const { incident, zone } = given;
  const aware = momentOf(incident, 'aware');
  const cap = endOf(aware.at, limitOf(given, 'initial', 'aware'), zone);
  const common = { step: 'initial', recipient: RECIPIENT$1, forecast: null };
  const classified = classification(given);
  if (classified === undefined) {
    return {
      ...common,
      article: 'RTS 2025/301 5(1)(a)',
      runsFrom: 'aware',
      from: aware.at,
      standsIn: aware.standsIn,
      due: shifted(given, 'initial', cap),
      remark: 'Nobody has classified it yet: a later classification as major moves the limit.',
    }
  }
  const four = endOf(classified.at, limitOf(given, 'initial', 'classified'), zone);
  const isLate = classified.at > cap;
  const fromAware = !isLate && cap < four;
  return {
    ...common,
    article: isLate ? 'RTS 2025/301 5(2)' : 'RTS 2025/301 5(1)(a)',
    runsFrom: fromAware ? 'aware' : 'classified',
    from: fromAware ? aware.at : classified.at,
    standsIn: fromAware ? aware.standsIn : classified.standsIn,
    due: shifted(given, 'initial', isLate ? four : Math.min(four, cap)),
  }
}

/** When the incident was classified as major: the time of that moment, or else of the assessment that says so. */
function classification({ incident }) {
  const at = timeOf$1(incident, 'classified');
  if (at !== undefined) return { at, standsIn: null }
  const assessed = incident.assessments.find(({ regime }) => regime === 'dora');
  return assessed && { at: Date.parse(assessed.assessed_at), standsIn: 'assessment' }
}

/** A report whose limit runs from the submission of another report. */
function after(
  given,
  step,
  article,
  submission,
) {
  const end = (from) => shifted(given, step, endOf(from, limitOf(given, step), given.zone));
  const { of, at, expected } = submission;
  return {
    step,
    recipient: RECIPIENT$1,
    article: `RTS 2025/301 ${article}`,
    runsFrom: `submission of ${of}`,
    from: at,
    due: at === null ? null : end(at),
    forecast: at !== null || expected === null ? null : end(expected),
  }
}

/** A limit on a weekend or bank holiday moves to noon of the next working day (5(4)), with the exemption of 5(5). */
function shifted({ settings, zone }, step, due) {
  if (settings.dora_no_weekend_rule && step !== 'final') return due
  return noonOfWorkingDay(due, settings.holidays, zone)
}

// @ts-nocheck
// Made by verifier/build.mjs from services/ledger/domain/obligations/eidas.ts, whose types are taken away. Do not change it here.

/** Regulation (EU) No 910/2014 article 24(2)(fb), qualified trust service providers. */
const eidasQualified = {
  name: 'eidas_qualified',
  regulation: 'eidas',
  levels: ['significant'],
  stepNames: ['notification'],
  steps(given) {
    const occurred = momentOf(given.incident, 'occurred');
    return [
      {
        step: 'notification',
        recipient: 'supervisory body',
        article: 'eIDAS 24(2)(fb)',
        runsFrom: 'occurred',
        from: occurred.at,
        standsIn: occurred.standsIn,
        forecast: null,
        due: endOf(occurred.at, limitOf(given, 'notification'), given.zone),
      },
    ]
  },
};

// @ts-nocheck
// Made by verifier/build.mjs from services/ledger/domain/obligations/gdpr.ts, whose types are taken away. Do not change it here.

/** Regulation (EU) 2016/679 articles 33(1) and 34. */
const gdpr = {
  name: 'gdpr',
  regulation: 'gdpr',
  levels: ['risk', 'high_risk'],
  stepNames: ['authority', 'data_subjects'],
  steps(given) {
    const { incident, level } = given;
    const aware = momentOf(incident, 'aware');
    const isAssessed = incident.assessments.some(({ regime }) => regime === 'gdpr');
    const common = { runsFrom: 'aware', standsIn: aware.standsIn, forecast: null };
    return [
      {
        ...common,
        step: 'authority',
        recipient: 'supervisory authority',
        article: 'GDPR 33(1)',
        from: aware.at,
        due: endOf(aware.at, limitOf(given, 'authority'), given.zone),
      },
      {
        ...common,
        step: 'data_subjects',
        recipient: 'data subjects',
        article: 'GDPR 34',
        due: null,
        from: level === 'high_risk' ? aware.at : null,
        conditional: !isAssessed,
        notRequired: isAssessed && level !== 'high_risk',
        remark: 'Only at a high risk to people. The law sets no number: without undue delay.',
      },
    ]
  },
};

// @ts-nocheck
// Made by verifier/build.mjs from services/ledger/domain/obligations/nis2.ts, whose types are taken away. Do not change it here.

const RECIPIENT = 'CSIRT or competent authority';

/** Directive (EU) 2022/2555 article 23(4). */
const nis2 = {
  name: 'nis2',
  regulation: 'nis2',
  levels: ['significant'],
  stepNames: ['early_warning', 'notification', 'intermediate', 'final', 'progress'],
  steps(given) {
    const { incident, settings, zone } = given;
    const aware = momentOf(incident, 'aware');
    const within = (step, variant = '') => endOf(aware.at, limitOf(given, step, variant), zone);
    const trust = settings.trust_service_provider;
    const notification = within('notification', trust ? 'trust_services' : '');
    const fromAware = { recipient: RECIPIENT, runsFrom: 'aware', from: aware.at, standsIn: aware.standsIn };
    return [
      {
        ...fromAware,
        step: 'early_warning',
        article: 'NIS2 23(4)(a)',
        due: within('early_warning'),
        forecast: null,
      },
      {
        ...fromAware,
        step: 'notification',
        article: 'NIS2 23(4)(b)',
        due: notification,
        forecast: null,
        ...(trust ? { remark: 'Trust service providers notify within the shorter limit.' } : {}),
      },
      intermediate(given),
      ...final(given, notification),
    ]
  },
};

function intermediate({ incident }) {
  const requested = timeOf$1(incident, 'requested') ?? null;
  return {
    step: 'intermediate',
    recipient: RECIPIENT,
    article: 'NIS2 23(4)(c)',
    runsFrom: 'requested',
    from: requested,
    due: null,
    forecast: null,
    conditional: requested === null,
    remark: 'Only upon the request of the CSIRT or the competent authority. The law sets no number.',
  }
}

/**
 * The final report is due one month after the notification was submitted. Where the incident is still going on then, a progress
 * report is due instead, and the final report one month after the incident was handled.
 */
function final(given, notificationDue) {
  const { incident, zone } = given;
  const limit = limitOf(given, 'final');
  const ends = (from) => endOf(from, limit, zone);
  const submitted = firstFiled(given, 'notification');
  const usual = ends(submitted ?? notificationDue);
  const handled = timeOf$1(incident, 'handled');
  const hasProgress = firstFiled(given, 'progress') !== null;
  const lateHandled = submitted !== null && handled !== undefined && handled > usual;
  const isOngoing = hasProgress || lateHandled;
  const common = { recipient: RECIPIENT, runsFrom: 'submission of notification', from: submitted };
  const progress = {
    ...common,
    step: 'progress',
    article: 'NIS2 23(4)(e)',
    due: null,
    forecast: null,
    remark: 'In place of the final report, where the incident is still going on when that falls due.',
  };
  if (isOngoing && submitted !== null) progress.due = usual;
  else if (handled === undefined && firstFiled(given, 'final') === null)
    Object.assign(progress, { conditional: true, from: null, forecast: usual });
  else if (!isOngoing) progress.notRequired = true;
  if (!isOngoing) {
    const due = submitted === null ? null : usual;
    const forecast = submitted === null ? usual : null;
    return [{ ...common, step: 'final', article: 'NIS2 23(4)(d)', due, forecast }, progress]
  }
  const afterHandled = {
    step: 'final',
    recipient: RECIPIENT,
    article: 'NIS2 23(4)(e)',
    runsFrom: 'handled',
    from: handled ?? null,
    due: handled === undefined ? null : ends(handled),
    forecast: null,
  };
  return [afterHandled, progress]
}

// @ts-nocheck
// Made by verifier/build.mjs from services/ledger/domain/obligations/obligations-of.ts, whose types are taken away. Do not change it here.

/** Every regime, in the order in which obligations are listed. */
const REGIMES = [
  nis2,
  dora,
  craVulnerability,
  craIncident,
  aiAct,
  gdpr,
  cer,
  eidasQualified,
];

/** The level of a regime that applies, and is not reported. */
const NOT_REPORTABLE = 'not_reportable';

/**
 * The obligations of an incident (docs/obligations.md): of each regime that was assessed, and of the regime of its regulation if
 * the incident is significant and nobody has assessed that regime. A pure function; `now` decides only between `due` and
 * `overdue`.
 *
 * @param rules `zone`: the time zone of the settings. Making it takes 0.1 ms, so that a caller with many incidents passes it.
 */
function obligationsOf(
  incident,
  filings,
  rules,
  now,
) {
  const filed = currentFilings(filings);
  const zone = rules.zone ?? zoneOf(rules.settings.time_zone);
  return REGIMES.flatMap((regime) =>
    ofRegime(regime, incident, filed, { ...rules, zone, now: Date.parse(now) }),
  )
}

/** Whether a regime has obligations that are to be met. */
function isReported(incident, regime) {
  const found = REGIMES.find(({ name }) => name === regime);
  return found !== undefined && applicabilityOf(found, incident)?.applies === true
}

function ofRegime(
  regime,
  incident,
  filed,
  rules,
) {
  const applicability = applicabilityOf(regime, incident);
  if (applicability === undefined) return []
  const aware = momentOf(incident, regime.name === 'eidas_qualified' ? 'occurred' : 'aware').at;
  const { settings, zone, now } = rules;
  const given = {
    regime: regime.name,
    incident,
    level: applicability.level,
    settings,
    zone,
    aware,
    now,
    filings: filed.filter((filing) => filing.regime === regime.name),
    set: ruleSetAt(rules, aware),
  };
  const further = settings.differences.filter(
    (one) => one.regime === regime.name && one.recipient !== null && isValid(one, aware),
  );
  return regime.steps(given).flatMap((step) => {
    const others = further.filter((one) => one.step === step.step);
    const names = new Set(others.map(({ recipient }) => key(recipient)));
    const steps = [step, ...others.map((one) => toFurther(given, step, one))];
    // The first filing to each of the other recipients, and the first filing to anyone else.
    const first = new Map ();
    for (const filing of ofStep(given.filings, regime.name, step.step)) {
      const recipient = key(filing.recipient);
      const whose = names.has(recipient) ? recipient : null;
      if (!first.has(whose)) first.set(whose, filing);
    }
    return steps.map((one, i) =>
      obligation(given, one, first.get(i === 0 ? null : key(one.recipient)), applicability),
    )
  })
}

/** Whether a regime applies: as a person assessed it, or until then by the regulation and the severity. */
function applicabilityOf(regime, incident) {
  const lowest = regime.levels[0];
  const assessed = incident.assessments.find((one) => one.regime === regime.name);
  const merged = incident.duplicate_of === null ? '' : 'It is a duplicate: the other incident is reported.';
  if (assessed !== undefined) {
    const isIn = assessed.applies && assessed.level !== NOT_REPORTABLE;
    const why = isIn ? merged : 'Assessed: not to be reported.';
    const level = isIn ? assessed.level : lowest;
    return { applies: isIn && merged === '', level, provisional: false, why }
  }
  if (!incident.is_significant || incident.regulation !== regime.regulation) return undefined
  return { applies: merged === '', level: lowest, provisional: true, why: merged }
}

/** The same step for a further recipient of the national law. */
function toFurther(
  given,
  step,
  { recipient, amount, unit, article },
) {
  const hasOwn = amount !== 0 && unit !== null && step.from !== null;
  return {
    ...step,
    recipient: recipient,
    article: article ?? step.article,
    ...(hasOwn ? { due: endOf(step.from, { amount, unit: unit }, given.zone) } : {}),
  }
}

function obligation(
  given,
  step,
  filing,
  applicability,
) {
  const filedAt = filing && Date.parse(filing.submitted_at);
  const isIn = applicability.applies && (step.notRequired !== true || filing !== undefined);
  const state = isIn || filedAt !== undefined ? stateOf(step, filedAt, given.now) : 'not_required';
  const isOver = state === 'filed' || state === 'filed_late' || state === 'not_required';
  return {
    regime: given.regime,
    step: step.step,
    recipient: step.recipient,
    article: step.article,
    runs_from: step.runsFrom,
    runs_from_at: text(step.from),
    due_at: state === 'not_required' ? null : text(step.due),
    forecast_at: isOver ? null : text(step.forecast),
    state,
    filing_id: filing?.id ?? null,
    stands_in: step.standsIn ?? null,
    provisional: applicability.provisional,
    conditional: state === 'waiting' && step.conditional === true,
    remark: applicability.why === '' ? (step.remark ?? null) : applicability.why,
    rules: given.set.version,
    settings_version: given.settings.version,
  }
}

/** The state of an obligation that applies. */
function stateOf(
  { due, from },
  filedAt,
  now,
) {
  if (filedAt !== undefined) return due === null || filedAt <= due ? 'filed' : 'filed_late'
  if (from === null) return 'waiting'
  return due === null || now <= due ? 'due' : 'overdue'
}

function text(at) {
  return at === null ? null : new Date(at).toISOString()
}

/** Recipients are the same whatever their case and spaces at the ends. */
function key(recipient) {
  return recipient.trim().toLowerCase()
}

/** The fields that every obligation has. */
const FIELDS = [
  'article',
  'conditional',
  'due_at',
  'filing_id',
  'forecast_at',
  'provisional',
  'recipient',
  'regime',
].concat(['remark', 'rules', 'runs_from', 'runs_from_at', 'settings_version', 'stands_in', 'state', 'step']);

/** The limits of the product, so that a hostile record costs no more than an honest one. */
const MAX_HOLIDAYS = 2000;
const MAX_DIFFERENCES = 200;
const MAX_FILINGS = 10_000;
const MAX_ZONES = 256;

/** Derives the obligations of incidents again (docs/obligations.md). Each record contains all inputs of the derivation. */
class Obligations {
  count = 0
  /**
   * Time zones by their spelling. Creating one costs time and memory, and a zone has more than one spelling.
   *
   * @type {Map<string, ReturnType<typeof zoneOf>>}
   */
  #zones = new Map()

  /**
   * Throws a Failure where the obligations of a record do not follow from its input.
   *
   * @param {Record<string, unknown>} record
   * @param {Place} place
   */
  rederive(record, place) {
    const { at, input, obligations } = /** @type {Record<string, any>} */ (record);
    if (!is.time(at) || !isInput(input) || !Array.isArray(obligations) || !obligations.every(isObject))
      throw new Failure('obligation_form', 'not a record of obligations', place)
    const { time_zone } = input.settings;
    const zone = this.#zones.get(time_zone) ?? zoneOf(time_zone);
    this.#zones.set(time_zone, zone);
    if (this.#zones.size > MAX_ZONES) throw new Failure('obligation_form', 'too many time zones', place)
    const derived = /** @type {Record<string, unknown>[]} */ (
      /** @type {unknown} */ (follow(input, zone, at, place))
    );
    if (derived.length !== obligations.length)
      throw new Failure(
        'obligation_mismatch',
        `there are ${obligations.length}, ${derived.length} are derived`,
        place,
      )
    for (const [i, expected] of derived.entries())
      compare(/** @type {any} */ (obligations[i]), expected, place);
    this.count++;
  }
}

/**
 * @param {any} input
 * @param {ReturnType<typeof zoneOf>} zone
 * @param {string} at
 * @param {Place} place
 */
function follow({ incident, filings, settings }, zone, at, place) {
  try {
    return obligationsOf(incident, filings, { sets: RULE_SETS, settings, zone }, at)
  } catch (cause) {
    throw new Failure('obligation_form', cause instanceof Error ? cause.message : String(cause), place)
  }
}

/**
 * Compares a recorded obligation with the derived one. The fields of the first version of the rules MUST be present. Fields of
 * later versions are compared only where the record has them.
 *
 * @param {Record<string, unknown>} recorded
 * @param {Record<string, unknown>} derived
 * @param {Place} place
 */
function compare(recorded, derived, place) {
  for (const name of new Set([...FIELDS, ...Object.keys(recorded)])) {
    const [stated, due] = [recorded, derived].map((one) =>
      Object.hasOwn(one, name) ? canonicalJson(one[name]) : 'nothing',
    );
    if (stated !== due)
      throw new Failure(
        'obligation_mismatch',
        `${derived.regime} ${derived.step}: ${name} is ${stated}, derived is ${due}`,
        place,
      )
  }
}

/** @param {unknown} input */
function isInput(input) {
  return has(input, { incident: isIncident, filings: listOf(isFiling, MAX_FILINGS), settings: isSettings })
}

const ASSESSMENT = { applies: isFlag, assessed_at: is.time, level: is.text, regime: is.text };
const INCIDENT = {
  assessments: listOf((v) => has(v, ASSESSMENT), 100),
  detected_at: is.time,
  duplicate_of: is.orNull(is.text),
  is_significant: isFlag,
  moments: (/** @type {unknown} */ v) => isObject(v) && Object.values(v).every(is.time),
  regulation: is.text,
};
const FILING = {
  corrects: is.orNull(is.text),
  id: is.text,
  recipient: is.text,
  regime: is.text,
  step: is.text,
  submitted_at: is.time,
};
const DIFFERENCE = {
  amount: is.count,
  recipient: is.orNull(is.text),
  regime: is.text,
  step: is.text,
  unit: is.orNull(is.text),
  valid_from: is.orNull(is.text),
  valid_until: is.orNull(is.text),
};
const SETTINGS = {
  differences: listOf((v) => has(v, DIFFERENCE), MAX_DIFFERENCES),
  dora_no_weekend_rule: isFlag,
  holidays: listOf(is.text, MAX_HOLIDAYS),
  time_zone: is.text,
  trust_service_provider: isFlag,
  version: is.count,
};

/** @param {unknown} v */
function isIncident(v) {
  return has(v, INCIDENT)
}

/** @param {unknown} v */
function isFiling(v) {
  return has(v, FILING)
}

/** @param {unknown} v */
function isSettings(v) {
  return has(v, SETTINGS)
}

/** @param {unknown} v */
function isFlag(v) {
  return typeof v === 'boolean'
}

/**
 * @param {(value: any) => boolean} shape
 * @param {number} most
 */
function listOf(shape, most) {
  return (/** @type {unknown} */ v) => Array.isArray(v) && v.length <= most && v.every(shape)
}

/**
 * Whether an object has at least these keys, each with a value of its shape.
 *
 * @param {unknown} value
 * @param {Record<string, (value: any) => boolean>} shape
 */
function has(value, shape) {
  if (!isObject(value)) return false
  for (const key in shape) if (!Object.hasOwn(value, key) || !shape[key]?.(value[key])) return false
  return true
}

const CHUNK = 1024 * 1024;

/**
 * Reads SHA256SUMS, whose signature has been verified: one line for each file, in the order of the package.
 *
 * @param {Buffer} bytes
 * @returns {Map<string, string>} hex hash by name
 */
function readSums(bytes) {
  /** @type {Map<string, string>} */
  const sums = new Map();
  let previous = '';
  let offset = 0;
  for (const line of bytes.toString('latin1').split(/(?<=\n)/)) {
    const [, hash, name] = /^([0-9a-f]{64}) {2}([A-Za-z0-9._/-]+)\n$/.exec(line) ?? [];
    if (hash === undefined || name === undefined || name <= previous || name.startsWith('SHA256SUMS')) {
      throw new Failure('sums_form', 'not a line of a hash, two spaces and the next name', {
        file: 'SHA256SUMS',
        offset,
      })
    }
    sums.set(name, hash);
    previous = name;
    offset += line.length;
  }
  return sums
}

/**
 * Hashes every file of the package, in the order of its bytes.
 *
 * @param {Readable} file
 * @param {Map<string, Entry>} entries
 * @param {Map<string, string>} sums
 */
function checkFiles(file, entries, sums) {
  for (const name of sums.keys()) {
    if (!entries.has(name)) throw new Failure('file_missing', name, { file: name })
  }
  for (const entry of entries.values()) {
    const signed = sums.get(entry.name);
    if (signed === undefined && !entry.name.startsWith('SHA256SUMS'))
      throw new Failure('file_extra', entry.name, { file: entry.name })
    const { hash, crc } = digests(file, entry);
    if (signed !== undefined && hash !== signed)
      throw new Failure('file_hash', `${hash}, signed is ${signed}`, { file: entry.name })
    if (crc !== entry.crc)
      throw new Failure('file_crc', `${crc}, the header says ${entry.crc}`, { file: entry.name })
  }
}

/**
 * @param {Readable} file
 * @param {Entry} entry
 */
function digests(file, entry) {
  if (entry.size <= CHUNK) {
    const bytes = file.read(entry.start, entry.size);
    return { hash: sha256(bytes, 'hex'), crc: crc32(bytes, 0) }
  }
  const sha = startSha256();
  let crc = 0;
  for (let done = 0; done < entry.size; done += CHUNK) {
    const chunk = file.read(entry.start + done, Math.min(CHUNK, entry.size - done));
    sha.update(chunk);
    crc = crc32(chunk, crc);
  }
  return { hash: sha.digest('hex'), crc }
}

// RFC 6962 section 2.1, RFC 9162 section 2.1. Hashes are byte strings (hash.mjs).

/** Hashes inner nodes in one reused buffer. */
class NodeHasher {
  #node = Buffer.alloc(65, 1)

  /**
   * SHA-256(0x01 ‖ left ‖ right)
   *
   * @param {string} left
   * @param {string} right
   */
  hash(left, right) {
    this.#node.write(left + right, 1, 'latin1');
    return sha256(this.#node, 'latin1')
  }
}

/** A tree that grows leaf by leaf and keeps only the roots of its perfect subtrees, from left to right. */
class Tree {
  #nodes = new NodeHasher()

  /** @param {number} [size] @param {string[]} [subtrees] one for each bit set in size, largest first */
  constructor(size = 0, subtrees = []) {
    this.size = size;
    this.subtrees = [...subtrees];
  }

  /** @param {string} leaf a leaf hash */
  append(leaf) {
    let hash = leaf;
    let size = this.size++;
    while (size % 2 === 1) {
      hash = this.#nodes.hash(/** @type {string} */ (this.subtrees.pop()), hash);
      size = (size - 1) / 2;
    }
    this.subtrees.push(hash);
  }

  /** Returns the root of the tree. */
  root() {
    return this.subtrees.length === 0
      ? sha256('', 'latin1')
      : this.subtrees.reduceRight((right, left) => this.#nodes.hash(left, right))
  }
}

/** @param {number} size */
function bitsSet(size) {
  return size.toString(2).replaceAll('0', '').length
}

/**
 * Returns the side of each sibling on the path from leaf `index` to the root of a tree of `size` leaves, from the bottom up. This
 * is RFC 9162 section 2.1.3.2 as a loop over levels. `index` may be that of the last leaf.
 *
 * @param {number} index
 * @param {number} size
 * @returns {('left' | 'right')[]}
 */
function path(index, size) {
  /** @type {('left' | 'right')[]} */
  const sides = [];
  for (let at = index, last = size - 1; last > 0; at = Math.floor(at / 2), last = Math.floor(last / 2)) {
    if (at % 2 === 1) sides.push('left');
    else if (at < last) sides.push('right');
  }
  return sides
}

/**
 * Returns the root that an inclusion proof gives. Returns null where the proof does not have the length that index and size
 * require.
 *
 * @param {string} leaf
 * @param {number} index
 * @param {number} size
 * @param {string[]} hashes bottom up
 */
function rootFromInclusion(leaf, index, size, hashes) {
  const nodes = new NodeHasher();
  const sides = path(index, size);
  if (index >= size || sides.length !== hashes.length) return null
  return sides.reduce((hash, side, i) => {
    const sibling = /** @type {string} */ (hashes[i]);
    return side === 'left' ? nodes.hash(sibling, hash) : nodes.hash(hash, sibling)
  }, leaf)
}

/**
 * Returns the root of the tree of `size` leaves, from the tree over its first leaves and the right siblings of their last one.
 * Returns null where the number of siblings does not match the sizes.
 *
 * @param {Tree} first at least one leaf
 * @param {number} size
 * @param {string[]} right bottom up
 */
function rootFromRange(first, size, right) {
  const sides = path(first.size - 1, size);
  if (first.size > size || sides.filter((side) => side === 'right').length !== right.length) return null
  const nodes = new NodeHasher();
  const subtrees = [...first.subtrees];
  // In a tree of this size, the lowest subtree ends with its last leaf. The walk starts at this subtree and not at the leaf.
  let low = 0;
  for (let n = first.size; n % 2 === 0; n /= 2) low++;
  let hash = /** @type {string} */ (subtrees.pop());
  let used = 0;
  for (const side of sides.slice(low)) {
    hash =
      side === 'left'
        ? nodes.hash(/** @type {string} */ (subtrees.pop()), hash)
        : nodes.hash(hash, /** @type {string} */ (right[used++]));
  }
  return hash
}

/**
 * Whether a consistency proof holds (RFC 9162 section 2.1.4.2). A proof from size 0 proves nothing.
 *
 * @param {number} oldSize
 * @param {string} oldRoot
 * @param {number} size
 * @param {string} root
 * @param {string[]} hashes
 */
function consistent(oldSize, oldRoot, size, root, hashes) {
  if (oldSize < 1 || oldSize > size) return false
  if (oldSize === size) return hashes.length === 0 && oldRoot === root
  const proof = Number.isInteger(Math.log2(oldSize)) ? [oldRoot, ...hashes] : hashes;
  let at = oldSize - 1;
  let last = size - 1;
  for (; at % 2 === 1; at = (at - 1) / 2) last = Math.floor(last / 2);
  const [start, ...rest] = proof;
  if (start === undefined) return false
  const nodes = new NodeHasher();
  let oldHash = start;
  let hash = start;
  for (const sibling of rest) {
    if (last === 0) return false
    if (at % 2 === 1 || at === last) {
      oldHash = nodes.hash(sibling, oldHash);
      hash = nodes.hash(sibling, hash);
      for (; at % 2 === 0 && at !== 0; at /= 2) last = Math.floor(last / 2);
    } else hash = nodes.hash(hash, sibling);
    at = Math.floor(at / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 && oldHash === oldRoot && hash === root
}

const ACTOR = { id: is.orNull(is.text), kind: is.text, name: is.orNull(is.text) };
const ENTRY = {
  actor: (/** @type {unknown} */ v) => hasShape(v, ACTOR),
  at: is.time,
  code: is.orNull(is.text),
  // No check in this file reads these members.
  details: (/** @type {unknown} */ v) => is.object(v) || v === UNREAD_OBJECT,
  id: is.uuid,
  operation: is.text,
  organization_id: is.text,
  outcome: is.text,
  receipts: is.array,
  request_id: is.uuid,
  v: is.only(1),
  via: is.text,
};
// A malformed root or type needs no check here, because no records match it.
const RECEIPT = { count: is.positive, root: is.text, type: is.text };

/**
 * Reads all data once, as a merge: each entry, followed by the records of its receipts (docs/evidence-package.md section 8).
 * Entries are read to the end even when a record fails, so that the result for the log does not depend on the records.
 *
 * @param {Data} data
 * @returns {Promise<Result>}
 */
async function readData(data) {
  /** @type {Result} */
  const result = { entries: 0, recordCount: 0 };
  const audit = data.sequence('audit');
  /** @type {Sequences} */
  const sequences = new Map();
  for (const type of data.types) if (type !== 'audit') sequences.set(type, data.sequence(type));
  try {
    await readEntries(audit, sequences, data, result);
  } catch (cause) {
    fail(result, 'log', cause);
  }
  if (!result.log && !result.records) await endRecords(sequences, data, result);
  for (const lines of [audit, ...sequences.values()]) await lines.close();
  return result
}

/**
 * Keeps the first failure of a step.
 *
 * @param {Result} result
 * @param {'log' | 'records'} step
 * @param {unknown} cause
 */
function fail(result, step, cause) {
  if (!(cause instanceof Failure) || cause.code === 'changed') throw cause
  result[step] ??= cause;
}

/**
 * @param {Lines} audit
 * @param {Sequences} sequences
 * @param {Data} data
 * @param {Result} result
 */
async function readEntries(audit, sequences, data, result) {
  let [firstAt, lastAt] = ['', ''];
  while (audit.next() || (await audit.more())) {
    const index = data.proof.indexOf(result.entries++);
    data.proof.append(audit.leafHash('latin1'));
    const entry = readEntry(audit, index, data.organizationId);
    lastAt = entry.at;
    firstAt ||= lastAt;
    if (result.records) continue
    const at = { file: audit.file, line: audit.line, index, id: entry.id };
    data.replay?.begin(entry, at);
    try {
      data.checkEntry?.(entry, at);
      await checkReceipts(entry, index, sequences, data, result);
    } catch (cause) {
      fail(result, 'records', cause);
    }
  }
  data.replay?.end();
  data.proof.finish(data.root);
  data.checkTimes(firstAt, lastAt);
}

/**
 * Checks what can be decided only after the last record: every record of a sequence belongs to an entry.
 *
 * @param {Sequences} sequences
 * @param {Data} data
 * @param {Result} result
 */
async function endRecords(sequences, data, result) {
  try {
    data.attachments.finish();
    data.finish?.();
  } catch (cause) {
    fail(result, 'records', cause);
  }
  for (const [type, lines] of sequences) {
    try {
      if (!lines.next() && !(await lines.more())) continue
      const detail = `the entries require ${lines.line - 1} records of type ${type}`;
      throw new Failure('record_extra', detail, place(lines))
    } catch (cause) {
      fail(result, 'records', cause);
    }
  }
}

/**
 * @param {Lines} lines
 * @param {number} index
 * @param {string} organizationId
 * @returns {AuditEntry}
 */
function readEntry(lines, index, organizationId) {
  const value = /** @type {any} */ (lines.value());
  const sound =
    hasShape(value, ENTRY) &&
    value.receipts.every((/** @type {unknown} */ receipt) => hasShape(receipt, RECEIPT));
  if (!sound) {
    throw new Failure('entry_form', 'not an audit entry in canonical form', {
      file: lines.file,
      line: lines.line,
      index,
    })
  }
  if (value.organization_id !== organizationId) {
    throw new Failure('entry_organization', value.organization_id, { file: lines.file, index, id: value.id })
  }
  return value
}

/**
 * @param {AuditEntry} entry
 * @param {number} index
 * @param {Sequences} sequences
 * @param {Data} data
 * @param {Result} result
 */
async function checkReceipts(entry, index, sequences, data, result) {
  for (const { type, count, root } of entry.receipts) {
    const lines = sequences.get(type);
    const first = lines === undefined ? 1 : lines.line + 1;
    const tree = count === 1 ? undefined : new Tree();
    let found = '';
    for (let i = 0; i < count; i++) {
      if (lines === undefined || !(lines.next() || (await lines.more()))) {
        const at = { index, id: entry.id, ...(lines ? { file: lines.file } : {}) };
        throw new Failure(
          'record_missing',
          `entry ${index} wrote ${count} of type ${type}, there are ${i}`,
          at,
        )
      }
      if (tree) tree.append(lines.leafHash('latin1'));
      else found = lines.leafHash('hex');
      result.recordCount++;
      checkRecord(type, lines, data, result);
    }
    if ((tree ? toHex(tree.root()) : found) !== root) {
      const where = count === 1 ? `line ${first}` : `lines ${first} to ${first + count - 1}`;
      const detail = `${where} of type ${type} are not what entry ${index} (${entry.operation}, ${entry.id}) wrote`;
      throw new Failure('record_mismatch', detail, {
        ...place(/** @type {Lines} */ (lines)),
        line: first,
        index,
      })
    }
  }
}

/**
 * Checks a record except for its hash: its form, its organization, and the rules of its type. A decision that does not follow
 * from its snapshot is a failure of a later step, so the merge continues.
 *
 * @param {string} type
 * @param {Lines} lines
 * @param {Data} data
 * @param {Result} result
 */
function checkRecord(type, lines, data, result) {
  if (type === CONTENTS) return checkContent(lines, data)
  const check = Object.hasOwn(data.checks, type) ? data.checks[type] : undefined;
  if (!check && lines.isPlainRecord()) return data.replay?.record(type, lines, undefined)
  const record = /** @type {any} */ (lines.value());
  const at = { file: lines.file, line: lines.line };
  if (!isObject(record) || !is.text(record.id)) throw new Failure('record_form', `of type ${type}`, at)
  const place = { ...at, id: record.id };
  if (record.organization_id !== data.organizationId)
    throw new Failure('record_foreign', 'of another organization', place)
  try {
    check?.(record, place);
  } catch (cause) {
    if (!(cause instanceof Failure) || !/^(?:decision|obligation)_/.test(cause.code)) throw cause
    result.decisions ??= cause;
    return
  }
  data.replay?.record(type, lines, record);
}

/**
 * Checks a record with the bytes of an attachment, which may be too long to be parsed.
 *
 * @param {Lines} lines
 * @param {Data} data
 */
function checkContent(lines, data) {
  if (!lines.isPlainRecord())
    throw new Failure('record_form', `of type ${CONTENTS}`, { file: lines.file, line: lines.line })
  const record = data.attachments.content(lines);
  data.checks[CONTENTS]?.(record, { file: lines.file, line: lines.line, id: record.id });
  data.replay?.record(CONTENTS, lines, undefined);
}

const CONTENTS = 'attachment-contents';

/**
 * Returns the location of a record, with its id if it has one.
 *
 * @param {Lines} lines
 */
function place(lines) {
  const id = lines.value()?.id;
  return { file: lines.file, line: lines.line, ...(is.text(id) ? { id } : {}) }
}

/**
 * @typedef {{ id: string, at: string, operation: string, organization_id: string, details: Record<string, unknown>,
 *   actor: { id: string | null, kind: string, name: string | null }, outcome: string, via: string,
 *   receipts: { type: string, count: number, root: string }[] }} AuditEntry
 * @typedef {{ begin(entry: AuditEntry, at: Place): void, record(type: string, lines: Lines, record: any): void, end(): void }} Follower
 *   is given each entry, then its records; `record`: undefined where only the line was read
 * @typedef {Map<string, Lines>} Sequences the records, by their type
 * @typedef {{ log?: Failure, records?: Failure, decisions?: Failure, entries: number, recordCount: number }} Result
 *   the first failure of each step
 * @typedef {{
 *   types: string[], sequence(type: string): Lines, proof: EntryProof, root: string,
 *   organizationId: string,
 *   replay: Follower | undefined,
 *   attachments: Attachments,
 *   checkTimes(firstAt: string, lastAt: string): void,
 *   checkEntry?: (entry: AuditEntry, at: Place) => void,
 *   checks: Record<string, (record: any, at: Place) => void>,
 *   finish?: () => void
 * }} Data checks: by record type; finish: after the last record. Each throws a Failure
 */

const MAX_LINES$1 = 10_000;
const MAX_BYTES$1 = 4 * 1024 * 1024;
const MAX_TABLES_BYTES = 32 * 1024 * 1024;

/** @param {string} type */
const csvName = (type) => `csv/${type}.csv`;

/**
 * Throws unless the listed tables are of types of the package, in ascending order, and within the limits individually and
 * together.
 *
 * @param {Pick<Manifest, 'csv' | 'counts' | 'parts'>} manifest
 */
function assertTables({ csv = [], counts, parts }) {
  let together = 0;
  for (const [i, type] of csv.entries()) {
    const lines = typeof type === 'string' && Object.hasOwn(counts, type) ? (counts[type] ?? 0) : 0;
    const bytes = parts.filter((part) => part.type === type).reduce((sum, part) => sum + part.bytes, 0);
    together += bytes;
    const inOrder = i === 0 || /** @type {string} */ (csv[i - 1]) < type;
    if (!inOrder || lines < 1 || lines > MAX_LINES$1 || bytes > MAX_BYTES$1 || together > MAX_TABLES_BYTES)
      throw new Failure('manifest_form', 'not a list of types that have tables', { file: 'manifest.json' })
  }
}

const MANIFEST = 'manifest.json';
const MAX_LINES = 100_000;
/** The most types. The sequences of all types are open at the same time. */
const MAX_TYPES = 128;
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * In every package that Attestry makes, two consecutive parts of a type together have more than 16 MiB or 100,000 lines. Each
 * part costs the start of an inflation, so a package with thousands of short parts is refused.
 */
const PART_BYTES = 4 * 1024 * 1024;
const PART_LINES = 25_000;
const SPARE_PARTS = 4;

/** The latest format version. */
const LATEST = 3;

const SHAPE = {
  counts: is.object,
  format_version: is.only(1, 2, LATEST),
  generator: is.text,
  incident_id: is.orNull(is.uuid),
  kid: is.hash,
  log: is.object,
  organization: is.object,
  package_id: is.uuid,
  parts: is.array,
  period: is.object,
  signed_at: is.time,
  type: is.only('evidence', 'incident-support'),
};
const { counts, ...AFTER_COUNTS } = SHAPE;
/** Since format version 2. */
const SHAPE_2 = { counts, exported_at: is.time, ...AFTER_COUNTS };
/** Since format version 3. */
const SHAPE_3 = { counts, csv: is.array, exported_at: is.time, ...AFTER_COUNTS };
const SHAPES = /** @type {const} */ ({ 1: SHAPE, 2: SHAPE_2, 3: SHAPE_3 });
const LOG = {
  entries: is.positive,
  first_index: is.orNull(is.count),
  origin: is.text,
  tree_size: is.positive,
};
const ORGANIZATION = { id: is.uuid, name: is.text };
const PERIOD = { from: is.orNull(is.time), to: is.orNull(is.time) };
const PART = {
  bytes: (/** @type {unknown} */ v) => is.positive(v) && /** @type {number} */ (v) <= MAX_BYTES,
  file: is.text,
  lines: (/** @type {unknown} */ v) => is.positive(v) && /** @type {number} */ (v) <= MAX_LINES,
  type: is.type,
};

/** @param {unknown} value */
function isPart(value) {
  return hasShape(value, PART)
}

/**
 * Reads manifest.json (docs/evidence-package.md section 4), whose signed hash has been verified.
 *
 * @param {Buffer | undefined} bytes
 * @returns {Manifest}
 */
function readManifest(bytes) {
  // The version is read first, because the other members may have other shapes in a later version.
  const version = bytes && memberOf(bytes, 'format_version');
  if (version !== undefined && !SHAPE.format_version(version)) {
    const Refused = Number.isSafeInteger(version) && Number(version) > LATEST ? LaterVersion : Failure;
    throw new Refused('manifest_version', `it is ${JSON.stringify(version)}`, { file: MANIFEST })
  }
  const value = bytes && parseFile(bytes, { parts: isPart });
  const manifest = /** @type {Manifest} */ (value);
  const sound =
    hasShape(value, SHAPES[manifest?.format_version] ?? SHAPE) &&
    hasShape(manifest.log, LOG) &&
    hasShape(manifest.organization, ORGANIZATION) &&
    hasShape(manifest.period, PERIOD) &&
    manifest.parts.every(isPart) &&
    Object.values(manifest.counts).every(is.positive);
  if (!sound)
    throw new Failure('manifest_form', 'not the manifest of its format version in canonical form', {
      file: MANIFEST,
    })
  if (Object.keys(manifest.counts).length > MAX_TYPES)
    throw new Failure('manifest_form', `more than ${MAX_TYPES} types`, { file: MANIFEST })
  const support = manifest.type === 'incident-support';
  if (support !== (manifest.incident_id !== null) || support !== (manifest.log.first_index === null)) {
    throw new Failure('manifest_form', 'type, incident_id and first_index do not fit together', {
      file: MANIFEST,
    })
  }
  return manifest
}

/**
 * Compares the manifest with the package: key, file list, part numbers and counts.
 *
 * @param {Manifest} manifest
 * @param {{ kid: string, kids: Iterable<string>, rotations: string[], names: string[] }} found names in order
 */
function checkManifest(manifest, { kid, kids, rotations, names }) {
  if (manifest.kid !== kid)
    throw new Failure('manifest_kid', `${manifest.kid}, signed by ${kid}`, { file: MANIFEST })
  const { log, parts, counts } = manifest;
  if (log.origin !== `attestry/${manifest.organization.id}`) {
    throw new Failure('manifest_form', 'the origin of the log is not that of the organization', {
      file: MANIFEST,
    })
  }
  const expected = [
    'SHA256SUMS',
    'SHA256SUMS.sig',
    'VERIFICATION.md',
    ...(manifest.csv ?? []).map(csvName),
    ...parts.map((part) => part.file),
    ...[...kids].map((id) => `keys/${id}.pem`),
    'keys/keyset.json',
    ...rotations,
    'log/checkpoint',
    'log/consistency.json',
    ...(manifest.format_version > 1 ? stampNames(names) : []),
    ...(hasNeighbours(manifest) ? ['log/neighbours.json'] : []),
    manifest.type === 'evidence' ? 'log/range-proof.json' : 'log/inclusion-proofs.json',
    'manifest.json',
    'verify.mjs',
  ].sort();
  const present = [...names].sort();
  const at = expected.findIndex((name, i) => name !== present[i]);
  if (at !== -1 || expected.length !== present.length) {
    const [want, have] = at === -1 ? ['nothing more', present[expected.length]] : [expected[at], present[at]];
    throw new Failure('manifest_files', `${want} is expected, ${have ?? 'nothing more'} is there`, {
      file: MANIFEST,
    })
  }
  checkParts(parts, counts, log.entries);
  assertTables(manifest);
}

/**
 * Returns the names that the time-stamps of the package must have, numbered from 01. A package may have none.
 *
 * @param {string[]} names
 */
function stampNames(names) {
  const found = names.filter((name) => /^log\/timestamps\/\d\d\.tst$/.test(name));
  return found.map((_, i) => `log/timestamps/${String(i + 1).padStart(2, '0')}.tst`)
}

/**
 * Whether the package covers only a part of the log, and so has the entries beside its range.
 *
 * @param {Manifest} manifest
 */
function hasNeighbours({ format_version: version, log }) {
  return version > 1 && log.first_index !== null && log.entries < log.tree_size
}

/**
 * @param {Part[]} parts
 * @param {Record<string, number>} counts
 * @param {number} entries
 */
function checkParts(parts, counts, entries) {
  /** @type {Record<string, number>} */
  const lines = {};
  let type = '';
  let number = 0;
  let bytes = 0;
  for (const part of parts) {
    if (part.type < type)
      throw new Failure('manifest_files', 'the parts are not in order', { file: part.file })
    number = part.type === type ? number + 1 : 1;
    bytes = part.type === type ? bytes + part.bytes : part.bytes;
    type = part.type;
    const name = `data/${type}-${String(number).padStart(6, '0')}.jsonl.gz`;
    if (part.file !== name)
      throw new Failure('manifest_files', `the next part is ${name}`, { file: part.file })
    lines[type] = (lines[type] ?? 0) + part.lines;
    if (number > SPARE_PARTS + bytes / PART_BYTES + (lines[type] ?? 0) / PART_LINES)
      throw new Failure('manifest_files', `${number} parts of ${lines[type]} lines`, { file: part.file })
  }
  const types = Object.keys(counts);
  const agree = types.length === Object.keys(lines).length && types.every((t) => counts[t] === lines[t]);
  if (!agree || counts.audit !== entries)
    throw new Failure('manifest_counts', 'counts, parts and log differ', { file: MANIFEST })
}

/**
 * Reads a file of the package that is an object in canonical form. Throws a Failure for any other file.
 *
 * @param {Buffer | undefined} bytes
 * @param {string} file
 * @param {Record<string, (value: any) => boolean>} shape
 * @param {Record<string, (value: unknown) => boolean>} [lists] members that may be long lists, and the shape of an item
 */
function readProof(bytes, file, shape, lists) {
  const value = bytes && parseFile(bytes, lists);
  if (!isObject(value) || !hasShape(value, shape))
    throw new Failure('proof_form', 'not a proof file in canonical form', { file })
  return value
}

/**
 * @typedef {{ bytes: number, file: string, lines: number, type: string }} Part
 * @typedef {{
 *   counts: Record<string, number>, csv?: string[], exported_at?: string, format_version: 1 | 2 | 3, generator: string, incident_id: string | null, kid: string,
 *   log: { entries: number, first_index: number | null, origin: string, tree_size: number },
 *   organization: { id: string, name: string }, package_id: string, parts: Part[],
 *   period: { from: string | null, to: string | null }, signed_at: string, type: 'evidence' | 'incident-support'
 * }} Manifest
 */

const NEIGHBOURS = 'log/neighbours.json';
const NEIGHBOUR = { entry: is.text, hashes: is.hashes };
const LEAF = Buffer.from([0]);

/**
 * Reads the entries beside the range of a package. They MUST be in the log, and their times MUST NOT be in the period of the
 * package (docs/evidence-package.md section 7). A package of the whole log has no such entries, and a package of format version 1
 * never has them.
 *
 * @param {Buffer | undefined} bytes
 * @param {Manifest} manifest
 * @param {Checkpoint} checkpoint
 * @returns {Neighbours}
 */
function readNeighbours(bytes, { log, organization, period }, checkpoint) {
  if (bytes === undefined || log.first_index === null) return {}
  const shape = {
    after: is.orNull(isNeighbour),
    before: is.orNull(isNeighbour),
    tree_size: is.only(log.tree_size),
  };
  const value = readProof(bytes, NEIGHBOURS, shape);
  const end = log.first_index + log.entries;
  const { before, after } = /** @type {{ before: Proven | null, after: Proven | null }} */ (value);
  if ((before === null) !== (log.first_index === 0) || (after === null) !== (end === log.tree_size))
    throw new Failure('proof_form', 'not the leaves next to the range', { file: NEIGHBOURS })
  /** @type {Neighbours} */
  const found = {};
  if (before) found.before = { index: log.first_index - 1, at: proven(before, log.first_index - 1).at };
  if (after) found.after = { index: end, at: proven(after, end).at };
  for (const { index, at } of Object.values(found))
    if ((period.from === null || at >= period.from) && (period.to === null || at < period.to))
      throw new Failure('period_mismatch', `leaf ${index} of ${at} is left out`, { file: NEIGHBOURS, index })
  return found

  /**
   * @param {Proven} neighbour
   * @param {number} index
   */
  function proven({ entry: text, hashes }, index) {
    const at = { file: NEIGHBOURS, index };
    const leaf = sha256(Buffer.concat([LEAF, Buffer.from(text)]), 'latin1');
    if (rootFromInclusion(leaf, index, log.tree_size, hashes.map(fromHex)) !== checkpoint.root)
      throw new Failure('inclusion_mismatch', `leaf ${index} of ${log.tree_size}`, at)
    const entry = /** @type {AuditEntry} */ (parseObject(text));
    if (!hasShape(entry, ENTRY) || !entry.receipts.every((receipt) => hasShape(receipt, RECEIPT)))
      throw new Failure('entry_form', 'not an audit entry in canonical form', at)
    if (entry.organization_id !== organization.id)
      throw new Failure('entry_organization', 'of another organization', at)
    return entry
  }
}

/** @param {unknown} value */
function isNeighbour(value) {
  return hasShape(value, NEIGHBOUR)
}

/**
 * @typedef {{ entry: string, hashes: string[] }} Proven
 * @typedef {{ before?: Neighbour, after?: Neighbour }} Neighbours
 * @typedef {{ index: number, at: string }} Neighbour
 */

/**
 * Checks that the range of leaves matches the period (docs/evidence-package.md section 4), as far as a package shows it. At an
 * open side of the period, the range reaches that end of the log. At a closed side, the range ends with an entry of the period.
 *
 * @param {Manifest} manifest
 * @param {string} firstAt time of the first entry
 * @param {string} lastAt
 */
function assertPeriod({ log, period: { from, to } }, firstAt, lastAt) {
  const bad = (/** @type {string} */ detail) =>
    new Failure('period_mismatch', detail, { file: 'manifest.json' });
  if (from !== null && to !== null && from >= to) throw bad(`it is from ${from} to ${to}`)
  // The single leaves of an incident have no range.
  if (log.first_index === null) {
    if (from !== null || to !== null) throw bad('an incident support package has none')
    return
  }
  const end = log.first_index + log.entries;
  if (from === null && log.first_index !== 0)
    throw bad(`it has no beginning, the first leaf is ${log.first_index}`)
  if (to === null && end !== log.tree_size)
    throw bad(`it has no end, the last leaf is ${end - 1} of ${log.tree_size}`)
  if (from !== null && firstAt < from) throw bad(`it begins at ${from}, the first entry is of ${firstAt}`)
  if (to !== null && lastAt >= to) throw bad(`it ends at ${to}, the last entry is of ${lastAt}`)
}

const RANGE = 'log/range-proof.json';
const INCLUSION = 'log/inclusion-proofs.json';
const CONSISTENCY = 'log/consistency.json';

/**
 * Proves the entries of an evidence package. `append` takes every leaf in order, then `finish` compares the root.
 *
 * @param {Buffer | undefined} bytes
 * @param {Manifest['log']} log
 * @param {readonly number[]} [watch] the sizes at which the root is stored, if the range passes them
 * @returns {EntryProof}
 */
function rangeProof(bytes, log, watch = []) {
  const shape = {
    entries: is.count,
    first_index: is.count,
    left: is.hashes,
    right: is.hashes,
    tree_size: is.count,
  };
  const value = readProof(bytes, RANGE, shape);
  const proof =
    /** @type {{ entries: number, first_index: number, left: string[], right: string[], tree_size: number }} */ (
      value
    );
  const { first_index: first, entries, tree_size } = proof;
  if (first !== log.first_index || entries !== log.entries || tree_size !== log.tree_size) {
    throw new Failure('proof_form', 'it is of a range other than the manifest states', { file: RANGE })
  }
  if (first + entries > tree_size || proof.left.length !== bitsSet(first)) {
    throw new Failure('proof_form', 'the number of hashes does not fit the range', { file: RANGE })
  }
  const tree = new Tree(first, proof.left.map(fromHex));
  const sizes = new Set(watch);
  /** @type {Map<number, string>} */
  const watched = new Map(sizes.has(first) ? [[first, tree.root()]] : []);
  return {
    indexOf: (line) => first + line,
    append(leaf) {
      tree.append(leaf);
      if (sizes.has(tree.size)) watched.set(tree.size, tree.root());
    },
    watched,
    finish(root) {
      if (rootFromRange(tree, tree_size, proof.right.map(fromHex)) !== root) {
        throw new Failure('root_mismatch', `leaves ${first} to ${first + entries - 1} of ${tree_size}`, {
          file: RANGE,
          index: first,
        })
      }
    },
  }
}

/**
 * Proves the entries of an incident support package, one by one.
 *
 * @param {Buffer | undefined} bytes
 * @param {Manifest['log']} log
 * @param {string} root
 * @returns {EntryProof}
 */
function inclusionProofs(bytes, log, root) {
  const value = readProof(
    bytes,
    INCLUSION,
    { entries: is.array, tree_size: is.count },
    { entries: isInclusion },
  );
  const proofs = /** @type {{ hashes: string[], index: number }[]} */ (value.entries);
  const sound =
    value.tree_size === log.tree_size &&
    proofs.length === log.entries &&
    proofs.every((p, i) => isInclusion(p) && p.index > (proofs[i - 1]?.index ?? -1));
  if (!sound) throw new Failure('proof_form', 'not one proof for each entry, by index', { file: INCLUSION })
  let line = 0;
  return {
    indexOf: (n) => proofs[n]?.index ?? 0,
    append(leaf) {
      const proof = proofs[line++];
      if (!proof) throw new Failure('proof_form', 'there are more entries than proofs', { file: INCLUSION })
      const { index, hashes } = proof;
      if (rootFromInclusion(leaf, index, log.tree_size, hashes.map(fromHex)) !== root) {
        throw new Failure('inclusion_mismatch', `leaf ${index} of ${log.tree_size}`, {
          file: INCLUSION,
          index,
        })
      }
    },
    watched: new Map(),
    finish() {},
  }
}

/**
 * Checks every consistency proof of the package against its checkpoint.
 *
 * @param {Buffer | undefined} bytes
 * @param {Checkpoint} checkpoint
 * @returns {Map<number, string>} the proven earlier roots by size
 */
function earlierRoots(bytes, checkpoint) {
  const value = readProof(
    bytes,
    CONSISTENCY,
    { proofs: is.array, tree_size: is.only(checkpoint.size) },
    { proofs: isConsistency },
  );
  /** @type {Map<number, string>} */
  const roots = new Map();
  let previous = 0;
  for (const proof of /** @type {{ hashes: string[], root: string, tree_size: number }[]} */ (value.proofs)) {
    if (!isConsistency(proof) || proof.tree_size <= previous || proof.tree_size > checkpoint.size) {
      throw new Failure('proof_form', 'not one proof for each size, ascending', { file: CONSISTENCY })
    }
    const { tree_size: size, root, hashes } = proof;
    if (!consistent(size, fromHex(root), checkpoint.size, checkpoint.root, hashes.map(fromHex))) {
      throw new Failure('consistency_mismatch', `from size ${size} to ${checkpoint.size}`, {
        file: CONSISTENCY,
        index: size,
      })
    }
    roots.set(size, fromHex(root));
    previous = size;
  }
  return roots
}

/** @param {unknown} value */
function isInclusion(value) {
  return hasShape(value, { hashes: is.hashes, index: is.count })
}

/** @param {unknown} value */
function isConsistency(value) {
  return hasShape(value, { hashes: is.hashes, root: is.hash, tree_size: is.positive })
}

/**
 * @typedef {{
 *   indexOf(line: number): number,
 *   append(leaf: string): void,
 *   watched: Map<number, string>,
 *   finish(root: string): void
 * }} EntryProof
 */

const START = Buffer.from('{"content":"');
const QUOTE = 0x22;
/**
 * The most attachments for which only one of the two records was read so far. An honest log needs one, because one entry writes
 * both records.
 */
const MAX_OPEN = 1000;

/**
 * Compares the bytes of attachments with the size and the SHA-256 in their records. One entry writes both records of an
 * attachment.
 */
class Attachments {
  count = 0
  /** @type {Map<string, { sha256: string, bytes: number, incidentId: string }>} */
  #contents = new Map()
  /** @type {Map<string, { stated: { sha256: string, bytes: number, incidentId: string }, place: Place }>} */
  #records = new Map()

  /**
   * Takes a record of type `attachment-contents`. Its text may be too long to be parsed, so the content is read from the bytes.
   *
   * @param {Lines} lines whose current line is plain
   * @returns {{ id: string, incident_id: string }}
   */
  content(lines) {
    const place = { file: lines.file, line: lines.line };
    const { bytes, start, end } = lines;
    const from = start + START.length;
    const to = bytes.indexOf(QUOTE, from);
    if (!bytes.subarray(start, from).equals(START) || to === -1 || to >= end)
      throw new Failure('record_form', 'of type attachment-contents', place)
    const { id, incident_id } = restOf(bytes.toString('latin1', to + 2, end), place);
    const text = bytes.toString('latin1', from, to);
    const content = Buffer.from(text, 'base64');
    if (content.toString('base64') !== text)
      throw new Failure('record_form', 'the content is not canonical base64', { ...place, id })
    const found = { sha256: sha256(content, 'hex'), bytes: content.length, incidentId: incident_id };
    const record = this.#records.get(id);
    if (record === undefined) keep(this.#contents, id, found, place);
    else this.#compare(id, found, record.stated, record.place);
    return { id, incident_id }
  }

  /**
   * Takes a record of type `incident-attachments`.
   *
   * @param {any} record
   * @param {Place} place
   */
  record(record, place) {
    const { id, sha256: hash, bytes, incident_id: incidentId } = record;
    if (!is.hash(hash) || !is.count(bytes) || !is.text(incidentId))
      throw new Failure('record_form', 'of type incident-attachments', place)
    const stated = { sha256: hash, bytes, incidentId };
    const found = this.#contents.get(id);
    if (found === undefined) keep(this.#records, id, { stated, place }, place);
    else this.#compare(id, found, stated, place);
  }

  /** Throws where an attachment lacks one of its two records. MUST be called after the last record. */
  finish() {
    for (const [id, { place }] of this.#records)
      throw new Failure('attachment_mismatch', `the content of ${id} is missing`, place)
    for (const id of this.#contents.keys())
      throw new Failure('attachment_mismatch', `there is content of ${id}, but no record of it`, { id })
  }

  /**
   * @param {string} id
   * @param {{ sha256: string, bytes: number, incidentId: string }} found
   * @param {{ sha256: string, bytes: number, incidentId: string }} stated
   * @param {Place} place
   */
  #compare(id, found, stated, place) {
    if (
      found.sha256 !== stated.sha256 ||
      found.bytes !== stated.bytes ||
      found.incidentId !== stated.incidentId
    ) {
      const detail = `${found.bytes} bytes of SHA-256 ${found.sha256}, the record says ${stated.bytes} of ${stated.sha256}`;
      throw new Failure('attachment_mismatch', detail, place)
    }
    this.#contents.delete(id);
    this.#records.delete(id);
    this.count++;
  }
}

/**
 * Reads the members that follow `content` in a record.
 *
 * @param {string} text
 * @param {Place} place
 * @returns {{ id: string, incident_id: string }}
 */
function restOf(text, place) {
  const fields =
    /^"id":"([0-9a-f-]{36})","incident_id":"([0-9a-f-]{36})","organization_id":"[0-9a-f-]{36}"\}$/.exec(
      text.slice(0, 300),
    );
  if (fields === null || text.length > 300)
    throw new Failure('record_form', 'of type attachment-contents', place)
  return { id: /** @type {string} */ (fields[1]), incident_id: /** @type {string} */ (fields[2]) }
}

/**
 * @template T
 * @param {Map<string, T>} map
 * @param {string} id
 * @param {T} value
 * @param {Place} place
 */
function keep(map, id, value, place) {
  if (map.size >= MAX_OPEN)
    throw new Failure('attachment_mismatch', `more than ${MAX_OPEN} are incomplete`, place)
  map.set(id, value);
}

const MAX_COLUMNS = 512;

/**
 * Derives each table again from the verified lines of its type, and compares the two (docs/evidence-package.md section 8).
 * Returns the number of tables.
 *
 * @param {{ manifest: Manifest, read: (name: string) => Buffer | undefined, sequence: (type: string) => Lines }} of
 */
async function checkTables({ manifest: { csv = [] }, read, sequence }) {
  for (const type of csv) {
    const file = csvName(type);
    const table = read(file) ?? Buffer.alloc(0);
    /** @type {Set<string>} */
    const names = new Set();
    for await (const record of records$1(sequence(type), file)) {
      for (const name of record.keys()) names.add(name);
      if (names.size > MAX_COLUMNS) throw tooWide(file)
    }
    const columns = [...names].sort();
    let offset = compared(
      table,
      0,
      `\ufeff${columns.map((name) => cell(JSON.stringify(name))).join(',')}\r\n`,
      file,
    );
    for await (const record of records$1(sequence(type), file)) {
      const cells = columns.map((name) => cell(record.get(name) ?? 'null'));
      offset = compared(table, offset, `${cells.join(',')}\r\n`, file);
    }
    if (offset !== table.length)
      throw new Failure('csv_mismatch', `it goes on after the last line of ${type}`, { file, offset })
  }
  return csv.length
}

/**
 * Yields the members of each record: the JSON text of each value by its name.
 *
 * @param {Lines} lines
 * @param {string} file
 * @returns {AsyncGenerator<Map<string, string>, void, undefined>}
 */
async function* records$1(lines, file) {
  try {
    while (lines.next() || (await lines.more())) {
      /** @type {Map<string, string>} */
      const record = new Map();
      for (const { name, value } of members(lines.bytes, lines.start, lines.end)) {
        record.set(name, lines.bytes.toString('utf8', value.start, value.end));
        if (record.size > MAX_COLUMNS) throw tooWide(file)
      }
      yield record;
    }
  } finally {
    await lines.close();
  }
}

/** @param {string} file */
const tooWide = (file) => new Failure('csv_mismatch', `more than ${MAX_COLUMNS} columns`, { file });

/**
 * @param {Buffer} table
 * @param {number} offset
 * @param {string} row
 * @param {string} file
 */
function compared(table, offset, row, file) {
  const bytes = Buffer.from(row);
  if (!table.subarray(offset, offset + bytes.length).equals(bytes))
    throw new Failure('csv_mismatch', 'a row differs from its line', { file, offset })
  return offset + bytes.length
}

/** @param {string} json the text of a value; an array, object, number, true or false is shown as it is written */
function cell(json) {
  if (json === 'null') return ''
  const first = json.charAt(0);
  if (!'"[{'.includes(first)) return json
  let text = '';
  for (const unit of first === '"' ? /** @type {string} */ (JSON.parse(json)) : json)
    text += isShown(unit) ? unit : escaped(unit);
  return `"${begins(text) ? "'" : ''}${text.replaceAll('"', '""')}"`
}

/** Whether a spreadsheet could interpret the text as a formula (OWASP, "CSV Injection"). @param {string} text */
const begins = (text) => text !== '' && '=+-@\t\r\n\uff1d\uff0b\uff0d\uff20'.includes(text.charAt(0));

/** @param {string} unit */
const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * Whether a character is shown unescaped. Control characters other than tab and line ends, direction marks, line separators and
 * the byte order mark are escaped.
 *
 * @param {string} unit
 */
function isShown(unit) {
  const code = unit.charCodeAt(0);
  if (code < 0x20) return code === 9 || code === 10 || code === 13
  if (code < 0x7f) return true
  if (code < 0xa0) return false
  return !(
    code === 0x061c ||
    code === 0x200e ||
    code === 0x200f ||
    (code >= 0x2028 && code <= 0x202e) ||
    (code >= 0x2066 && code <= 0x2069) ||
    code === 0xfeff
  )
}

/** The largest file outside data/, because these files are held in memory as a whole. */
const MAX_FILE = 16 * 1024 * 1024;
/**
 * SHA256SUMS is hashed once for each key that may have signed it. Its size may therefore be at most twice the bytes that the
 * lines of its files need, plus this constant.
 */
const SPARE_SUMS = 65_536;
const OLDER = 'if the package is older than the key given, give the key of its time too, obtained elsewhere';
const NOTHING = { decisions: 0, obligations: 0, attachments: 0 };

/** A package during verification. Each method is a step, and requires that the steps before it passed. */
class Package {
  #held = { bytes: 0, sequences: 0 }

  #secondThread
  /** @type {Set<string> | undefined} */
  #ahead

  /**
   * @param {Readable} file
   * @param {SecondThread} [secondThread] inflates and hashes long sequences
   */
  constructor(file, secondThread) {
    this.#secondThread = secondThread;
    this.file = file;
    this.path = file.path;
  }

  /** 1. The container has the one exact zip encoding. */
  container() {
    this.entries = readContainer(this.file);
    let sums = SPARE_SUMS;
    for (const { name, size } of this.entries.values()) {
      if (size > MAX_FILE && !name.startsWith('data/'))
        throw new Failure('zip_size', `${size} bytes`, { file: name })
      sums += 2 * (name.length + 67);
    }
    const { size = 0 } = this.entries.get('SHA256SUMS') ?? {};
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
    const { keys, rotations, files } = packagedKeys((name) => this.read(name), this.#entries().keys());
    const signature = this.read('SHA256SUMS.sig') ?? Buffer.alloc(0);
    this.sums = this.read('SHA256SUMS') ?? Buffer.alloc(0);
    assertSignatureForm(signature, 'SHA256SUMS.sig');
    const sums = this.sums;
    assertFewSigned(rotations);
    const trusted = outside && trustedKids(outside, rotations);
    const candidates = signers(keys, trusted);
    if (candidates.length === 0)
      throw new Failure('signer_not_trusted', `no packaged key is trusted; ${OLDER}`, {
        file: 'SHA256SUMS.sig',
      })
    const key = candidates.find((candidate) => verifies(candidate, sums, signature));
    if (!key) {
      const tried = candidates.map(({ kid }) => kid.slice(0, 8)).join(', ');
      if (trusted && candidates.length < keys.size)
        throw new Failure('signer_not_trusted', `tried ${tried}; ${OLDER}`, { file: 'SHA256SUMS.sig' })
      throw new Failure('signature_wrong', `tried ${tried}`, { file: 'SHA256SUMS.sig' })
    }
    if (trusted) assertReached(key.kid, trusted);
    this.key = key;
    this.keys = keys;
    this.rotations = rotations;
    this.rotationFiles = files;
    return `key ${key.kid}`
  }

  /** 3. Every file has its hash; no file is missing or extra. */
  files() {
    const sums = readSums(/** @type {Buffer} */ (this.sums));
    checkFiles(this.file, this.#entries(), sums);
    return sums
  }

  /** 4. The manifest agrees with the package. */
  checkManifest() {
    this.manifest = readManifest(this.read('manifest.json'));
    const { key, keys, rotationFiles } = this;
    if (!key || !keys || !rotationFiles) throw new TypeError('step 2 comes first')
    const names = [...this.#entries().keys()];
    checkManifest(this.manifest, { kid: key.kid, kids: keys.keys(), rotations: rotationFiles, names });
    const { type, organization, log } = this.manifest;
    return `${type} package of ${JSON.stringify(organization.name)} (${organization.id}), ${counted(log.entries, 'entry', 'entries')}`
  }

  /**
   * 5 to 7. Reads the data once, for the log, the records and the decisions.
   *
   * @param {{ onDecision?: (decision: Decision) => void, watch?: readonly number[], replay?: Replay | undefined }} [options]
   *   watch: the sizes of the log whose roots are stored in `watched`, if the entries reach them
   */
  async data({ onDecision, watch, replay } = {}) {
    const { manifest, key } = this;
    if (!manifest || !key) throw new TypeError('step 4 comes first')
    let decisions = 0;
    this.#held = { bytes: 0, sequences: Object.keys(manifest.counts).length };
    this.#ahead = this.#secondThread?.typesOf(manifest.parts);
    if (replay) {
      replay.signedAt = Date.parse(manifest.signed_at);
      replay.counts = manifest.counts;
    }
    try {
      const checkpoint = readCheckpoint(
        this.read('log/checkpoint'),
        manifest.log,
        key,
        manifest.format_version,
      );
      this.checkpoint = checkpoint;
      this.neighbours = readNeighbours(this.read('log/neighbours.json'), manifest, checkpoint);
      this.earlier = earlierRoots(this.read('log/consistency.json'), checkpoint);
      const proof = this.#entryProof(manifest, checkpoint.root, watch);
      const attachments = new Attachments();
      const obligations = new Obligations();
      const incident = manifest.incident_id === null ? undefined : new IncidentChecks(manifest.incident_id);
      /** @param {Decision} decision */
      const take = (decision) => {
        decisions++;
        onDecision?.(decision);
      };
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
      });
      this.watched = proof.watched;
      const counts = { decisions, obligations: obligations.count, attachments: attachments.count };
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
    const parts = /** @type {Manifest} */ (this.manifest).parts.filter((part) => part.type === type);
    const files = parts.map((part) => ({
      part,
      entry: /** @type {Entry} */ (this.#entries().get(part.file)),
    }));
    const { organization } = /** @type {Manifest} */ (this.manifest);
    const reader = new PlainReader(Buffer.from(organization.id));
    const thread = this.#ahead?.has(type) ? this.#secondThread : undefined;
    return new Lines((taken) => chunksOf(this.file, files, taken, this.#held, thread), reader)
  }

  /** Checks the tables for people. The lines from which they are derived MUST have been verified. */
  tables() {
    const manifest = /** @type {Manifest} */ (this.manifest);
    return checkTables({
      manifest,
      read: (name) => this.read(name),
      sequence: (type) => {
        this.#held = { bytes: 0, sequences: 1 };
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
    const entry = this.#entries().get(name);
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
      incident?.record('incident-attachments', record, at);
      attachments.record(record, at);
    },
    obligations: (record, at) => {
      incident?.record('obligations', record, at);
      obligations.rederive(record, at);
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
  yield* thread?.chunks(file, parts, held) ?? wholeLines(file, parts, taken, held);
}

// @ts-nocheck
// Made by verifier/build.mjs from services/ledger/domain/time-stamps/der.ts, whose types are taken away. Do not change it here.
/** Reads the element at an offset. Its length MUST be in the shortest form. Throws NotDer. */
function element(bytes, at = 0) {
  const tag = bytes[at] ?? 0x1f;
  const short = bytes[at + 1] ?? 0xff;
  const more = short < 0x80 ? 0 : short & 0x7f;
  const start = at + 2 + more;
  if ((tag & 0x1f) === 0x1f || more > 4 || short === 0x80 || start > bytes.length) throw new NotDer()
  const length = more === 0 ? short : bytes.readUIntBE(at + 2, more);
  if (more > 0 && length < Math.max(0x80, 256 ** (more - 1))) throw new NotDer()
  if (start + length > bytes.length) throw new NotDer()
  return { tag, all: bytes.subarray(at, start + length), body: bytes.subarray(start, start + length) }
}

/** The elements in the content of an element, which MUST have this tag. Throws NotDer. */
function children(parent, tag = SEQUENCE) {
  if (parent?.tag !== tag) throw new NotDer()
  const found = [];
  for (let at = 0; at < parent.body.length;) {
    const child = element(parent.body, at);
    found.push(child);
    if (found.length > MAX_CHILDREN) throw new NotDer()
    at += child.all.length;
  }
  return found
}

/** The content of an element, which MUST have this tag. Throws NotDer. */
function content(found, tag) {
  if (found?.tag !== tag) throw new NotDer()
  return found.body
}

/** An object identifier, in hex. Throws NotDer. */
function oid(found) {
  return content(found, 6).toString('hex')
}

/** The bytes are not DER of the expected form. */
class NotDer extends Error {}

/** The tag of a SEQUENCE. */
const SEQUENCE = 0x30;
const MAX_CHILDREN = 64;

// @ts-nocheck
// Made by verifier/build.mjs from services/ledger/domain/time-stamps/token.ts, whose types are taken away. Do not change it here.

// RFC 3161 time-stamp tokens, RFC 5652 signed data, RFC 5035 signing certificates. Object identifiers in hex. verify.mjs has the
// same rules (verifier/build.mjs): it accepts every token that the ledger stores.

/** Reads a token. Throws NotDer. */
function readToken(bytes) {
  const outer = element(bytes);
  const [type, wrapped] = children(outer);
  if (outer.all.length !== bytes.length || oid(type) !== SIGNED_DATA) throw new NotDer('no signed data')
  const [signed] = children(wrapped, 0xa0);
  const [,, encapsulated, ...rest] = children(signed);
  const [contentType, explicit] = children(encapsulated);
  if (oid(contentType) !== TST_INFO) throw new NotDer('no time-stamp')
  const info = content(children(explicit, 0xa0)[0], 4);
  const certificates = rest.filter(({ tag }) => tag === 0xa0).flatMap((set) => children(set, 0xa0));
  const [signer, ...more] = children(rest.at(-1), SET);
  if (!signer || more.length > 0) throw new NotDer('not one signer')
  const [version, policy, imprint, serial, time, ...options] = children(element(info));
  const [algorithm, hash] = children(imprint);
  if (content(version, INTEGER).toString('hex') !== '01') throw new NotDer('not version 1')
  oid(policy);
  content(serial, INTEGER);
  const pool = certificates.slice(0, MAX_CERTIFICATES$1).flatMap(certificateOf);
  const stamped = HASHES[oid(children(algorithm)[0])];
  return {
    info,
    pool,
    at: timeOf(content(time, 0x18).toString('latin1')),
    nonce: options.find(({ tag }) => tag === INTEGER)?.body,
    imprint: { hash: stamped, value: content(hash, 4) },
    ...signerOf(signer, pool),
  }
}

function signerOf(info, pool) {
  const [, id, digest, attributes, algorithm, signature] = children(info);
  const signer = pool.find((one) => isNamed(one, id));
  const hash = HASHES[oid(children(digest)[0])];
  if (!signer || attributes?.tag !== 0xa0 || hash === undefined)
    throw new NotDer('no certificate of the signer, no signed attributes, or another hash')
  const named = SIGNATURES[oid(children(algorithm)[0])] ?? hash;
  return { signer, attributes, hash, named, signature: content(signature, 4) }
}

/**
 * Whether a signer names this certificate, by its issuer and its number. The name of the issuer is compared where it stands: it
 * may be elsewhere in a certificate too, and to search long bytes may take a second.
 */
function isNamed({ raw }, id) {
  try {
    const [issuer, serial] = children(id);
    const fields = children(children(element(raw))[0]);
    // Without a version in the first version of certificates.
    const [own,, by] = fields[0]?.tag === 0xa0 ? fields.slice(1) : fields;
    const isNumber = content(serial, INTEGER).equals(content(own, INTEGER));
    return isNumber && content(issuer, SEQUENCE).equals(content(by, SEQUENCE))
  } catch {
    return false
  }
}

/** The budget of checks for this many tokens: a token of an honest authority needs a few. */
function linksFor(tokens) {
  return { left: tokens * LINKS }
}

/**
 * Whether the certificate of the signer leads to a trusted one, all of them valid at the time of the token.
 *
 * @param links the budget of checks, shared by all tokens that are read together
 */
function isTrusted(
  { signer, pool, at },
  trusted,
  links = linksFor(1),
) {
  const isAnchor = (one) => trusted.some(({ raw }) => raw.equals(one.raw));
  const isValid = (one) =>
    Date.parse(one.validFrom) <= at.getTime() && at.getTime() <= Date.parse(one.validTo);
  const open = [signer];
  const seen = new Set();
  for (let next = open.pop(); next; next = open.pop()) {
    if (seen.has(next.fingerprint256) || !isValid(next)) continue
    seen.add(next.fingerprint256);
    if (isAnchor(next)) return true
    open.push(...[...trusted, ...pool].filter((one) => hasIssued(one, next, links)));
  }
  return false
}

/** Whether a certificate issued another one. A certificate that cannot be read in full has issued none. */
function hasIssued(one, subject, links) {
  try {
    if (!one.ca || !subject.checkIssued(one) || isLong(one.publicKey)) return false
    return links.left-- > 0 && subject.verify(one.publicKey)
  } catch {
    return false
  }
}

/** Whether a signature by a key takes long to check. */
function isLong({ asymmetricKeyDetails }) {
  return (asymmetricKeyDetails?.modulusLength ?? 0) > MAX_MODULUS
}

/** The signer MUST have signed this text, with a certificate that is for time-stamps and nothing else. Throws NotDer. */
function assertSigned(token, note) {
  const { signer, attributes, hash, named, signature, info, imprint } = token;
  const values = new Map(
    children(attributes, 0xa0).map((one) => {
      const [type, set] = children(one);
      return [oid(type), children(set, SET)]
    }),
  );
  const only = (type) => {
    const found = values.get(type);
    return found?.length === 1 ? found[0] : undefined
  };
  if (oid(only(CONTENT_TYPE)) !== TST_INFO) throw new NotDer('the signature is of something else')
  const digest = createHash(hash).update(info).digest();
  if (!content(only(MESSAGE_DIGEST), 4).equals(digest)) throw new NotDer('the signature is of another time')
  if (!namesSigner(only(SIGNING_CERTIFICATE_V2), only(SIGNING_CERTIFICATE), signer))
    throw new NotDer('the signature does not name its certificate')
  if (signer.keyUsage?.length !== 1 || signer.keyUsage[0] !== TIME_STAMPING)
    throw new NotDer('the certificate is not for time-stamps')
  // The signature is over the SET, not over the tagged form in the token.
  const signed = Buffer.from(attributes.all);
  signed[0] = SET;
  const { publicKey: key } = signer;
  if (isLong(key)) throw new NotDer('the key of the signer is too long')
  const algorithm = /^ed(25519|448)$/.test(key.asymmetricKeyType ?? '') ? null : named;
  if (!verify(algorithm, signed, key, signature)) throw new NotDer('the signature is wrong')
  const expected = imprint.hash && createHash(imprint.hash).update(note).digest();
  if (!expected || !imprint.value.equals(expected)) throw new NotDer('it is of another checkpoint')
}

function namesSigner(v2, v1, signer) {
  const first = children(children(children(v2 ?? v1)[0])[0]);
  const [algorithm, hash] = first[0]?.tag === 0x30 ? first : [undefined, first[0]];
  const name = algorithm ? HASHES[oid(children(algorithm)[0])] : v2 ? 'sha256' : 'sha1';
  return name !== undefined && content(hash, 4).equals(createHash(name).update(signer.raw).digest())
}

/** Parses the certificates in a token. They are not signed by it, so one that cannot be read is ignored. */
function certificateOf({ all }) {
  try {
    return [new X509Certificate(all)]
  } catch {
    return []
  }
}

function timeOf(text) {
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d{1,9})?Z$/.exec(text);
  const [, year, month, day, hour, minute, second, fraction = '.0'] = match ?? [];
  const at = new Date(
    `${year}-${month}-${day}T${hour}:${minute}:${second}${fraction.slice(0, 4).padEnd(4, '0')}Z`,
  );
  if (Number.isNaN(at.getTime())) throw new NotDer('no time')
  return at
}

const SIGNED_DATA = '2a864886f70d010702';
const TST_INFO = '2a864886f70d0109100104';
const CONTENT_TYPE = '2a864886f70d010903';
const MESSAGE_DIGEST = '2a864886f70d010904';
const SIGNING_CERTIFICATE = '2a864886f70d010910020c';
const SIGNING_CERTIFICATE_V2 = '2a864886f70d010910022f';
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
const HASHES = {
  '608648016503040201': 'sha256',
  '608648016503040202': 'sha384',
  '608648016503040203': 'sha512',
};
/** Signature algorithms that name their hash. The others use the hash that the signer names. */
const SIGNATURES = {
  '2a864886f70d01010b': 'sha256',
  '2a864886f70d01010c': 'sha384',
  '2a864886f70d01010d': 'sha512',
  '2a8648ce3d040302': 'sha256',
  '2a8648ce3d040303': 'sha384',
  '2a8648ce3d040304': 'sha512',
};
const MAX_CERTIFICATES$1 = 16;
const LINKS = 16;
/** In bits. */
const MAX_MODULUS = 8192;
const INTEGER = 2;
const SET = 0x31;

const MAX_CERTIFICATES = 16;
/** A package has the tokens of at most four authorities. */
const TOKENS = 4;
const MAX_TOKEN = 128 * 1024;
const BEGIN = '-----BEGIN CERTIFICATE-----';
const END = '-----END CERTIFICATE-----';

/**
 * Reads the certificates in a PEM file: time-stamp authorities that are trusted from outside.
 *
 * @param {Buffer} bytes
 * @param {string} file
 */
function readAuthorities(bytes, file) {
  const blocks = bytes
    .toString('latin1')
    .split(BEGIN)
    .slice(1, MAX_CERTIFICATES + 1);
  try {
    const found = blocks.map((block) => new X509Certificate(BEGIN + block.split(END)[0] + END));
    if (found.length > 0) return found
  } catch {}
  throw new Failure('usage', `--tsa takes a PEM file with certificates, ${file} is not one`)
}

/**
 * Throws unless a trusted authority has time-stamped the checkpoint. Tokens of other authorities are ignored.
 *
 * @param {string} note the checkpoint with the signature of the log
 * @param {{ name: string, size: number, read: () => Buffer }[]} tokens
 * @param {X509Certificate[]} trusted
 * @param {(at: Date, by: string) => void} [onTime] receives the time of each time-stamp
 * @returns {string[]} each a time and its authority
 */
function assertStamped(note, tokens, trusted, onTime) {
  const links = linksFor(TOKENS);
  const found = tokens.flatMap(({ name, size, read }) => {
    if (size > MAX_TOKEN) throw new Failure('timestamp_wrong', `${size} bytes`, { file: name })
    try {
      const stamped = readToken(read());
      if (!isTrusted(stamped, trusted, links)) return []
      assertSigned(stamped, note);
      const by = stamped.signer.subject.replaceAll('\n', ', ');
      onTime?.(stamped.at, by);
      return [`${stamped.at.toISOString()} by ${by}`]
    } catch (cause) {
      // Bytes that make a parser or Node.js throw are not a time-stamp.
      const why = cause instanceof NotDer ? cause.message : '';
      throw new Failure('timestamp_wrong', why || 'not a time-stamp token in DER', { file: name })
    }
  });
  if (found.length === 0)
    throw new Failure('timestamp_missing', `${tokens.length} time-stamps, of other authorities`)
  return found
}

/** A run of the verifier: its options, open files and results. */
class Run {
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
    this.options = options;
    this.report = emptyReport(options, verifier);
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
    const { options, report } = this;
    const { keys } = options;
    const readOutside = (/** @type {string} */ path) => readWhole(options.open(path));
    this.published = keys === undefined ? undefined : outsideKeySet(readOutside(keys), keys);
    const pins = [...options.pin, ...options.key.map((file) => outsideKey(readOutside(file), file).kid)];
    this.outside = pins.length > 0 ? new Set(pins) : this.published && new Set(this.published.keys());
    this.authorities = (options.tsa ?? []).flatMap((path) => readAuthorities(readOutside(path), path));
    if (options.checkpoint !== undefined)
      this.given = readGiven(readOutside(options.checkpoint), options.checkpoint);
    report.trust = pins.length > 0 ? 'pin' : this.published ? 'key_set' : 'packaged';
    this.open(options.file);
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
    };
  }

  /**
   * Opens a package. It stays open until the run is closed.
   *
   * @param {string} path
   */
  open(path) {
    const opened = new Package(this.options.open(path), this.options.secondThread);
    this.#open.push(opened);
    return opened
  }

  /**
   * Runs a step and records its result. A step that returns no detail lacked its optional input and is reported as not checked.
   *
   * @param {StepName} name
   * @param {() => string | undefined | Promise<string | undefined>} check
   */
  async step(name, check) {
    const entry = this.#stepOf(name);
    try {
      const detail = await check();
      if (detail !== undefined) Object.assign(entry, { status: 'PASS', detail });
    } catch (cause) {
      if (cause instanceof Failure && cause.exit !== EXIT.usage) entry.status = 'FAIL';
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
    Object.assign(this.#stepOf(name), { detail });
  }

  /** @param {StepName} name */
  #stepOf(name) {
    const entry = this.report.steps.find((step) => step.step === name);
    if (!entry) throw new TypeError(name)
    return entry
  }

  assertUnchanged() {
    for (const { file } of this.#open) file.assertUnchanged();
  }

  /** With --require-trust, a key that only the package itself contains is not enough. */
  assertTrust() {
    if (this.options.requireTrust && this.outside === undefined)
      throw new Failure('signer_not_confirmed', `signed by ${this.target.key?.kid}`)
  }

  /** With --require-replay, the log MUST have been replayed. */
  assertReplayed() {
    const { status, detail } = this.#stepOf('replay');
    if (this.options.requireReplay && status !== 'PASS')
      throw new Failure('replay_not_checked', detail || 'it needs the log from leaf 0')
  }

  close() {
    for (const { file } of this.#open) file.close();
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

/**
 * Returns remarks on the time at which a witness or a time-stamp authority saw the checkpoint. Entries of the checkpoint are not
 * newer than that time, and a package is signed after that time. A contradiction causes no failure, because the clock of the
 * installation may have been wrong.
 *
 * @param {Date} at
 * @param {string} by
 * @param {{ latest: number | undefined, signedAt: string }} says `latest`: the newest entry that was read, in milliseconds;
 * `signedAt`:
 *   when the package was signed
 */
function outsideTimeRemarks(at, by, { latest, signedAt }) {
  const saw = `${by} saw the checkpoint at ${at.toISOString()}`;
  const remarks = [];
  if (latest !== undefined && latest > at.getTime() + CLOCK_TOLERANCE_MS)
    remarks.push(
      `${saw}, and an entry of it says ${new Date(latest).toISOString()}: the clock of the entry was ahead`,
    );
  if (at.getTime() > Date.parse(signedAt) + CLOCK_TOLERANCE_MS)
    remarks.push(
      `${saw}, and the package says that it was signed at ${signedAt}: it was signed later, or that clock was behind`,
    );
  return remarks
}

/**
 * Verifies a package step by step (docs/evidence-package.md section 10). It MUST NOT throw because of the content of a package: a
 * failure is in the report. After the first failed step, the later steps are not checked.
 *
 * @param {Demands} options
 * @param {Report['verifier']} verifier
 * @returns {Promise<Report>}
 */
async function verifyPackage(options, verifier) {
  const run = new Run(options, verifier);
  try {
    run.begin();
    await run.step('container', () => run.target.container());
    await run.step('signature', () => signature(run));
    await run.step('files', () => files(run));
    await run.step('manifest', () => manifest(run));
    await run.step('log', () => log(run));
    await run.step('records', () => records(run));
    await run.step('decisions', () => decisions(run));
    run.assertUnchanged();
    await run.step('keys', () => keys(run));
    await run.step('replay', () => replay(run));
    await run.step('witnesses', () => witnesses(run));
    await run.step('timestamps', () => timestamps(run));
    run.report.not_proven = notProven(
      run.target,
      run.replay,
      run.options,
      run.published ? [] : (run.outside ?? []),
    );
    run.assertTrust();
    run.assertReplayed();
  } catch (cause) {
    fail$1(run.report, cause);
  } finally {
    run.close();
  }
  return conclude(run.report)
}

/**
 * 2. The signature of SHA256SUMS, under a key that is trusted.
 *
 * @param {Run} run
 */
function signature({ target, outside, report }) {
  const detail = target.signature(outside);
  const kid = target.key?.kid ?? '';
  if (report.package) report.package.kid = kid;
  const how = {
    pin: outside?.has(kid) ? 'pinned' : 'reached from the pinned key by rotations',
    key_set: 'in the key set given',
    packaged: 'not compared with a key obtained elsewhere',
  };
  return `${detail}, ${how[report.trust]}`
}

/**
 * 3. Every file has its signed hash. The packaged verifier is compared with the running one.
 *
 * @param {Run} run
 */
function files({ target, report }) {
  const sums = target.files();
  report.packaged_verifier = packagedVerifier(sums.get('verify.mjs') ?? '', report.verifier.sha256);
  return counted(sums.size, 'file')
}

/**
 * 4. The manifest agrees with the package, and names the organization that was asked for.
 *
 * @param {Run} run
 */
function manifest({ target, options, report }) {
  const detail = target.checkManifest();
  const manifest = /** @type {Manifest} */ (target.manifest);
  const { package_id: id, type, organization, signed_at, exported_at, counts, period, log } = manifest;
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
    });
  if (options.organization !== undefined && options.organization !== organization.id)
    throw new Failure('organization_differs', organization.id, { file: 'manifest.json' })
  const exported = exported_at === undefined ? '' : `, exported at ${exported_at}`;
  return `${detail}, signed at ${signed_at}${exported}`
}

/**
 * 5. The log is consistent: entries, checkpoint, proofs, the logs of previous packages, and the checkpoint that was given. This
 * pass also reads the data of the next two steps.
 *
 * @param {Run} run
 */
async function log(run) {
  const { target, options } = run;
  const { first_index: first } = /** @type {Manifest} */ (target.manifest).log;
  const older = [options.previous ?? []].flat().map((path) => run.open(path));
  const { replay: continued, why, broken } = await openPrevious(older, run, first);
  if (why !== undefined) run.note('replay', why);
  run.report.remarks.push(...broken);
  run.replay = continued ?? (first === null ? undefined : new Replay(first, options));
  run.data = await target.data({
    watch: [...run.watch, ...older.flatMap(({ checkpoint }) => checkpoint?.size ?? [])],
    replay: run.replay,
    onDecision: (decision) => {
      if (decision.id === options.explain) run.report.explanation = explain(decision);
    },
  });
  if (run.data.log) throw run.data.log
  let extended = '';
  for (const one of older) extended += `; ${await assertExtended(one, run)}`;
  if (run.given) extended += assertReaches(run.given, target, older);
  const { size } = /** @type {Checkpoint} */ (target.checkpoint);
  const entries = counted(run.data.entries, 'entry', 'entries');
  return `${entries} of a log of ${size}, ${counted(target.earlier?.size, 'earlier checkpoint')}${extended}`
}

/**
 * 6. Every record has its receipt, every receipt has its records, and tables follow from their lines.
 *
 * @param {Run} run
 */
async function records({ data, target }) {
  if (data?.records) throw data.records
  const tables = await target.tables();
  const { attachments = 0 } = data?.counts ?? {};
  const bytes = attachments === 0 ? '' : `; the bytes of ${counted(attachments, 'attachment')}`;
  const lines = tables === 0 ? '' : `; ${counted(tables, 'table')}, each as its lines say`;
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
  const { decisions = 0, obligations = 0 } = data?.counts ?? {};
  const records = counted(obligations, 'record of obligations', 'records of obligations');
  const also = obligations === 0 ? '' : `; ${records}, each follows from its input`;
  return `${counted(decisions, 'decision')}, each follows from its snapshot${also}`
}

/**
 * 8. The status of the signing key in the published key set. Without that set, the packaged one can only show that its signer is
 * revoked.
 *
 * @param {Run} run
 */
function keys({ target, published, options, report }) {
  const kid = /** @type {string} */ (target.key?.kid);
  const key = published ? published.get(kid) : target.key;
  if (!key) throw new Failure('key_unpublished', kid)
  if (key.status === 'revoked')
    throw new Failure('key_revoked', `${key.kid}, since ${key.validUntil}: ${key.reason}`)
  const early = assertWindow(
    key,
    /** @type {Manifest} */ (target.manifest).signed_at,
    options.allowClockSteps,
  );
  if (early !== undefined) report.remarks.push(early);
  return published ? `key ${kid} is ${key.status}` : undefined
}

/**
 * 9. Each call and each decision against the records before it.
 *
 * @param {Run} run
 */
function replay(run) {
  const { replay: walked, target, options, report } = run;
  report.remarks.push(...(walked?.remarks ?? []));
  const { signed_at, exported_at = signed_at } = /** @type {Manifest} */ (target.manifest);
  if (Date.parse(exported_at) < Date.parse(signed_at) - CLOCK_TOLERANCE_MS) {
    const times = `exported at ${exported_at}, signed at ${signed_at}`;
    if (!options.allowClockSteps) throw new Failure('time_order', times, { file: 'manifest.json' })
    report.remarks.push(times);
  }
  if (walked?.failure) throw walked.failure
  if (walked?.limit !== undefined) run.note('replay', walked.limit);
  if (walked === undefined || !walked.isWhole) return undefined
  const { size } = /** @type {Checkpoint} */ (target.checkpoint);
  const entries = counted(walked.next, 'entry', 'entries');
  const { leftOut } = walked;
  if (leftOut.length > 0) {
    run.note(
      'replay',
      `only in part, ${entries} of ${size}: it is not checked ${leftOut.join('; ')}. ${MORE}`,
    );
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
  const { target, options } = run;
  const { cosigned } = options;
  if (cosigned === undefined || cosigned.witnesses.length === 0) return undefined
  return assertQuorum(/** @type {Checkpoint} */ (target.checkpoint), cosigned, remarkOnTimes(run))
}

/**
 * 11. Trusted authorities have stamped the checkpoint, so that it is not newer than the stamps.
 *
 * @param {Run} run
 */
function timestamps(run) {
  const { target, authorities } = run;
  if (authorities.length === 0) return undefined
  const { note } = /** @type {Checkpoint} */ (target.checkpoint);
  return assertStamped(note, target.timestamps(), authorities, remarkOnTimes(run)).join('; ')
}

/** @param {Run} run @returns {(at: Date, by: string) => void} */
function remarkOnTimes({ target, replay, report }) {
  const { signed_at: signedAt } = /** @type {Manifest} */ (target.manifest);
  return (at, by) =>
    report.remarks.push(...outsideTimeRemarks(at, by, { latest: replay?.newestAt, signedAt }))
}

const OLDEST_NODE = 20;

/**
 * @param {string[]} args
 * @returns {Promise<{ output: string, exitCode: number }>}
 */
async function main(args) {
  const verifier = {
    version: VERIFIER_VERSION,
    sha256: sha256(readFileSync(fileURLToPath(import.meta.url)), 'hex'),
  };
  const secondThread = new SecondThread();
  try {
    assertNode(process.versions.node);
    const options = readOptions(args);
    if (options.help) return { output: HELP, exitCode: EXIT.verified }
    if (options.version)
      return {
        output: `verify.mjs ${verifier.version} SHA-256 ${verifier.sha256}\n`,
        exitCode: EXIT.verified,
      }
    const open = (/** @type {string} */ path) => new PackageFile(path);
    return answer(await verifyPackage({ ...options, open, secondThread }, verifier), args)
  } catch (cause) {
    const report = emptyReport({ file: '' }, verifier);
    fail$1(report, cause instanceof Failure ? cause : new Failure('internal', String(cause)));
    return answer(report, args)
  } finally {
    await secondThread.close();
  }
}

/**
 * @param {Report} report
 * @param {string[]} args
 */
function answer(report, args) {
  const output = args.includes('--json') ? jsonReport(report) : textReport(report);
  return { output, exitCode: report.exit_code }
}

/** @param {string} version */
function assertNode(version) {
  if (Number.parseInt(version, 10) < OLDEST_NODE)
    throw new Failure('node_version', `this is Node.js ${version}, ${OLDEST_NODE} or later is needed`)
}

if (!isSecondThread) {
  const { output, exitCode } = await main(process.argv.slice(2));
  process.exitCode = write(process.stdout.fd, output) ? exitCode : EXIT.usage;
}
