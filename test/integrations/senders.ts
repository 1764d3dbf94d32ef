import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { INTEGRATIONS, OPENSSL_AND_CURL, PYTHON, type Ran, run } from './programs.ts'
import { SECRET } from './receiver.ts'

export const ALERT = Buffer.from(
  '{"timestamp":"2026-02-03T08:15:42.120+0000", "rule":{"level":12,"id":"5712","description":"Å brute force – sshd"},' +
    '"agent":{"name":"pay-db-02"},"id":"1770102942.88213","n":1.0}\r\n',
)
export const SPLUNK_ALERT = {
  sid: 'scheduler__admin__search__RMD5_at_1780000000_12',
  search_name: 'Brute force – VPN',
  app: 'search',
  owner: 'soc',
  results_link: 'http://splunk.example:8000/x',
  result: { _time: '1780000000', _raw: 'vpn login failed', host: 'vpn-1', urgency: 'high' },
}

/** Makes a directory with an alert and the secret in files, as on a machine that sends. */
export function senderDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-scripts-'))
  writeFileSync(join(directory, 'secret'), `${SECRET}\n`, { mode: 0o600 })
  writeFileSync(join(directory, 'alert.json'), ALERT)
  return directory
}

export function environment(directory: string, more: Record<string, string> = {}): Record<string, string> {
  return { ATTESTRY_UNDELIVERED_DIR: join(directory, 'undelivered'), ATTESTRY_GIVE_UP_SECONDS: '30', ...more }
}

/**
 * Adds to the directory a clock that moves on by 25 seconds in each pause, which takes no time, for Python and for programs. Returns
 * the variables of an environment that has it.
 */
export function skippingPauses(directory: string): Record<string, string> {
  const clock = join(directory, 'clock')
  mkdirSync(clock, { recursive: true })
  writeFileSync(
    join(clock, 'sitecustomize.py'),
    'import time\nnow, skipped = time.time, [0]\ntime.time = lambda: now() + skipped[0]\n' +
      'time.sleep = lambda _: skipped.append(skipped.pop() + 25)\n',
  )
  const program = { mode: 0o755 }
  writeFileSync(join(clock, 'sleep'), `#!/bin/sh\nprintf x >>"$0.skipped"\n`, program)
  writeFileSync(
    join(clock, 'date'),
    `#!/bin/sh\nexpr "$(PATH=$REAL_PATH date +%s)" + 25 \\* "$(wc -c <"\${0%date}sleep.skipped")"\n`,
    program,
  )
  writeFileSync(join(clock, 'sleep.skipped'), '')
  const { PATH = '' } = process.env
  return { PYTHONPATH: clock, PATH: `${clock}:${PATH}`, REAL_PATH: PATH }
}

/** Runs the script as wazuh-integratord does: with alert file, API key, hook URL, and options that a script may ignore. */
export function wazuh(
  directory: string,
  url: string,
  env = environment(directory),
  key = `file:${join(directory, 'secret')}`,
): Promise<Ran> {
  const args = [join(directory, 'alert.json'), key, url, '', '/tmp/options', '10', '3']
  return run(join(INTEGRATIONS, 'wazuh/custom-attestry'), args, { env })
}

/** Runs the script as splunkd does: with --execute, and the alert with its session key on standard input. */
export function splunk(directory: string, url: string, env = environment(directory)): Promise<Ran> {
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

export function sendPy(
  directory: string,
  url: string,
  env = environment(directory),
  file = join(directory, 'alert.json'),
): Promise<Ran> {
  const options = {
    env: { ...env, ATTESTRY_WEBHOOK_URL: url, ATTESTRY_WEBHOOK_SECRET: SECRET },
    input: ALERT,
  }
  return run('python3', [join(INTEGRATIONS, 'generic/send.py'), file], options)
}

export function sendSh(directory: string, url: string, env: Record<string, string> = {}): Promise<Ran> {
  const options = { env: { ...env, ATTESTRY_WEBHOOK_URL: url, ATTESTRY_WEBHOOK_SECRET: SECRET } }
  return run('bash', [join(INTEGRATIONS, 'generic/send.sh'), join(directory, 'alert.json')], options)
}

export const SENDERS = [
  ['Wazuh custom-attestry', wazuh, PYTHON],
  ['Splunk attestry.py', splunk, PYTHON],
  ['send.py', sendPy, PYTHON],
  ['send.sh (bash, openssl, curl)', sendSh, OPENSSL_AND_CURL],
] as const
