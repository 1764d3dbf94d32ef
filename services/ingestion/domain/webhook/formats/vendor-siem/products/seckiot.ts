import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'

/** An alert of Seckiot Citadelle. Only vulnerabilities are graded in words. */
export const seckiot: Product = {
  id: 'seckiot',
  name: 'Seckiot Citadelle',
  source: 'SEKOIA-IO/intake-formats, Seckiot/citadelle/tests',
  forms: [[has('skt.alert_id'), has('skt.module'), is('event.kind', 'alert')]],
  title: ['rule.description', 'rule.name', 'vulnerability.description'],
  titleStandIn: ['Citadelle {skt.module}'],
  description: ['vulnerability.description', 'rule.description'],
  severity: [word('vulnerability.severity')],
  time: ['event.created', '@timestamp'],
  systems: ['skt.assets.name', 'source.ip', 'destination.ip'],
  identity: { of: id('skt.alert_id'), why: 'The id is unique: a UUID for each alert.' },
}
