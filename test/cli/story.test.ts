import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../harness/rest.ts'
import { bootConsole, type Console } from './console.ts'

let cli: Console
beforeAll(async () => {
  cli = await bootConsole()
})
afterAll(() => cli.stop())
const ok: Console['ok'] = (...args) => cli.ok(...args)
const fails: Console['fails'] = (code, ...args) => cli.fails(code, ...args)

const newestFirst = (rows: { id: string }[]) =>
  expect(rows.map(({ id }) => id)).toEqual(
    rows
      .map(({ id }) => id)
      .sort()
      .reverse(),
  )

test('attestry commands do the whole work, from creating an organization to the gate', async () => {
  const org = await ok('org', 'create', '--name', 'Example Bank', '--addons', 'agent_governance,control')
  expect(org).toEqual({
    id: expect.any(String),
    name: 'Example Bank',
    admin: { email: expect.stringContaining('@'), password: expect.any(String) },
  })
  const O = ['--org', org.id]
  const session = join(cli.env.ATTESTRY_DATA_DIR!, 'sessions', org.id)
  expect((await stat(session)).mode & 0o777).toBe(0o700)
  expect((await ok('org', 'list')).data[0]).toMatchObject({
    id: org.id,
    addons: ['agent_governance', 'control'],
  })
  expect(await ok('org', 'update', ...O, '--name', 'Example Bank AG')).toMatchObject({
    name: 'Example Bank AG',
    addons: ['agent_governance', 'control'],
    version: 2,
  })

  // People.
  const password = 'a password that only its owner knows'
  const ciso = 'ciso@story.example'
  const approver = await ok(
    ...['user', 'create', ...O, '--email', ciso, '--role', 'approver', '--attestation-roles', 'ciso'],
    ...['--password-stdin', '<', 'a password from stdin\n'],
  )
  expect(approver).toEqual({ id: expect.any(String) })
  const member = await ok('user', 'create', ...O, '--email', 'member@story.example', '--role', 'member')
  expect(member).toEqual({ id: expect.any(String), password: expect.any(String) })
  const users = (await ok('user', 'list', ...O)).data
  expect(users.map((user: { status: string }) => user.status)).toEqual(['active', 'active', 'active'])
  newestFirst(users)
  // What an administrator set is good for changing it, and nothing else.
  const signIn = (secret: string) => ['login', '--email', ciso, '--password-stdin', '<', `${secret}\n`]
  await ok(...signIn('a password from stdin'))
  expect(await fails(1, 'system', 'list', ...O, '--as', ciso)).toContain('one-time password')
  const change = ['user', 'change-password', ...O, '--as', ciso, '<', `a password from stdin\n${password}\n`]
  expect(await ok(...change)).toEqual({ changed: true })
  expect(await ok(...signIn(password))).toEqual({
    organization_id: org.id,
    email: ciso,
    role: 'approver',
  })

  // Keys; the registers, reported over REST and moved by people.
  const key = await ok(
    'key',
    'create',
    ...O,
    '--name',
    'ci',
    '--permissions',
    PERMISSIONS,
    '--rate-limit',
    '9000',
  )
  expect(key).toEqual({ id: expect.any(String), key: expect.stringMatching(/^atk_/) })
  const keys = await ok('key', 'list', ...O)
  expect(keys.data).toMatchObject([{ id: key.id, status: 'active', rate_limit: 9000, last_used_at: null }])
  expect(JSON.stringify(keys)).not.toContain(key.key)
  const post = async (path: string, body: unknown) => {
    const answer = await call(cli.at.baseUrl, `/api/v1${path}`, { key: key.key, body })
    expect([path, answer.status, answer.text]).toEqual([path, 201, expect.any(String)])
    return answer.body
  }
  const incident = await post('/incidents', { title: 'Phishing', severity: 'high' })
  const asset = await post('/assets', {
    name: 'Core',
    asset_type: 'system',
    classification: 'internal',
    business_criticality: 'high',
  })
  const supplier = await post('/suppliers', { name: 'Cloud', category: 'critical' })
  const move = ['incident', 'move', ...O, '--id', incident.id, '--status', 'contained', '--note', 'isolated']
  expect(await ok(...move)).toMatchObject({
    id: incident.id,
    status: 'contained',
    note: 'isolated',
    version: 2,
  })
  const shown = await ok('incident', 'show', ...O, '--id', incident.id)
  expect(shown.versions.map(({ status }: { status: string }) => status)).toEqual(['contained', 'open'])
  expect((await ok('incident', 'list', ...O)).data).toMatchObject([{ id: incident.id, status: 'contained' }])
  expect(await ok('asset', 'retire', ...O, '--id', asset.id)).toMatchObject({ status: 'retired' })
  expect((await ok('asset', 'list', ...O)).data).toMatchObject([{ id: asset.id, status: 'retired' }])
  const assess = [
    'supplier',
    'assess',
    ...O,
    '--id',
    supplier.id,
    '--status',
    'approved',
    '--risk-score',
    '20',
  ]
  expect(await ok(...assess)).toMatchObject({ assessment_status: 'approved', risk_score: 20 })
  expect((await ok('supplier', 'list', ...O)).data).toMatchObject([{ id: supplier.id, category: 'critical' }])

  // The gate blocks with its reasons; then everything that it requires.
  const system = await ok('system', 'create', ...O, '--name', 'Scoring', '--attestation-roles', 'ciso')
  expect(system).toEqual({ id: expect.any(String), name: 'Scoring' })
  const S = ['--system', system.id]
  const gate = () => ok('gate', 'query', ...O, ...S)
  expect(await gate()).toMatchObject({
    decision: 'block',
    reasons: ['suite_missing', 'agent_profile_missing'],
  })
  const versions = ['--model-name', 'M', '--model-version', '1', '--prompt-version', '7']
  const profile = await ok(
    'profile',
    'create',
    ...O,
    ...S,
    '--identity',
    'scorer',
    '--tools',
    'a,b',
    ...versions,
  )
  expect(profile).toEqual({ id: expect.any(String) })
  expect(await ok('profile', 'update', ...O, '--id', profile.id, '--tools', 'a')).toMatchObject({
    tools: ['a'],
  })
  expect((await ok('profile', 'list', ...O)).data).toMatchObject([
    { id: profile.id, agent_identity: 'scorer' },
  ])
  const threshold = ['--threshold', 'attack_success_rate:prompt_injection:lte:0.05']
  const suite = await ok('suite', 'create', ...O, ...S, '--name', 'release', ...threshold)
  expect(suite).toEqual({ id: expect.any(String), version: 1 })
  const second = [...threshold, '--threshold', 'accuracy:accuracy:gte:0.9']
  const next = ['--name', 'release', '--version', '1', ...second]
  expect(await ok('suite', 'create', ...O, ...S, ...next)).toMatchObject({ version: 2 })
  expect(await fails(1, 'suite', 'create', ...O, ...S, ...next)).toContain('at version 2, not 1')
  expect((await ok('suite', 'list', ...O)).data).toMatchObject([
    { version: 2, status: 'active' },
    { version: 1, status: 'superseded' },
  ])
  expect(await ok('suite', 'outcome', ...O, ...S)).toEqual({
    outcome: 'incomplete',
    thresholds: [
      expect.objectContaining({ metric_name: 'accuracy', value: 0.9, metric_value: null }),
      expect.objectContaining({ metric_name: 'attack_success_rate', operator: 'lte', satisfied: false }),
    ],
  })
  expect(await fails(2, 'certify', ...O, ...S, '--as', ciso)).toContain('--reviewed')
  // The account is new: it approves nothing until the operator ends the wait.
  const { obstacles } = await ok('review', ...O, ...S, '--as', ciso)
  expect(obstacles).toContainEqual(expect.stringContaining('after 24 hours; 0 have passed'))
  await ok('org', 'update', ...O, '--separation-of-duties', 'certifier,attester,changes')
  const unmet = await ok('review', ...O, ...S, '--as', ciso)
  expect(unmet).toMatchObject({ outcome: 'incomplete', obstacles: [expect.stringContaining('is not met')] })
  await fails(1, 'certify', ...O, ...S, '--reviewed', unmet.reviewed_hash, '--as', ciso)
  const result = { ai_system_id: system.id, eval_suite: 'release', source: 'ci', passed: true }
  const evaluated_at = new Date().toISOString()
  await post('/ai-evaluations', [
    {
      ...result,
      eval_type: 'prompt_injection',
      metric_name: 'attack_success_rate',
      metric_value: 0.01,
      evaluated_at,
    },
    { ...result, eval_type: 'accuracy', metric_name: 'accuracy', metric_value: 0.95, evaluated_at },
  ])
  expect(await ok('suite', 'outcome', ...O, ...S)).toMatchObject({ outcome: 'met' })
  expect(await fails(1, 'certify', ...O, ...S, '--reviewed', unmet.reviewed_hash, '--as', ciso)).toContain(
    'no longer what was reviewed',
  )
  const review = await ok('review', ...O, ...S, '--as', ciso)
  expect(review).toMatchObject({
    ...{ suite: 'release', suite_version: 2, outcome: 'met', attestation_roles: ['ciso'], obstacles: [] },
    agents: [
      { agent_identity: 'scorer', tools: ['a'], model_name: 'M', model_version: '1', prompt_version: '7' },
    ],
  })
  const reviewed = ['--reviewed', review.reviewed_hash]
  const certified = await ok('certify', ...O, ...S, ...reviewed, '--as', ciso)
  expect(certified).toEqual({ certification_id: expect.any(String) })
  expect(await gate()).toMatchObject({
    reasons: ['attestation_missing'],
    missing_attestation_roles: ['ciso'],
  })
  const statement = ['--role', 'ciso', '--statement', 'Reviewed', ...reviewed]
  expect(await fails(1, 'attest', ...O, ...S, ...statement)).toContain('ciso')
  expect(await ok('attest', ...O, ...S, ...statement, '--as', ciso)).toEqual({ id: expect.any(String) })
  const passed = await gate()
  expect(passed).toMatchObject({ decision: 'pass', certification_id: certified.certification_id })
  // Both names of the option are accepted.
  for (const name of ['--id', '--decision'])
    expect(await ok('gate', 'replay', ...O, name, passed.decision_id)).toEqual({ identical: true })
  const decided = async (...filter: string[]) =>
    (await ok('gate', 'decisions', ...O, '--system', S[1]!, ...filter)).data
  expect((await decided('--decision', 'pass')).map((one: { decision: string }) => one.decision)).toContain(
    'pass',
  )
  expect(
    (await decided('--decision', 'pass')).map((one: { decision: string }) => one.decision),
  ).not.toContain('block')
  expect(await decided('--until', '2020-01-01T00:00:00Z')).toEqual([])
  const asked = ['--ai-system-id', S[1]!, '--decision', 'block', '--order', 'oldest']
  const { data: blocked } = await ok('decisions', 'list', ...O, ...asked)
  expect(new Set(blocked.map((one: { decision: string }) => one.decision))).toEqual(new Set(['block']))
  expect(blocked.map((one: { decided_at: string }) => one.decided_at)).toEqual(
    blocked.map((one: { decided_at: string }) => one.decided_at).toSorted(),
  )
  expect(await ok('decisions', 'list', ...O, ...asked, '--count')).toEqual({
    count: blocked.length,
    more: false,
  })
  expect(await ok('decisions', 'list', ...O, '--search', passed.decision_id)).toEqual({ data: [passed] })

  // A trigger blocks the system, and a person resolves it.
  const trigger = await ok('trigger', 'open', ...O, ...S, '--reason', 'model changed')
  expect(trigger).toMatchObject({ kind: 'manual', status: 'open' })
  expect(await gate()).toMatchObject({ reasons: ['open_drift_trigger'] })
  expect((await ok('trigger', 'list', ...O)).data).toMatchObject([{ id: trigger.id, kind: 'manual' }])
  const resolve = ['trigger', 'resolve', ...O, '--id', trigger.id, '--reason', 'assessed again', '--as', ciso]
  expect(await ok(...resolve)).toMatchObject({ action: 'resolve', resolved_by: { name: ciso } })
  expect((await gate()).decision).toBe('pass')
  expect((await ok('proposal', 'list', ...O)).data).toEqual([])

  // Every call is in the log, newest first, and the log verifies.
  const entries = (await ok('audit', 'list', ...O, '--limit', '500')).data
  newestFirst(entries)
  const done = entries.map((entry: { operation: string }) => entry.operation)
  for (const name of ['createOrganization', 'createKey', 'moveIncident', 'certify', 'attest', 'queryGate'])
    expect(done).toContain(name)
  const attested = entries.find((entry: { operation: string; outcome: string }) => {
    return entry.operation === 'attest' && entry.outcome === 'ok'
  })
  expect(attested).toMatchObject({ actor: { kind: 'user', name: ciso }, via: 'control' })
  expect((await ok('audit', 'list', ...O, '--limit', '3')).data).toHaveLength(3)
  expect(await ok('audit', 'verify', ...O)).toEqual({
    ok: true,
    size: expect.any(Number),
    root: expect.stringMatching(/^[0-9a-f]{64}$/),
    problems: [],
    problem_count: 0,
    notes: [],
    waiting: expect.any(Number),
    checkpoints: expect.any(Number),
    outside_checkpoints: expect.any(Number),
    given_checkpoints: 0,
    older_checkpoints: 0,
    resumed_at: 0,
    not_repeated: [],
    receipts: expect.any(Number),
    rows: expect.any(Number),
    types_not_checked: [],
  })

  // Removal of access: a person, a microservice, a session.
  expect(await ok('user', 'disable', ...O, '--id', approver.id)).toMatchObject({ status: 'disabled' })
  expect(await fails(1, 'incident', 'list', ...O, '--as', ciso)).toContain(`attestry login --email ${ciso}`)
  expect(await ok('user', 'reset-password', ...O, '--id', member.id)).toEqual({
    id: member.id,
    password: expect.any(String),
  })
  expect(await ok('user', 'update', ...O, '--id', member.id, '--role', 'auditor')).toMatchObject({
    role: 'auditor',
  })
  const client = await ok('client', 'create', '--name', 'risk', '--services', 'gate,ingestion', ...O)
  expect(client).toEqual({ id: expect.any(String), token: expect.stringMatching(/^atc_/) })
  expect(await ok('client', 'revoke', '--id', client.id)).toMatchObject({ status: 'revoked' })
  expect((await ok('client', 'list')).data[0]).toMatchObject({ id: client.id, organization_ids: [org.id] })
  expect(await ok('logout', ...O)).toEqual({ signed_out: org.admin.email })
  expect(await ok('migrate')).toMatchObject({ migrated: expect.arrayContaining(['ledger', 'gate']) })
})

const PERMISSIONS = [
  ...['incidents', 'assets', 'suppliers', 'evaluations', 'agent_runs'].flatMap((name) => [
    `${name}:read`,
    `${name}:write`,
  ]),
  'gate:query',
].join(',')
