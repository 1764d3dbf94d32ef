import { hashOf } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'
import { when } from '../state.ts'

/** An event of Flux about a resource that it reconciles, as a generic provider sends it. */
export const flux: Product = {
  id: 'flux',
  name: 'Flux',
  source:
    'https://fluxcd.io/flux/components/notification/providers/#generic-webhook; fluxcd/pkg, apis/event/v1beta1/event.go',
  forms: [
    [
      ...[has('involvedObject.kind'), has('reason'), has('message')],
      is('severity', 'info', 'error', 'trace'),
      hasOneOf('reportingController', 'reportingComponent'),
    ],
  ],
  title: [
    '{involvedObject.kind} {involvedObject.namespace}/{involvedObject.name}: {reason}',
    '{involvedObject.kind}: {reason}',
  ],
  description: ['message'],
  severity: [word('severity')],
  time: ['timestamp'],
  systems: ['involvedObject.name'],
  identity: {
    of: hashOf('involvedObject', 'reason', 'message', 'timestamp'),
    why: 'An event has no id: object, reason, message and time are one event’s.',
  },
  state: [when('severity', ['info', 'trace'], 'informational')],
}
