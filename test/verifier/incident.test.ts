import { expect, test } from 'vitest'
import { incident } from './support/honest.ts'
import { TestLog, uuid } from './support/log.ts'
import { buildPackage } from './support/package.ts'
import { outcome } from './support/run.ts'
import { makeKey } from './support/signer.ts'

const key = makeKey()
const log = new TestLog()
const delivery = (name: string, of: string) => ({
  'webhook-deliveries': [{ id: uuid(name), incident_id: uuid(of), version: 1 }],
})
log.append('receiveDelivery', { incidents: [incident('a', 1, 'open')], ...delivery('first', 'a') })
log.append('moveIncident', { incidents: [incident('a', 2, 'contained')] })
log.append('receiveDelivery', delivery('replay', 'a'))
log.append('moveIncident', { incidents: [incident('a', 3, 'closed')] })
log.append('receiveDelivery', delivery('another', 'b'))
log.append('createAsset', { assets: [{ id: uuid('asset') }] })
log.append('listIncidents')

test.each([
  ['everything of the incident', [0, 1, 2, 3], 'verified'],
  ['its first version only', [0], 'verified'],
  ['a version left out between others', [0, 3], 'incident_incomplete'],
  ['the first version left out', [1, 2, 3], 'incident_incomplete'],
  ['no version at all', [2], 'incident_incomplete'],
  ['a delivery for another incident', [0, 4], 'record_foreign'],
  ['an entry that wrote something else', [0, 5], 'entry_foreign'],
  ['an entry that wrote nothing', [0, 6], 'entry_foreign'],
])('an incident support package with %s', async (_, indices, expected) => {
  const bytes = await buildPackage(log, key, { incident: { id: uuid('a'), indices } })
  expect(await outcome(bytes, { pin: [key.kid] })).toBe(expected)
})
