import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type Clock, systemClock } from '../../kernel/clock.ts'
import { keepPrivate, makeDirectory, openDataDirectory } from '../data-directory.ts'
import { onKeptPort } from '../kept-port.ts'
import type { Faults } from './faults.ts'
import { type KeySpec, openKeys } from './keys.ts'
import { kmsServer } from './server.ts'

/**
 * Serves the keys of a data directory on loopback in the way of AWS KMS, to callers who sign with the credentials kept in it
 * (mode 0600). The first start makes the signing key and the wrapping key. A process that can read the data directory can sign:
 * this is for machines without a cloud account, not a substitute for a hardware-backed service.
 *
 * @throws LocalError
 */
export async function startLocalKms(options: LocalKmsOptions): Promise<LocalKms> {
  const { clock = systemClock, faults, log } = options
  const directory = join(await openDataDirectory(options.dataDir), 'kms')
  await makeDirectory(directory, 0o700)
  const keys = await openKeys(join(directory, 'keys'), ARN_PREFIX)
  const credentials = JSON.parse(await keepPrivate(join(directory, 'credentials.json'), makeCredentials))
  const keyFor = async (role: string, spec: KeySpec): Promise<string> => {
    const make = async () => `${(await keys.create(spec, `Attestry ${role} key`, clock.now())).id}\n`
    return keys.arn({ id: (await keepPrivate(join(directory, `${role}-key`), make)).trim() })
  }
  const signingKeyArn = await keyFor('signing', 'ECC_NIST_P256')
  const wrappingKeyArn = await keyFor('wrapping', 'SYMMETRIC_DEFAULT')
  const server = kmsServer({ keys, credentials, region: REGION, clock, faults, log })
  const keptPort = options.temporaryPort === true ? undefined : join(directory, 'port')
  const port = keptPort === undefined ? await listenTemporarily(server) : await listenAgain(server, keptPort)
  return {
    endpoint: `http://127.0.0.1:${port}`,
    region: REGION,
    credentials,
    signingKeyArn,
    wrappingKeyArn,
    stop: async () => {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function makeCredentials(): string {
  return JSON.stringify({
    accessKeyId: `LOCAL${randomBytes(8).toString('hex').toUpperCase()}`,
    secretAccessKey: randomBytes(32).toString('base64url'),
  })
}

/** Listens on the port of the last start, if it is free. */
async function listenAgain(server: Server, keptPort: string): Promise<number> {
  return (await onKeptPort(keptPort, (port) => listen(server, port))).port
}

/** Listens on any free port. */
async function listenTemporarily(server: Server): Promise<number> {
  await listen(server, 0)
  return (server.address() as AddressInfo).port
}

/** Listens on a port. Returns undefined when the port is taken. */
async function listen(server: Server, port: number): Promise<Server | undefined> {
  server.listen({ port, host: '127.0.0.1', exclusive: true })
  return once(server, 'listening').then(
    () => server,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') throw error
      return undefined
    },
  )
}

const REGION = 'local'
const ARN_PREFIX = `arn:aws:kms:${REGION}:000000000000:key/`

type LocalKmsOptions = {
  dataDir: string
  /** For a single command while an instance may be running: the stored port stays that of the instance. */
  temporaryPort?: boolean
  /** For tests of callers. */
  faults?: Faults
  clock?: Clock
  log?: (line: string) => void
}

export type LocalKms = {
  endpoint: string
  region: string
  credentials: { accessKeyId: string; secretAccessKey: string }
  signingKeyArn: string
  wrappingKeyArn: string
  stop(): Promise<void>
}
