import { describe, expect, test } from 'vitest'
import { isControl } from '../../gateway/control/rpcs.ts'
import { mintId } from '../../services/kernel/values/ids.ts'
import { byClient, byPerson } from './support/ask.ts'
import { NO_ID, OF_OPERATORS } from './support/decided.ts'
import { everythingOf } from './support/everything-of.ts'
import {
  cases,
  expectNothing,
  isOfClients,
  likelyOf,
  methods,
  ofClients,
  ofPeople,
  sampleOf,
  thingsOf,
  unary,
} from './support/matrix.ts'
import { requestOf } from './support/requests.ts'
import { idFieldsOf, nameOf } from './support/rpcs.ts'
import { apartFrom, leaksIn, neighbour, twoOrganizations } from './support/two.ts'

const two = twoOrganizations()
const closed = unary.filter((method) => !isOfClients(method))

test('every RPC without an id in its request is on the list of those', () => {
  const without = methods.filter(({ input }) => idFieldsOf(input).length === 0)
  expect(without.map(nameOf).sort()).toEqual(Object.keys(NO_ID).sort())
  const streams = methods.filter(({ methodKind }) => methodKind !== 'unary')
  // A batch of calls contains calls of these RPCs (test/grpc/call-batch-installation.test.ts).
  expect(streams.map(nameOf).sort()).toEqual([
    'common.CallBatchService/ExchangeCalls',
    'evidence.EvidenceService/ExportEvidence',
  ])
})

/** Things of every kind there: every-kind.test.ts. */
describe('a person of another organization, through the control API', () => {
  test.each(ofPeople)(
    '%s: another organization’s id answers as an unknown id',
    async (name, method, path) => {
      const ask = (id: string) => byPerson(two, method, two.other, path, id)
      await expectNothing(two, path, ask, likelyOf([name], thingsOf(two.owner)))
    },
  )
})

describe('a service client of another organization', () => {
  test.each(ofClients)(
    '%s: another organization’s id answers as an unknown id, over gRPC',
    async (name, method, path) => {
      const ask = (id: string) => byClient(two, method, 'other', path, id)
      await expectNothing(two, path, ask, sampleOf([name], thingsOf(two.owner)))
    },
  )

  test.each(ofClients)(
    '%s: another organization’s id answers as an unknown id, over Connect',
    async (_, method, path) => {
      const few = thingsOf(two.owner).filter(([kind]) => kind === 'system' || kind === 'incident')
      await expectNothing(two, path, (id) => byClient(two, method, 'other', path, id, { connect: true }), few)
    },
  )

  test.each(closed.map((method) => [nameOf(method), method] as const))(
    '%s, which is not for clients, is refused with any id',
    async (_, method) => {
      for (const path of [...idFieldsOf(method.input), []]) {
        const answer = await byClient(two, method, 'other', path, two.owner.ids.system!)
        expect(answer.status).toBe('PermissionDenied')
      }
    },
  )

  test.each(unary.filter(isOfClients).map((method) => [nameOf(method), method] as const))(
    '%s in the owner’s name answers as for an unknown organization',
    async (_, method) => {
      const say = (organization: string) =>
        byClient(two, method, 'other', [], '', {
          organization,
          request: requestOf(method.localName, two.owner),
        })
      const theirs = await say(two.owner.organization.id)
      expect(theirs).toEqual(await say(mintId(new Date())))
      expect(theirs.status).toBe('PermissionDenied')
    },
  )
})

test('no answer to the other organization contained anything of the owner', () => {
  expect(two.answers.length).toBeGreaterThan(800)
  expect(two.answers.filter((text) => leaksIn(text, two).length > 0)).toEqual([])
})

test('nothing of the owner has changed, and its log has no new entry', async () => {
  expect(await everythingOf(two.at.databaseUrl, two.owner.organization.id)).toEqual(two.before)
})

/**
 * Last: it acts upon the owner's things. Without it, a request refused for another reason would pass for isolation, and a field
 * whose kind is not among the likely ones would be asked with other kinds only.
 */
describe('the owner gets an answer that another organization does not get', () => {
  const open = cases.filter(([name]) => !(name in OF_OPERATORS))
  test.each(open.filter(([, method]) => isControl(method) || isOfClients(method)))(
    '%s',
    async (name, method, path) => {
      const ask = (id: string) =>
        isControl(method)
          ? byPerson(two, method, two.owner, path, id)
          : byClient(two, method, 'owner', path, id)
      const found: string[] = []
      for (const [kind, id] of likelyOf([name], thingsOf(two.owner))) {
        if (kind === 'administrator') continue
        const none = apartFrom(neighbour(id), await ask(neighbour(id)))
        const answer = await ask(id)
        if (
          path.at(-1) === 'cursor'
            ? answer.status === 200 || answer.status === 'ok'
            : apartFrom(id, answer) !== none
        ) {
          found.push(kind)
          break
        }
      }
      expect(found).toHaveLength(1)
    },
  )
})
