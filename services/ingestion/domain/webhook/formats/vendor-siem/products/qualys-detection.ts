import { own } from '../../../own.ts'
import { hashOf, hashOfShared, idAnd } from '../identity.ts'
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
  source:
    'elastic/integrations, packages/qualys_vmdr, data stream asset_host_detection; SumoLogic/sumologic-documentation, docs/integrations/saas-cloud/qualys-vmdr.md; Azure/Azure-Sentinel, Solutions/QualysVM/Data Connectors/AzureFunctionQualysVM_V2 (names of columns)',
  forms: [
    [
      has(at('QID')),
      has(at('STATUS')),
      hasOneOf(at('UNIQUE_VULN_ID'), at('SEVERITY')),
      hasOneOf('IP', 'DNS', 'ID'),
      IS_ONE,
    ],
    // As Sumo Logic's source writes it.
    [has('Detection.Qid'), has('Detection.Status'), has('Detection.TimesFound')],
    // A row of Microsoft Sentinel's table.
    [has('QID'), has('HostId'), has('Status'), has('TimesFound')],
  ],
  title: [
    '{KNOWLEDGE_BASE.TITLE} on {DNS}',
    '{KNOWLEDGE_BASE.TITLE} on {IP}',
    'KNOWLEDGE_BASE.TITLE',
    'QID {DETECTION_LIST.QID} on {DNS}',
    'QID {DETECTION_LIST.QID} on {IP}',
    'QID {DETECTION_LIST.QID}',
    'QID {Detection.Qid} on {Hostname}',
    'QID {Detection.Qid} on {IP}',
    'QID {QID} on {DnsName}',
    'QID {QID} on {IpAddress}',
    'QID {QID} on host {HostId}',
  ],
  description: ['KNOWLEDGE_BASE.DIAGNOSIS', at('RESULTS'), 'Detection.Results', 'Results_0'],
  severity: [
    codes(at('SEVERITY'), LEVELS),
    codes('KNOWLEDGE_BASE.SEVERITY_LEVEL', LEVELS),
    codes('Detection.Severity', LEVELS),
    codes('Severity', LEVELS),
  ],
  time: [
    at('FIRST_FOUND_DATETIME'),
    at('LAST_FOUND_DATETIME'),
    'Detection.FirstFoundDateTime',
    'FirstFound',
    'LastFound',
  ],
  systems: ['DNS', 'IP', 'Hostname', 'DnsName', 'IpAddress'],
  identity: {
    of: (alert) => (has('DETECTION_LIST').holds(alert) ? ofList(alert) : ofRow(alert)),
    closes: (alert) => (has('DETECTION_LIST').holds(alert) ? null : subjectOfRow(alert)),
    why: 'It is not documented whether subscriptions share the id, a number. Identity: id, host, what was found and when first. A row of another product has no id. Identity of a row: host, what was found, when first, and the text of the result. The fix of a row finds its alert by host, finding and time. Further scans and the fix repeat them.',
  },
  state: [
    when(at('IS_IGNORED'), ['1'], 'suppressed'),
    when(at('IS_DISABLED'), ['1'], 'suppressed'),
    when('Detection.IsIgnored', ['1'], 'suppressed'),
    when('Detection.IsDisabled', ['1'], 'suppressed'),
    when('Ignored', ['1'], 'suppressed'),
    when('Disabled', ['1'], 'suppressed'),
    status(at('STATUS'), 'Detection.Status', 'Status'),
  ],
}

const ofList = idAnd(at('UNIQUE_VULN_ID'), 'ID', at('QID'), at('FIRST_FOUND_DATETIME'))
const SUBJECT = ['Id', 'HostId', 'Detection.Qid', 'QID', 'Detection.FirstFoundDateTime', 'FirstFound']
// A row does not name the port: the result tells two findings of one host apart.
const ofRow = hashOf(...SUBJECT, 'Detection.Ssl', 'SSL', 'Detection.Results', 'Results_0')
const subjectOfRow = hashOfShared(...SUBJECT)
