import { delivery, hashOfShared } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'
import { when } from '../state.ts'

/** A change of a test of StatusCake. It is not graded and has no time. */
export const statusCake: Product = {
  id: 'statuscake',
  name: 'StatusCake',
  source:
    'https://www.statuscake.com/kb/knowledge-base/how-to-use-the-web-hook-url/; alerta/alerta-contrib, webhooks/statuscake',
  forms: [
    [
      is('Status', 'Up', 'Down'),
      has('Name'),
      has('StatusCode'),
      hasOneOf('Token', 'Checkrate', 'TestID', 'Method'),
    ],
  ],
  title: ['{Name} is {Status}', 'Name'],
  description: ['{URL}: {StatusCode}', 'URL'],
  severity: [],
  time: [],
  systems: ['URL', 'IP'],
  identity: {
    of: delivery,
    why: 'The id is not unique: it is that of the test. Only the very delivery identifies a change. The end finds its alert by test, name and address.',
    closes: hashOfShared('TestID', 'Name', 'URL'),
  },
  state: [when('Status', ['Up'], 'resolved')],
}
