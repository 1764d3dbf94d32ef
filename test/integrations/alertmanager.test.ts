import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseBody } from '../../services/ingestion/domain/webhook/body.ts'
import { mapDelivery } from '../../services/ingestion/domain/webhook/formats/map-delivery.ts'
import { parseMapping } from '../../services/ingestion/domain/webhook/formats/mapping.ts'
import { INTEGRATIONS, installed, OPENSSL_AND_CURL, ROOT, run } from './programs.ts'
import { failed } from './receiver.ts'
import { relays, relaysForEachTest, start } from './relays.ts'

relaysForEachTest()

const FIXTURES = join(ROOT, 'services/ingestion/domain/webhook/fixtures/alertmanager')
const CONFIGURATION = join(INTEGRATIONS, 'alertmanager/alertmanager.yml')

test.skipIf(!OPENSSL_AND_CURL)(
  'an unsigned Alertmanager notification leaves the relay signed and byte for byte',
  async () => {
    const relay = await start({ kind: 'listen', port: 0 }, [failed(503, { 'retry-after': '1' })])
    const configured = new URL(/url: (\S+)/.exec(readFileSync(CONFIGURATION, 'utf8'))![1]!)
    expect(configured.hostname).toBe('127.0.0.1')

    const file = join(FIXTURES, 'ordinary.json')
    const address = `http://127.0.0.1:${relay.port}${configured.pathname}`
    const headers = ['-H', 'Content-Type: application/json', '-H', 'User-Agent: Alertmanager/0.28.1']
    const ran = await run('curl', ['-sS', '-f', ...headers, '--data-binary', `@${file}`, address])
    expect(ran).toMatchObject({ code: 0, stdout: '{"received":true,"replay":false}\n' })

    const delivered = relays.receiver.calls.at(-1)!
    expect(delivered).toMatchObject({ body: readFileSync(file), ours: true, stripes: true })
    const expected = JSON.parse(readFileSync(join(FIXTURES, 'ordinary.expected.json'), 'utf8'))
    expect(mapDelivery('vendor_siem', JSON.parse(delivered.body.toString()))).toEqual(expected)
  },
)

test('the relay’s systemd unit listens where Alertmanager posts, with an existing command', () => {
  const unit = readFileSync(join(INTEGRATIONS, 'alertmanager/attestry-forward.service'), 'utf8')
  const port = new URL(/url: (\S+)/.exec(readFileSync(CONFIGURATION, 'utf8'))![1]!).port
  expect(unit).toContain(
    `webhook forward --url \${ATTESTRY_WEBHOOK_URL} --secret-env ATTESTRY_WEBHOOK_SECRET --listen ${port}\n`,
  )
  const example = readFileSync(join(INTEGRATIONS, 'alertmanager/forward.env.example'), 'utf8')
  for (const name of ['ATTESTRY_WEBHOOK_URL=', 'ATTESTRY_WEBHOOK_SECRET=']) expect(example).toContain(name)
})

test('the relay’s systemd unit starts with only its own directory writable', async () => {
  const unit = readFileSync(join(INTEGRATIONS, 'alertmanager/attestry-forward.service'), 'utf8')
  const installedAt = (text: string) => text.replaceAll('/opt/attestry', ROOT.replace(/\/$/, ''))
  const path = installedAt(/^Environment=PATH=(.*)$/m.exec(unit)![1]!)
  const [program = '', ...args] = /^ExecStart=(.* forward) /m.exec(unit)![1]!.split(' ')
  // Nobody, not even root, can create a directory below a home that does not exist.
  const env = { PATH: path, HOME: '/dev/null' }
  const ran = await run(program, [...args, '--help'], { env, cwd: ROOT })
  expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining('Usage: attestry webhook forward') })
})

test.skipIf(!installed('amtool', '--version'))('amtool accepts the configuration', async () => {
  expect((await run('amtool', ['check-config', CONFIGURATION])).code).toBe(0)
})

test('the generic mapping is valid and maps its sample', () => {
  const mapping = parseMapping(JSON.parse(readFileSync(join(INTEGRATIONS, 'generic/mapping.json'), 'utf8')))
  if (!mapping.ok) throw new Error(JSON.stringify(mapping.problems))
  const body = parseBody(readFileSync(join(INTEGRATIONS, 'generic/sample.json')))
  expect(mapDelivery('generic_json', body.ok && body.value, mapping)).toMatchObject({
    kind: 'alerts',
    alerts: [
      {
        product: null,
        state: 'open',
        incident: {
          title: 'Telnet open to the internet',
          description: 'Port 23 answers on two hosts.',
          severity: 'high',
          sourceSystem: 'portscan',
          externalId: '9007199254740993',
          occurredAt: '2026-02-01T05:30:00.000Z',
          affectedSystems: ['edge-1', 'edge-2'],
          notes: [],
        },
      },
    ],
  })
})
