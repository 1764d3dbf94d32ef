import net from 'node:net'
import { expect, test } from 'vitest'
import { listenForMetrics } from './listen.ts'

test('pipelined scrapes are made one at a time, and a connection with too many is closed', async () => {
  let made = 0
  const body = '# HELP a metric\n'
  const text = async () => {
    made += 1
    return { type: 'text/plain', body }
  }
  const port = await listenForMetrics('127.0.0.1:0', { text }, [])
  try {
    const socket = net.connect(port.port, '127.0.0.1')
    socket.on('error', () => {}).resume()
    socket.write('GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(1400))
    await new Promise((resolve) => socket.once('close', resolve))
    expect(made).toBeLessThan(500)
    expect(await (await fetch(`http://127.0.0.1:${port.port}/metrics`)).text()).toBe(body)
  } finally {
    await port.close()
  }
})
