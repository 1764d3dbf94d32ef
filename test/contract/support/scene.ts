import { createClient } from '@connectrpc/connect'
import { afterAll, beforeAll } from 'vitest'
import { sessionCaller } from '../../../gateway/cli/calls/session-caller.ts'
import { SystemService } from '../../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { systemClock } from '../../../services/kernel/clock.ts'
import { bootInstallation, type TestInstallation } from '../../harness/installation.ts'
import type { TestOrganization } from '../../harness/organization.ts'
import type { Endpoint } from '../endpoints.ts'
import { ADDRESSED, bearer, JSON_TYPE, rest } from './caller.ts'
import type { Answer, Wire } from './http.ts'

/** An installation for a test file, with one thing of each kind that path parameters can name. */
export type Scene = {
  at: TestInstallation
  other: TestOrganization
  /** The value of each parameter of a path: an id of the scene's own organization. */
  params: { [parameter: string]: string }
  /** Makes a call that the endpoint accepts, except for the given changes. */
  send(endpoint: Endpoint, change?: Change): Promise<Answer>
}

export type Change = {
  /** Header lines that replace the valid Authorization. */
  authorization?: [string, string][]
  /** Header lines that replace Content-Type: application/json. */
  media?: [string, string][]
  headers?: [string, string][]
  body?: Wire['body']
  query?: string
  path?: string
}

export function scene(env: NodeJS.ProcessEnv = {}): Scene {
  const api = {} as Scene
  beforeAll(async () => {
    api.at = await bootInstallation({ env: { ...ADDRESSED, ...env } })
    api.other = await api.at.another({ addons: [] })
    const created = await rest(api.at, '/incidents', {
      method: 'POST',
      headers: [bearer(api.at.organization.key), JSON_TYPE],
      body: JSON.stringify({ title: 'Known', severity: 'low' }),
    })
    const run = await rest(api.at, '/agent-runs', {
      method: 'POST',
      headers: [bearer(api.at.organization.key), JSON_TYPE],
      body: JSON.stringify({
        agent_identity: 'helpdesk',
        run_ref: 'known',
        started_at: '2026-03-01T10:00:00Z',
      }),
    })
    const { transports } = api.at.composition
    const { system } = await createClient(SystemService, transports.gate).createSystem(
      { name: 'Assistant' },
      sessionCaller('createSystem', api.at.organization.admin.session, systemClock),
    )
    const decided = await rest(api.at, `/gate-status/${system!.id}`, {
      method: 'GET',
      headers: [bearer(api.at.organization.key)],
    })
    api.params = {
      ...{ id: created.body.id, aiSystemId: system!.id, runId: run.body.data[0].id },
      decisionId: decided.body.decision_id,
    }
  })
  afterAll(() => api.at.stop())
  api.send = (endpoint, change = {}) => {
    const takesBody = endpoint.bodyLimit !== null
    const path = change.path ?? pathOf(endpoint, api.params)
    return rest(api.at, `${path}${queryOf(endpoint, change.query ?? '')}`, {
      method: endpoint.method,
      headers: [
        ...(change.authorization ?? [bearer(api.at.organization.key)]),
        ...(takesBody ? (change.media ?? [JSON_TYPE]) : []),
        ...(change.headers ?? []),
      ],
      body: change.body ?? (takesBody ? JSON.stringify(endpoint.least?.()) : undefined),
    })
  }
  return api
}

/** Returns a query together with the parameters that the endpoint requires. */
function queryOf({ needs }: Endpoint, query: string): string {
  if (needs === '') return query
  return query === '' ? `?${needs}` : `?${needs}&${query.slice(1)}`
}

/** Returns an endpoint's path with its parameters filled in. */
export function pathOf({ path }: Endpoint, params: { [parameter: string]: string }): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => params[name]!)
}
