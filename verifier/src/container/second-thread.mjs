import { MessageChannel, receiveMessageOnPort, Worker, workerData } from 'node:worker_threads'
import { sha256 } from '../hashes/hash.mjs'
import { Failure } from '../report/failure.mjs'
import { wholeLines } from './chunks.mjs'
import { readExactly } from './package-file.mjs'
import { isAnswered } from './thread-answer.mjs'

/** @import { MessagePort } from 'node:worker_threads' */
/** @import { Chunk, Held, PartOf } from './chunks.mjs' */
/** @import { Part } from '../manifest/manifest.mjs' */
/** @import { Readable } from './package-file.mjs' */

const ROLE = 'attestry second thread'
/** The size in bytes from which reading a sequence takes longer than starting a thread. */
const LONG = 16 * 1024 * 1024
/** The most long sequences of a package that the second thread reads, because each takes memory in both threads. */
const MANY = 8
/**
 * A sequence is at most CHUNKS_AHEAD chunks ahead of its reader. It is at most one chunk ahead where all sequences together hold
 * more than BYTES_AHEAD unread bytes.
 */
const CHUNKS_AHEAD = 4
const BYTES_AHEAD = 4 * 1024 * 1024
/** The interval at which this thread checks whether the other one still runs. */
const PATIENCE_MS = 1000
const LF = 10
/**
 * Every record and entry is longer than this, because each names its organization. Shorter lines are not hashed: their hashes
 * would take many times the memory and time of the lines, and the reader stops at the first one.
 */
const TOO_SHORT = 48

/** Whether this is the second thread, which has no command line. */
export const isSecondThread = workerData?.role === ROLE

/**
 * A second thread that inflates long sequences and hashes their lines as leaves. The first thread does everything else, including
 * the verdict. It waits for the chunks without yielding.
 */
export class SecondThread {
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
  constructor(long = LONG, many = MANY) {
    this.#long = long
    this.#many = many
  }

  /**
   * Returns the types whose sequences the second thread reads.
   *
   * @param {Part[]} parts of a package
   * @returns {Set<string>}
   */
  typesOf(parts) {
    /** @type {Map<string, number>} */
    const bytes = new Map()
    for (const part of parts) bytes.set(part.type, (bytes.get(part.type) ?? 0) + part.bytes)
    const long = [...bytes].filter(([, size]) => size >= this.#long).map(([type]) => type)
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
    const other = this.#start()
    if (other === undefined) return undefined
    const id = ++this.#last
    this.#received.set(id, [])
    return this.#read(other, id, { file: { descriptor, path, size }, parts, sequences })
  }

  async close() {
    this.#other?.port.close()
    await this.#other?.worker.terminate()
  }

  /**
   * @param {Other} other
   * @param {number} id
   * @param {Sequence} sequence
   * @returns {AsyncGenerator<Chunk, void, undefined>}
   */
  async *#read(other, id, sequence) {
    const ask = (/** @type {Asked} */ asked) => other.port.postMessage(asked)
    ask({ id, sequence })
    try {
      for (;;) {
        const { failure, chunk } = await this.#next(other, id)
        if (typeof failure === 'string') throw new Error(failure)
        if (failure) throw new Failure(failure.code, failure.detail, failure.at)
        if (chunk === undefined) return
        const hashes = chunk.hashes && { hashes: view(chunk.hashes) }
        yield { bytes: view(chunk.bytes), file: chunk.file, ...hashes }
        ask({ id })
      }
    } finally {
      this.#received.delete(id)
      ask({ id, isOver: true })
    }
  }

