import { afterAll, beforeAll, expect, test } from 'vitest'
import { attack, keyHeader, statuses } from '../exhaustion/support/sockets.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation({
    shape: 'one',
    env: { ATTESTRY_ALLOWED_HOSTS: 'ops.internal, Second.Example' },
  })
})
afterAll(() => at.stop())

/** The answer to a request with these header lines, each with its line end. */
async function answerTo(request: string, lines: string, from = '127.0.0.1'): Promise<string> {
  const { socket, received } = await attack(at.baseUrl, `${request} HTTP/1.1\r\n${lines}\r\n`, {
    from,
    reads: true,
  })
  await expect.poll(received).toMatch(/\r\n\r\n/)
  socket.destroy()
  return received()
}
const statusTo = async (request: string, lines: string): Promise<number> =>
  statuses(await answerTo(request, lines))[0]!

test.each([
  ['GET /metrics', 200],
  ['GET /console/', 200],
  ['GET /api/control/session', 401],
])('%s answers only to a Host of the installation', async (request, status) => {
  for (const host of [
    '127.0.0.1:8080',
    '10.1.2.3',
    '[::1]:8080',
    'localhost:1',
    'a.localhost',
    'attestry.test',
    'ATTESTRY.test.:80',
    'ops.internal',
    'second.example',
  ])
    expect(await statusTo(request, `Host: ${host}\r\n`), host).toBe(status)
  for (const host of [
    'evil.example',
    'evil.example:8080',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    'notlocalhost',
    'evil-attestry.test',
    '1.2.3.4.5',
    '0x7f000001',
    '[evil]',
  ])
    expect(await statusTo(request, `Host: ${host}\r\n`), host).toBe(403)
})

test('the REST API and /healthz answer to any Host, as proxies choose it', async () => {
  const lines = `Host: proxy.example\r\n${keyHeader(at.organization.key)}`
  expect(await statusTo('GET /api/v1/assets', lines)).toBe(200)
  expect(await statusTo('GET /healthz', 'Host: proxy.example\r\n')).toBe(200)
})

test.each([
  ['GET /api/v1/assets', 'Bearer realm="attestry"'],
  ['GET /api/control/session', 'Session'],
  ['POST /api/v1/webhooks/incidents/whk_x', 'X-Service-Signature'],
])(
  '%s without a credential gets the WWW-Authenticate challenge of the needed credential',
  async (request, challenge) => {
    const answer = await answerTo(request, 'Host: 127.0.0.1\r\nContent-Length: 0\r\n')
    expect(statuses(answer)).toEqual([401])
    expect(answer).toContain(`\r\nWWW-Authenticate: ${challenge}\r\n`)
  },
)

test.each([
  ['http://HOST', undefined, 401],
  ['http://attestry.test', undefined, 401],
  ['https://HOST', undefined, 403],
  ['ftp://HOST', undefined, 403],
  ['http://127.0.0.1:1', undefined, 403],
  ['http://HOST@evil.example', undefined, 403],
  ['null', undefined, 403],
  ['https://HOST', 'same-origin', 401],
  ['http://evil.example', 'same-origin', 403],
  ['http://evil.example', 'none', 403],
  ['http://HOST', 'cross-site', 403],
])(
  'a login from origin %s (Sec-Fetch-Site %s) is answered %i, as whole origins are compared',
  async (origin, site, status) => {
    const { host } = new URL(at.baseUrl)
    const body = '{"email":"nobody@hosts.example","password":"whatever it is"}'
    const lines = [
      `Host: ${host}`,
      `Origin: ${origin.replace('HOST', host)}`,
      ...(site === undefined ? [] : [`Sec-Fetch-Site: ${site}`]),
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Connection: close',
    ]
    const text = `${lines.join('\r\n')}\r\n\r\n${body}`
    const { received } = await attack(at.baseUrl, `POST /api/control/session HTTP/1.1\r\n${text}`, {
      from: '127.0.0.9',
      reads: true,
    })
    await expect.poll(received).toMatch(/^HTTP/)
    expect(statuses(received())).toEqual([status])
  },
)
