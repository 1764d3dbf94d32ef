import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is, like } from '../recognition.ts'
import { when } from '../state.ts'

/** An incident in STIX 2.1: an object of a bundle, or an event of a stream of OpenCTI, which adds a grade. */
export const stixIncident: Product = {
  id: 'stix_incident',
  name: 'STIX 2.1 (OpenCTI)',
  source:
    'https://docs.oasis-open.org/cti/stix/v2.1/os/stix-v2.1-os.html, "Incident"; https://docs.opencti.io/latest/reference/streaming/',
  forms: [
    [is('type', 'incident'), like('id', /^incident--/, 'incident--…'), has('name'), has('created')],
    [
      ...[is('type', 'create', 'update', 'delete'), is('data.type', 'incident'), has('data.name')],
      like('data.id', /^incident--/, 'incident--…'),
    ],
  ],
  title: ['name', 'data.name'],
  description: ['description', 'data.description'],
  severity: [word('severity', 'data.severity')],
  time: ['first_seen', 'data.first_seen', 'created', 'data.created'],
  identity: {
    of: id('id', 'data.id'),
    why: 'The id is unique: a UUID for each incident. Every version of it repeats the id.',
  },
  state: [
    when('type', ['delete'], 'closed'),
    when('revoked', [true], 'closed'),
    when('data.revoked', [true], 'closed'),
  ],
}
