import { hashOf, idAt } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { status, when } from '../state.ts'

/** An alert of HyperDX, the surface of ClickStack, with the names of the variables of its generic webhook. */
export const hyperDx: Product = {
  id: 'hyperdx',
  name: 'HyperDX',
  source: 'spikehq/docs.spike.sh, integrations-guideline/integrate-spike-with-clickstack.md',
  forms: [[...[has('title'), has('link'), has('alertType')], hasOneOf('alertId', 'eventId', 'startTimeISO')]],
  title: ['title'],
  description: ['body', 'note'],
  severity: [],
  time: ['startTimeISO', 'startTime'],
  systems: ['groupKey'],
  identity: {
    of: (alert) => (idAt(alert, ['startTimeISO', 'startTime']) === null ? null : ofNotification(alert)),
    closes: (alert) => (idAt(alert, ['eventId', 'alertId']) === null ? null : ofSubject(alert)),
    why: 'Shared: the ids are those of the rule and its group. The window of time is added; without it nothing but the very delivery tells a notification from the next. The end finds it by the ids and the group.',
    unmatched: 'Older versions leave both ids empty, and two rules can have one title.',
  },
  state: [when('state', ['OK'], 'resolved'), status('status', 'state')],
}

const SUBJECT = ['eventId', 'alertId', 'groupKey']
const ofSubject = hashOf(...SUBJECT)
const ofNotification = hashOf(...SUBJECT, 'title', 'state', 'status', 'startTimeISO', 'startTime')
