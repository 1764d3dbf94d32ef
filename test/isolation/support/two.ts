import { afterAll, beforeAll, expect, vi } from 'vitest'
import { type Microservice, makeMicroservice } from '../../grpc/support/microservice.ts'
import { sql } from '../../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../../harness/installation.ts'
import { everythingOf } from './everything-of.ts'
import { fillOrganization, type Property } from './property.ts'

/** Two organizations with one thing of each kind; every service on a port of its own. */
export type Two = {
  at: TestInstallation
  /** The organization whose data is asked for. Each of its texts contains MARK. */
  owner: Property
  /** Who asks. */
  other: Property
  /** Service clients for one organization each. */
  client: { owner: Microservice; other: Microservice }
  /** What was stored of the owner before anybody asked. */
  before: { [table: string]: string }
  /** Every answer that the other was given. */
  answers: string[]
}

const WAIT = { timeout: 120_000, interval: 50 }
/** Part of every text of the owner's, and of no other. */
const MARK = 'zqowner7'

export function twoOrganizations(): Two {
  const two = { answers: [] as string[] } as Two
  beforeAll(async () => {
    two.at = await bootInstallation({ shape: 'split', env: { ATTESTRY_TRUSTED_PROXIES: '127.0.0.1' } })
    // The other first: the owner's ids as cursors are then above things of the other's.
    two.other = await fillOrganization(two.at, 'other', 'zqother7')
    two.owner = await fillOrganization(two.at, 'owner', MARK)
    const services = ['ledger', 'gate', 'ingestion', 'evidence']
    const clientOf = ({ organization }: Property) =>
      makeMicroservice(two.at, { services, organizationIds: [organization.id] })
    two.client = { owner: await clientOf(two.owner), other: await clientOf(two.other) }
    await holdNotifications(two.at.databaseUrl)
    two.before = await everythingOf(two.at.databaseUrl, two.owner.organization.id)
  })
  afterAll(() => two.at?.stop())
  return two
}

/** Two pages may differ if a notification is retried meanwhile: each is tried once, and again a day later. */
async function holdNotifications(databaseUrl: string): Promise<void> {
  const hold = `with held as (
      update ledger.notifications set next_at = now() + interval '1 day' where attempts > 0 and lease_until is null)
    select id from ledger.notifications where state = 'waiting' and next_at < now() + interval '1 hour'`
  await vi.waitFor(async () => expect(await sql(databaseUrl, hold)).toEqual([]), WAIT)
}

/** An id that never existed, minted in the same instant as the given one; of a name, another name. */
export function neighbour(id: string): string {
  return `${id.slice(0, -1)}${id.endsWith('7') ? '8' : '7'}`
}

/** What an answer says apart from the id that was asked for. */
export function apartFrom(id: string, answer: { status: unknown; text: string }): string {
  return `${answer.status} ${answer.text.replaceAll(id, '<asked>')}`
}

/** Texts of the owner in an answer to the other: the mark, or an id other than the one asked for. */
export function leaksIn(text: string, { owner }: Two, asked = ''): string[] {
  const own = [MARK, ...Object.values(owner.ids)].filter((one) => one !== asked)
  return own.filter((one) => text.includes(one))
}
