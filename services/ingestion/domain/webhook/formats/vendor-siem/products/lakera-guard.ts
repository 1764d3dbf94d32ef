import { isObject } from '../../../../../../kernel/json/is-object.ts'
import { valueAt, valuesAt } from '../../../fields.ts'
import { textOf } from '../../../text.ts'
import { idAt } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, isKey, like } from '../recognition.ts'
import { when } from '../state.ts'

/** A result of Lakera Guard, from a model gateway: the findings of its detectors in a prompt or an answer. It is not graded. */
export const lakeraGuard: Product = {
  id: 'lakera_guard',
  name: 'Lakera Guard',
  source:
    'https://docs.lakera.ai/api-reference/api/endpoints/guard; BerriAI/litellm, litellm/types/proxy/guardrails/guardrail_hooks/lakera_ai_v2.py; api-evangelist/lakera-ai, json-schema/lakera-guard-response-schema.json; its version 1 was not compared with a published answer',
  forms: [
    [isKey('flagged', 'true', 'false'), has('breakdown.detector_type')],
    [like('model', /^lakera-guard/, 'lakera-guard…'), has('results.flagged')],
  ],
  title: [{ path: 'breakdown.detector_type', of: (alert) => titleOf(found(alert)) }],
  titleStandIn: ['Lakera Guard: {breakdown.detector_type}', 'Result of {model}'],
  description: ['payload.text'],
  severity: [],
  time: [],
  identity: {
    of: (alert) => idAt(alert, ['metadata.request_uuid']),
    unmatched: 'The answer about a request is final; another request is another alert.',
    why: 'The id is unique: a UUID for each request. Without it, only the very delivery identifies a result, since no time is sent.',
  },
  state: [when('flagged', [false], 'passed'), when('results.flagged', [false], 'passed')],
}

/** The detectors that found something. */
function found(alert: unknown): string[] {
  const detectors = valuesAt(alert, 'breakdown', 100).filter((one) => valueAt(one, 'detected') === true)
  const kinds = detectors.map((one) => textOf(valueAt(one, 'detector_type')))
  const categories = valuesAt(alert, 'results.categories', 10).filter(isObject)
  const flagged = categories.flatMap((one) => Object.keys(one).filter((name) => one[name] === true))
  return [...new Set([...kinds, ...flagged].filter((kind) => kind !== null))]
}

function titleOf(kinds: readonly string[]): string | undefined {
  return kinds.length === 0 ? undefined : `Lakera Guard flagged ${kinds.slice(0, 10).join(', ')}`
}
