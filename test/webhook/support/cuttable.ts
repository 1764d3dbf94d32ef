import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

/** A proxy to a PostgreSQL that a test can cut, or make lose the answers. */
export type Cuttable = {
  /** The URL of the database through this proxy. */
  url: string
  /** Closes every connection and accepts no new ones. */
  cut(): void
  /** From now on statements arrive but their answers do not. */
  loseAnswers(): void
  /** Closes open connections and works as at the beginning. */
  restore(): void
  close(): Promise<void>
}

export async function cuttable(databaseUrl: string): Promise<Cuttable> {
  const target = new URL(databaseUrl)
  const open = new Set<Socket>()
  let taking = true
  let losing = false
  const server = createServer((client) => {
    if (!taking) {
      client.destroy()
      return
    }
    const database = connect(Number(target.port), target.hostname)
    for (const socket of [client, database]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        client.destroy()
        database.destroy()
      })
    }
    client.on('data', (data) => database.write(data))
    database.on('data', (data) => {
      if (!losing) client.write(data)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  const drop = (): void => {
    for (const socket of open) socket.destroy()
  }
  return {
    url: url.href,
    cut: () => {
      taking = false
      drop()
    },
    loseAnswers: () => {
      losing = true
    },
    restore: () => {
      drop()
      losing = false
      taking = true
    },
    close: async () => {
      drop()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
