import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parseBody } from '../../services/ingestion/domain/webhook/body.ts'
import { mapDelivery } from '../../services/ingestion/domain/webhook/map-delivery.ts'
import { INTEGRATIONS, OPENSSL_AND_CURL, PYTHON, type Ran, run } from './programs.ts'
import { failed, type Planned, type Receiver, SECRET, startReceiver } from './receiver.ts'

const ALERT = Buffer.from(
  '{"timestamp":"2026-02-03T08:15:42.120+0000", "rule":{"level":12,"id":"5712","description":"Å brute force – sshd"},' +
    '"agent":{"name":"pay-db-02"},"id":"1770102942.88213","n":1.0}\r\n',
)
const SPLUNK_ALERT = {
  sid: 'scheduler__admin__search__RMD5_at_1780000000_12',
  search_name: 'Brute force – VPN',
  app: 'search',
  owner: 'soc',
  results_link: 'http://splunk.example:8000/x',
  result: { _time: '1780000000', _raw: 'vpn login failed', host: 'vpn-1', urgency: 'high' },
}

let directory = ''
let receiver: Receiver
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'attestry-scripts-'))
  writeFileSync(join(directory, 'secret'), `${SECRET}\n`, { mode: 0o600 })
  writeFileSync(join(directory, 'alert.json'), ALERT)
})
afterEach(async () => {
  await receiver.close()
  rmSync(directory, { recursive: true, force: true })
})

const undelivered = () => join(directory, 'undelivered')
const environment = (more: Record<string, string> = {}) => ({
  ATTESTRY_UNDELIVERED_DIR: undelivered(),
  ATTESTRY_GIVE_UP_SECONDS: '30',
  ...more,
})

/** As wazuh-integratord calls it: alert file, API key, hook URL, and options that a script may ignore. */
function wazuh(url: string, env = environment(), key = `file:${join(directory, 'secret')}`): Promise<Ran> {
  const args = [join(directory, 'alert.json'), key, url, '', '/tmp/options', '10', '3']
  return run(join(INTEGRATIONS, 'wazuh/custom-attestry'), args, { env })
}

/** As splunkd calls it: --execute, the alert with its session key on standard input. */
function splunk(url: string, env = environment()): Promise<Ran> {
  const settings = {
    configuration: { url, secret_file: '$SECRETS/secret' },
    session_key: 'session-key-of-splunkd',
  }
  const payload = {
    ...settings,
    server_uri: 'https://127.0.0.1:8089',
    results_file: '/x/y.csv.gz',
    ...SPLUNK_ALERT,
  }
  const options = { env: { SECRETS: directory, ...env }, input: JSON.stringify(payload) }
  return run('python3', [join(INTEGRATIONS, 'splunk/attestry/bin/attestry.py'), '--execute'], options)
}

function sendPy(url: string, env = environment(), file = join(directory, 'alert.json')): Promise<Ran> {
  const options = {
    env: { ...env, ATTESTRY_WEBHOOK_URL: url, ATTESTRY_WEBHOOK_SECRET: SECRET },
    input: ALERT,
  }
  return run('python3', [join(INTEGRATIONS, 'generic/send.py'), file], options)
}

function sendSh(url: string): Promise<Ran> {
  const options = { env: { ATTESTRY_WEBHOOK_URL: url, ATTESTRY_WEBHOOK_SECRET: SECRET } }
  return run('bash', [join(INTEGRATIONS, 'generic/send.sh'), join(directory, 'alert.json')], options)
}

const SENDERS = [
  ['Wazuh custom-attestry', wazuh, PYTHON],
  ['Splunk attestry.py', splunk, PYTHON],
  ['send.py', sendPy, PYTHON],
  ['send.sh (bash, openssl, curl)', sendSh, OPENSSL_AND_CURL],
] as const

for (const [name, send, possible] of SENDERS) {
  describe.skipIf(!possible)(name, () => {
    const go = async (plan: Planned[] = []) => {
      receiver = await startReceiver(plan)
      const ran = await send(receiver.url)
      expect(ran.stdout + ran.stderr).not.toContain(SECRET)
      return ran
    }

    test('a signed alert is accepted by Stripe’s verifier and by ours', async () => {
      expect(await go()).toMatchObject({ code: 0, stdout: '' })
      expect(receiver.calls).toMatchObject([{ ours: true, stripes: true, contentType: 'application/json' }])
    })

    test('429 is waited out as Retry-After says, a hang-up is tried again, with the signature of the first try', async () => {
      expect((await go([failed(429, { 'retry-after': '2' }), 'hang up'])).code).toBe(0)
      const [first, second, last] = receiver.calls
      expect(receiver.calls).toHaveLength(3)
      expect(second!.at - first!.at).toBeGreaterThanOrEqual(1990)
      // Older than 20 seconds (on a machine that stood still) a signature is renewed.
      if (last!.at - first!.at < 15_000)
        expect(new Set(receiver.calls.map((call) => call.signature)).size).toBe(1)
    }, 60_000)

    test('a page that does not say received is no delivery, and 500 is tried again', async () => {
      expect((await go([failed(500), { status: 200, body: '<html>Welcome</html>' }])).code).toBe(0)
      expect(receiver.calls).toHaveLength(3)
    }, 60_000)

    test('a refusal and a redirect end at once with exit 3 and the reason', async () => {
      const ran = await go([failed(422)])
      expect(ran).toMatchObject({ code: 3, stderr: expect.stringMatching(/refused: 422|not delivered: 422/) })
      expect(receiver.calls).toHaveLength(1)
      await receiver.close()
      expect((await go([failed(307, { location: '/elsewhere' })])).code).toBe(3)
      expect(receiver.calls).toHaveLength(1)
    })
  })
}

