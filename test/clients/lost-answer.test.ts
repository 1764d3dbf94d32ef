import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { listening } from '../harness/listening.ts'
import { run } from '../pipelines/pipeline.ts'
import { administration, WebhookFormat } from '../webhook/support/endpoint.ts'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

const inClients = (path: string) => new URL(path, new URL('../../clients/', import.meta.url))

/** Sends an alert without an id, and prints whether it was known. Between two attempts the clock of the process moves on. */
const SENDERS: [
  client: string,
  run: (skippedSeconds: number, env: NodeJS.ProcessEnv) => ReturnType<typeof run>,
][] = [
  [
    'TypeScript',
    (skipped, env) => {
      const code = `import { sendIncident } from '${inClients('typescript/src/index.ts')}'
const { URL: url, SECRET: secret } = process.env
const now = Date.now
let skipped = 0
Date.now = () => now() + skipped
const moving = (...request) => fetch(...request).finally(() => { skipped += ${skipped * 1000} })
console.log(await sendIncident({ title: 'no id, ${skipped} s' }, { url, secret, fetch: moving }))`
      return run(process.execPath, ['--input-type=module', '--eval', code], env)
    },
  ],
  [
    'Python',
    (skipped, env) => {
      const code = `import os, time
from attestry import send_incident
now = time.time
skipped = 0
def sleep(_):
    global skipped
    skipped += ${skipped}
time.time = lambda: now() + skipped
time.sleep = sleep
print(str(send_incident(os.environ["URL"], os.environ["SECRET"], {"title": "no id, ${skipped} s"})).lower())`
      const path = fileURLToPath(inClients('python/src'))
      return run('python3', ['-B', '-c', code], { PYTHONPATH: path, ...env })
    },
  ],
]

test.each(SENDERS.flatMap(([client, send]) => [2, 60].map((skipped) => [client, skipped, send] as const)))(
  'an alert without an id whose answer to the %s client was lost is a replay %i seconds later',
  async (_, skipped, send) => {
    const endpoint = await administration(at).make({ format: WebhookFormat.SERVICE })
    const replays: boolean[] = []
    await listening(
      async (request, response) => {
        const { host: _host, connection: _connection, ...headers } = request.headers as Record<string, string>
        const body = Buffer.concat(await Array.fromAsync(request))
        const answer = await fetch(`${at.baseUrl}${endpoint.path}`, { method: 'POST', headers, body })
        replays.push(((await answer.json()) as { replay?: unknown }).replay === true)
        if (replays.length === 1) request.socket.destroy()
        else
          response
            .writeHead(answer.status)
            .end(JSON.stringify({ received: answer.ok, replay: replays.at(-1) }))
      },
      async (URL) => {
        const { stdout, stderr } = await send(skipped, { URL, SECRET: endpoint.secret })
        expect({ stdout, stderr, replays }).toEqual({ stdout: 'true\n', stderr: '', replays: [false, true] })
      },
    )
  },
)
