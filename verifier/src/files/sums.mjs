import { crc32, sha256, startSha256 } from '../hashes/hash.mjs'
import { Failure } from '../report/failure.mjs'

/** @import { Readable } from '../container/package-file.mjs' */
/** @import { Entry } from '../container/zip.mjs' */

const CHUNK = 1024 * 1024

/**
 * Reads SHA256SUMS, whose signature has been verified: one line for each file, in the order of the package.
 *
 * @param {Buffer} bytes
 * @returns {Map<string, string>} hex hash by name
 */
export function readSums(bytes) {
  /** @type {Map<string, string>} */
  const sums = new Map()
  let previous = ''
  let offset = 0
  for (const line of bytes.toString('latin1').split(/(?<=\n)/)) {
    const [, hash, name] = /^([0-9a-f]{64}) {2}([A-Za-z0-9._/-]+)\n$/.exec(line) ?? []
    if (hash === undefined || name === undefined || name <= previous || name.startsWith('SHA256SUMS')) {
      throw new Failure('sums_form', 'not a line of a hash, two spaces and the next name', {
        file: 'SHA256SUMS',
        offset,
      })
    }
    sums.set(name, hash)
    previous = name
    offset += line.length
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
export function checkFiles(file, entries, sums) {
  for (const name of sums.keys()) {
    if (!entries.has(name)) throw new Failure('file_missing', name, { file: name })
  }
  for (const entry of entries.values()) {
    const signed = sums.get(entry.name)
    if (signed === undefined && !entry.name.startsWith('SHA256SUMS'))
      throw new Failure('file_extra', entry.name, { file: entry.name })
    const { hash, crc } = digests(file, entry)
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
    const bytes = file.read(entry.start, entry.size)
    return { hash: sha256(bytes, 'hex'), crc: crc32(bytes, 0) }
  }
  const sha = startSha256()
  let crc = 0
  for (let done = 0; done < entry.size; done += CHUNK) {
    const chunk = file.read(entry.start + done, Math.min(CHUNK, entry.size - done))
    sha.update(chunk)
    crc = crc32(chunk, crc)
  }
  return { hash: sha.digest('hex'), crc }
}
