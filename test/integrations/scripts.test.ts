import { copyFileSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parseBody } from '../../services/ingestion/domain/webhook/body.ts'
import { mapDelivery } from '../../services/ingestion/domain/webhook/formats/map-delivery.ts'
import { INTEGRATIONS, OPENSSL_AND_CURL, PYTHON, run } from './programs.ts'
import { failed, type Receiver, SECRET, startReceiver } from './receiver.ts'
import {
  ALERT,
  environment,
  SPLUNK_ALERT,
  senderDirectory,
  sendPy,
  sendSh,
  splunk,
  wazuh,
} from './senders.ts'

let directory = ''
let receiver: Receiver
beforeEach(() => {
  directory = senderDirectory()
})
afterEach(async () => {
  await receiver?.close()
  rmSync(directory, { recursive: true, force: true })
})
const undelivered = () => join(directory, 'undelivered')

describe.skipIf(!PYTHON)('Python scripts', () => {
  test('exit with 4 when an alert cannot be delivered in time, and keep it unchanged', async () => {
    receiver = await startReceiver(Array(9).fill('hang up'))
    for (const send of [wazuh, sendPy]) {
      const ran = await send(
        directory,
        receiver.url,
        environment(directory, { ATTESTRY_GIVE_UP_SECONDS: '0.5' }),
      )
      expect(ran).toMatchObject({ code: 4, stderr: expect.stringContaining('kept in') })
    }
    const [kept, ...others] = readdirSync(undelivered())
    expect(others).toEqual([])
    expect(readFileSync(join(undelivered(), kept!))).toEqual(ALERT)
  })

  test('exit with 3 and keep the alert when a refusal breaks off while it is read', async () => {
    for (const send of [wazuh, splunk, sendPy]) {
      receiver = await startReceiver([{ status: 422, body: 'x'.repeat(500), breaksOff: true }])
      const ran = await send(directory, receiver.url)
      await receiver.close()
      expect(ran).toMatchObject({ code: 3, stderr: expect.stringMatching(/422.*kept in/) })
      expect(receiver.calls).toHaveLength(1)
      rmSync(undelivered(), { recursive: true })
    }
  })

  test('exit with 2 for wrong calls and settings, and send nothing', async () => {
    receiver = await startReceiver()
    const script = join(INTEGRATIONS, 'wazuh/custom-attestry.py')
    const calls = [
      run('python3', [script]),
      wazuh(directory, receiver.url, environment(directory), 'file:/nonexistent'),
      wazuh(directory, receiver.url, environment(directory), ''),
      wazuh(directory, 'ftp://x'),
      run('python3', [join(INTEGRATIONS, 'splunk/attestry/bin/attestry.py')]),
      run('python3', [join(INTEGRATIONS, 'splunk/attestry/bin/attestry.py'), '--execute'], {
        input: 'no json',
      }),
      run('python3', [join(INTEGRATIONS, 'splunk/attestry/bin/attestry.py'), '--execute'], { input: '[]' }),
      sendPy(directory, receiver.url, environment(directory), '/nonexistent'),
    ]
    expect((await Promise.all(calls)).map(({ code }) => code)).toEqual(calls.map(() => 2))
    expect(receiver.calls).toHaveLength(0)
  })

  test('Wazuh: sends the alert file byte for byte, which is mapped as Wazuh, with the key from the call', async () => {
    receiver = await startReceiver()
    expect((await wazuh(directory, receiver.url, environment(directory), SECRET)).code).toBe(0)
    const { body, ours } = receiver.calls[0]!
    expect(body).toEqual(ALERT)
    expect(ours).toBe(true)
    const parsed = parseBody(body)
    const delivery = mapDelivery('vendor_siem', parsed.ok && parsed.value)
    expect(delivery).toMatchObject({
      alerts: [{ product: 'wazuh_4', incident: { title: 'Å brute force – sshd', severity: 'high' } }],
    })
  })

  test('Splunk: sends what its own webhook would, without the session key, which is mapped as Splunk', async () => {
    receiver = await startReceiver()
    expect((await splunk(directory, receiver.url)).code).toBe(0)
    const body = receiver.calls[0]!.body.toString()
    expect(JSON.parse(body)).toEqual(SPLUNK_ALERT)
    expect(body).not.toContain('session')
    expect(mapDelivery('vendor_siem', JSON.parse(body))).toMatchObject({
      alerts: [
        {
          product: 'splunk_webhook',
          incident: {
            ...{ title: 'Brute force – VPN', severity: 'high', notes: [] },
            externalId: expect.stringContaining(SPLUNK_ALERT.sid),
          },
        },
      ],
    })
  })

  test('the installed Wazuh script keeps an undelivered alert in its own directory', async () => {
    receiver = await startReceiver([failed(422)])
    for (const name of ['custom-attestry', 'custom-attestry.py']) {
      copyFileSync(join(INTEGRATIONS, 'wazuh', name), join(directory, name))
    }
    const args = [join(directory, 'alert.json'), SECRET, receiver.url]
    expect((await run(join(directory, 'custom-attestry'), args)).code).toBe(3)
    expect(readdirSync(join(directory, 'attestry-undelivered'))).toHaveLength(1)
  })

  test('send.py reads standard input', async () => {
    receiver = await startReceiver()
    expect((await sendPy(directory, receiver.url, environment(directory), '-')).code).toBe(0)
    expect(receiver.calls[0]!.body).toEqual(ALERT)
  })

  test('the three scripts have the same delivery code', () => {
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
  test('sends the bytes unchanged', async () => {
    receiver = await startReceiver()
    expect((await sendSh(directory, receiver.url)).code).toBe(0)
    expect(receiver.calls[0]!.body).toEqual(ALERT)
  })
})
