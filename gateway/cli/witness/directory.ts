import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { open, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { sha256Hex } from '../../../services/kernel/crypto/digest.ts'
import { makeDirectories } from '../../../services/kernel/make-directories.ts'
import { parseCheckpointText } from '../../../services/kernel/tlog/checkpoint-text.ts'
import { NoteError, parseNote } from '../../../services/kernel/tlog/signed-note.ts'
import {
  ed25519Bytes,
  parseVerifierKey,
  SignatureType,
  type VerifierKey,
  verifierKey,
} from '../../../services/kernel/tlog/verifier-key.ts'
import { explain, LocalError } from '../../../services/local/errors.ts'
import { takeLock } from '../../../services/local/lock.ts'
import { assertOurDirectory, readOurs } from '../../../services/local/ownership.ts'
import { writePrivate } from '../data-directory/private-file.ts'

/** The latest checkpoint of a log that the witness has cosigned, and the time of the cosignature, in seconds. */
type Latest = { checkpoint: string; time: number; size: number; root: Buffer }

/** The directory of a witness: its key, the logs that it watches, and the latest checkpoint of each. */
export type WitnessDirectory = {
  witness: VerifierKey
  privateKey: KeyObject
  /** Returns the keys of a log; none if it is not watched. The file is read again when it has changed. */
  keysOf(origin: string): Promise<VerifierKey[]>
  /** Returns the latest checkpoint. @throws LocalError if a file cannot be read: an unreadable file MUST NOT count as missing */
  latest(origin: string): Promise<Latest | undefined>
  /** The same, by the SHA-256 of the origin in hex. */
  latestByHash(hash: string): Promise<Latest | undefined>
  /** Returns once the checkpoint is on the disk, whole, under its name. */
  keep(origin: string, checkpoint: string, time: number): Promise<void>
  close(): void
}

/** Makes the key of a witness, and its directory. @returns its verifier key */
export async function initWitness(path: string, name: string): Promise<string> {
  const directory = resolve(path)
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { text } = nameRefused(() => verifierKey(name, SignatureType.COSIGNATURE, ed25519Bytes(publicKey)))
  try {
    await makeDirectories(join(directory, STATE), 0o700)
    if (await exists(join(directory, KEY)))
      throw new LocalError('in_use', `${directory} has a witness already`)
    await writeFile(join(directory, NAME), `${text}\n`, { mode: 0o644 })
    await writeFile(join(directory, LOGS), LOGS_HEADING, { mode: 0o644, flag: 'a' })
    // The key comes last: a directory with a key is a witness.
    await writePrivate(join(directory, KEY), privateKey.export({ format: 'pem', type: 'pkcs8' }) as string)
  } catch (error) {
    throw explain(error, directory)
  }
  return text
}

/** A key that signs the checkpoints of an origin. A log has one for each signing key that it has had. */
export type LogKey = { origin: string; key: VerifierKey }

/** Adds the key of a log to those of the witness. @returns whether it was new */
export async function addLog(path: string, { origin, key }: LogKey): Promise<boolean> {
  const directory = resolve(path)
  const file = join(directory, LOGS)
  const text = await readOurs(file)
  if (text === null)
    throw new LocalError('not_ours', `${directory} has no witness: run \`attestry witness init\` first`)
  if (readLogs(text).some((known) => known.key.text === key.text && known.origin === origin)) return false
  const line = origin === key.name ? key.text : `${key.text} ${origin}`
  const before = text === '' || text.endsWith('\n') ? '' : '\n'
  await appendWhole(file, `${before}${line}\n`)
  return true
}

/**
 * Appends a complete line or nothing. A line that was truncated by a full disk could name another origin or make the file
 * unreadable for the witness, so it is removed.
 */
async function appendWhole(path: string, text: string): Promise<void> {
  const file = await open(path, 'a')
  try {
    const { size } = await file.stat()
    try {
      await file.appendFile(text)
      await file.sync()
    } catch (error) {
      await file.truncate(size)
      throw explain(error, path)
    }
  } finally {
    await file.close()
  }
}

/** Opens the directory for the one process that may cosign. @throws LocalError */
export async function openWitness(path: string): Promise<WitnessDirectory> {
  const directory = resolve(path)
  if (!(await exists(join(directory, KEY))))
    throw new LocalError('not_ours', `${directory} has no witness: run \`attestry witness init\` first`)
  await assertOurDirectory(directory)
  await assertOurDirectory(join(directory, STATE))
  const privateKey = createPrivateKey((await readOurs(join(directory, KEY)))!)
  const witness = parseVerifierKey(((await readOurs(join(directory, NAME))) ?? '').trim())
  if (!ed25519Bytes(createPublicKey(privateKey)).equals(ed25519Bytes(witness.key)))
    throw new LocalError('not_ours', `${directory}: ${NAME} is not that of ${KEY}`)
  const lock = takeLock(join(directory, 'lock'), `${directory} is in use: another process cosigns with it`)
  let read: { changed: string; logs: Map<string, LogKey[]> } | undefined
  const latestByHash = async (hash: string): Promise<Latest | undefined> => {
    const text = await readOurs(join(directory, STATE, `${hash}.json`))
    return text === null ? undefined : latestOf(text, join(directory, STATE, `${hash}.json`))
  }
  return {
    witness,
    privateKey,
    keysOf: async (origin) => {
      const file = join(directory, LOGS)
      const { mtimeMs, size, ino } = await stat(file)
      const changed = `${mtimeMs} ${size} ${ino}`
      if (read?.changed !== changed) {
        const logs = Map.groupBy(readLogs((await readOurs(file)) ?? ''), ({ origin }) => origin)
        read = { changed, logs }
      }
      return (read.logs.get(origin) ?? []).map(({ key }) => key)
    },
    latest: (origin) => latestByHash(sha256Hex(origin)),
    latestByHash,
    keep: async (origin, checkpoint, time) => {
      const file = join(directory, STATE, `${sha256Hex(origin)}.json`)
      await writePrivate(file, `${JSON.stringify({ time, checkpoint })}\n`)
      await syncDirectory(join(directory, STATE))
    },
    close: () => lock.release(),
  }
}

/**
 * Reads the keys of logs: one key a line, followed by the origin if it is not the key's name. Lines that begin with # are
 * comments.
 *
 * @throws LocalError
 */
function readLogs(text: string): LogKey[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [verifierKey = ''] = line.split(' ')
      const key = nameRefused(() => parseVerifierKey(verifierKey))
      return { origin: line.slice(verifierKey.length + 1) || key.name, key }
    })
}

function latestOf(text: string, file: string): Latest {
  try {
    const { time, checkpoint } = JSON.parse(text) as { time: unknown; checkpoint: unknown }
    const { size, root } = parseCheckpointText(parseNote(checkpoint as string).text)
    if (!Number.isSafeInteger(time)) throw new NoteError('no time')
    return { time: time as number, checkpoint: checkpoint as string, size, root }
  } catch (cause) {
    throw new LocalError('failed', `${file} is damaged: the witness signs nothing more for this log`, {
      cause,
    })
  }
}

function nameRefused<T>(make: () => T): T {
  try {
    return make()
  } catch (error) {
    if (error instanceof NoteError) throw new LocalError('failed', error.message, { cause: error })
    throw error
  }
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path)
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

const KEY = 'key.pem'
const NAME = 'verifier-key'
const LOGS = 'logs'
const STATE = 'state'
const LOGS_HEADING =
  '# The keys of the logs that this witness watches: one verifier key a line, and the origin where it is another than its name.\n'
