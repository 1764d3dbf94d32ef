import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { when } from '../state.ts'

/** An alarm of a monitor of Observe, with the names of the variables of its webhook. */
export const observe: Product = {
  id: 'observe',
  name: 'Observe',
  source: 'spikehq/docs.spike.sh, integrations-guideline/integrate-spike-with-observe.md',
  forms: [[has('alert.id'), has('alert.type.eventType'), has('monitor.name')]],
  title: ['monitor.variables.title', 'monitor.name'],
  description: ['monitor.name', 'alert.url'],
  severity: [word('alert.severity.level')],
  time: [{ path: 'alert.url', part: /[?&]alertStartTime=([0-9]{13})/ }],
  identity: {
    of: id('alert.id'),
    why: 'The id is unique: a UUID for each alarm. Its reminders and its end repeat it.',
  },
  state: [when('alert.type.eventType', ['AlarmConditionEnded'], 'resolved')],
}
