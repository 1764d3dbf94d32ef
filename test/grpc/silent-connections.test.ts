import { once } from 'node:events'
import http2, { type ClientHttp2Session } from 'node:http2'
import net, { type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { IncidentService } from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { descriptorLimit } from '../../services/kernel/transport/limits/descriptor-limit.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { type Microservice, makeMicroservice } from './support/microservice.ts'

let at: TestInstallation
let payroll: Microservice
beforeAll(async () => {
  at = await bootInstallation({ shape: 'split' })
  payroll = await makeMicroservice(at)
})
afterAll(() => at.stop())

/** The status of a call of the microservice on a session. */
async function listed(session: ClientHttp2Session): Promise<number> {
  const stream = session.request({
    ':method': 'POST',
    ':path': `/${IncidentService.typeName}/ListIncidents`,
    'content-type': 'application/json',
    authorization: `Bearer ${payroll.token}`,
    'attestry-organization': at.organization.id,
  })
  stream.end('{}')
  const [headers] = await once(stream, 'response')
  stream.resume()
  return headers[':status']
}

test.each(['127.0.0.5', '127.0.0.1'])(
  'a thousand silent connections from %s block no port and close no connection in use',
  async (localAddress) => {
    const port = Number(new URL(at.urls.ledger!).port)
    const used = http2.connect(at.urls.ledger!)
    expect(await listed(used)).toBe(200)
    const silent: Socket[] = []
    let closed = 0
    for (let n = 0; n < 1000; n++) {
      const socket = net.connect({ port, host: '127.0.0.1', localAddress })
      socket
        .resume()
        .on('error', () => {})
        .once('close', () => {
          closed += 1
        })
      silent.push(socket)
    }
    await expect
      .poll(() => closed)
      .toBe(1000 - Math.min(256, Math.floor((descriptorLimit() ?? Number.POSITIVE_INFINITY) / 16)))
    const fresh = http2.connect(at.urls.ledger!)
    expect([await listed(fresh), await listed(used)]).toEqual([200, 200])
    for (const one of [fresh, used]) one.close()
    for (const socket of silent) socket.destroy()
  },
)
