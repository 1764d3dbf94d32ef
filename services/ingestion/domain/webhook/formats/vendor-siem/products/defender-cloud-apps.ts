import { id } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, numeric } from '../recognition.ts'
import { when } from '../state.ts'

/** An alert of Microsoft Defender for Cloud Apps, as its own API gives it. */
export const defenderCloudApps: Product = {
  id: 'defender_cloud_apps',
  name: 'Microsoft Defender for Cloud Apps',
  source: 'https://learn.microsoft.com/defender-cloud-apps/api-alerts',
  forms: [[has('_id'), has('title'), numeric('severityValue'), numeric('statusValue'), has('timestamp')]],
  title: ['title'],
  description: ['description'],
  severity: [codes('severityValue', { 0: 'low', 1: 'medium', 2: 'high', 3: 'informational' })],
  time: ['timestamp'],
  systems: ['entities.label'],
  identity: {
    of: id('_id'),
    why: 'The id is unique: 24 hexadecimal digits for each alert. A change of the status keeps it.',
  },
  state: [
    when('resolutionStatusValue', [1], 'suppressed'),
    when('resolutionStatusValue', [2, 5], 'resolved'),
    when('resolutionStatusValue', [3, 4], 'false_positive'),
    when('statusValue', [2], 'closed'),
  ],
}
