import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cookieOf, login } from '../harness/control.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { asFile, ask, exported, outcome } from './support/export.ts'
import { exportEntriesOf } from './support/export-entries.ts'
import { acting } from './support/scenario.ts'

let at: TestInstallation
let session: string
beforeAll(async () => {
  at = await bootInstallation()
  session = at.organization.admin.session
})
afterAll(() => at.stop())

async function sessionOf(
  role: string,
  addons?: string[],
): Promise<{ session: string; organizationId: string }> {
  const org = addons === undefined ? at.organization : await at.another({ addons })
  const { asAdmin } = acting(at, org.key, org.admin.session)
  const email = `${role.toLowerCase()}-${Math.random().toString(36).slice(2)}@access.example`
  const made = await asAdmin('ledger.v1.UserService/CreateUser', { email, role })
  const { session } = await login(at.baseUrl, { email, password: made.password })
  return { session, organizationId: org.id }
}

describe('access to a package', () => {
  test('administrators and auditors do, as a ZIP download with a file name and a request id', async () => {
    for (const one of [session, (await sessionOf('ROLE_AUDITOR')).session]) {
      const answer = await ask(at, one)
      expect(answer.status).toBe(200)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'application/zip',
        'content-disposition': expect.stringMatching(
          /^attachment; filename="attestry-evidence-\d{8}T\d{6}Z\.zip"$/,
        ),
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
        'cache-control': 'no-store',
      })
      expect(await outcome(asFile(Buffer.from(await answer.arrayBuffer())))).toBe('verified')
    }
  })

  test.each(['ROLE_MEMBER', 'ROLE_APPROVER'])(
    'a user with %s does not, and the refusal names the roles that do',
    async (role) => {
      const answer = await ask(at, (await sessionOf(role)).session)
      expect([answer.status, await answer.json()]).toEqual([
        403,
        {
          error: { code: 'forbidden', message: expect.any(String), details: { roles: ['admin', 'auditor'] } },
        },
      ])
    },
  )

  test('an auditor does not if the organization lacks the Control module, and the refusal is logged', async () => {
    const without = await sessionOf('ROLE_AUDITOR', ['agent_governance'])
    const answer = await ask(at, without.session)
    expect([answer.status, await answer.json()]).toEqual([
      403,
      { error: { code: 'forbidden', message: expect.any(String), details: { addon: 'control' } } },
    ])
    expect(await exportEntriesOf(at, without.organizationId)).toMatchObject([
      { outcome: 'refused', code: 'forbidden' },
    ])
  })

  test('a caller with an API key does not, with or without a session', async () => {
    const path = '/api/control/evidence-export'
    for (const headers of [{}, { cookie: cookieOf(session) }] as Record<string, string>[]) {
      const answer = await call(at.baseUrl, path, { key: at.organization.key, headers })
      expect([answer.status, answer.body.error.code]).toEqual([401, 'unauthorized'])
    }
    expect((await call(at.baseUrl, path)).status).toBe(401)
  })
})

describe('the parameters of an export', () => {
  test.each([
    ['?from=yesterday', { from: ['must be an RFC 3339 timestamp with Z or an offset'] }],
    ['?to=1999-01-01T00:00:00Z', { to: ['must be from 2000-01-01 up to 2100-01-01'] }],
    ['?from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z', { to: ['must be later than from'] }],
    ['?from=2026-02-01T00:00:00Z&from=2026-02-02T00:00:00Z', { from: ['must be given once'] }],
    ['?incident_id=7', { incident_id: ['must be a UUID'] }],
    [
      '?incident_id=01950000-0000-7000-8000-000000000001&from=2026-02-01T00:00:00Z',
      { incident_id: ['must not be given with from and to'] },
    ],
  ])('%s is refused, and the error names the field', async (query, fieldErrors) => {
    const answer = await ask(at, session, query)
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { error: { code: 'validation_error', details: { formErrors: [], fieldErrors } } },
    ])
  })

  test('a period with a UTC offset is accepted', async () => {
    const file = await exported(at, session, `?from=${encodeURIComponent('2026-01-01T00:00:00+02:00')}`)
    expect(await outcome(file)).toBe('verified')
  })
})

describe('in the audit log', () => {
  test('an export has an entry when it begins, outside the package, and one at its end with the file’s hash', async () => {
    const org = await at.another()
    const answer = await ask(at, org.admin.session)
    const bytes = Buffer.from(await answer.arrayBuffer())
    const [begun, over, ...more] = await exportEntriesOf(at, org.id)
    expect(more).toEqual([])
    const request_id = answer.headers.get('x-request-id')
    expect(begun).toMatchObject({
      ...{ id: request_id, request_id, outcome: 'ok', via: 'control' },
      details: { package_id: answer.headers.get('attestry-package-id'), status: 'started', first_index: 0 },
      receipts: [{ type: 'exports', count: 1 }],
    })
    expect(over).toMatchObject({
      ...{ request_id, outcome: 'ok' },
      details: {
        status: 'completed',
        package_sha256: createHash('sha256').update(bytes).digest('hex'),
        package_bytes: bytes.length,
      },
    })
    const { asAdmin } = acting(at, org.key, org.admin.session)
    const listed = await asAdmin('evidence.v1.EvidenceService/ListExports', {})
    expect(listed.exports).toMatchObject([{ status: 'completed', sha256: over.details.package_sha256 }])
  })
})
