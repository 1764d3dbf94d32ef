import type { Page as BrowserPage } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProfileService } from '../../../proto/gen/attestry/gate/v1/profiles_pb.ts'
import { Operator, SuiteService } from '../../../proto/gen/attestry/gate/v1/suites_pb.ts'
import { SystemService } from '../../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { WebhookFormat, WebhookService } from '../../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { IncidentWorkService } from '../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { Regime } from '../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import { IncidentService, IncidentStatus } from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { KeyService } from '../../../proto/gen/attestry/ledger/v1/keys_pb.ts'
import { ChannelKind, NotificationService } from '../../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import { ObligationService } from '../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { timestamp } from '../../../services/kernel/values/time.ts'
import { type OpenedConsole, openConsole } from '../support/opened.ts'
import { posting } from '../support/post.ts'

/** Markup that runs if it is treated as markup, and characters that hide or reverse text. */
const HOSTILE = '"><img src=x onerror="window.ran=1">\'\u202e\u200b{{7*7}}'

let opened: OpenedConsole
let page: BrowserPage
const singles: string[] = []
beforeAll(async () => {
  opened = await openConsole({ ATTESTRY_CHECKPOINT_SECONDS: '86400' }, HOSTILE)
  page = opened.page
  await further()
  await opened.enterAs('admin')
})
afterAll(() => opened?.close())

/** The fields that `fill` leaves out: texts of people, and of systems in fields of their own. */
async function further(): Promise<void> {
  const { at, client } = opened
  const post = posting(at)
  const incident = await post('/incidents', {
    ...{ title: HOSTILE, description: HOSTILE, affected_systems: [HOSTILE], source: HOSTILE },
    ...{ severity: 'critical', detected_at: new Date(Date.now() - 3_600_000 * 100).toISOString() },
  })
  singles.push(`#/incidents/${incident.id}`)
  await post('/assets', {
    ...{ name: HOSTILE, owner: HOSTILE, description: HOSTILE, asset_type: 'database' },
    ...{ classification: 'confidential', business_criticality: 'critical' },
  })
  await post('/suppliers', { name: HOSTILE, description: HOSTILE, category: 'critical' })
  const work = client(IncidentWorkService)
  await work.commentIncident({ id: incident.id, text: HOSTILE })
  await work.attachToIncident({
    ...{ id: incident.id, name: 'a"><img src=x>.html', mediaType: 'text/html', note: HOSTILE },
    content: new TextEncoder().encode(HOSTILE),
  })
  await client(IncidentService).moveIncident({
    id: incident.id,
    status: IncidentStatus.CONTAINED,
    note: HOSTILE,
  })
  await client(ObligationService).fileIncidentReport({
    ...{
      id: incident.id,
      regime: Regime.NIS2,
      step: 'early_warning',
      recipient: HOSTILE,
      reference: HOSTILE,
    },
    submittedAt: timestamp(new Date()),
  })
  const { system } = await client(SystemService).createSystem({
    name: HOSTILE,
    attestationRoles: ['ciso'],
  })
  singles.push(`#/systems/${system!.id}`)
  const measure = { evalType: 'prompt_injection', metricName: 'rate' }
  await client(SuiteService).createSuite({
    ...{ aiSystemId: system!.id, name: HOSTILE },
    thresholds: [{ ...measure, operator: Operator.LTE, value: 0.05 }],
  })
  const agent = { agentIdentity: `second ${HOSTILE}`, modelName: HOSTILE, modelVersion: HOSTILE }
  await client(ProfileService).createProfile({
    ...{ aiSystemId: system!.id, ...agent, tools: [HOSTILE], promptVersion: HOSTILE },
  })
  await post('/ai-evaluations', {
    ...{ ai_system_id: system!.id, source: HOSTILE, eval_type: 'prompt_injection', metric_name: 'rate' },
    ...{ metric_value: 1, passed: false, evaluated_at: new Date().toISOString(), eval_suite: HOSTILE },
  })
  const runs = await post('/agent-runs', {
    ...{ agent_identity: agent.agentIdentity, run_ref: HOSTILE, started_at: new Date().toISOString() },
    ...{ model_name: `other ${HOSTILE}`, model_version: HOSTILE },
  })
  const run = runs.data[0].id
  singles.push(`#/agent-runs/${run}`)
  await post(`/agent-runs/${run}/events`, {
    ...{ seq: 1, event_type: 'tool_call', tool_name: `other ${HOSTILE}`, payload: { [HOSTILE]: HOSTILE } },
    occurred_at: new Date().toISOString(),
  })
  await client(KeyService).createKey({ name: HOSTILE, permissions: ['incidents:read'] })
  await client(WebhookService).createWebhookEndpoint({ name: HOSTILE, format: WebhookFormat.SERVICE })
  const { channel } = await client(NotificationService).createChannel({
    ...{ name: HOSTILE, kind: ChannelKind.SLACK, events: [], url: 'http://127.0.0.1:9/hook' },
  })
  await client(NotificationService).testChannel({ id: channel!.id })
}

test('no text of others becomes markup, is hidden or links elsewhere, on any page', async () => {
  const { at, problems } = opened
  const shown: string[] = []
  for (const address of [...(await opened.menu()), ...opened.single(), ...singles]) {
    await opened.open(address)
    for (const folded of await page.locator('main summary').all()) await folded.click().catch(() => {})
    const found = (await page.evaluate(`({
      ran: window.ran ?? 0,
      images: document.querySelectorAll('img[src=x]').length,
      unseen: (document.body.innerText.match(/[\\u202e\\u200b]/g) ?? []).length,
      elsewhere: [...document.querySelectorAll('[href], [src], [action], [formaction]')]
        .flatMap((one) => ['href', 'src', 'action', 'formaction'].map((name) => one.getAttribute(name)))
        .filter((to) => to !== null && new URL(to, location.href).origin !== location.origin),
      shows: document.body.innerText.includes('onerror="window.ran=1">'),
    })`)) as Found
    expect([address, found.ran, found.images, found.unseen, found.elsewhere]).toEqual([address, 0, 0, 0, []])
    if (found.shows) shown.push(address)
  }
  expect(problems).toEqual([])
  expect(opened.requests.filter((url) => !url.startsWith(at.baseUrl))).toEqual([])
  expect(shown.length).toBeGreaterThan(15)
})

type Found = { ran: number; images: number; unseen: number; elsewhere: string[]; shows: boolean }
