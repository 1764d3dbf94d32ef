import { idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, like } from '../recognition.ts'
import { status, when } from '../state.ts'

/** An incident of Grafana IRM (Grafana Incident), as its outgoing webhook sends each event about it. */
export const grafanaIncident: Product = {
  id: 'grafana_incident',
  name: 'Grafana IRM',
  source:
    'https://grafana.com/docs/grafana-cloud/alerting-and-irm/incident/configure/integrations/configure-outgoing-webhooks/; grafana/incident-go, go/incident/webhook_test.go',
  forms: [
    [
      like('event', /^grafana\.incident\./, 'grafana.incident.…'),
      has('incident.incidentID'),
      has('incident.title'),
    ],
  ],
  title: ['incident.title'],
  description: ['incident.summary', 'incident.description'],
  severity: [word('incident.severity', 'incident.severityLabel')],
  time: ['incident.incidentStart', 'incident.createdTime', 'time'],
  identity: {
    of: idAnd('incident.incidentID', 'incident.createdTime'),
    why: 'The id is not unique: each stack counts its incidents. Identity: number and the time it was declared. Every event about the incident repeats both.',
  },
  state: [when('incident.isDrill', [true], 'informational'), status('incident.status')],
}
