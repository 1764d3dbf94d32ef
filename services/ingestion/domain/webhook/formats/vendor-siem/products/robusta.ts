import { hashOf, hashOfSubject, requiring } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, like } from '../recognition.ts'
import { rule } from '../state.ts'

/** A finding of Robusta, as its webhook sends it. The webhook cuts the last fields of a long finding. */
export const robusta: Product = {
  id: 'robusta',
  name: 'Robusta',
  source: 'spikehq/docs.spike.sh, integrations-guideline/integrate-spike-with-robusta.md',
  forms: [[has('aggregation_key'), has('finding_type'), has('cluster_name')]],
  title: [{ path: 'title', read: withoutMark }, 'aggregation_key'],
  description: ['description'],
  severity: [word('severity')],
  time: ['starts_at'],
  systems: ['subject.name', 'cluster_name'],
  identity: {
    of: requiring(
      ['starts_at'],
      hashOf('fingerprint', 'cluster_name', 'account_id', 'aggregation_key', 'starts_at'),
    ),
    closes: hashOfSubject('fingerprint', 'cluster_name', 'account_id'),
    why: 'The id is not unique: the fingerprint is the same whenever the rule finds the same again, and the field id is that of one message. Identity: fingerprint and the time at which the finding began. Without that time, only the very delivery identifies it. The end finds its alert by fingerprint, cluster and account.',
    unmatched: 'A long finding loses its fingerprint, and several can have one title.',
  },
  state: [rule((finding) => (IS_RESOLVED.holds(finding) ? 'resolved' : null), 'title')],
}

const IS_RESOLVED = like('title', /^\[RESOLVED\]/, '[RESOLVED]')

function withoutMark(title: string): string {
  return title.startsWith('[RESOLVED]') ? title.slice('[RESOLVED]'.length).trim() : title
}
