import { idAnd } from '../identity.ts'
import { codes } from '../levels.ts'
import { fixed, type Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'

const SEVERITIES = { crit: 'critical', majr: 'high', minr: 'medium' } as const

/** An alert of Trellix (FireEye) NX, EX and Central Management, from a notification in JSON or from their API. */
export const trellixNx: Product = {
  id: 'trellix_nx',
  name: 'Trellix Network Security',
  source:
    'ExabeamLabs/Content-Doc, DataSources/FireEye, parsers of notifications in JSON; severities: chronicle/content-hub, content/response_integrations/google/fire_eye_nx',
  forms: [[has('explanation'), has('occurred'), has('alert-url'), hasOneOf('src', 'dst', 'smtp-message')]],
  title: ['{explanation.malware-detected.malware.name} ({name})', 'name'],
  titleStandIn: [fixed('Alert of Trellix Network Security', 'name')],
  description: ['explanation.malware-detected.malware.original', 'alert-url'],
  severity: [codes('severity', SEVERITIES)],
  time: ['occurred'],
  systems: ['src.host', 'src.ip', 'dst.host', 'dst.ip', 'dst.smtp-to'],
  identity: {
    of: idAnd(['uuid', 'id'], 'alert-url', 'occurred'),
    why: 'The id is not unique: each appliance counts its own numbers. Identity: id, time and the address of the alert, which holds the appliance.',
  },
}
