import { isObject } from '../../../../../../kernel/json/is-object.ts'
import { parseBody } from '../../../body.ts'
import { valueAt, valuesAt } from '../../../fields.ts'
import { own } from '../../../own.ts'
import { plainText } from '../../../text.ts'
import { hashOfShared, id } from '../identity.ts'
import type { Product } from '../product.ts'
import { type Condition, has, is } from '../recognition.ts'
import { rule } from '../state.ts'

/** The result stands in the change or in the entity; each of them can be JSON as text, which is parsed once. */
function resultOf(event: unknown): unknown {
  if (!isObject(event)) return undefined
  if (!results.has(event)) results.set(event, findResult(event))
  return results.get(event)
}

function findResult(event: object): unknown {
  const changes = ['changeDescription.fieldsUpdated', 'changeDescription.fieldsAdded']
    .flatMap((path) => valuesAt(event, path, 50))
    .filter((change) => own(change, 'name') === 'testCaseResult')
    .map((change) => opened(own(change, 'newValue')))
  const found = [...changes, own(opened(own(event, 'entity')), 'testCaseResult')]
  return found.find((result) => isObject(result) && own(result, 'testCaseStatus') !== undefined)
}

function opened(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const parsed = parseBody(Buffer.from(value))
  return parsed.ok ? parsed.value : undefined
}

const ofResult = (path: string) => (event: unknown) => valueAt(resultOf(event), path)

const RESULT: Condition = {
  needs: 'the change testCaseResult',
  keys: ['changedescription', 'entity'],
  holds: (event) => resultOf(event) !== undefined,
}

/** Cache of the results of events, for as long as an event lives: each field of the table asks for the result. */
const results = new WeakMap<object, unknown>()

/** The result of a test of data in OpenMetadata or Collate. It is not graded. */
export const openMetadata: Product = {
  id: 'openmetadata',
  name: 'OpenMetadata',
  source:
    'https://docs.open-metadata.org, "Webhook Payloads and Delivery", the ChangeEvent object; webhook receivers that name its test case results',
  forms: [[is('entityType', 'testCase'), has('eventType'), has('entityFullyQualifiedName'), RESULT]],
  title: [
    {
      path: 'entityFullyQualifiedName',
      of: (event) =>
        `${plainText(valueAt(event, 'entityFullyQualifiedName'))}: ${plainText(ofResult('testCaseStatus')(event))}`,
    },
  ],
  description: [ofResult('result')],
  severity: [],
  time: [ofResult('timestamp'), 'timestamp'],
  identity: {
    of: id('id'),
    why: 'The id is unique: a UUID for each event. A result that passed finds its alert by the test.',
    closes: hashOfShared('entityFullyQualifiedName'),
  },
  state: [rule((event) => (ofResult('testCaseStatus')(event) === 'Success' ? 'passed' : null))],
}
