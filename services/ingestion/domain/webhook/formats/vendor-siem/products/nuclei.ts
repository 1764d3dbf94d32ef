import { hashOf } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { when } from '../state.ts'

/** A match of a Nuclei template: a finding about a host, or information. */
export const nuclei: Product = {
  id: 'nuclei',
  name: 'Nuclei',
  source:
    'https://docs.projectdiscovery.io/tools/nuclei/running; projectdiscovery/nuclei, pkg/output/output.go (ResultEvent)',
  forms: [[has('template-id'), has('info.name'), has('info.severity'), hasOneOf('matched-at', 'host')]],
  title: ['{info.name}: {matched-at}', '{info.name}: {host}', 'info.name'],
  description: ['info.description', 'template-id'],
  severity: [word('info.severity')],
  time: ['timestamp'],
  systems: ['host', 'ip'],
  identity: {
    of: hashOf('template-id', 'matcher-name', 'matched-at', 'host', 'port', 'extracted-results'),
    why: 'A match has no id. Identity: template, matcher, place and what was extracted. A further scan that finds the same repeats them.',
  },
  state: [when('matcher-status', [false], 'informational')],
}
