import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebhookFormat, WebhookService } from '../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { KeyService } from '../../proto/gen/attestry/ledger/v1/keys_pb.ts'
import { UserService } from '../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { Role } from '../../services/kernel/identity/caller.ts'
import { controlClient } from '../harness/control.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

type Page = { ids: string[]; nextCursor: string }

test.each(['people', 'keys', 'endpoints'])(
  'the list of %s pages newest first, with each item once',
  async (what) => {
    const { make, list } = registers()[what]!
    const before = (await list({ limit: 200, cursor: '' })).ids
    const made: string[] = []
    for (let n = 0; n < 5; n++) made.unshift(await make(n))
    const seen: string[] = []
    let page: Page = { ids: [], nextCursor: '' }
    do {
      page = await list({ limit: 2, cursor: page.nextCursor })
      expect(page.ids.length).toBeLessThanOrEqual(2)
      seen.push(...page.ids)
    } while (page.nextCursor !== '')
    expect(seen).toEqual([...made, ...before])
    await expect(list({ limit: 201, cursor: '' })).rejects.toThrow('page.limit: must be')
    await expect(list({ limit: 2, cursor: 'x' })).rejects.toThrow('page.cursor: must be')
  },
)

function registers(): {
  [what: string]: {
    make(n: number): Promise<string>
    list(page: { limit: number; cursor: string }): Promise<Page>
  }
} {
  const { session } = at.organization.admin
  const users = controlClient(at.baseUrl, UserService, session)
  const keys = controlClient(at.baseUrl, KeyService, session)
  const webhooks = controlClient(at.baseUrl, WebhookService, session)
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)
  return {
    people: {
      make: async (n) =>
        (
          await users.createUser({
            email: `p${n}@pages.example`,
            role: Role.MEMBER,
            password: 'a long password',
          })
        ).user!.id,
      list: async (page) => {
        const { users: rows, nextCursor } = await users.listUsers({ page })
        return { ids: ids(rows), nextCursor }
      },
    },
    keys: {
      make: async (n) => (await keys.createKey({ name: `${n}`, permissions: ['gate:query'] })).key!.id,
      list: async (page) => {
        const { keys: rows, nextCursor } = await keys.listKeys({ page })
        return { ids: ids(rows), nextCursor }
      },
    },
    endpoints: {
      make: async (n) =>
        (await webhooks.createWebhookEndpoint({ name: `${n}`, format: WebhookFormat.SERVICE })).endpoint!.id,
      list: async (page) => {
        const { endpoints: rows, nextCursor } = await webhooks.listWebhookEndpoints({ page })
        return { ids: ids(rows), nextCursor }
      },
    },
  }
}
