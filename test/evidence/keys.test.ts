import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startLocalKms } from '../../services/local/kms/local-kms.ts'
import { sql } from '../harness/database.ts'
import { bootWithKms, type LogInstallation } from '../log/support.ts'
import { asFile, ask, exported, outcome, temporary, verify } from './support/export.ts'
import { acting, createScenario, toolCall } from './support/scenario.ts'

let at: LogInstallation
let session: string
beforeAll(async () => {
  at = await bootWithKms()
  session = at.organization.admin.session
  await createScenario(at, at.organization)
})
afterAll(() => at.stop())
afterEach(() => {
  at.fault = null
})

async function lastExport() {
  const [row] = await sql<{ entry: string }>(
    at.databaseUrl,
    `select entry from ledger.entries where org_id = $1 and entry::json ->> 'operation' = 'exportEvidence'
     order by id desc limit 1`,
    [at.organization.id],
  )
  return JSON.parse(row!.entry)
}

const NOT_AVAILABLE = 'the key service is not available: try again later'
const USELESS = 'the answer of the key service cannot be used: the log of the server says why'
const SAID = {
  ...{ throttle: NOT_AVAILABLE, internal: NOT_AVAILABLE, hang: NOT_AVAILABLE },
  ...{ wrong_key: USELESS, double_hash: USELESS },
  refuse: 'the key service refused: the log of the server says why',
}

describe('a key service that does not do its part', () => {
  test.each(['throttle', 'refuse', 'internal', 'hang', 'wrong_key', 'double_hash'] as const)(
    'with the fault %s makes the export fail with JSON before the first byte, and the next export verifies',
    async (fault) => {
      await exported(at, session)
      at.fault = fault
      const answer = await ask(at, session)
      expect(answer.headers.get('content-type')).toContain('application/json')
      expect([answer.status, await answer.json()]).toEqual([
        500,
        { error: { code: 'internal_error', message: SAID[fault] } },
      ])
      const passes = fault === 'throttle' || fault === 'internal' || fault === 'hang'
      expect(answer.headers.has('retry-after')).toBe(passes)
      expect(await lastExport()).toMatchObject({
        ...{
          id: answer.headers.get('x-request-id'),
          outcome: 'failed',
          code: 'internal_error',
          receipts: [],
        },
      })
      at.fault = null
      expect(await outcome(await exported(at, session))).toBe('verified')
    },
  )

  test('that is unreachable makes the export fail with JSON, and the next export verifies', async () => {
    const own = await bootWithKms()
    try {
      await own.kms.stop()
      const answer = await ask(own, own.organization.admin.session)
      const error = { code: 'internal_error', message: NOT_AVAILABLE }
      expect([answer.status, await answer.json()]).toEqual([500, { error }])
      const back = await startLocalKms({ dataDir: dirname(own.checkpointDir) })
      expect(back.endpoint).toBe(own.kms.endpoint)
      expect(await outcome(await exported(own, own.organization.admin.session))).toBe('verified')
      await back.stop()
    } finally {
      await own.stop()
    }
  })

  test('that fails only when the package is signed breaks the connection, and what arrived does not verify', async () => {
    const { post } = acting(at, at.organization.key, session)
    const run = await post('/agent-runs', {
      agent_identity: 'a',
      run_ref: 'big',
      started_at: new Date().toISOString(),
    })
    for (let batch = 0; batch < 4; batch++) {
      const payload = () => ({ text: randomBytes(15_000).toString('base64') })
      const events = Array.from({ length: 400 }, (_, i) => ({
        ...toolCall('t', batch * 400 + i),
        payload: payload(),
      }))
      await post(`/agent-runs/${run.data[0].id}/events`, events)
    }
    const reader = (await ask(at, session)).body!.getReader()
    const chunks = [(await reader.read()).value!]
    at.fault = 'refuse'
    const rest = async () => {
      for (;;) {
        const { value, done } = await reader.read()
        if (done) return
        chunks.push(value)
      }
    }
    await expect(rest()).rejects.toThrow()
    expect(await outcome(asFile(Buffer.concat(chunks)))).toBe('zip_end')
    await expect.poll(async () => (await lastExport()).details.status).toBe('failed')
    expect(await lastExport()).toMatchObject({ outcome: 'failed', code: 'internal_error' })
  })
})

describe('rotation and revocation', () => {
  test('a pin on the first key trusts a package under the next key, but not one under a revoked key', async () => {
    const { asAdmin } = acting(at, at.organization.key, session)
    const older = await exported(at, session)
    const { kid: first } = (await verify(older)).package
    await asAdmin('ledger.v1.SigningKeyService/RotateSigningKey', {})
    const newer = await exported(at, session)
    const report = await verify(newer, '--pin', first)
    expect(report.result).toBe('verified')
    const { kid: second } = report.package
    expect(second).not.toBe(first)
    expect(await outcome(older, '--pin', second)).toBe('signer_not_trusted')
    expect(await outcome(older, '--keys', await publishedKeys(second))).toBe('verified')

    await asAdmin('ledger.v1.SigningKeyService/RevokeSigningKey', { kid: first, reason: 'lost' })
    const keys = await publishedKeys('"revoked"')
    expect(await verify(older, '--keys', keys)).toMatchObject({ result: 'revoked', exit_code: 4 })
    expect(await outcome(newer, '--keys', keys)).toBe('verified')
    const last = await exported(at, session)
    expect(await outcome(last, '--keys', keys, '--previous', older)).toBe('verified')
  })

  /** The published key set, once it says so: it may be a few seconds old. */
  async function publishedKeys(saying: string): Promise<string> {
    const read = async () => (await fetch(`${at.baseUrl}/.well-known/attestry/keys.json`)).text()
    await expect.poll(read).toContain(saying)
    const path = temporary('keys.json')
    writeFileSync(path, await read())
    return path
  }
})
