export const SYSTEM = '018f0000-0000-7000-8000-00000000000a'

const PASS = {
  ai_system_id: SYSTEM,
  decision: 'pass',
  reasons: [],
  reason_details: [],
  missing_attestation_roles: [],
  decision_id: '018f0000-0000-7000-8000-0000000000d1',
}

/** Returns a pass as the server answers it, with some fields replaced. */
export const pass = (fields: object): string => JSON.stringify({ ...PASS, ...fields })

/** Bodies with status 200 that are not a decision about `SYSTEM`. */
export const NO_DECISIONS = [
  '{}',
  'null',
  '[]',
  '"pass"',
  `{"ai_system_id":"${SYSTEM}","decision":"pass"}`,
  `{"ai_system_id":"${SYSTEM}","decision":"pass","reasons":["version_drift"]}`,
  `{"ai_system_id":"${SYSTEM}","decision":"PASS","reasons":[]}`,
  '{"ai_system_id":"other","decision":"pass","reasons":[]}',
  pass({ missing_attestation_roles: ['ciso'] }),
  pass({ reason_details: [{ code: 'x', message: 'x' }] }),
  pass({ reason_details: undefined }),
  pass({ missing_attestation_roles: { length: 0 } }),
  pass({ decision_id: undefined }),
  pass({ decision_id: 'two words' }),
  pass({ decision: 'block' }),
  pass({ decision: 'block', reasons: ['drift'], reason_details: [null] }),
]

/** An error of the API that is larger than any can be, and answers that would take gigabytes to parse. */
export const TOO_LARGE: [string, number, string][] = [
  [
    'a refusal of 2 MiB',
    400,
    JSON.stringify({ error: { code: 'validation_error', message: 'x'.repeat(2 ** 21) } }),
  ],
  ['lists within lists', 200, '['.repeat(2 ** 20)],
  ['as many levels as no answer has', 200, `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  ['more lists than any answer has', 200, `{"title":[${'[],'.repeat(5_000_000)}[]]}`],
]
