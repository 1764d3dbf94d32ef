import { id } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { when } from '../state.ts'

/** A vulnerability that Rapid7 InsightAppSec found in a web application. */
export const rapid7InsightAppSec: Product = {
  id: 'rapid7_insightappsec',
  name: 'Rapid7 InsightAppSec',
  source:
    'https://help.rapid7.com/insightappsec/en-us/api/v1/docs.html; rapid7/insightconnect-plugins, plugins/rapid7_insightappsec/help.md, "New Vulnerabilities"',
  forms: [[has('app.id'), has('rootCause.url'), has('firstDiscovered'), has('severity')]],
  title: [
    'Vulnerability: {rootCause.method} {rootCause.url} ({rootCause.parameter})',
    'Vulnerability: {rootCause.url}',
  ],
  description: ['variances.message', 'insightUiUrl'],
  severity: [codes('severity', { safe: 'informational' }), word('severity')],
  time: ['firstDiscovered'],
  systems: ['rootCause.url'],
  identity: {
    of: id('id'),
    why: 'The id is unique: a UUID for each vulnerability. Further scans and a change of its status repeat it.',
  },
  state: [
    when('status', ['FALSE_POSITIVE'], 'false_positive'),
    when('status', ['REMEDIATED'], 'resolved'),
    when('status', ['IGNORED', 'DUPLICATE'], 'suppressed'),
  ],
}