describe.skipIf(!PYTHON)('Python scripts', () => {
  test('what cannot be delivered in time ends with exit 4, and the alert is kept as it was', async () => {
    receiver = await startReceiver(Array(9).fill('hang up'))
    for (const send of [wazuh, sendPy]) {
      const ran = await send(receiver.url, environment({ ATTESTRY_GIVE_UP_SECONDS: '0.5' }))
      expect(ran).toMatchObject({ code: 4, stderr: expect.stringContaining('kept in') })
    }
    const [kept, ...others] = readdirSync(undelivered())
    expect(others).toEqual([])
    expect(readFileSync(join(undelivered(), kept!))).toEqual(ALERT)
  })

  test('wrong calls and settings end with exit 2 and reach nobody', async () => {
    receiver = await startReceiver()
    const script = join(INTEGRATIONS, 'wazuh/custom-attestry.py')
    const calls = [
      run('python3', [script]),
      wazuh(receiver.url, environment(), 'file:/nonexistent'),
      wazuh(receiver.url, environment(), ''),
      wazuh('ftp://x'),
      run('python3', [join(INTEGRATIONS, 'splunk/attestry/bin/attestry.py')]),
      run('python3', [join(INTEGRATIONS, 'splunk/attestry/bin/attestry.py'), '--execute'], {
        input: 'no json',
      }),
      run('python3', [join(INTEGRATIONS, 'splunk/attestry/bin/attestry.py'), '--execute'], { input: '[]' }),
      sendPy(receiver.url, environment(), '/nonexistent'),
    ]
    expect((await Promise.all(calls)).map(({ code }) => code)).toEqual(calls.map(() => 2))
    expect(receiver.calls).toHaveLength(0)
  })

  test('Wazuh: the alert file goes out byte for byte and is mapped as Wazuh; the key may stand in the call', async () => {
    receiver = await startReceiver()
    expect((await wazuh(receiver.url, environment(), SECRET)).code).toBe(0)
    const { body, ours } = receiver.calls[0]!
    expect(body).toEqual(ALERT)
    expect(ours).toBe(true)
    const parsed = parseBody(body)
    const delivery = mapDelivery('vendor_siem', parsed.ok && parsed.value)
    expect(delivery).toMatchObject({
      product: 'wazuh_4',
      incident: { title: 'Å brute force – sshd', severity: 'high' },
    })
  })

  test('Splunk: what its own webhook would send goes out, never the session key, and is mapped as Splunk', async () => {
    receiver = await startReceiver()
    expect((await splunk(receiver.url)).code).toBe(0)
    const body = receiver.calls[0]!.body.toString()
    expect(JSON.parse(body)).toEqual(SPLUNK_ALERT)
    expect(body).not.toContain('session')
    expect(mapDelivery('vendor_siem', JSON.parse(body))).toMatchObject({
      product: 'splunk_webhook',
      incident: { title: 'Brute force – VPN', severity: 'high', externalId: SPLUNK_ALERT.sid, notes: [] },
    })
  })

  test('the installed Wazuh script keeps an undelivered alert beside itself', async () => {
    receiver = await startReceiver([failed(422)])
    for (const name of ['custom-attestry', 'custom-attestry.py']) {
      copyFileSync(join(INTEGRATIONS, 'wazuh', name), join(directory, name))
    }
    const args = [join(directory, 'alert.json'), SECRET, receiver.url]
    expect((await run(join(directory, 'custom-attestry'), args)).code).toBe(3)
    expect(readdirSync(join(directory, 'attestry-undelivered'))).toHaveLength(1)
  })

  test('send.py takes standard input', async () => {
    receiver = await startReceiver()
    expect((await sendPy(receiver.url, environment(), '-')).code).toBe(0)
    expect(receiver.calls[0]!.body).toEqual(ALERT)
  })

  test('the delivery part of the three scripts is one text', () => {
    const part = (file: string) => {
      const text = readFileSync(join(INTEGRATIONS, file), 'utf8')
      return text.slice(
        text.indexOf('# --- attestry delivery'),
        text.indexOf('# --- end of attestry delivery'),
      )
    }
    expect(part('generic/send.py').length).toBeGreaterThan(1000)
    expect(part('wazuh/custom-attestry.py')).toBe(part('generic/send.py'))
    expect(part('splunk/attestry/bin/attestry.py')).toBe(part('generic/send.py'))
  })
})

describe.skipIf(!OPENSSL_AND_CURL)('send.sh', () => {
  test('the bytes go out as they are', async () => {
    receiver = await startReceiver()
    expect((await sendSh(receiver.url)).code).toBe(0)
    expect(receiver.calls[0]!.body).toEqual(ALERT)
  })
})
