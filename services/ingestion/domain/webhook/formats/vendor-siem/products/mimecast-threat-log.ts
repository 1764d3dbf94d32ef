import { hashOf } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { when } from '../state.ts'

/**
 * An entry of the logs of Mimecast's Targeted Threat Protection (attachments, links, impersonation) or data leak prevention, as
 * API 1 gives it. It has no severity. What a scan found safe is informational.
 */
export const mimecastThreatLog: Product = {
  id: 'mimecast_threat_log',
  name: 'Mimecast Targeted Threat Protection',
  source:
    'elastic/integrations, packages/mimecast, data streams ttp_ap_logs, ttp_url_logs, ttp_ip_logs and dlp_logs',
  forms: [
    [has('fileHash'), has('actionTriggered'), has('recipientAddress'), has('definition')],
    [has('ttpDefinition'), has('scanResult'), has('userEmailAddress'), has('url')],
    [
      hasOneOf('impersonationResults', 'taggedMalicious', 'identifiers'),
      ...[has('recipientAddress'), has('definition'), has('senderAddress')],
    ],
    [
      ...[has('policy'), has('action'), has('recipientAddress'), has('eventTime')],
      ...[has('route'), hasOneOf('messageId', 'subject')],
    ],
  ],
  title: [
    'Attachment {fileName}: {result}',
    '{scanResult} link, {category}: {url}',
    '{scanResult} link: {url}',
    'Impersonation: {definition}',
    '{policy}: {action}',
  ],
  titleStandIn: ['Mimecast: {definition}', 'Mimecast: {ttpDefinition}'],
  description: [
    'Mail from {senderAddress}: {subject}',
    'Mail from {fromUserEmailAddress}: {subject}',
    'subject',
  ],
  severity: [],
  time: ['date', 'eventTime'],
  systems: ['recipientAddress', 'userEmailAddress'],
  identity: {
    of: hashOf(
      ...['messageId', 'date', 'eventTime', 'recipientAddress', 'userEmailAddress', 'fileName', 'fileHash'],
      ...['url', 'definition', 'ttpDefinition', 'policy', 'action', 'actions', 'actionTriggered'],
      'creationMethod',
    ),
    why: 'The id is not read: only impersonations have one, a token of the request. Identity: mail, time, recipient, file or link, definition and action. An entry never changes.',
  },
  state: [when('result', ['safe'], 'informational'), when('scanResult', ['clean'], 'informational')],
}
