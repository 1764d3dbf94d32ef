import { idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, like } from '../recognition.ts'
import { status } from '../state.ts'

/** An incident of GitGuardian: a secret in code. The API of public monitoring grades by numbers without documented words. */
export const gitGuardian: Product = {
  id: 'gitguardian',
  name: 'GitGuardian',
  source:
    'https://docs.gitguardian.com/platform/configure-alerting/notifiers-integrations/custom-webhook; GitGuardian/ggmcp, tests/cassettes; demisto/content, Packs/GitGuardian/Integrations/GitGuardianEventCollector/test_data',
  forms: [
    [
      like('action', /^(?:(?:incident|occurrence)_|new_occurrence$)/, 'incident_…'),
      ...[has('incident.id'), has('incident.detector.name'), has('incident.status')],
      hasOneOf('incident.secret_revoked', 'incident.secret_hash', 'incident.gitguardian_url'),
    ],
    [
      ...[has('detector.name'), has('gitguardian_url'), has('status'), has('date')],
      hasOneOf('secret_hash', 'occurrences_count', 'occurrence_count'),
    ],
    [
      ...[has('display_name'), has('occurrence_count'), has('status'), has('created_at')],
      ...[has('first_occurrence_id'), has('validity_status')],
    ],
  ],
  title: [
    'Secret found: {incident.detector.display_name}',
    'Secret found: {incident.detector.name}',
    'Secret found: {detector.display_name}',
    'Secret found: {detector.name}',
    'Secret found: {display_name}',
  ],
  description: ['message', 'incident.gitguardian_url', 'gitguardian_url', '{repo_name}: {file_path}'],
  severity: [word('incident.severity', 'severity')],
  time: ['incident.date', 'date', 'created_at', 'timestamp'],
  systems: ['occurrence.source.full_name', 'occurrence.source.fullname', 'repo_name'],
  identity: {
    of: (alert) => {
      if (NOTIFIED.holds(alert)) return ofNotified(alert)
      return LISTED.holds(alert) ? ofListed(alert) : ofPublic(alert)
    },
    why: 'The id is not unique: each workspace and each installation counts its incidents. Identity: number, detector and the time it was found (microseconds). Assignment, severity and resolution repeat them.',
  },
  state: [status('incident.status'), status('status')],
}

const NOTIFIED = has('incident.id')
const LISTED = has('detector.name')
// The same three values as of a notification: an incident that is listed later is the same.
const ofNotified = idAnd('incident.id', 'incident.date', 'incident.detector.name')
const ofListed = idAnd('id', 'date', 'detector.name')
const ofPublic = idAnd('id', 'created_at', 'name', 'display_name')
