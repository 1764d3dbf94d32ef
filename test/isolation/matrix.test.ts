import type { DescMethod, DescMethodUnary } from '@bufbuild/protobuf'
import { describe, expect, test } from 'vitest'
import { isControl } from '../../gateway/control/rpcs.ts'
import { accessOf } from '../../services/kernel/identity/access.ts'
import { ActorKind } from '../../services/kernel/identity/caller.ts'
import { mintId } from '../../services/kernel/values/ids.ts'
import { byClient, byPerson, type Said } from './support/ask.ts'
import { NO_ID, OF_OPERATORS } from './support/decided.ts'
import { everythingOf } from './support/everything-of.ts'
import type { Property } from './support/property.ts'
import { requestOf } from './support/requests.ts'
import { everyRpc, idFieldsOf, nameOf } from './support/rpcs.ts'
import { apartFrom, leaksIn, neighbour, twoOrganizations } from './support/two.ts'

const two = twoOrganizations()
const methods = await everyRpc()
const unary = methods.filter((method): method is DescMethodUnary => method.methodKind === 'unary')
const cases = unary.flatMap((method) =>
  idFieldsOf(method.input).map((path) => [`${nameOf(method)} ${path.join('.')}`, method, path] as const),
)
const ofPeople = cases.filter(([, method]) => isControl(method))
const ofClients = cases.filter(([, method]) => isOfClients(method))
const closed = unary.filter((method) => !isOfClients(method))

test('every RPC names a stored thing in its request, or has been decided upon', () => {
  const without = methods.filter(({ input }) => idFieldsOf(input).length === 0)
  expect(without.map(nameOf).sort()).toEqual(Object.keys(NO_ID).sort())
  const streams = methods.filter(({ methodKind }) => methodKind !== 'unary')
  // What stands in a batch of calls are calls of these RPCs (test/grpc/call-batch-installation.test.ts).
  expect(streams.map(nameOf).sort()).toEqual([
    'common.CallBatchService/ExchangeCalls',
    'evidence.EvidenceService/ExportEvidence',
  ])
})

describe('a person of another organization, through the control API', () => {
  test.each(ofPeople)('%s: as an id that never existed', async (_, method, path) => {
    await expectNothing(path, (id) => byPerson(two, method, two.other, path, id))
  })
})

describe('a service client of another organization', () => {
  test.each(ofClients)('%s: as an id that never existed, over gRPC', async (_, method, path) => {
    await expectNothing(path, (id) => byClient(two, method, 'other', path, id))
  })

  test.each(ofClients)('%s: over Connect too', async (_, method, path) => {
    const few = thingsOf(two.owner).filter(([kind]) => kind === 'system' || kind === 'incident')
    await expectNothing(path, (id) => byClient(two, method, 'other', path, id, { connect: true }), few)
  })

  test.each(closed.map((method) => [nameOf(method), method] as const))(
    '%s, which is not for clients: refused whatever is asked for',
    async (_, method) => {
      for (const path of [...idFieldsOf(method.input), []]) {
        const answer = await byClient(two, method, 'other', path, two.owner.ids.system!)
        expect(answer.status).toBe('PermissionDenied')
      }
    },
  )

  test.each(unary.filter(isOfClients).map((method) => [nameOf(method), method] as const))(
    '%s in the owner’s name: as for an organization that never existed',
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

test('no answer to a other had anything of the owner in it', () => {
  expect(two.heard.length).toBeGreaterThan(1000)
  expect(two.heard.filter((text) => leaksIn(text, two).length > 0)).toEqual([])
})

test('nothing of the owner has changed, and nothing was added to its log', async () => {
  expect(await everythingOf(two.at.databaseUrl, two.owner.organization.id)).toEqual(two.before)
})

/** Last: it acts upon the owner's things. Without it, a request refused for another reason would pass for isolation. */
describe('the owner itself is not answered as a other is', () => {
  const open = cases.filter(([name]) => !(name in OF_OPERATORS))
  test.each(open.filter(([, method]) => isControl(method) || isOfClients(method)))(
    '%s',
    async (name, method, path) => {
      const ask = (id: string) =>
        isControl(method)
          ? byPerson(two, method, two.owner, path, id)
          : byClient(two, method, 'owner', path, id)
      const found: string[] = []
      for (const [kind, id] of likelyFirst(name, thingsOf(two.owner))) {
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

/**
 * Every one of the owner's things, asked for there, is answered as one that never existed. What never existed is asked for once
 * as an id and once as a name: only of a page does the answer depend on which id was sent.
 */
async function expectNothing(
  path: string[],
  ask: (id: string) => Promise<Said>,
  things = thingsOf(two.owner),
): Promise<void> {
  const nothing = new Map<string, Promise<string>>()
  const sayNothing = (id: string): Promise<string> => {
    const never = neighbour(id)
    const shape = path.at(-1) === 'cursor' ? id : String(UUID.test(id))
    const said = nothing.get(shape) ?? ask(never).then((answer) => apartFrom(never, answer))
    nothing.set(shape, said)
    return said
  }
  await Promise.all(
    things.map(async ([kind, id]) => {
      const theirs = apartFrom(id, await ask(id))
      expect([kind, path, theirs]).toEqual([kind, path, await sayNothing(id)])
      two.heard.push(theirs)
    }),
  )
}

function thingsOf({ ids, names }: Property): [kind: string, id: string][] {
  return [...Object.entries(ids), ['name of the system', names.system], ['name of the suite', names.suite]]
}

/** The kinds that the field or the RPC is named after first: the others need not be asked for once one is found. */
function likelyFirst(name: string, things: [kind: string, id: string][]): [kind: string, id: string][] {
  const [rpc, field] = name.toLowerCase().split(' ') as [string, string]
  const rank = (kind: string) => (field.includes(kind) ? 0 : rpc.includes(kind) ? 1 : 2)
  return things.toSorted(([a], [b]) => rank(a) - rank(b))
}

function isOfClients(method: DescMethod): boolean {
  return accessOf(method).actors.includes(ActorKind.SERVICE_CLIENT)
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
