import { hashOf, hashOfShared, requiring } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is, like } from '../recognition.ts'
import { status, when } from '../state.ts'

const SUBJECT = ['eventId', 'alertId', 'groupKey']
const TIMES = ['startTimeISO', 'startTime']
const WINDOW = hasOneOf('startTime', 'startTimeISO')

/** An alert of HyperDX, the user interface of ClickStack, under the variable names of its generic webhook. */
export const hyperDx: Product = {
  id: 'hyperdx',
  name: 'HyperDX',
  source:
    'spikehq/docs.spike.sh, integrations-guideline/integrate-spike-with-clickstack.md; hyperdxio/hyperdx, docs/alert-webhook-template-variables.md',
  forms: [
    [...[has('title'), has('link'), has('alertType')], hasOneOf('alertId', 'eventId', 'startTimeISO')],
    [
      ...[has('title'), has('link'), has('eventId'), WINDOW],
      like('state', /^(?:ALERT|OK|INSUFFICIENT_DATA|DISABLED)$/, 'ALERT or OK'),
      hasOneOf('endTime', 'endTimeISO', 'comparator', 'threshold', 'groupKey'),
    ],
    [
      ...[has('title'), has('link'), has('eventId'), WINDOW],
      is('status', 'firing', 'resolved', 'no_data', 'pending', 'error'),
      is('comparator', '>=', '>', '<', '<=', '=', '!=', 'between', 'outside'),
    ],
  ],
  title: ['title'],
  description: ['body', 'note'],
  // A template can add a grade.
  severity: [word('severity')],
  time: TIMES,
  systems: ['groupKey'],
  identity: {
    of: requiring(TIMES, hashOf(...SUBJECT, 'title', 'state', 'status', ...TIMES)),
    closes: requiring(['eventId', 'alertId'], hashOfShared(...SUBJECT)),
    why: 'The id is not unique: the ids are those of the rule and its group. Identity: ids, group and the window of time. Without the window, only the very delivery identifies the alert. The end finds its alert by the ids and the group.',
    unmatched: 'Older versions leave both ids empty, and two rules can have one title.',
  },
  state: [when('state', ['OK'], 'resolved'), status('status', 'state')],
}
