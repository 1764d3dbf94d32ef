import { own } from '../../own.ts'
import { firstWord } from '../../severity.ts'
import type { Product } from './product.ts'

/** A Microsoft Sentinel incident: the REST resource at the root, or under `object` as automation rules send it. */
export const microsoftSentinel: Product = {
  id: 'microsoft_sentinel',
  name: 'Microsoft Sentinel incident',
  detect: (body) => resourceOf(body) !== undefined,
  read: (body) => {
    const incident = resourceOf(body)
    const property = (key: string) => own(incident, 'properties', key)
    return {
      title: [{ field: 'properties.title', value: property('title') }],
      description: [property('description')],
      severity: firstWord(property('severity')),
      sourceSystem: ['Microsoft Sentinel'],
      externalId: [own(incident, 'name')],
      occurredAt: [property('firstActivityTimeUtc'), property('createdTimeUtc')],
    }
  },
}

function resourceOf(body: unknown): unknown {
  return [body, own(body, 'object')].find((candidate) => {
    const type = own(candidate, 'type')
    return typeof type === 'string' && type.toLowerCase() === 'microsoft.securityinsights/incidents'
  })
}
