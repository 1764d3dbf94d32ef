import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SAMPLES } from '../../gateway/openapi/samples.ts'
import { messages } from '../../services/gate/domain/decision/messages.ts'
import type { Snapshot } from '../../services/gate/domain/decision/snapshot.ts'

test('the example message of a gate decision is the one that the gate makes for the example suite', () => {
  const vector = new URL('../vectors/gate/attestation-missing.json', import.meta.url)
  const { snapshot } = JSON.parse(readFileSync(vector, 'utf8')) as { snapshot: Snapshot }
  const suite = {
    ...snapshot.suite!,
    name: String(SAMPLES['EvalSuite.name']),
    version: Number(SAMPLES.eval_suite_version),
  }
  const ai_system = {
    ...snapshot.ai_system,
    attestation_roles: SAMPLES.missing_attestation_roles as string[],
  }
  expect(SAMPLES.code).toBe('attestation_missing')
  expect(SAMPLES.message).toBe(messages.attestation_missing({ ...snapshot, suite, ai_system }))
})
