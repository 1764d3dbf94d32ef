import { afterAll, beforeAll, expect, vi } from 'vitest'
import { type Microservice, makeMicroservice } from '../../grpc/support/microservice.ts'
import { sql } from '../../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../../harness/installation.ts'
import { everythingOf } from './everything-of.ts'
import { fillOrganization, type Property } from './property.ts'

/** Two organizations with one thing of each kind; every service on a port of its own. */
export type Two = {
  at: TestInstallation
  /** The organization whose data is requested. Each of its texts contains MARK. */
  owner: Property
  /** The organization that requests it. */
  other: Property
  /** Service clients, each with access to one organization. */
  client: { owner: Microservice; other: Microservice }
  /** Everything stored for the owner before the first request. */
  before: { [table: string]: string }
  /** Every answer to the other organization. */
  answers: string[]
}

const WAIT = { timeout: 120_000, interval: 50 }
/** A part of every text of the owner, and of no other text. */
const MARK = 'zqowner7'

export function twoOrganizations(): Two {
  const two = { answers: [] as string[] } as Two
  beforeAll(async () => {
    two.at = await bootInstallation({ shape: 'split', env: { ATTESTRY_TRUSTED_PROXIES: '127.0.0.1' } })
    // The other organization comes first, so that the owner's ids as cursors are above things of the other's.
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

/**
 * Waits until each notification was tried once, and postpones the next try by most of two hours: one that is postponed further is
 * brought back (set-back-times.ts). Two pages may differ if one is retried meanwhile.
 */
async function holdNotifications(databaseUrl: string): Promise<void> {
  const hold = `with held as (
      update ledger.notifications set next_at = now() + interval '115 minutes' where attempts > 0 and lease_until is null)
    select id from ledger.notifications where state = 'waiting' and next_at < now() + interval '1 hour'`
  await vi.waitFor(async () => expect(await sql(databaseUrl, hold)).toEqual([]), WAIT)
}

/** Returns an id that never existed, with the same time as the given one; for a name, another name. */
export function neighbour(id: string): string {
  return `${id.slice(0, -1)}${id.endsWith('7') ? '8' : '7'}`
}

/** Returns an answer with the requested id replaced. */
export function apartFrom(id: string, answer: { status: unknown; text: string }): string {
  return `${answer.status} ${answer.text.replaceAll(id, '<asked>')}`
}

/** Finds texts of the owner in an answer to the other organization: the mark, or an id other than the requested one. */
export function leaksIn(text: string, { owner }: Two, asked = ''): string[] {
  const own = [MARK, ...Object.values(owner.ids)].filter((one) => one !== asked)
  return own.filter((one) => text.includes(one))
}
