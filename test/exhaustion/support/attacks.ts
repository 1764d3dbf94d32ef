import { setTimeout as sleep } from 'node:timers/promises'
import { call } from '../../harness/rest.ts'
import { type Attacker, attack, get, keyHeader } from './sockets.ts'

/** Opens connections one after another. What opens too many at once is itself too slow to be an attack. */
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

/** Connections that have been open for a while send as many requests as Node reads at once, all of them at the same moment. */
export async function bursts(baseUrl: string, { connections }: { connections: number }): Promise<void> {
  const opened = await openAll(connections, () => attack(baseUrl, ''))
  const blob = 'GET /x HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2300)
  for (const { socket } of opened) socket.write(blob)
  await closeAfter(opened, () => sleep(2000))
}

/** Webhook bodies of 1 MiB to nobody, all but their last bytes. */
export async function anonymousBodies(
  baseUrl: string,
  { connections }: { connections: number },
): Promise<void> {
  const size = 1024 * 1024
  const head = `POST /api/v1/webhooks/incidents/whk_x HTTP/1.1\r\nHost: a\r\nContent-Length: ${size}\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), Buffer.alloc(size - 1000, 0x20)])
  const opened = await openAll(connections, () => attack(baseUrl, body))
  // All that the kernel holds of them is read, or they are closed.
  await closeAfter(opened, async () => {
    for (const { socket } of opened)
      for (let i = 0; i < 100 && !socket.destroyed && socket.writableLength > 0; i++) await sleep(20)
  })
}

/** Bodies of 60,000 chunks of one byte each, all at the same time. */
export async function smallChunks(baseUrl: string, { connections }: { connections: number }): Promise<void> {
  const head =
    'POST /api/v1/webhooks/incidents/whk_x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'
  const opened = await openAll(connections, () => attack(baseUrl, head, { reads: true }))
  const chunks = `${'1\r\n \r\n'.repeat(60_000)}0\r\n\r\n`
  for (const { socket } of opened) socket.write(chunks)
  // Each is answered once it is read, or closed because that took too long.
  await closeAfter(opened, async () => {
    for (const { received, isClosed } of opened) while (received() === '' && !isClosed()) await sleep(20)
  })
}

/** Connections without a byte, and some that are never finished. */
export async function idleConnections(
  baseUrl: string,
  { connections }: { connections: number },
): Promise<void> {
  const opened = await openAll(connections, (n) => attack(baseUrl, n % 2 === 0 ? '' : 'GET / HT'))
  await closeAfter(opened, () => sleep(500))
}

/** Lists of some 12 MB, asked for and not read. */
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
  // A call that is answered now was begun after theirs. On a connection of its own: those of a pool may have ended meanwhile.
  const last = await attack(baseUrl, get('/api/v1/assets?limit=1', keyHeader(key)), { reads: true })
  while (last.received() === '' && !last.isClosed()) await sleep(50)
  await closeAfter([...opened, last], async () => undefined)
}

/** Incidents of 60 KB each, 200 of them: what slowReaders asks for. */
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
