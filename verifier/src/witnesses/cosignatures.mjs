import { sha256 } from '../hashes/hash.mjs'
import { verifyEd25519 } from '../platform/ed25519.mjs'
import { Failure } from '../report/failure.mjs'
import { base64 } from '../signature/signature.mjs'

/** @import { Checkpoint } from '../log/checkpoint.mjs' */

/** Cosignatures of Ed25519 (C2SP tlog-cosignature). */
const TYPE = 4
const MAX_WITNESSES = 64

/**
 * Reads the trusted witnesses: verifier keys `name+key id+base64(0x04 ‖ key)` (docs/witnesses.md).
 *
 * @param {string[]} texts
 * @returns {Witness[]}
 */
export function readWitnesses(texts) {
  if (texts.length > MAX_WITNESSES) throw new Failure('usage', `at most ${MAX_WITNESSES} witnesses`)
  const witnesses = texts.map((text) => {
    const [, name = '', id = '', encoded] = /^([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/.exec(text) ?? []
    const bytes = base64(encoded)
    const raw = bytes?.length === 33 && bytes[0] === TYPE ? bytes.subarray(1) : undefined
    if (!bytes || !raw || sha256(Buffer.concat([Buffer.from(`${name}\n`), bytes]), 'hex').slice(0, 8) !== id)
      throw new Failure('usage', '--witness takes the verifier key of a witness: name+key id+base64')
    return { name, id, raw }
  })
  // Ed25519 cosignatures do not contain the name, so one key under two names is one witness.
  const keys = new Set(witnesses.map(({ raw }) => raw.toString('hex')))
  if (keys.size !== witnesses.length) throw new Failure('usage', 'a witness is given twice')
  return witnesses
}

/**
 * Returns how many cosignatures are required: all, where no number is given.
 *
 * @param {string | undefined} text
 * @param {Witness[]} witnesses
 */
export function readQuorum(text, witnesses) {
  if (text === undefined) return witnesses.length
  const quorum = /^[1-9][0-9]?$/.test(text) ? Number(text) : 0
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
    const own = cosignatures.filter((one) => one.name === name && one.keyId === id)
    const times = own.map(({ signature }) => {
      const seconds = secondsIn(signature)
      const message = Buffer.from(`cosignature/v1\ntime ${seconds}\n${body}`)
      if (!seconds || signature.length !== 72 || !verifyEd25519(raw, message, signature.subarray(8)))
        throw new Failure('cosignature_wrong', name, { file: 'log/checkpoint' })
      return seconds
    })
    return times.length === 0 ? [] : [{ name, at: new Date(Math.max(...times) * 1000).toISOString() }]
  })
}

/**
 * Reads the POSIX time in the first eight bytes, big-endian. Returns undefined for a time after MAX_SECONDS.
 *
 * @param {Buffer} bytes
 */
function secondsIn(bytes) {
  let seconds = 0
  for (const byte of bytes.subarray(0, 8)) seconds = seconds * 256 + byte
  return seconds <= MAX_SECONDS ? seconds : undefined
}

/** The end of the year 9999. */
const MAX_SECONDS = 253402300799

/**
 * Throws unless enough witnesses have cosigned the checkpoint.
 *
 * @param {Checkpoint} checkpoint
 * @param {{ witnesses: Witness[], quorum: number }} demanded
 * @param {(at: Date, by: string) => void} [onTime] receives the time of each cosignature
 */
export function assertQuorum(checkpoint, { witnesses, quorum }, onTime) {
  const found = cosigned(checkpoint, witnesses)
  for (const { name, at } of found) onTime?.(new Date(at), name)
  const names = found.map(({ name, at }) => `${name} at ${at}`).join(', ')
  if (found.length < quorum)
    throw new Failure('witness_quorum', `${found.length} of ${quorum}${names && `: ${names}`}`, {
      file: 'log/checkpoint',
    })
  return `${found.length} of ${witnesses.length} witnesses cosigned size ${checkpoint.size}, ${quorum} required: ${names}`
}

/** @typedef {{ name: string, id: string, raw: Buffer }} Witness raw: the 32 bytes of the key */
