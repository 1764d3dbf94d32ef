import { readdirSync } from 'node:fs'
import type { DescField, DescFile, DescMessage, DescMethod } from '@bufbuild/protobuf'

/** Returns every RPC of every generated proto of ours. They are found in the folder, so that none is missing from a list. */
export async function everyRpc(): Promise<DescMethod[]> {
  const root = new URL('../../../proto/gen/attestry/', import.meta.url)
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('_pb.ts'),
  )
  const modules = await Promise.all(files.map((name) => import(new URL(name, root).href)))
  const values = modules.flatMap((module) => Object.values(module) as { kind?: string }[])
  const isFile = (value: { kind?: string }): value is DescFile => value?.kind === 'file'
  return values
    .filter(isFile)
    .flatMap(({ services }) => services)
    .flatMap(({ methods }) => methods)
}

/** Returns the name of `MoveIncident` as `ledger.IncidentService/MoveIncident`. */
export function nameOf({ parent, name }: DescMethod): string {
  const [, service, , short] = parent.typeName.split('.')
  return `${service}.${short}/${name}`
}

/** Returns the paths of the request's fields that name a stored thing: ids, cursors, and names that are looked up. */
export function idFieldsOf(desc: DescMessage, prefix: string[] = [], depth = 0): string[][] {
  if (depth > 4 || OPAQUE.includes(desc.typeName)) return []
  return desc.fields.flatMap((field) => {
    const path = [...prefix, field.jsonName]
    const message = messageOf(field)
    if (message !== undefined) return idFieldsOf(message, path, depth + 1)
    return NAMES_A_THING.test(field.name) ? [path] : []
  })
}

/** Returns the body with this value at this path; a list on the path gets one item. */
export function put(desc: DescMessage, body: Body, [name, ...rest]: string[], value: string): Body {
  const field = desc.fields.find(({ jsonName }) => jsonName === name)!
  const own = body[name!]
  const held = field.fieldKind === 'list' && Array.isArray(own) ? own[0] : own
  const one = rest.length === 0 ? value : put(messageOf(field)!, (held ?? {}) as Body, rest, value)
  return { ...body, [name!]: field.fieldKind === 'list' ? [one] : one }
}

function messageOf(field: DescField): DescMessage | undefined {
  if (field.fieldKind === 'message') return field.message
  return field.fieldKind === 'list' && field.listKind === 'message' ? field.message : undefined
}

/** Names of AI systems and suites are looked up where an id is also allowed. An external id is the sender's own. */
const NAMES_A_THING = /^(id|cursor|eval_suite|ai_system_name)$|(?<!^external)_ids?$/
const OPAQUE = [
  'google.protobuf.Timestamp',
  'google.protobuf.Struct',
  'attestry.common.v1.Caller',
  // Its ids are those of the sender's own traces; only the sender's data is looked up by them.
  'attestry.ingestion.v1.SpanReport',
  // Its cursor is a size of the organization's own log and the id of a public key.
  'attestry.ledger.v1.ListCheckpointsRequest',
]

export type Body = { [name: string]: unknown }
