import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { hashOf } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, like } from '../recognition.ts'
import { rule } from '../state.ts'
import { classTitle } from './class-words.ts'

const TYPES = both('payload.@type')
/** Firebase's own messages that report no failure: digests, testers, feedback of users and plans. */
const REPORTS = TYPES.map((path) =>
  like(path, /(?:Digest|TesterDevice|Feedback|Plan(?:Automated)?Update)Payload$/, 'a report'),
)

const PREFIX =
  /^(?:type\.googleapis\.com\/)?(?:google\.events|com\.google)\.firebase\.firebasealerts\.(?:v1\.)?/

/** An alert of Firebase Crashlytics or Performance Monitoring, as a CloudEvent or its data alone. It is not graded. */
export const firebaseAlert: Product = {
  id: 'firebase_alert',
  name: 'Firebase',
  source:
    'firebase/firebase-functions, src/v2/providers/alerts; googleapis/google-cloudevents, proto/google/events/firebase/firebasealerts/v1',
  forms: TYPES.map((path) => [
    like(path, /(?:^|\/)(?:com\.google\.firebase|google\.events\.firebase)\.firebasealerts\./, 'of Firebase'),
    has(path.startsWith('data.') ? 'data.createTime' : 'createTime'),
  ]),
  title: [
    ...both('payload.issue.title').map((path) => ({ path, of: titleOf })),
    ...['data.payload', 'payload'].map(
      (at) => `{${at}.eventName}: {${at}.metricType} is {${at}.violationValue} {${at}.violationUnit}`,
    ),
  ],
  titleStandIn: TYPES.map((path) => classTitle('Firebase', path, PREFIX)),
  description: both('payload.investigateUri'),
  severity: [],
  time: both('createTime'),
  systems: ['appid', ...both('payload.issue.appVersion')],
  identity: {
    of: hashOf(
      ...['appid', 'alerttype', ...TYPES, ...both('createTime'), ...both('payload.issue.id')],
      ...['eventName', 'eventType', 'metricType', 'appVersion', 'conditionPercentile'].flatMap((name) =>
        both(`payload.${name}`),
      ),
    ),
    why: 'The id is not unique: it is that of the issue, of which there can be several alerts. Identity: app, kind, time, and issue, or trace with its metric, version and percentile. An alert never changes.',
  },
  state: [rule((alert) => (REPORTS.some(({ holds }) => holds(alert)) ? 'informational' : null))],
}

/** What happened to the issue, which the kind of the alert alone tells. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/VelocityAlert/, 'Crashes increase'],
  [/Regression/, 'Crashes again'],
  [/Anr/, 'Does not respond'],
  [/Nonfatal/, 'New error'],
  [/Fatal/, 'New crash'],
]

function titleOf(alert: unknown): string | undefined {
  const at = valueAt(alert, 'data.payload') === undefined ? 'payload' : 'data.payload'
  const title = plainText(valueAt(alert, `${at}.issue.title`))
  if (title === '') return undefined
  const subtitle = plainText(valueAt(alert, `${at}.issue.subtitle`))
  const type = plainText(valueAt(alert, `${at}.@type`))
  const kind = KINDS.find(([pattern]) => pattern.test(type))?.[1] ?? ''
  return [kind, title, subtitle].filter((part) => part !== '').join(': ')
}

/** The path in the data of a CloudEvent, and in that data alone. */
function both(path: string): [string, string] {
  return [`data.${path}`, path]
}
