import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, like } from '../recognition.ts'
import { status, when } from '../state.ts'

/** An incident of Authomize (Delinea): a right or an exposure that a policy forbids. */
export const authomize: Product = {
  id: 'authomize',
  name: 'Authomize',
  source: 'Azure/Azure-Sentinel, Solutions/Authomize/Data Connectors/SampleData/query_data_testdata.csv',
  forms: [
    [
      ...[has('policy.name'), has('isResolved'), has('entities')],
      like('url', /^https:\/\/[^/]+\/incidents\//, '…/incidents/…'),
    ],
  ],
  title: ['{policy.name}: {entities.name}', 'policy.name'],
  description: ['description', 'recommendation', 'url'],
  severity: [word('severity')],
  time: ['createdAt'],
  systems: ['apps.name', 'entities.name'],
  identity: {
    of: id('id'),
    why: 'The id is unique: 40 hexadecimal digits for each incident, with which its address ends. An update and the resolution repeat it.',
  },
  state: [when('isResolved', [true], 'resolved'), status('status')],
}
