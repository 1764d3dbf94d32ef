export const SYSTEM = '018f0000-0000-7000-8000-00000000000a'

/** Bodies with status 200 that are no decision about `SYSTEM`. */
export const NO_DECISIONS = [
  '{}',
  'null',
  '[]',
  '"pass"',
  `{"ai_system_id":"${SYSTEM}","decision":"pass"}`,
  `{"ai_system_id":"${SYSTEM}","decision":"pass","reasons":["version_drift"]}`,
  `{"ai_system_id":"${SYSTEM}","decision":"PASS","reasons":[]}`,
  '{"ai_system_id":"other","decision":"pass","reasons":[]}',
]
