import { idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, like } from '../recognition.ts'
import { status } from '../state.ts'

/** An incident of GitGuardian: a secret in code. */
export const gitGuardian: Product = {
  id: 'gitguardian',
  name: 'GitGuardian',
  source: 'https://docs.gitguardian.com/platform/configure-alerting/notifiers-integrations/custom-webhook',
  forms: [
    [
      like('action', /^(?:(?:incident|occurrence)_|new_occurrence$)/, 'incident_…'),
      ...[has('incident.id'), has('incident.detector.name'), has('incident.status')],
      hasOneOf('incident.secret_revoked', 'incident.secret_hash', 'incident.gitguardian_url'),
    ],
  ],
  title: ['Secret found: {incident.detector.display_name}', 'Secret found: {incident.detector.name}'],
  description: ['message', 'incident.gitguardian_url'],
  severity: [word('incident.severity')],
  time: ['incident.date', 'timestamp'],
  systems: ['occurrence.source.full_name', 'occurrence.source.fullname'],
  identity: {
    of: idAnd('incident.id', 'incident.date', 'incident.detector.name'),
    why: 'The id is not unique: each workspace and each installation counts its incidents. Identity: number, detector and the time it was found (microseconds). Assignment, severity and resolution repeat them.',
  },
  state: [status('incident.status')],
}
