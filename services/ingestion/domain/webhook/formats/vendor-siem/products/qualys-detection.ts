import { own } from '../../../own.ts'
import { idAnd } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { status, when } from '../state.ts'

const at = (name: string) => `DETECTION_LIST.${name}`

/** 1 minimal, 2 medium, 3 serious, 4 critical, 5 urgent (Qualys, "Severity levels"). */
const LEVELS = { 1: 'low', 2: 'low', 3: 'medium', 4: 'high', 5: 'critical' } as const

/** A list of detections is an envelope (event-lists.ts). */
const IS_ONE = {
  needs: 'one DETECTION_LIST',
  holds: (alert: unknown) => !Array.isArray(own(alert, 'DETECTION_LIST')),
  common: true,
}

/** A vulnerability of a host that Qualys VMDR detected, with its knowledge base entry if the sender adds it. */
export const qualysDetection: Product = {
  id: 'qualys_detection',
  name: 'Qualys VMDR',
  source: 'elastic/integrations, packages/qualys_vmdr, data stream asset_host_detection',
  forms: [
    [
      has(at('QID')),
      has(at('STATUS')),
      hasOneOf(at('UNIQUE_VULN_ID'), at('SEVERITY')),
      hasOneOf('IP', 'DNS', 'ID'),
      IS_ONE,
    ],
  ],
  title: [
    '{KNOWLEDGE_BASE.TITLE} on {DNS}',
    '{KNOWLEDGE_BASE.TITLE} on {IP}',
    'KNOWLEDGE_BASE.TITLE',
    'QID {DETECTION_LIST.QID} on {DNS}',
    'QID {DETECTION_LIST.QID} on {IP}',
    'QID {DETECTION_LIST.QID}',
  ],
  description: ['KNOWLEDGE_BASE.DIAGNOSIS', at('RESULTS')],
  severity: [codes(at('SEVERITY'), LEVELS), codes('KNOWLEDGE_BASE.SEVERITY_LEVEL', LEVELS)],
  time: [at('FIRST_FOUND_DATETIME'), at('LAST_FOUND_DATETIME')],
  systems: ['DNS', 'IP'],
  identity: {
    of: idAnd(at('UNIQUE_VULN_ID'), 'ID', at('QID'), at('FIRST_FOUND_DATETIME')),
    why: 'It is not documented whether subscriptions share the id, a number. Identity: id, host, what was found and when first. Further scans and the fix repeat them.',
  },
  state: [
    when(at('IS_IGNORED'), ['1'], 'suppressed'),
    when(at('IS_DISABLED'), ['1'], 'suppressed'),
    status(at('STATUS')),
  ],
}
