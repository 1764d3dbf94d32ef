import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { status, when } from '../state.ts'

/** A finding of Prowler 3 in its own JSON; later versions write OCSF. */
export const prowler: Product = {
  id: 'prowler',
  name: 'Prowler',
  source: 'prowler-cloud/prowler, version 3, prowler/lib/outputs/models.py',
  forms: [
    [
      ...[has('CheckID'), has('CheckTitle'), has('StatusExtended'), has('FindingUniqueId')],
      is('Status', 'PASS', 'FAIL', 'INFO', 'MANUAL', 'MUTED', 'WARNING'),
    ],
  ],
  title: ['{CheckTitle}: {ResourceId}', 'CheckTitle', 'StatusExtended'],
  description: ['StatusExtended', 'Description'],
  severity: [word('Severity')],
  time: ['AssessmentStartTime'],
  systems: ['ResourceArn', 'ResourceId', 'ResourceName'],
  identity: {
    of: id('FindingUniqueId'),
    why: 'The id is unique: it holds provider, check, account, region and resource. Each further assessment repeats it.',
  },
  state: [
    when('Status', ['PASS'], 'passed'),
    when('Status', ['INFO', 'MANUAL'], 'informational'),
    when('Status', ['MUTED'], 'suppressed'),
    status('Status'),
  ],
}
