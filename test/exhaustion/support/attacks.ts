import { setTimeout as sleep } from 'node:timers/promises'
import { call } from '../../harness/rest.ts'
import { type Attacker, attack, get, keyHeader } from './sockets.ts'

/** Opens connections one after another. A client that opens too many at once is itself too slow to be an attack. */
async function openAll(
  count: number,
  open: (n: number) => Promise<Attacker>,
  opened: Attacker[] = [],
): Promise<Attacker[]> {
  for (let n = 0; n < count; n += 20)
    opened.push(
      ...(await Promise.all(Array.from({ length: Math.min(20, count - n) }, (_, i) => open(n + i)))),
    )
  return opened
}

async function closeAfter(opened: Attacker[], run: () => Promise<unknown>): Promise<void> {
  await run()
  for (const { socket } of opened) socket.destroy()
}

/** Requests without a key, pipelined on eight connections; no answer is read. */
export async function pipelining(baseUrl: string, { rounds }: { rounds: number }): Promise<void> {
  const blob = get('/api/v1/incidents').repeat(1500)
  for (let round = 0; round < rounds; round++) {
    const opened = await openAll(8, () => attack(baseUrl, blob))
    await closeAfter(opened, () => sleep(100))
  }
}

/**
 * Sends bursts on connections that have been open for a while: each as many requests as Node.js reads at once, all at the same
 * moment.
 */
export async function bursts(baseUrl: string, { connections }: { connections: number }): Promise<void> {
  const opened = await openAll(connections, () => attack(baseUrl, ''))
  const blob = 'GET /x HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2300)
  for (const { socket } of opened) socket.write(blob)
  await closeAfter(opened, () => sleep(2000))
}

/** Sends webhook bodies of 1 MiB to an endpoint that does not exist, without their last bytes. */
export async function anonymousBodies(
  baseUrl: string,
  { connections }: { connections: number },
): Promise<void> {
  const size = 1024 * 1024
  const head = `POST /api/v1/webhooks/incidents/whk_x HTTP/1.1\r\nHost: a\r\nContent-Length: ${size}\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), Buffer.alloc(size - 1000, 0x20)])
  const opened = await openAll(connections, () => attack(baseUrl, body))
  // Waits until the server has read everything that was sent, or has closed the connections.
  await closeAfter(opened, async () => {
    for (const { socket } of opened)
      for (let i = 0; i < 100 && !socket.destroyed && socket.writableLength > 0; i++) await sleep(20)
  })
}

/** Sends bodies of 60,000 chunks of one byte each, all at the same time. */
export async function smallChunks(baseUrl: string, { connections }: { connections: number }): Promise<void> {
  const head =
    'POST /api/v1/webhooks/incidents/whk_x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'
  const opened = await openAll(connections, () => attack(baseUrl, head, { reads: true }))
  const chunks = `${'1\r\n \r\n'.repeat(60_000)}0\r\n\r\n`
  for (const { socket } of opened) socket.write(chunks)
  // The server answers each once it has read it, or closes the connection because that took too long.
  await closeAfter(opened, async () => {
    for (const { received, isClosed } of opened) while (received() === '' && !isClosed()) await sleep(20)
  })
}

/** Opens connections without a byte, and some with a request that is never finished. */
export async function idleConnections(
  baseUrl: string,
  { connections }: { connections: number },
): Promise<void> {
  const opened = await openAll(connections, (n) => attack(baseUrl, n % 2 === 0 ? '' : 'GET / HT'))
  await closeAfter(opened, () => sleep(500))
}

/** Requests lists of some 12 MB and does not read them. */
export async function slowReaders(
  baseUrl: string,
  key: string,
  { readers }: { readers: number },
): Promise<void> {
  const list = get('/api/v1/incidents?limit=200', keyHeader(key))
  const opened: Attacker[] = []
  for (let i = 0; i < readers; i++) {
    opened.push(await attack(baseUrl, list))
    await sleep(50)
  }
  // When this call is answered, all calls before it have begun. It has a connection of its own: those of a pool may have ended
  // meanwhile.
  const last = await attack(baseUrl, get('/api/v1/assets?limit=1', keyHeader(key)), { reads: true })
  while (last.received() === '' && !last.isClosed()) await sleep(50)
  await closeAfter([...opened, last], async () => undefined)
}

/** Makes 200 incidents of 60 KB each: the list that slowReaders asks for. */
export async function makeLargeIncidents(baseUrl: string, key: string): Promise<void> {
  const description = '字'.repeat(20_000)
  for (let i = 0; i < 200; i += 20) {
    const made = Array.from({ length: 20 }, (_, n) =>
      call(baseUrl, '/api/v1/incidents', {
        key,
        body: { title: `large ${i + n}`, severity: 'low', description },
      }),
    )
    await Promise.all(made)
  }
}
