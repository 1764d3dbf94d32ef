import { idAnd } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'
import { when } from '../state.ts'

const STATES = ['detail.state', 'detail.status']

/** An event of AWS Backup about a backup, a copy or a restore. */
export const awsBackup: Product = {
  id: 'aws_backup',
  name: 'AWS Backup',
  source: 'https://docs.aws.amazon.com/aws-backup/latest/devguide/eventbridge.html',
  forms: [
    [
      is('source', 'aws.backup'),
      is('detail-type', 'Backup Job State Change', 'Copy Job State Change', 'Restore Job State Change'),
      hasOneOf(...STATES),
      has('detail'),
    ],
  ],
  title: [
    '{detail-type}: {detail.state} ({detail.resourceArn})',
    '{detail-type}: {detail.status}',
    '{detail-type}: {detail.state}',
  ],
  description: ['detail.statusMessage'],
  severity: [],
  time: ['time'],
  systems: ['detail.resourceArn', 'detail.resourceType'],
  identity: {
    of: idAnd(
      ['detail.backupJobId', 'detail.copyJobId', 'detail.restoreJobId'],
      ...['account', 'region', ...STATES],
    ),
    why: 'The id is unique: one for each job. Identity: id, account, region and states of the job. The states are added because most of them are only information.',
  },
  // An aborted backup is not listed: an attacker who stops backups can mean to destroy the data.
  state: STATES.flatMap((path) => [
    when(path, ['CREATED', 'PENDING', 'RUNNING', 'COMPLETED', 'ABORTING'], 'informational'),
  ]),
}
