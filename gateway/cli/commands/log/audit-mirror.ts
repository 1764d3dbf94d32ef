import { createPublicKey } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Command, InvalidArgumentError } from 'commander'
import { onStopSignal } from '../../../../clients/cli/src/command/stop-signals.ts'
import { systemClock } from '../../../../services/kernel/clock.ts'
import { logOrigin } from '../../../../services/kernel/tlog/log-origin.ts'
import { NoteError } from '../../../../services/kernel/tlog/signed-note.ts'
import {
  SignatureType,
  type VerifierKey,
  verifierKey,
} from '../../../../services/kernel/tlog/verifier-key.ts'
import { INSTALLATION_ID, isUuid } from '../../../../services/kernel/values/ids.ts'
import { isoTime, MAX_TIMER_MS } from '../../../../services/kernel/values/time.ts'
import { LocalError } from '../../../../services/local/errors.ts'
import { UsageError } from '../../errors/usage-error.ts'
import type { Mirrored } from '../../mirror/mirror.ts'
import type { Source } from '../../mirror/source.ts'
import { bytesOfFile } from '../../options/bytes-of-file.ts'
import { item, type View } from '../../views/views.ts'
import { positive, repeated, show, uuid, verb, wholeNumber } from '../command.ts'

/** `attestry audit mirror`: copies a log as tiles; fails when the log's history has changed. It needs no installation. */
export function auditMirror(): Command {
  return verb(
    'mirror',
    'Copy a log as tiles (C2SP tlog-tiles) and verify that it only grows; exit 1 when its history changed.',
    'audit mirror --directory mirror --url https://attestry.example/tlog/ID --public-key KEY_ID.pem',
  )
    .requiredOption('--directory <dir>', 'the copy; it is verified each time before anything is added')
    .requiredOption(
      '--public-key <file>',
      'the P-256 public key that signs the checkpoints (PEM); repeat it for the keys of a log after rotations',
      repeated,
    )
    .option(
      '--url <url>',
      'the log: /tlog/ORGANIZATION_ID of an installation, or another copy; the API key is in ATTESTRY_API_KEY',
      prefix,
    )
    .option('--org <id>', 'the organization, where the address does not end with its id', uuid)
    .option('--operator', "copy the installation's own log, as its operator")
    .option('--again', 'read again all tiles that the copy has, and compare them')
    .option(
      '--every <seconds>',
      'repeat until it is stopped, with this pause in between; at most 24 days',
      pause,
    )
    .option(
      '--stale-after <seconds>',
      'exit 1 when the log has shown no new entry for this long (each run adds some to the log of an installation); 0: never',
      wholeNumber,
      DAY_SECONDS,
    )
    .option('--retries <n>', 'attempts after the first where the server does not answer', wholeNumber, 20)
    .action(run)
}

/** A longer pause would be none: a timer counts at most 2^31 - 1 milliseconds. */
function pause(value: string): number {
  const seconds = positive(value)
  if (seconds * 1000 > MAX_TIMER_MS)
    throw new InvalidArgumentError(`It must be at most ${Math.floor(MAX_TIMER_MS / 1000)}.`)
  return seconds
}

async function run(options: Options, command: Command): Promise<void> {
  const log = await logOf(options)
  const { operator, url, retries } = options
  if (operator === true) {
    const { operatorSource } = await import('../../mirror/source.ts')
    const { withOperator } = await import('../../operator/operator.ts')
    return withOperator(process.env, (call) => follow(operatorSource(call), log, options, command))
  }
  const { httpSource } = await import('../../mirror/source.ts')
  return follow(
    httpSource(url!, process.env.ATTESTRY_API_KEY?.trim() || undefined, retries),
    log,
    options,
    command,
  )
}

async function follow(read: Source, log: Log, options: Options, command: Command): Promise<void> {
  const { mirror } = await import('../../mirror/mirror.ts')
  const { openCopy } = await import('../../mirror/copy.ts')
  const copy = await openCopy(options.directory)
  const followed = { read, copy, ...log, clock: systemClock, staleAfterMs: options.staleAfter * 1000 }
  const stopping = new AbortController()
  if (options.every !== undefined) onStopSignal(() => stopping.abort())
  try {
    for (;;) {
      const found = await mirror(followed, { again: options.again === true })
      show(command, viewOf(found))
      // A log without new entries may continue later.
      if (options.every === undefined || found.rewritten.some(({ code }) => code !== 'log_stale')) return
      await sleep(options.every * 1000, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
    }
  } catch (error) {
    if (error instanceof NoteError) throw new LocalError('failed', error.message, { cause: error })
    throw error
  } finally {
    copy.close()
  }
}

function viewOf({ rewritten, since, ...found }: Mirrored): View {
  const { json, text } = item({
    ok: rewritten.length === 0,
    ...found,
    ...(since && { unchanged_since: isoTime(since) }),
  })
  const lines = rewritten.map(({ code, message }) => `${code}: ${message}`)
  return {
    json: { ...json, problems: rewritten },
    text: [text, ...lines].join('\n'),
    exitCode: rewritten.length > 0 ? 1 : 0,
  }
}

async function logOf({ operator, org, publicKey, url }: Options): Promise<Log> {
  if ((operator === true) === (url !== undefined)) throw new UsageError('give --url, or --operator')
  const id = operator === true ? INSTALLATION_ID : (org ?? url!.pathname.split('/').findLast(isUuid))
  if (id === undefined)
    throw new UsageError('give --org: the address does not end with the id of an organization')
  const origin = logOrigin(id)
  const keys = await Promise.all(publicKey.map((file) => keyOf(origin, file)))
  return { origin, keys }
}

async function keyOf(origin: string, file: string): Promise<VerifierKey> {
  try {
    const spki = createPublicKey(await bytesOfFile(file))
    return verifierKey(origin, SignatureType.ECDSA, spki.export({ format: 'der', type: 'spki' }))
  } catch (error) {
    throw new UsageError(`--public-key ${file}: ${(error as Error).message}`)
  }
}

function prefix(text: string): URL {
  const url = URL.parse(text)
  if (
    url === null ||
    !['http:', 'https:'].includes(url.protocol) ||
    url.username !== '' ||
    url.search !== '' ||
    url.hash !== ''
  )
    throw new InvalidArgumentError('It must be an http(s) address, without credentials and query.')
  return url
}

type Log = { origin: string; keys: VerifierKey[] }
type Options = {
  directory: string
  publicKey: string[]
  url?: URL
  org?: string
  operator?: boolean
  again?: boolean
  every?: number
  staleAfter: number
  retries: number
}

const DAY_SECONDS = 86_400
