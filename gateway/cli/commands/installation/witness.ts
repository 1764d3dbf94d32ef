import { createPublicKey } from 'node:crypto'
import { isIP } from 'node:net'
import { type Command, InvalidArgumentError } from 'commander'
import { onStopSignal } from '../../../../clients/cli/src/command/stop-signals.ts'
import { createLog } from '../../../../services/kernel/logging/log.ts'
import { NoteError } from '../../../../services/kernel/tlog/signed-note.ts'
import {
  parseVerifierKey,
  SignatureType,
  type VerifierKey,
  verifierKey,
} from '../../../../services/kernel/tlog/verifier-key.ts'
import { UsageError } from '../../errors/usage-error.ts'
import { bytesOfFile } from '../../options/bytes-of-file.ts'
import { item } from '../../views/views.ts'
import type { LogKey } from '../../witness/directory.ts'
import { resource, show, verb } from '../command.ts'

/** `attestry witness`: cosigns checkpoints of logs that others run. It needs no database and no installation. */
export function witnessCommand(): Command {
  return resource('witness', 'A witness: cosigns the checkpoints of logs that others run', [
    initVerb(),
    addLogVerb(),
    serveVerb(),
  ])
}

function initVerb(): Command {
  return verb(
    'init',
    'Create the key and the directory of a witness.',
    'witness init --directory witness --name witness.example/w1',
  )
    .requiredOption('--directory <dir>', 'where the witness keeps its key, its logs and what it has cosigned')
    .requiredOption('--name <name>', 'the name under which it signs, e.g. witness.example/w1')
    .action(async ({ directory, name }: { directory: string; name: string }, command: Command) => {
      const { initWitness } = await import('../../witness/directory.ts')
      show(command, item({ directory, verifier_key: await initWitness(directory, name) }))
    })
}

function addLogVerb(): Command {
  return verb(
    'add-log',
    'Watch a log: trust one of its keys. After a rotation of the signing key, add the new one.',
    'witness add-log --directory witness --origin attestry/ORGANIZATION_ID --public-key KEY_ID.pem',
  )
    .requiredOption('--directory <dir>', 'the directory of the witness')
    .option('--origin <origin>', 'the first line of its checkpoints, with --public-key')
    .option('--public-key <file>', 'the P-256 public key that signs them (PEM)')
    .option(
      '--verifier-key <key>',
      'instead of --public-key: name+key id+key; the name is the origin where none is given',
      parsed,
    )
    .action(async (options: AddLog, command: Command) => {
      const log = await logOf(options)
      const { addLog } = await import('../../witness/directory.ts')
      const added = await addLog(options.directory, log)
      show(command, item({ origin: log.origin, verifier_key: log.key.text, added }))
    })
}

function serveVerb(): Command {
  return verb(
    'serve',
    'Run the witness until it is stopped.',
    'witness serve --directory witness --listen 127.0.0.1:7380',
  )
    .requiredOption('--directory <dir>', 'the directory of the witness')
    .option('--listen <address>', 'address:port, in plain HTTP; TLS ends before it', address, DEFAULT_ADDRESS)
    .action(async ({ directory, listen }: Serve) => {
      const { openWitness } = await import('../../witness/directory.ts')
      const { witnessOf } = await import('../../witness/witness.ts')
      const { serveWitness } = await import('../../witness/server.ts')
      const opened = await openWitness(directory)
      const log = createLog(process.env)
      const server = await serveWitness(witnessOf(opened), { ...listen, log })
      const host = server.host.includes(':') ? `[${server.host}]` : server.host
      process.stdout.write(`${opened.witness.text}\nhttp://${host}:${server.port}\n`)
      await new Promise<void>((resolve) => void onStopSignal(resolve))
      await server.close()
      opened.close()
    })
}

async function logOf({ origin, publicKey, verifierKey: key }: AddLog): Promise<LogKey> {
  if (key !== undefined && publicKey === undefined) return { origin: origin ?? key.name, key }
  if (key !== undefined || origin === undefined || publicKey === undefined)
    throw new UsageError('give --origin with --public-key, or --verifier-key')
  try {
    const spki = createPublicKey(await bytesOfFile(publicKey))
    return {
      origin,
      key: verifierKey(origin, SignatureType.ECDSA, spki.export({ format: 'der', type: 'spki' })),
    }
  } catch (error) {
    const { message } = error as Error
    throw new UsageError(`--public-key ${publicKey}: ${message}`)
  }
}

function parsed(text: string): VerifierKey {
  try {
    return parseVerifierKey(text)
  } catch (error) {
    if (error instanceof NoteError) throw new InvalidArgumentError(error.message)
    throw error
  }
}

function address(text: string): Address {
  const { host = '', port = '' } = /^(?<host>[^:]+|\[[^\]]+\]):(?<port>\d{1,5})$/.exec(text)?.groups ?? {}
  const plain = host.replace(/^\[|\]$/g, '')
  if (isIP(plain) === 0 || Number(port) > 65_535)
    throw new InvalidArgumentError('It must be an address and a port, as 127.0.0.1:7380.')
  return { host: plain, port: Number(port) }
}

const DEFAULT_ADDRESS: Address = { host: '127.0.0.1', port: 7380 }

type Address = { host: string; port: number }
type AddLog = { directory: string; origin?: string; publicKey?: string; verifierKey?: VerifierKey }
type Serve = { directory: string; listen: Address }
