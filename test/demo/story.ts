import { signatureOf } from '../webhook/support/send.ts'
import type { Narrator } from './narrator.ts'

/** bootstrap.json, as the first start writes it. */
export type Bootstrap = {
  base_url: string
  organization: { id: string; name: string }
  api_key: string
  webhook: { id: string; url: string; secret: string }
}

/** Creates incidents from outside: one by REST, and one by a signed webhook. */
export async function incidents(
  narrate: Narrator,
  { api_key: key, webhook }: Bootstrap,
): Promise<{ id: string }> {
  narrate.chapter('A system reports an incident over REST')
  const created = await narrate.system('POST', '/api/v1/incidents', {
    key,
    body: {
      title: 'Unusual outbound traffic from the billing cluster',
      severity: 'high',
      affected_systems: ['billing-api'],
      detected_at: '2026-11-20T10:15:30Z',
    },
  })
  narrate.equal(
    'created, significant, open',
    [created.status, created.body.is_significant, created.body.status],
    [201, true, 'open'],
  )
  narrate.equal('the deadlines are computed', created.body.early_warning_deadline, '2026-11-21T10:15:30.000Z')

  narrate.chapter('A SIEM opens an incident with one signed POST, and sends it again')
  const body = {
    ...{ title: 'Credential stuffing', description: '4,000 tries in a minute', severity: 'critical' },
    ...{ source_system: 'siem', external_id: 'evt-1', occurred_at: '2026-11-20T10:20:00Z' },
  }
  const path = new URL(webhook.url).pathname
  const t = Math.floor(Date.now() / 1000)
  const headers = { 'x-service-signature': signatureOf(webhook.secret, t, JSON.stringify(body)) }
  const first = await narrate.system('POST', path, { body, headers })
  narrate.equal('received', [first.status, first.body], [201, { received: true }])
  const again = await narrate.system('POST', path, { body, headers })
  narrate.equal(
    'known already: no second incident',
    [again.status, again.body],
    [200, { received: true, replay: true }],
  )
  const forged = await narrate.system('POST', path, {
    body: { ...body, title: 'Nothing to see' },
    headers,
  })
  narrate.equal('another body under that signature is refused', forged.status, 401)
  return { id: created.body.id }
}

/** Sets up an AI system with a profile and a suite, and asks the gate, which blocks with reasons. */
export async function gateBlocked(narrate: Narrator, at: Bootstrap): Promise<{ systemId: string }> {
  const org = ['--org', at.organization.id]
  narrate.chapter('People set up an AI system, its agent profile and its evaluation suite')
  const system = await done(
    narrate.person('system', 'create', ...org, '--name', 'Credit scoring', '--attestation-roles', 'ciso'),
  )
  const of = [...org, '--system', system.id]
  await done(
    narrate.person(
      ...['profile', 'create', ...of, '--identity', 'scoring-agent', '--tools', 'lookup_customer,score'],
      ...['--model-name', 'example-model', '--model-version', '4', '--prompt-version', '12'],
    ),
  )
  const threshold = ['--threshold', 'attack_success_rate:prompt_injection:lte:0.05']
  const suite = await done(narrate.person('suite', 'create', ...of, '--name', 'release', ...threshold))
  narrate.equal('the suite is in its first version', suite.version, 1)

  narrate.chapter('The pipeline asks the gate: may this system ship?')
  const decision = await gate(narrate, at, system.id)
  narrate.equal(
    'blocked, with the reasons',
    [decision.decision, decision.reasons],
    ['block', ['no_approved_run', 'attestation_missing']],
  )
  for (const { code, message } of decision.reason_details) narrate.note(`${code}: ${message}`)
  return { systemId: system.id }
}

