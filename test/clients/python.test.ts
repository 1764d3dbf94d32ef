import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { createClient } from '@connectrpc/connect'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionCaller } from '../../gateway/cli/calls/session-caller.ts'
import { SystemService } from '../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { pythonHost } from '../harness/command-host.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { listening } from '../harness/listening.ts'
import { call } from '../harness/rest.ts'
import { run } from '../pipelines/pipeline.ts'
import { administration, WebhookFormat } from '../webhook/support/endpoint.ts'
import { ENDLESS, lying } from './endless-lists.ts'
import { NO_DECISIONS, SYSTEM, TOO_LARGE } from './no-decisions.ts'
import { systemIn } from './readme.ts'

const CLIENT = fileURLToPath(new URL('../../clients/python/', import.meta.url))

let installation: TestInstallation
beforeAll(async () => {
  installation = await bootInstallation()
})
afterAll(() => installation.stop())

const SOURCES = `${CLIENT}src`

/** Runs Python with the client on its path, in a process that stays: most calls take less time than its start. */
const host = pythonHost(SOURCES)
const python = (code: string, env: NodeJS.ProcessEnv = {}) => host([code], env)

/** The same in a process of its own, for tests that run beside others. */
const ownPython = (code: string, env: NodeJS.ProcessEnv) =>
  run('python3', ['-B', '-c', code], { PYTHONPATH: SOURCES, ...env })

function environment(): NodeJS.ProcessEnv {
  return { ATTESTRY_URL: installation.baseUrl, ATTESTRY_API_KEY: installation.organization.key }
}

test('every example of the Python client’s README runs as written', async () => {
  const readme = await readFile(`${CLIENT}README.md`, 'utf8')
  const examples = [...readme.matchAll(/```python\n(.*?)```/gs)].map(([, code]) => code!)
  expect(examples).toHaveLength(6)
  await createClient(SystemService, installation.composition.transports.gate).createSystem(
    { name: systemIn(readme) },
    sessionCaller('createSystem', installation.organization.admin.session, systemClock),
  )
  const endpoint = await administration(installation).make({ format: WebhookFormat.SERVICE })
  const { code, stdout, stderr } = await python(examples.join('\n'), {
    ...environment(),
    ATTESTRY_WEBHOOK_URL: `${installation.baseUrl}${endpoint.path}`,
    ATTESTRY_WEBHOOK_SECRET: endpoint.secret,
  })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain('Login from two places\ncontained\n')
  expect(stdout).toContain('\n[]\nFalse\n')
  expect(stdout).toContain('not_found ')
})

test('the text of a refusal of the Python client says how many more errors there are than it names', async () => {
  const { stdout } = await python(
    'import os\nfrom attestry import ApiError, Attestry\na = Attestry(os.environ["ATTESTRY_URL"], os.environ["ATTESTRY_API_KEY"])\n' +
      'for severity in ["low", "dire"]:\n  try:\n    a.incidents.create({"title": "", "severity": severity})\n' +
      '  except ApiError as refused:\n    print(str(refused).removeprefix("400 validation_error: " + refused.message))',
    environment(),
  )
  expect(stdout).toBe('\n (and 1 more in details)\n')
})

test('the Python client’s lists page to the end, with each row once', async () => {
  const other = await installation.another()
  for (const title of ['one', 'two', 'three', 'four', 'five'])
    await call(installation.baseUrl, '/api/v1/incidents', {
      key: other.key,
      body: { title, severity: 'low' },
    })
  const { stdout } = await python(
    'import os\nfrom attestry import Attestry\na = Attestry(os.environ["ATTESTRY_URL"], os.environ["ATTESTRY_API_KEY"])\n' +
      'print([i["title"] for i in a.incidents.list(page_size=2)])',
    { ...environment(), ATTESTRY_API_KEY: other.key },
  )
  expect(stdout).toBe("['five', 'four', 'three', 'two', 'one']\n")
})

