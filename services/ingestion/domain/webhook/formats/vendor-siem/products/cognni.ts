import { hashOf } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'

/** An incident of Cognni about a document that was shared. */
export const cognni: Product = {
  id: 'cognni',
  name: 'Cognni',
  source: 'Azure/Azure-Sentinel, Sample Data/Custom/CognniIncidents_CL.json',
  forms: [[has('orgId'), has('informationType'), has('insights'), has('eventTime'), has('severity')]],
  title: ['{informationType}: {insights}', 'informationType'],
  description: ['fileName', 'name'],
  severity: [codes('severity', { 3: 'high', 2: 'medium', 1: 'low' })],
  time: ['eventTime'],
  systems: ['userId', 'siteId'],
  identity: {
    of: hashOf('orgId', 'messageId', 'attachmentId', 'listItemUniqueId', 'siteId', 'fileName', 'eventTime'),
    why: 'An alert has no id. Identity: organization, message or item, file and time.',
  },
}
