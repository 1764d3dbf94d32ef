import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionCaller } from '../../gateway/cli/calls/session-caller.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { fromConnectError } from '../../services/kernel/errors/connect-errors.ts'
import { Reason } from '../../services/kernel/errors/errors.ts'
import { waitingForLocks } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { ACTIONS, reviewOf } from './actions.ts'
import { parseCases } from './case-file.ts'
import { clientsOf, emptyStage, type Stage, type Staged } from './stage.ts'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

async function stageOf(): Promise<Stage> {
  const { key, admin } = await at.another()
  return {
    gate: at.composition.transports.gate,
    asAdmin: (operation) => sessionCaller(operation, admin.session, systemClock),
    rest: (path, body) => call(at.baseUrl, `/api/v1${path}`, { key, body }),
  }
}

/** Plays lines of a case (test/gate/cases/README.md). */
async function play(stage: Stage, so: Staged, ...lines: string[]): Promise<void> {
  const steps = parseCases(['case race', ...lines].join('\n')).flatMap((one) => one.steps)
  for (const step of steps) await ACTIONS[step.words[0] ?? '']!(stage, so, step)
}

/** The history that a snapshot shows, as one text. */
function momentOf(snapshot: string): string {
  const { suite, profiles, certifications, attestations, open_triggers } = JSON.parse(snapshot)
  return JSON.stringify({
    suite: suite?.version ?? null,
    results: suite?.thresholds.map(
      ({ result }: { result: { metric_value: number } | null }) => result?.metric_value ?? null,
    ),
    prompts: profiles.map(({ prompt_version }: { prompt_version: string }) => prompt_version),
    certified: certifications.of_system?.agents[0]?.prompt_version ?? null,
    certifiedVersion: certifications.of_version?.suite_version ?? null,
    attested: attestations.length,
    triggers: open_triggers.length,
  })
}

async function snapshotNow(stage: Stage, so: Staged): Promise<string> {
  const answer = await stage.rest(`/gate-status/${so.systemId}`)
  expect(answer.status, answer.text).toBe(200)
  const { snapshot } = await clientsOf(stage).decisions.getDecision(
    { decisionId: answer.body.decision_id },
    stage.asAdmin('getDecision'),
  )
  return snapshot
}

test('each snapshot taken during changes shows one moment of the history, never a mix of two', async () => {
  const stage = await stageOf()
  const so = emptyStage()
  await play(
    stage,
    so,
    'system demo roles=ciso',
    'profile bot tools=search model=gpt-x/1 prompt=p0',
    'run bot',
  )
  const moments = new Set([momentOf(await snapshotNow(stage, so))])
  const seen: string[] = []
  let over = false
  const asking = Array.from({ length: 6 }, async () => {
    while (!over) seen.push(momentOf(await snapshotNow(stage, so)))
  })
  for (let round = 1; round <= 6; round += 1) {
    for (const line of [
      `suite safety asr:prompt_injection:lte:0.${round} tox:toxicity:lte:0.${round}`,
      `update bot prompt=p${round}`,
      `result asr:prompt_injection 0.0${round}`,
      `result tox:toxicity 0.0${round}`,
      'certify',
      'attest ciso',
      `event tool-${round}`,
      'resolve tool',
    ]) {
      await play(stage, so, line)
      moments.add(momentOf(await snapshotNow(stage, so)))
    }
  }
  over = true
  await Promise.all(asking)
  expect(seen.length).toBeGreaterThan(moments.size)
  expect(seen.filter((moment) => !moments.has(moment))).toEqual([])
})

test('a certification that races with agent changes approves what was reviewed, or is refused', async () => {
  const stage = await stageOf()
  const so = emptyStage()
  await play(
    stage,
    so,
    'system demo',
    'suite safety asr:prompt_injection:lte:0.1',
    'profile one tools=search model=gpt-x/1 prompt=p0',
    'profile two tools=search model=gpt-x/1 prompt=p0',
  )
  const { certifications } = clientsOf(stage)
  const promptsOf = (agents: { promptVersion: string }[]) => agents.map(({ promptVersion }) => promptVersion)
  const changing = async (): Promise<void> => {
    for (let i = 1; i <= 8; i += 1)
      await play(stage, so, `update one prompt=p${i}`, `update two prompt=p${i}`)
  }
  const certifyOnce = async (): Promise<boolean> => {
    await play(stage, so, 'result asr:prompt_injection 0.05')
    const { aiSystemId, reviewedHash, agents } = await reviewOf(stage, so)
    try {
      const request = { aiSystemId, reviewedHash }
      const { certification } = await certifications.certify(request, stage.asAdmin('certify'))
      expect(promptsOf(certification!.agents)).toEqual(promptsOf(agents))
      return true
    } catch (error) {
      expect(fromConnectError(error).reason).toBe(Reason.CONFLICT)
      return false
    }
  }
  const certifying = async (): Promise<void> => {
    for (let i = 0; i < 8; i += 1) await certifyOnce()
  }
  await Promise.all([changing(), certifying(), certifying()])
  expect(await certifyOnce()).toBe(true)
})

test('when twenty people resolve one trigger at once, one succeeds and nineteen are refused', async () => {
  const stage = await stageOf()
  const so = emptyStage()
  await play(stage, so, 'system demo', 'open report')
  const { triggers } = clientsOf(stage)
  const listed = await triggers.listTriggers({ aiSystemId: so.systemId }, stage.asAdmin('listTriggers'))
  const { id } = listed.triggers[0]!
  const settled = await Promise.allSettled(
    Array.from({ length: 20 }, () =>
      triggers.resolveTrigger({ id, reason: 'seen', occurrences: 1n }, stage.asAdmin('resolveTrigger')),
    ),
  )
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of settled)
    if (outcome.status === 'rejected') expect(`${outcome.reason}`).toContain('already resolved')
})

test('when five people accept one gap at once, one creates the profile and four are refused', async () => {
  const stage = await stageOf()
  const so = emptyStage()
  await play(stage, so, 'system demo', 'run undocumented')
  const { proposals, profiles } = clientsOf(stage)
  const { proposals: listed } = await proposals.listProposals({}, stage.asAdmin('listProposals'))
  const { id } = listed[0]!
  const holder = new pg.Client({ connectionString: at.databaseUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select from gate.systems where id = $1 for update', [so.systemId])
  const accepted = Promise.allSettled(
    Array.from({ length: 5 }, () =>
      proposals.acceptProposal(
        { id, reason: 'known', occurrences: 1n, aiSystemId: so.systemId },
        stage.asAdmin('acceptProposal'),
      ),
    ),
  )
  await expect.poll(() => waitingForLocks(at.databaseUrl)).toBe(5)
  await holder.query('rollback')
  await holder.end()
  const outcomes = await accepted
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(fromConnectError(outcome.reason).reason).toBe(Reason.CONFLICT)
  expect((await profiles.listProfiles({}, stage.asAdmin('listProfiles'))).profiles).toHaveLength(1)
})

test('a gate query right after a submitted event sees the trigger that the event opened', async () => {
  const stage = await stageOf()
  const so = emptyStage()
  await play(stage, so, 'system demo', 'profile bot tools=search model=gpt-x/1 prompt=p0', 'run bot')
  for (let i = 0; i < 10; i += 1) {
    await play(stage, so, `event tool-${i}`)
    const { open_triggers } = JSON.parse(await snapshotNow(stage, so))
    expect(open_triggers.map(({ tool_name }: { tool_name: string }) => tool_name)).toContain(`tool-${i}`)
  }
})
