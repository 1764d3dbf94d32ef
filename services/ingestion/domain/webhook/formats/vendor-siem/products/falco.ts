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
    why: 'An alert has no id. Identity: the whole alert, with its rule, output and time (nanoseconds). An alert never changes.',
  },
}
