import { wholeAlert } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'

/** An alert of Falco's http_output, or of Falcosidekick. */
export const falco: Product = {
  id: 'falco',
  name: 'Falco',
  source: 'https://falco.org/docs/concepts/outputs/channels/#http-s-output',
  forms: [[has('rule'), has('priority'), has('output'), hasOneOf('output_fields', 'time')]],
  title: ['rule'],
  description: ['output'],
  severity: [word('priority')],
  time: ['time'],
  systems: ['hostname', 'output_fields.k8s.pod.name', 'output_fields.container.name'],
  identity: {
    of: wholeAlert,
    why: 'There is no id: an alert is its rule, output and time in nanoseconds, and never changes.',
  },
}
