import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { DomainError, Reason } from '../../services/kernel/errors/errors.ts'
import { DATA, END_STREAM, frame, headers, PREFACE, SETTINGS } from './support/frames.ts'
import { closeAll, closeLater, serveIncidents } from './support/peers.ts'

afterEach(closeAll)

test.each([1, 4])(
  'eighty connections to %i ports that open a hundred streams each at the same moment do not open them in one turn',
  async (ports) => {
    const gate = async () => {
      throw new DomainError(Reason.UNAUTHENTICATED, 'the service client token is not valid')
    }
    const servers = await Promise.all(Array.from({ length: ports }, () => serveIncidents({}, { gate })))
    for (const { close } of servers) closeLater(close)
    const sockets = await Promise.all(Array.from({ length: 80 }, (_, n) => open(servers[n % ports]!.url)))
    const opened = streamsOfEachTurn()
    for (const socket of sockets) socket.write(CALLS)
    await vi.waitFor(() => expect(opened.reduce((all, one) => all + one, 0)).toBe(8000), 120_000)
    // One connection is read whole. A few more may be read in a turn in which it was not expected.
    expect(Math.max(...opened)).toBeLessThan(400)
  },
)

/** Opens a connection that takes no answers. Resolves once the server has read its preface. */
async function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  closeLater(async () => socket.destroy())
  socket.on('error', () => {})
  socket.write(Buffer.concat([PREFACE, WINDOWS_OF_NOTHING]))
  await once(socket, 'data')
  return socket
}

/** How many streams the server opened in each turn of the event loop that opened any; counted until the test ends. */
function streamsOfEachTurn(): number[] {
  const opened: number[] = []
  let isCounting = false
  const count = (): void => {
    if (!isCounting) {
      isCounting = true
      opened.push(0)
      void turn().then(() => {
        isCounting = false
      })
    }
    opened[opened.length - 1]! += 1
  }
  subscribe(CHANNEL, count)
  closeLater(async () => void unsubscribe(CHANNEL, count))
  return opened
}

const CHANNEL = 'http2.server.stream.created'
const WINDOWS_OF_NOTHING = frame(SETTINGS, 0, 0, Buffer.from([0, 4, 0, 0, 0, 0]))
const CALL = { 'content-type': 'application/json', authorization: 'Bearer atc_x' }
const CALLS = Buffer.concat(
  Array.from({ length: 100 }, (_, n) => [
    headers(2 * n + 1, '/attestry.ledger.v1.IncidentService/ListIncidents', CALL, 0),
    frame(DATA, END_STREAM, 2 * n + 1, Buffer.from('{}')),
  ]).flat(),
)
