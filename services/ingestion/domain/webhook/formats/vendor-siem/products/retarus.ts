import { idAnd } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'

/** A threat in a message that Retarus Email Security found. It is not graded. */
export const retarus: Product = {
  id: 'retarus',
  name: 'Retarus Email Security',
  source: 'SEKOIA-IO/intake-formats, Retarus/retarus_email_security/tests',
  forms: [[is('class', 'THREAT'), has('rmxId'), has('mimeId'), has('direction'), has('recipient')]],
  title: [
    '{type} threat in a message to {recipient}: {metaData.details}',
    '{type} threat in a message to {recipient}',
  ],
  description: ['metaData.details', 'metaData.threatType', 'sender'],
  severity: [],
  time: ['ts'],
  systems: ['recipient'],
  identity: {
    of: idAnd('rmxId', 'type', 'recipient', 'ts'),
    why: 'The id is not unique: the findings of several engines and the recipients of one message share it. Identity: id, kind, recipient and time.',
  },
}
