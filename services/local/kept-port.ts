import { randomInt } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { LocalError } from './errors.ts'
import { readOurs } from './ownership.ts'

/**
 * Starts a server on loopback, on the port of its last start, so that noted addresses stay valid. If that port is in use, the
 * server gets another one. A new port is below the range that systems use for outgoing connections (from 32768 on Linux, from
 * 49152 by RFC 6335), so that it is probably still free at the next start.
 *
 * @param file where the port is kept; it is written before the start
 * @param start resolves with undefined when the port is taken
 * @throws LocalError when none is free
 */
export async function onKeptPort<T>(
  file: string,
  start: (port: number) => Promise<T | undefined>,
): Promise<{ port: number; started: T }> {
  const last = Number(await readOurs(file))
  let port = Number.isInteger(last) && last > 1023 && last < 65_536 ? last : anyPort()
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++, port = anyPort()) {
    if (port !== last) await writeFile(file, `${port}\n`, { mode: 0o600 })
    const started = await start(port)
    if (started !== undefined) return { port, started }
  }
  throw new LocalError('failed', `no port of ${FIRST} to ${END - 1} is free on loopback`)
}

function anyPort(): number {
  return randomInt(FIRST, END)
}

const FIRST = 20_000
const END = 32_000
const ATTEMPTS = 40
