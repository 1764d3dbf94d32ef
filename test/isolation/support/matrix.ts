import type { DescMethod, DescMethodUnary } from '@bufbuild/protobuf'
import { expect } from 'vitest'
import { isControl } from '../../../gateway/control/rpcs.ts'
import { accessOf } from '../../../services/kernel/identity/access.ts'
import { ActorKind } from '../../../services/kernel/identity/caller.ts'
import type { AnswerText } from './ask.ts'
import type { Property } from './property.ts'
import { everyRpc, idFieldsOf, nameOf } from './rpcs.ts'
import { apartFrom, neighbour, type Two } from './two.ts'

/** A field that names a stored thing: its name, its RPC, and its path in the request. */
type Case = readonly [name: string, method: DescMethodUnary, path: string[]]

export const methods = await everyRpc()
export const unary = methods.filter((method): method is DescMethodUnary => method.methodKind === 'unary')
export const cases: Case[] = unary.flatMap((method) =>
  idFieldsOf(method.input).map((path) => [`${nameOf(method)} ${path.join('.')}`, method, path] as const),
)
export const ofPeople = cases.filter(([, method]) => isControl(method))
export const ofClients = cases.filter(([, method]) => isOfClients(method))

export function isOfClients(method: DescMethod): boolean {
  return accessOf(method).actors.includes(ActorKind.SERVICE_CLIENT)
}

/** A thing of an organization: its kind, and the id or name with which it is asked for. */
type Thing = [kind: string, id: string]

export function thingsOf({ ids, names }: Property): Thing[] {
  return [...Object.entries(ids), ['name of the system', names.system], ['name of the suite', names.suite]]
}

/**
 * Returns the things of the kinds in the name of the field or its RPC, most likely first; all things if the names contain no
 * kind.
 */
export function likelyOf([name]: readonly [name: string], things: Thing[]): Thing[] {
  const [rpc, field] = name.toLowerCase().split(' ') as [string, string]
  const wanted = OTHERWISE_NAMED[name]
  const rank = (kind: string) =>
    wanted?.includes(kind) || field.includes(kind) ? 0 : rpc.includes(kind) ? 1 : 2
  const named = things.filter(([kind]) => rank(kind) < 2).toSorted(([a], [b]) => rank(a) - rank(b))
  return named.length > 0 ? named : things
}

/**
 * Returns the things of the likely kinds, and every sixth of the others. Each field begins with another one, so that each kind is
 * asked for in fields that do not have its name.
 */
export function sampleOf([name]: readonly [name: string], things: Thing[]): Thing[] {
  const likely = likelyOf([name], things)
  const first = ofClients.findIndex(([other]) => other === name)
  return things.filter((thing, place) => likely.includes(thing) || (place + first) % 6 === 0)
}

/**
 * Checks that each of the owner's things is answered like one that never existed. The answer for the latter is fetched once for
 * an id and once for a name: only the answer of a page depends on the id that was sent.
 */
export async function expectNothing(
  two: Two,
  path: string[],
  ask: (id: string) => Promise<AnswerText>,
  things = thingsOf(two.owner),
): Promise<void> {
  const nothing = new Map<string, Promise<string>>()
  const sayNothing = (id: string): Promise<string> => {
    const never = neighbour(id)
    const shape = path.at(-1) === 'cursor' ? id : String(UUID.test(id))
    const expected = nothing.get(shape) ?? ask(never).then((answer) => apartFrom(never, answer))
    nothing.set(shape, expected)
    return expected
  }
  await Promise.all(
    things.map(async ([kind, id]) => {
      const theirs = apartFrom(id, await ask(id))
      expect([kind, path, theirs]).toEqual([kind, path, await sayNothing(id)])
      two.answers.push(theirs)
    }),
  )
}

/** The kinds of fields whose kind is neither in their name nor in that of their RPC. */
const OTHERWISE_NAMED: { [field: string]: string[] } = {
  'gate.GateService/QueryGateByName aiSystemName': ['name of the system'],
  'ingestion.EvaluationService/SubmitEvaluations evaluations.aiSystemName': ['name of the system'],
  'ingestion.WebhookService/ListRejectedDeliveries id': ['endpoint'],
  'ledger.IncidentWorkService/EditIncident links.values.id': ['asset'],
  'ledger.IncidentService/ListIncidents ownerId': ['user'],
  'ledger.IncidentService/CountIncidents filter.ownerId': ['user'],
  'ledger.NotificationService/ListNotifications subjectId': ['channel'],
  'ledger.UserService/InviteUser id': ['invited'],
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
