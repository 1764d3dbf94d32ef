import { idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { status } from '../state.ts'

/** An incident of Digital Guardian (Fortra), as its Analytics and Reporting Cloud exports it. */
export const digitalGuardian: Product = {
  id: 'digital_guardian',
  name: 'Digital Guardian',
  source: 'elastic/integrations, packages/digital_guardian, data stream arc',
  forms: [[has('dg_guid'), is('dg_utype', 'Incident'), has('inc_id')]],
  title: ['dg_name'],
  titleStandIn: ['Digital Guardian: {inc_id}'],
  description: ['dg_description', 'dg_comment'],
  severity: [word('inc_sev')],
  time: ['inc_ctime', 'inc_mtime'],
  identity: {
    of: idAnd('inc_id', 'dg_tenant'),
    why: 'The id is not unique across tenants: it is the number of the incident with the day. Identity: id and tenant. A change of the state keeps both.',
  },
  state: [status('inc_state')],
}
