import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'

/** A violation of one JFrog Xray policy, with all issues that a scan found. */
export const jfrogXray: Product = {
  id: 'jfrog_xray',
  name: 'JFrog Xray',
  source: 'https://jfrog.com/help/r/xray-webhook-payload-format',
  forms: [
    [
      ...[has('top_severity'), has('watch_name'), has('policy_name'), has('issues')],
      hasOneOf('alert_id', 'created'),
    ],
  ],
  title: ['{policy_name} ({watch_name}): {issues.summary}', '{policy_name} ({watch_name})'],
  description: ['issues.description', 'issues.summary'],
  // A policy violation is never informational, however low its severity.
  severity: [(alert) => (grade(alert) === 'informational' ? 'low' : grade(alert))],
  time: ['created'],
  systems: ['issues.impacted_artifacts.name'],
  identity: {
    of: id('alert_id'),
    why: 'The id is unique: 24 hexadecimal digits for each alert. The ids of vulnerabilities are shared and not read.',
  },
}

const grade = word('top_severity')
