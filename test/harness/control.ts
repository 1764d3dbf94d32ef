import type { DescService } from '@bufbuild/protobuf'
import { type Client, createClient } from '@connectrpc/connect'
import { createConnectTransport } from '@connectrpc/connect-node'
import { type Answer, call } from './rest.ts'

/** Returns the Cookie header for a session token. */
export const cookieOf = (session: string): string => `attestry_session=${session}`

/** Signs in as a browser would. `session` is the token from the cookie of the answer. */
export async function login(
  baseUrl: string,
  { email, password }: { email: string; password: string },
  headers: Record<string, string> = {},
): Promise<Answer & { session: string }> {
  const answer = await call(baseUrl, '/api/control/session', { body: { email, password }, headers })
  const session = /^attestry_session=(ats_[^;]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? ''
  return { ...answer, session }
}

/** Makes a connect-es client of the control API that sends the cookie of the session. */
export function controlClient<S extends DescService>(
  baseUrl: string,
  service: S,
  session: string,
  useBinaryFormat = false,
): Client<S> {
  const transport = createConnectTransport({
    baseUrl: `${baseUrl}/api/control`,
    httpVersion: '1.1',
    useBinaryFormat,
    interceptors: [
      (next) => (request) => {
        request.header.set('cookie', cookieOf(session))
        return next(request)
      },
    ],
  })
  return createClient(service, transport)
}

/** Returns a function that makes clients with the session of an organization's administrator. */
export function adminClients({ baseUrl, organization }: OfOrganization): AdminClients {
  return (service) => controlClient(baseUrl, service, organization.admin.session)
}

export type AdminClients = <S extends DescService>(service: S) => Client<S>

type OfOrganization = { baseUrl: string; organization: { admin: { session: string } } }

/** Calls an RPC of the control API in JSON, without a generated client. */
export function rpc(
  baseUrl: string,
  path: string,
  options: { session?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const { session, body = {}, headers = {} } = options
  return call(baseUrl, `/api/control/${path}`, {
    body,
    headers: { ...(session === undefined ? {} : { cookie: cookieOf(session) }), ...headers },
  })
}
