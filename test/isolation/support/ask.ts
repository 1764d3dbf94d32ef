import { type DescMethod, type DescMethodUnary, fromJson, toJsonString } from '@bufbuild/protobuf'
import { Code, ConnectError, type Transport } from '@connectrpc/connect'
import { createConnectTransport, createGrpcTransport } from '@connectrpc/connect-node'
import { serviceOf } from '../../../services/kernel/identity/access.ts'
import { rpc } from '../../harness/control.ts'
import type { Property } from './property.ts'
import { outerOf, requestOf } from './requests.ts'
import { type Body, put } from './rpcs.ts'
import type { Two } from './two.ts'

/** An answer: its status (HTTP, or the code's name) and all of its text. */
export type AnswerText = { status: string | number; text: string }

/** Calls an RPC of the control API in the session of an organization's administrator, with this id in this field. */
export async function byPerson(
  two: Two,
  method: DescMethod,
  who: Property,
  path: string[],
  id: string,
): Promise<AnswerText> {
  const target = `${method.parent.typeName}/${method.name}`
  const session = who.organization.admin.session
  const { status, text } = await rpc(two.at.baseUrl, target, { session, body: bodyOf(method, who, path, id) })
  return { status, text }
}

/** Calls an RPC of a service's own port as a service client with access to one organization. */
export async function byClient(
  two: Two,
  method: DescMethodUnary,
  who: 'owner' | 'other',
  path: string[],
  id: string,
  options: { connect?: boolean; organization?: string; request?: Body } = {},
): Promise<AnswerText> {
  const transport = transportTo(two.at.urls[serviceOf(method)]!, options.connect ?? false)
  const header = {
    authorization: `Bearer ${two.client[who].token}`,
    'attestry-organization': options.organization ?? two[who].organization.id,
  }
  const body = options.request ?? bodyOf(method, two[who], path, id)
  try {
    const input = fromJson(method.input, body as never)
    const { message } = await transport.unary(method, undefined, 30_000, header, input)
    return { status: 'ok', text: toJsonString(method.output, message) }
  } catch (thrown) {
    const { code, rawMessage, details } = ConnectError.from(thrown)
    return { status: Code[code], text: JSON.stringify([rawMessage, details]) }
  }
}

function transportTo(baseUrl: string, connect: boolean): Transport {
  const name = `${baseUrl} ${connect}`
  const made = connect
    ? () => createConnectTransport({ baseUrl, httpVersion: '2' })
    : () => createGrpcTransport({ baseUrl })
  const transport = transports.get(name) ?? made()
  transports.set(name, transport)
  return transport
}

const transports = new Map<string, Transport>()

function bodyOf(method: DescMethod, caller: Property, path: string[], id: string): Body {
  const start = requestOf(method.localName, caller)
  if (path.length === 0) return start
  const outer = outerOf(method.localName, path.at(-1)!, caller)
  return put(method.input, outer === undefined ? start : put(method.input, start, ...outer), path, id)
}
