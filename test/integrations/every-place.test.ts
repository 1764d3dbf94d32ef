import { expect, test } from 'vitest'
import { mapDelivery } from '../../services/ingestion/domain/webhook/map-delivery.ts'
import { bodyOf, files, placesOf } from './vendor-bodies.ts'

test.each([{ toString: 1, valueOf: 1 }, [[]], 2n ** 80n])('%o at any place of any alert is read', (value) => {
  for (const file of files) {
    const body = bodyOf(file)
    for (const [node, key] of placesOf(body)) {
      const before = node[key]
      node[key] = value
      expect(() => mapDelivery('vendor_siem', body), `${file} ${key}`).not.toThrow()
      node[key] = before
    }
  }
})
