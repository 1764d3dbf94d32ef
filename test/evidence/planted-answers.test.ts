import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256 } from '../../services/kernel/crypto/digest.ts'
import { ActorKind } from '../../services/kernel/identity/caller.ts'
import { canonicalJson } from '../../services/kernel/json/canonical-json.ts'
import { mintId } from '../../services/kernel/values/ids.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { oneApprover } from './support/one-approver.ts'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

test('verify.mjs finds an idempotency record planted so that a failing result is answered as a retry', async () => {
  const { id, key, approver, scene, found } = await oneApprover(at)
  const submit = (idempotencyKey: string) =>
    call(at.baseUrl, '/api/v1/ai-evaluations', {
      key,
      headers: { 'idempotency-key': idempotencyKey },
      body: {
        ...{
          ai_system_id: scene.aiSystemId,
          source: 'ci',
          eval_type: 'prompt_injection',
          metric_name: 'asr',
        },
        ...{ metric_value: 0.9, passed: true, evaluated_at: '2026-01-02T03:04:05Z', eval_suite: 'release' },
      },
    })
  await submit('first')
  expect((await submit('first')).headers.get('idempotent-replayed')).toBe('true')
  await scene.result(0.01)
  await scene.certify(approver)
  expect(await found()).toEqual([])

  const [{ actor }] = (await sql<{ actor: { id: string } }>(
    at.databaseUrl,
    `select entry::json -> 'actor' as actor from ledger.entries
     where org_id = $1 and entry::json ->> 'operation' = 'submitEvaluations' limit 1`,
    [id],
  )) as [{ actor: { id: string } }]
  const owner = [
    ActorKind.API_KEY,
    actor.id,
    'attestry.ingestion.v1.EvaluationService',
    'SubmitEvaluations',
    'second',
  ]
  const keyHash = sha256(canonicalJson(owner))
  await sql(
    at.databaseUrl,
    `insert into ledger.answers (org_id, key_hash, request_hash, entry_id, answer, logged)
     select org_id, $2, request_hash, $3, answer, true from ledger.answers where org_id = $1`,
    [id, keyHash, mintId(new Date())],
  )
  const answered = await submit('second')
  await sql(at.databaseUrl, 'delete from ledger.answers where key_hash = $1', [keyHash])
  expect([answered.status, answered.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
  expect(await scene.gate()).toEqual(['pass'])
  expect(await found()).toEqual([expect.stringMatching('^answer_differs: ')])
})
