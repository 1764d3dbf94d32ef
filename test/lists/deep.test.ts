import { afterAll, beforeAll, expect, test } from 'vitest'
import { IncidentService, ListOrder } from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { fill } from '../bench/scenarios/incident-search.ts'
import { controlClient } from '../harness/control.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'

const COUNT = 6000

/** Number n is "Phishing mail", "Ransomware" … by n % 4, on ws-(n % 5000), "Alert n" for user u(n % 9000). */
let at: TestInstallation
let other: Awaited<ReturnType<TestInstallation['another']>>

beforeAll(async () => {
  at = await bootInstallation()
  other = await at.another()
  await fill({ databaseUrl: at.databaseUrl, organizationId: at.organization.id }, COUNT)
  await fill({ databaseUrl: at.databaseUrl, organizationId: other.id }, 500)
})
afterAll(() => at.stop())

const numberOf = ({ description }: { description: string }) => Number(/^Alert (\d+) /.exec(description)![1])

/** All pages. */
async function listed(query: string, key = at.organization.key): Promise<number[]> {
  const seen: number[] = []
  for (let cursor = ''; ; ) {
    const { body } = await call(at.baseUrl, `/api/v1/incidents?limit=50${query}${cursor}`, { key })
    seen.push(...body.data.map(numberOf))
    if (body.next_cursor === null) return seen
    cursor = `&cursor=${body.next_cursor}`
  }
}

const expected = (shows: (n: number) => boolean, count = COUNT) =>
  Array.from({ length: count }, (_, i) => count - i).filter(shows)

test.each<[what: string, query: string, shows: (n: number) => boolean]>([
  ['some of each page', '&search=ransomware&status=open', (n) => n % 20 === 6 && n % 200 >= 2],
  ['few of a page', '&status=investigating&search=phishing', (n) => n % 200 === 1],
  ['a word of one row', '&search=ws-4711', (n) => n === 4711],
  ['the beginning of rare words', '&search=ws-471', (n) => /^471/.test(`${n % 5000}`)],
  ['rare and frequent words', '&search=ransomware+471', (n) => /^471/.test(`${n % 5000}`) && n % 4 === 2],
  [
    'a rare word and a value',
    '&search=ws-471&regulation=dora',
    (n) => /^471/.test(`${n % 5000}`) && n % 10 === 1,
  ],
  ['a rare word of two letters', '&search=u1', (n) => n === 1],
  ['frequent words, never together', '&search=phishing+ransomware', () => false],
  ['a rare word that nothing has', '&search=ransomware+zebra', () => false],
])('pages of a filtered list of incidents are complete: %s', async (_, query, shows) => {
  // Other numbers have the words too: of rules, users and alerts.
  const wanted = expected(shows)
  const found = await listed(query)
  expect(found.filter((n) => !shows(n) && !loosely(query, n))).toEqual([])
  expect(found.filter(shows)).toEqual(wanted)
  expect(found).toEqual([...new Set(found)].sort((a, b) => b - a))
})

/** Whether a number of an alert, a user, a rule or an external id begins as the digits of the search do. */
function loosely(query: string, n: number): boolean {
  const digits = /\d{3,}/.exec(query)?.[0]
  return digits !== undefined && [n, n % 300, n % 5000].some((one) => `${one}`.startsWith(digits))
}

test('a rare word is found in every order, and not in another organization', async () => {
  const incidents = controlClient(at.baseUrl, IncidentService, at.organization.admin.session)
  for (const order of [ListOrder.OLDEST, ListOrder.DETECTED_OLDEST, ListOrder.DETECTED_NEWEST]) {
    const found = await incidents.listIncidents({ order, search: 'ws-4711', page: { limit: 50 } })
    expect(found.incidents.map(numberOf), String(order)).toEqual([4711])
  }
  expect(await listed('&search=ws-4711', other.key)).toEqual([])
  expect(await listed('&search=ws-471', other.key)).toEqual([471])
})
