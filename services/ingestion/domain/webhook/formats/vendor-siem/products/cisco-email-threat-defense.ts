import { valuesAt } from '../../../fields.ts'
import { severityOfWord } from '../../../severity.ts'
import { idAnd, idAt } from '../identity.ts'
import { codes, type Level } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { when } from '../state.ts'

/** For a message without techniques. The product does not grade its verdicts. */
const VERDICTS = {
  bec: 'high',
  malicious: 'high',
  phishing: 'high',
  scam: 'medium',
  spam: 'low',
  graymail: 'low',
} as const

/** A message that Cisco Secure Email Threat Defense judged, as its API and Sentinel's table of it give it. */
export const ciscoEmailThreatDefense: Product = {
  id: 'cisco_email_threat_defense',
  name: 'Cisco Secure Email Threat Defense',
  source:
    'https://developer.cisco.com/docs/message-search-api/; Azure/Azure-Sentinel, Sample Data/Custom/CiscoETD_CL.json',
  forms: [[has('id'), has('internetMessageId'), hasOneOf('verdict.category', 'verdict_category')]],
  title: ['{verdict.category} message: {subject}', '{verdict_category} message: {subject}'],
  titleStandIn: ['{verdict.category} message', '{verdict_category} message'],
  description: ['verdict.techniques.description', 'verdict_techniques.description'],
  severity: [highestTechnique, codes('verdict.category', VERDICTS), codes('verdict_category', VERDICTS)],
  time: ['verdict.timestamp', 'verdict_timestamp', 'timestamp'],
  systems: ['mailboxes', 'toAddresses'],
  identity: {
    of: idAnd('id', ['verdict.category', 'verdict_category']),
    why: 'The id is not unique: it is that of the message, whose verdict can change later. Identity: id and verdict. A message that is found to be neutral finds its alert by the id.',
    closes: (alert) => idAt(alert, ['id']),
  },
  state: ['verdict.category', 'verdict_category'].map((path) => when(path, ['neutral'], 'passed')),
}

function highestTechnique(alert: unknown): Level | null {
  const values = ['verdict.techniques.severity', 'verdict_techniques.severity'].flatMap((path) =>
    valuesAt(alert, path),
  )
  const levels = values.map(severityOfWord)
  return (['critical', 'high', 'medium', 'low'] as const).find((level) => levels.includes(level)) ?? null
}