test('the Python client retries a lost create with the same key, waits for Retry-After, and follows no redirect', async () => {
  const keys: (string | undefined)[] = []
  const server = createServer((request, response) => {
    keys.push(String(request.headers['idempotency-key']))
    if (request.url === '/api/v1/incidents' && keys.length === 1) request.socket.destroy()
    else if (request.url === '/api/v1/incidents' && keys.length === 2)
      response
        .writeHead(429, { 'retry-after': '0' })
        .end('{"error":{"code":"rate_limited","message":"wait"}}')
    else if (request.url === '/api/v1/incidents' && keys.length === 3) response.writeHead(408).end()
    else if (request.url === '/api/v1/incidents') response.writeHead(201).end('{"id":"made"}')
    else response.writeHead(302, { location: '/api/v1/incidents' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address() as { port: number }
  const { stdout, stderr } = await python(
    'import os\nfrom attestry import Attestry, ApiError\na = Attestry(os.environ["ATTESTRY_URL"], "key")\n' +
      'print(a.incidents.create({"title": "x", "severity": "low"})["id"])\n' +
      'try:\n  a.gate.status("x")\nexcept ApiError as e:\n  print(e.status)',
    { ATTESTRY_URL: `http://127.0.0.1:${address.port}` },
  )
  server.close()
  expect({ stdout, stderr }).toEqual({ stdout: 'made\n302\n', stderr: '' })
  expect(new Set(keys.slice(0, 4)).size).toBe(1)
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
})

test.each(NO_DECISIONS)(
  'the Python client refuses an answer that is not a decision about the AI system: %s',
  async (body) => {
    await listening(
      (_, response) => response.end(body),
      async (url) => {
        const { stdout, stderr } = await python(
          'import os\nfrom attestry import Attestry, Unreachable\n' +
            `try:\n  print(Attestry(os.environ["ATTESTRY_URL"], "key").gate.status("${SYSTEM}"))\n` +
            'except Unreachable:\n  print("none")',
          { ATTESTRY_URL: url },
        )
        expect({ stdout, stderr }).toEqual({ stdout: 'none\n', stderr: '' })
      },
    )
  },
)

test.each(TOO_LARGE)(
  'the Python client does not parse an answer beyond the API’s limits: %s',
  async (_, status, body) => {
    await listening(
      (_, response) => response.writeHead(status).end(body),
      async (url) => {
        const { stdout, stderr } = await python(
          'import os\nfrom attestry import Attestry, ApiError, Unreachable\n' +
            'try:\n  print(Attestry(os.environ["ATTESTRY_URL"], "key").incidents.get("x"))\n' +
            'except ApiError as refused:\n  print(refused.code)\nexcept Unreachable:\n  print("none")',
          { ATTESTRY_URL: url },
        )
        const said = status === 200 ? 'none' : 'unexpected_answer'
        expect({ stdout, stderr }).toEqual({ stdout: `${said}\n`, stderr: '' })
      },
    )
  },
)

// Each waits for the whole time of its call, at the same time as the others.
test.concurrent.each([200, 400])(
  'the Python client ends a call with status %s at its timeout if the answer comes byte by byte',
  (status) =>
    dripping(status, async (url) => {
      const { stdout, stderr } = await ownPython(
        'import os\nfrom attestry import Attestry, Unreachable\n' +
          'a = Attestry(os.environ["ATTESTRY_URL"], "key", timeout=5, retries=0)\n' +
          'try:\n  a.incidents.get("x")\nexcept Unreachable as late:\n  print(str(late).split(": ")[1])',
        { ATTESTRY_URL: url },
      )
      expect({ stdout, stderr }).toEqual({ stdout: 'no answer in time\n', stderr: '' })
    }),
)

test.concurrent.each([200, 400])(
  'send_incident ends as Unreachable if its answer with status %s comes byte by byte',
  (status) =>
    dripping(status, async (url) => {
      const { stdout, stderr } = await ownPython(DELIVER, { ATTESTRY_URL: url })
      expect({ stdout, stderr }).toEqual({ stdout: 'Unreachable\n', stderr: '' })
    }),
)

test.each([
  [200, 'Unreachable'],
  [400, 'ValidationFailed'],
])('send_incident with an answer of brackets and status %s ends as %s', async (status, said) => {
  await listening(
    (_, response) => response.writeHead(status).end('['.repeat(60_000)),
    async (url) => {
      const { stdout, stderr } = await python(DELIVER, { ATTESTRY_URL: url })
      expect({ stdout, stderr }).toEqual({ stdout: `${said}\n`, stderr: '' })
    },
  )
})

const DELIVER =
  'import os\nfrom attestry import AttestryError, send_incident\n' +
  'try:\n  send_incident(os.environ["ATTESTRY_URL"], "s", {}, timeout=5, retries=0)\n' +
  'except AttestryError as broken:\n  print(type(broken).__name__)'

/** Serves an answer that comes byte by byte and never ends. */
function dripping(status: number, use: (url: string) => Promise<void>): Promise<void> {
  return listening((_, response) => {
    response.writeHead(status)
    const drip = setInterval(() => response.write(' '), 50)
    response.on('close', () => clearInterval(drip))
  }, use)
}

test('send_incident retries after 408', async () => {
  let calls = 0
  await listening(
    (_, response) => {
      calls += 1
      response.writeHead(calls === 1 ? 408 : 200).end(calls === 1 ? '' : '{"received":true}')
    },
    async (url) => {
      const { stdout, stderr } = await python(
        'import os\nfrom attestry import send_incident\n' +
          'print(send_incident(os.environ["ATTESTRY_URL"], "s", {}, retries=1))',
        { ATTESTRY_URL: url },
      )
      expect({ calls, stdout, stderr }).toEqual({ calls: 2, stdout: 'False\n', stderr: '' })
    },
  )
})

test('the Python client refuses an answer that is not UTF-8, even if it could be JSON', async () => {
  await listening(
    (_, response) => response.end(Buffer.from(`["\\"",${'[],'.repeat(5_000_000)}"\\""]`, 'utf16le')),
    async (url) => {
      const { stdout, stderr } = await python(
        'import os\nfrom attestry import Attestry, Unreachable\n' +
          'try:\n  print(Attestry(os.environ["ATTESTRY_URL"], "key").incidents.get("x"))\n' +
          'except Unreachable:\n  print("none")',
        { ATTESTRY_URL: url },
      )
      expect({ stdout, stderr }).toEqual({ stdout: 'none\n', stderr: '' })
    },
  )
})

test('the Python client does not count brackets in texts as lists', async () => {
  const description = '[{"\\'.repeat(1_500_000)
  await listening(
    (_, response) => response.end(JSON.stringify({ description })),
    async (url) => {
      const { stdout, stderr } = await python(
        'import os\nfrom attestry import Attestry\n' +
          'print(len(Attestry(os.environ["ATTESTRY_URL"], "key").incidents.get("x")["description"]))',
        { ATTESTRY_URL: url },
      )
      expect({ stdout, stderr }).toEqual({ stdout: `${description.length}\n`, stderr: '' })
    },
  )
})

test('the Python client’s signature equals the contract’s byte for byte', async () => {
  const { stdout } = await python(
    'from attestry import sign\n' +
      'body = \'{"title":"Å test – ünïcode","n":1.0,"nested":{"a":[1,2]}}\\n\'.encode()\n' +
      'print(sign("whsec_attestry_test_secret_0123456789", body, 1767225600))',
  )
  expect(stdout.trim()).toBe(
    't=1767225600,v1=18481489dd8bb8092b89838fb8319e9f9fcab8be44a4d163410b0cab343e783e',
  )
})

test.each(ENDLESS)('the Python client stops paging a list whose server lies: %s', async (_, answer) => {
  await listening(lying(answer), async (url) => {
    const { stdout, stderr } = await python(
      'import os\nfrom attestry import Attestry, Unreachable\ntry:\n    list(Attestry(os.environ["ATTESTRY_URL"], "k", retries=0).incidents.list())\n' +
        '    print("read")\nexcept Unreachable:\n    print("refused")',
      { ATTESTRY_URL: url },
    )
    expect({ stdout, stderr }).toEqual({ stdout: 'refused\n', stderr: '' })
  })
})

test.each([
  ['7', '7.0'],
  ['Thu, 01 Jan 1970 00:00:00 GMT', '0.0'],
  ['²', 'None'],
])('a refusal of the Python client has the wait that Retry-After asks for: %s', async (header, seconds) => {
  await listening(
    (_, response) =>
      response.writeHead(429, { 'retry-after': header }).end('{"error":{"code":"rate_limited"}}'),
    async (url) => {
      const { stdout, stderr } = await python(
        'import os\nfrom attestry import Attestry, RateLimited\n' +
          'try:\n  Attestry(os.environ["ATTESTRY_URL"], "key", retries=0).incidents.get("x")\n' +
          'except RateLimited as error:\n  print(error.retry_after)',
        { ATTESTRY_URL: url },
      )
      expect({ stdout, stderr }).toEqual({ stdout: `${seconds}\n`, stderr: '' })
    },
  )
})