  /**
   * @param {Other} other
   * @param {number} id
   */
  async #next(other, id) {
    for (;;) {
      const answer = this.#received.get(id)?.shift()
      if (answer) return answer
      const seen = Atomics.load(other.count, 0)
      const received = receiveMessageOnPort(other.port)
      if (received && !isAnswered(received.message, this.#last))
        throw new Error('the second thread sent an unexpected message')
      // Messages of a closed sequence are dropped.
      if (received) this.#received.get(received.message.id)?.push(received.message)
      else if (Atomics.wait(other.count, 0, seen, PATIENCE_MS) === 'timed-out') {
        await new Promise((resume) => setImmediate(resume))
        if (other.ended !== undefined) throw new Error(`the second thread ended: ${other.ended}`)
      }
    }
  }

  /** @returns {Other | undefined} */
  #start() {
    if (this.#other || this.#isRefused) return this.#other
    const { port1: port, port2: theirs } = new MessageChannel()
    const count = new Int32Array(new SharedArrayBuffer(4))
    try {
      const options = {
        workerData: { role: ROLE, port: theirs, count },
        transferList: [theirs],
        execArgv: [],
      }
      /** @type {Other} */
      const other = { worker: new Worker(new URL(import.meta.url), options), port, count }
      other.worker.on('error', (cause) => (other.ended = String(cause)))
      other.worker.on('exit', (code) => (other.ended ??= `exit ${code}`))
      // Neither keeps the process alive, because the first thread waits without yielding.
      other.worker.unref()
      port.unref()
      this.#other = other
    } catch {
      // The permission model of Node.js refuses threads.
      this.#isRefused = true
      port.close()
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
  const open = new Map()
  const held = { bytes: 0, sequences: 0 }
  let unread = 0
  const send = (/** @type {Answered} */ answer, /** @type {ArrayBuffer[]} */ transferred = []) => {
    port.postMessage(answer, transferred)
    Atomics.add(count, 0, 1)
    Atomics.notify(count, 0)
  }
  /** @param {number} id @param {Open} one */
  const goAhead = async (id, one) => {
    if (one.isBusy) return
    one.isBusy = true
    try {
      for (;;) {
        const ahead = one.unread.length
        if (ahead > 0 && (ahead === CHUNKS_AHEAD || unread > BYTES_AHEAD)) break
        const { value, done } = await one.chunks.next()
        if (one.isOver) return
        if (done) return send({ id })
        const bytes = owned(value.bytes)
        const { lines, hashes } = leafHashes(bytes)
        one.taken.line += lines
        one.unread.push(bytes.length)
        unread += bytes.length
        const chunk = { bytes, file: value.file, ...(hashes && { hashes }) }
        send({ id, chunk }, hashes ? [bytes.buffer, hashes.buffer] : [bytes.buffer])
      }
      one.isBusy = false
    } catch (cause) {
      send({ id, failure: cause instanceof Failure ? withoutStack(cause) : String(cause) })
    }
  }
  port.on('message', (/** @type {Asked} */ { id, sequence, isOver }) => {
    if (sequence) {
      const { file, parts, sequences } = sequence
      held.sequences = sequences
      const read = (/** @type {number} */ offset, /** @type {number} */ length) =>
        readExactly(file, offset, length)
      const taken = { line: 0 }
      const chunks = wholeLines({ read }, parts, taken, held)
      open.set(id, { chunks, taken, unread: [], isBusy: false, isOver: false })
    }
    const one = open.get(id)
    if (!one) return
    if (!sequence) unread -= one.unread.shift() ?? 0
    if (!isOver) return void goAhead(id, one)
    open.delete(id)
    one.isOver = true
    for (const bytes of one.unread.splice(0)) unread -= bytes
    void one.chunks.return()
  })
}

/** @param {Failure} failure */
const withoutStack = ({ code, detail, at }) => ({ code, detail, at })

/**
 * Returns bytes that can be transferred to the other thread: their buffer contains nothing else.
 *
 * @param {Buffer} bytes
 */
function owned(bytes) {
  const { buffer } = bytes
  if (buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length) return new Uint8Array(buffer)
  const copy = new Uint8Array(bytes.length)
  copy.set(bytes)
  return copy
}

/**
 * Returns the number of lines, and SHA-256(0x00 ‖ line) of each unless one is too short.
 *
 * @param {Uint8Array} bytes whole lines after a spare byte
 * @returns {{ lines: number, hashes?: Uint8Array<ArrayBuffer> }}
 */
function leafHashes({ buffer, length }) {
  const bytes = Buffer.from(buffer, 0, length)
  /** @type {string[]} */
  const hashes = []
  for (let start = 0; ; ) {
    const end = bytes.indexOf(LF, start + 1)
    if (end === -1) break
    if (end - start <= TOO_SHORT) return { lines: hashes.length + linesFrom(bytes, start) }
    // The prefix temporarily overwrites the end of the previous line.
    bytes[start] = 0
    hashes.push(sha256(bytes.subarray(start, end), 'latin1'))
    bytes[start] = LF
    start = end
  }
  const all = new Uint8Array(32 * hashes.length)
  Buffer.from(all.buffer).write(hashes.join(''), 'latin1')
  return { lines: hashes.length, hashes: all }
}

/**
 * @param {Buffer} bytes
 * @param {number} start before the first of the lines
 */
function linesFrom(bytes, start) {
  let lines = 0
  for (let at = bytes.indexOf(LF, start + 1); at !== -1; at = bytes.indexOf(LF, at + 1)) lines++
  return lines
}

if (isSecondThread) serve(workerData.port, workerData.count)

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