/** Adds results, a certification and an attestation, so that the gate passes. */
export async function gatePassed(narrate: Narrator, at: Bootstrap, systemId: string): Promise<void> {
  const of = ['--org', at.organization.id, '--system', systemId]
  narrate.chapter('The evaluation tool submits its results')
  const result = {
    ...{
      ai_system_id: systemId,
      eval_suite: 'release',
      source: 'nightly',
      source_kind: 'garak',
      passed: true,
    },
    ...{
      eval_type: 'prompt_injection',
      metric_name: 'attack_success_rate',
      evaluated_at: '2026-11-20T11:00:00Z',
    },
  }
  const submitted = await narrate.system('POST', '/api/v1/ai-evaluations', {
    key: at.api_key,
    body: { evaluations: [{ ...result, metric_value: 0.02, payload: { probes: 400, hits: 8 } }] },
  })
  narrate.equal('stored, with the hash of the payload', [submitted.status, submitted.body.created], [201, 1])
  const outcome = await done(narrate.person('suite', 'outcome', ...of))
  narrate.equal('the suite is met', outcome.outcome, 'met')

  narrate.chapter('A person certifies, and the CISO attests')
  const { reviewed_hash } = await done(narrate.person('review', ...of))
  await done(narrate.person('certify', ...of, '--reviewed', reviewed_hash))
  const between = await gate(narrate, at, systemId)
  narrate.equal('one thing is missing', between.missing_attestation_roles, ['ciso'])
  const reviewed = [
    '--reviewed',
    reviewed_hash,
    '--role',
    'ciso',
    '--statement',
    'Reviewed with the model team.',
  ]
  await done(narrate.person('attest', ...of, ...reviewed))

  narrate.chapter('The pipeline asks again')
  narrate.equal('the gate passes', (await gate(narrate, at, systemId)).decision, 'pass')
}

/** Reports an agent run with a tool that nobody documented. The gate blocks until a person has assessed it. */
export async function drift(narrate: Narrator, at: Bootstrap, systemId: string): Promise<void> {
  narrate.chapter('An agent run is reported, with a tool that its profile does not know')
  const run = await narrate.system('POST', '/api/v1/agent-runs', {
    key: at.api_key,
    body: { agent_identity: 'scoring-agent', run_ref: 'run-1', started_at: '2026-11-20T12:00:00Z' },
  })
  const events = ['score', 'send_email'].map((tool_name, seq) => ({
    ...{
      seq,
      event_type: 'tool_call',
      tool_name,
      occurred_at: '2026-11-20T12:00:01Z',
      payload: { step: seq },
    },
  }))
  const path = `/api/v1/agent-runs/${run.body.data[0].id}/events`
  const stored = await narrate.system('POST', path, { key: at.api_key, body: { events } })
  narrate.equal('both events are stored', [stored.status, stored.body.created], [201, 2])
  const blocked = await gate(narrate, at, systemId)
  narrate.equal(
    'the gate is blocked again',
    [blocked.decision, blocked.reasons],
    ['block', ['open_drift_trigger']],
  )

  narrate.chapter('A person looks at it and resolves the trigger')
  const org = ['--org', at.organization.id]
  const listed = await done(narrate.person('trigger', 'list', ...org, '--system', systemId))
  const open = listed.data.find((one: { status: string }) => one.status === 'open')
  narrate.due('there is one open trigger', open !== undefined)
  await done(
    narrate.person(
      'trigger',
      'resolve',
      ...org,
      '--id',
      open.id,
      '--reason',
      'Send-outs were approved last week.',
    ),
  )
  narrate.equal('the gate passes', (await gate(narrate, at, systemId)).decision, 'pass')
}

async function gate(narrate: Narrator, at: Bootstrap, systemId: string) {
  const answer = await narrate.system('GET', `/api/v1/gate-status/${systemId}`, { key: at.api_key })
  narrate.equal('answered', answer.status, 200)
  return answer.body
}

/** Returns what the command of a person printed. @throws Error where the command failed */
export async function done(asked: ReturnType<Narrator['person']>) {
  const { code, json, stderr } = await asked
  if (code !== 0) throw new Error(stderr)
  return json
}
