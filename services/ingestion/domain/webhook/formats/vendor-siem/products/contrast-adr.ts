import { idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { when } from '../state.ts'

/** An attack that an agent of Contrast Security ADR saw in an application. */
export const contrastAdr: Product = {
  id: 'contrast_adr',
  name: 'Contrast Security ADR',
  source:
    'DataDog/integrations-extras, contrast_security_adr/assets/logs; https://docs.contrastsecurity.com/en/the-adr-attack-event-data-model.html',
  forms: [
    [
      ...[has('eventUuid'), has('rule'), has('result'), has('application.name')],
      hasOneOf('attackPayload', 'vectorAnalysis', 'sourceIp'),
    ],
  ],
  title: ['{rule} {result}: {application.name} {url}', '{rule} {result}: {application.name}'],
  titleStandIn: ['Attack on {application.name}'],
  description: ['{request.method} {url} from {sourceIp} ({environment})', 'uiUrl'],
  severity: [word('severity')],
  time: ['detectedTime'],
  systems: ['host.hostname', 'server.name', 'application.name'],
  identity: {
    of: idAnd('eventUuid', 'organizationUuid', 'rule', 'detectedTime'),
    why: 'It is not documented whether the id is unique across organizations. Identity: id, organization, rule and time. An event never changes.',
  },
  state: [when('result', ['PROBED'], 'informational')],
}
