import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IngestionContext } from '../../services/ingestion/context.ts'
import { inOneWindow } from '../contract/support/window.ts'
import { sql } from '../harness/database.ts'
import type { TestInstallation } from '../harness/installation.ts'
import { bootWebhook, from } from './support/boot.ts'
import type { Administration } from './support/endpoint.ts'
import { countsOf } from './support/evidence.ts'
import { send } from './support/send.ts'

let at: TestInstallation
let admin: Administration
beforeAll(async () => {
  ;({ at, admin } = await bootWebhook())
})
afterAll(() => at.stop())

const DAMAGE = `update ingestion.webhook_endpoints set wrapped_key = set_byte(wrapped_key, 40, get_byte(wrapped_key, 40) # 1),
  sealed_secret = set_byte(sealed_secret, 0, get_byte(sealed_secret, 0) # 1) where org_id = $1 and id = $2`

test('calls of an endpoint whose secret cannot be decrypted draw on their address’s bucket, signed or not', () =>
  inOneWindow(async () => {
    const { organization } = at
    const endpoint = await admin.make()
    await sql(at.databaseUrl, DAMAGE, [organization.id, endpoint.id])
    const before = await countsOf(at.databaseUrl, organization.id)
    const headers = from()
    const sent = { headers, secret: 'whsec_wrong' }
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, n) =>
        send(
          at.baseUrl,
          endpoint,
          { title: `event ${n}`, external_id: `event ${n}` },
          n % 2 ? { headers } : sent,
        ),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 500)).toHaveLength(60)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
    const after = await countsOf(at.databaseUrl, organization.id)
    expect(after.incidents).toBe(before.incidents)
    expect(after.entries - before.entries).toBeLessThanOrEqual(61)
  }))

test.skipIf(process.env.ATTESTRY_TEST_SHAPE === 'split')(
  'the endpoint directory reports a revoked endpoint once, and not at start',
  async () => {
    const service = at.composition.services.find(({ name }) => name === 'ingestion')
    const { directory } = (service as unknown as { ctx: IngestionContext }).ctx.webhook
    const endpoint = await admin.make()
    const [made] = (await directory.changedSince('-infinity', 0)).filter(({ id }) => id === endpoint.id)
    expect(made).toMatchObject({ revoked: false })
    await admin.revoke(endpoint.id)
    const [revoked] = (await directory.changedSince(made!.changedAt, 0)).filter(
      ({ id }) => id === endpoint.id,
    )
    expect(revoked).toMatchObject({ revoked: true })
    const atStart = await directory.changedSince('-infinity', 0)
    expect(atStart.filter(({ id }) => id === endpoint.id)).toEqual([])
  },
)
