import { id } from '../identity.ts'
import { scale } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, numeric } from '../recognition.ts'

/** A record of a breach or of malware in which SpyCloud found a credential. */
export const spycloud: Product = {
  id: 'spycloud',
  name: 'SpyCloud',
  source: 'elastic/integrations, packages/spycloud, data stream breach_record',
  forms: [[has('spycloud_publish_date'), has('document_id'), has('source_id'), numeric('severity')]],
  title: ['Exposed credential of {email}', 'Exposed credential of {username}'],
  titleStandIn: ['Exposed credential at {target_domain}', 'Exposed credential: {document_id}'],
  description: ['Found at {target_url} on {user_hostname}', 'Source {source_id}, {domain}'],
  // An address alone; personal data; a plain-text password; an infected machine.
  severity: [scale('severity', { low: 0, medium: 5, high: 20, critical: 25 })],
  time: ['spycloud_publish_date'],
  systems: ['user_hostname', 'target_domain', 'domain'],
  identity: {
    of: id('document_id'),
    why: 'The id is unique: a UUID for each record. A change of the record repeats it.',
  },
}
