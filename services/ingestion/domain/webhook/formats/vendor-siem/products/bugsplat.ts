import { idAnd } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'

/** A notification of BugSplat about a new crash or a new group of crashes. It is not graded and never ends. */
export const bugSplat: Product = {
  id: 'bugsplat',
  name: 'BugSplat',
  source: 'https://docs.bugsplat.com/introduction/development/integrating-with-tools/messanger-apps/webhook',
  forms: [
    [
      ...[has('stackKeyId'), has('database'), has('application')],
      hasOneOf('stackKeyName', 'crashTypeId', 'exceptionMessage', 'exceptionCode'),
    ],
  ],
  title: [
    '{application} {version}: {exceptionMessage}',
    '{application}: {stackKeyName}',
    '{application}: {exceptionMessage}',
    '{application}: {exceptionCode}',
  ],
  titleStandIn: ['Crash of {application}'],
  description: ['{exceptionMessage} in {stackKeyName}', 'stackKeyName', 'exceptionMessage'],
  severity: [],
  time: ['received'],
  systems: ['application'],
  identity: {
    of: idAnd('id', 'database', 'stackKeyId', 'received'),
    why: 'The id is not unique: each database counts its crashes. Identity: number, database, group and time. The notification of a new group can lack the number; then its content is the identity.',
  },
}
