import { hashOf } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'

/** A vulnerability that Quay found in an image. It has no time. */
export const quay: Product = {
  id: 'quay',
  name: 'Red Hat Quay',
  source: 'https://docs.projectquay.io/use_quay.html#repository-events, "Vulnerability detected"',
  forms: [[has('docker_url'), has('vulnerability.id'), has('vulnerability.priority'), has('repository')]],
  title: ['{vulnerability.id} in {repository}'],
  description: ['vulnerability.description', 'vulnerability.link'],
  severity: [word('vulnerability.priority')],
  time: [],
  systems: ['docker_url'],
  identity: {
    of: hashOf('docker_url', 'vulnerability.id', 'tags'),
    why: 'A notification has no id. Identity: image, tags and vulnerability.',
  },
}
