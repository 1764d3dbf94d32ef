import { valueAt, valuesAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { idAnd } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, like } from '../recognition.ts'
import { rule, type State } from '../state.ts'

const RESULT = 'jsonPayload.sanitizationResult'

/** What each filter looks for, and where its result says whether it found it: in an object of its own or beside the other fields. */
const FILTERS: readonly (readonly [filter: string, words: string, results: readonly string[]])[] = [
  ['pi_and_jailbreak', 'prompt injection or jailbreak', ['piAndJailbreakFilterResult']],
  ['sdp', 'sensitive data', ['sdpFilterResult.inspectResult', 'sdpFilterResult.deidentifyResult']],
  ['rai', 'harmful content', ['raiFilterResult']],
  ['malicious_uris', 'malicious links', ['maliciousUriFilterResult']],
  ['csam', 'child sexual abuse material', ['csamFilterFilterResult']],
  ['virus_scan', 'malware', ['virusScanFilterResult']],
]

/** An entry of Google Model Armor in Cloud Logging: what its filters found in a prompt or an answer of a model. It is not graded. */
export const gcpModelArmor: Product = {
  id: 'gcp_model_armor',
  name: 'Google Model Armor',
  source:
    'https://docs.cloud.google.com/model-armor/configure-logging; https://docs.cloud.google.com/model-armor/reference/rest, SanitizationResult; entries in tests of programs that read them',
  forms: [
    [
      like('jsonPayload.@type', /modelarmor\.logging\.v1\.SanitizeOperationLogEntry$/, 'Model Armor'),
      has(RESULT),
    ],
    [like('logName', /modelarmor\.googleapis\.com/, 'a log of Model Armor'), has(RESULT)],
  ],
  title: [{ path: RESULT, of: titleOf }],
  description: [`${RESULT}.sanitizationVerdictReason`, 'resource.labels.template_id'],
  severity: [],
  time: ['timestamp', 'receiveTimestamp'],
  systems: ['labels.modelarmor.googleapis.com/client_name', 'resource.labels.template_id'],
  identity: {
    of: idAnd('insertId', 'logName', 'timestamp'),
    why: 'The id is unique within a log and a time: that of the log entry. Identity: id, log and time. An entry never changes.',
  },
  state: [rule(stateOf, `${RESULT}.filterMatchState`)],
}

function titleOf(entry: unknown): string {
  const found = FILTERS.filter(([filter, , results]) =>
    ['', ...results.map((result) => `.${result}`)].some((result) =>
      valuesAt(entry, `${RESULT}.filterResults.${filter}${result}.matchState`).includes('MATCH_FOUND'),
    ),
  ).map(([, words]) => words)
  const where = /RESPONSE/.test(plainText(valueAt(entry, 'jsonPayload.operationType')))
    ? 'an answer'
    : 'a prompt'
  const what = found.length > 0 ? found.join(', ') : isBlocked(entry) ? 'blocked content' : 'checked content'
  return `Model Armor: ${what} in ${where}`
}

const isBlocked = (entry: unknown) =>
  /BLOCK$/.test(plainText(valueAt(entry, `${RESULT}.sanitizationVerdict`)))

/** A prompt or an answer in which no filter found anything, and which was not blocked, is no alert. */
function stateOf(entry: unknown): State | null {
  const match = plainText(valueAt(entry, `${RESULT}.filterMatchState`))
  return match === 'NO_MATCH_FOUND' && !isBlocked(entry) ? 'passed' : null
}
