import { idAnd } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { when } from '../state.ts'

/** Events that every mail causes. */
const MAILS = ['receipt', 'process', 'delivery', 'journal', 'spam']

/** An event of Mimecast's SIEM log. It has no severity. Events that every mail causes are informational. */
export const mimecast: Product = {
  id: 'mimecast',
  name: 'Mimecast',
  source:
    'SEKOIA-IO/intake-formats, Mimecast/mimecast-email-security/tests; elastic/integrations, packages/mimecast, data stream siem_logs',
  forms: [
    [
      ...[has('processingId'), has('aggregateId'), has('accountId'), has('timestamp')],
      hasOneOf('type', 'eventType'),
    ],
  ],
  title: [
    ...['Virus {virusFound} in {fileName}', 'Virus {virusFound}', '{scanResults}', '{urlCategory}: {url}'],
    ...['Impersonation: {policyDefinition}', 'Attachment {fileName}'],
  ],
  titleStandIn: ['Mimecast: {type}', 'Mimecast: {eventType}'],
  description: ['Mail from {senderEnvelope}: {subject}'],
  severity: [],
  time: ['timestamp'],
  systems: ['recipients', 'recipient'],
  identity: {
    of: idAnd(
      'processingId',
      ...['aggregateId', 'accountId', 'type', 'eventType', 'timestamp'],
      ...['sha256', 'fileName', 'url', 'recipients', 'recipient'],
    ),
    why: 'The id is not unique: the ids are those of the mail and of its processing. Identity: ids, kind, time, file, link and recipient. A repetition keeps them.',
  },
  state: ['type', 'eventType'].map((path) => when(path, MAILS, 'informational')),
}
