import { id } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { status, when } from '../state.ts'

/** A malware event of Veeam Backup & Replication: what a scan found in a backup. */
export const veeamBackup: Product = {
  id: 'veeam_backup',
  name: 'Veeam Backup & Replication',
  source: 'demisto/content, Packs/Veeam/Integrations/VBRRESTAPI/test_data/get_malware_events.json',
  forms: [
    [
      ...[has('machine.backupObjectId'), has('detectionTimeUtc'), has('type')],
      is('severity', 'Clean', 'Informative', 'Suspicious', 'Infected'),
    ],
  ],
  title: ['{machine.displayName}: {severity} ({type})', '{severity} ({type})'],
  description: ['details'],
  severity: [codes('severity', { infected: 'high', suspicious: 'medium', informative: 'informational' })],
  time: ['detectionTimeUtc'],
  systems: ['machine.displayName'],
  identity: {
    of: id('id'),
    why: 'The id is unique: a UUID for each event. A change of its state repeats it.',
  },
  state: [when('severity', ['Clean'], 'passed'), status('state')],
}
