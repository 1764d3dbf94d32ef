import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Returns a port of loopback that nobody listens on, for a process that a test starts, and may start again. Meanwhile the system
 * gives the port to nobody else: it is below the ports of outgoing connections and of `listen(0)`. No two workers use the same
 * range.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + worker * PORTS + (next++ % PORTS)
    const server = createServer().listen({ port, host: '127.0.0.1', exclusive: true })
    const free = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!free) continue
    server.close()
    await once(server, 'close')
    return port
  }
}

/** Above the last port that fetch refuses (10080; WHATWG Fetch, "bad port"). */
const FIRST = 11_000
const PORTS = 500
const worker = Number(process.env.VITEST_POOL_ID ?? 0) % 18
/** The first port that a file tries. It is random, since the ports of an earlier file may not be free at once. */
let next = randomInt(PORTS)
