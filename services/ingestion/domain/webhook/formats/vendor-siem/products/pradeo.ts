import { hashOfSubject, id } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { when } from '../state.ts'
import { classTitle } from './class-words.ts'

const APPLICATION = 'content.deviceApplicationCompliance'
const DEVICE = 'content.deviceCompliance'
const OF_APPLICATION = `${APPLICATION}.deviceApplication`

/** An event of Pradeo Mobile Threat Defense: a detection on a device, or the compliance of a device or an application. */
export const pradeo: Product = {
  id: 'pradeo',
  name: 'Pradeo Mobile Threat Defense',
  source: 'SEKOIA-IO/intake-formats, Pradeo/pradeo-mtd/tests',
  forms: [
    [is('type', 'DeviceDetection'), has('creationDate'), has('content.metric'), has('content.status')],
    ...[APPLICATION, DEVICE].map((path) => [has('creationDate'), has(`${path}.status`), has(`${path}.id`)]),
    // Other events in the same feed.
    [
      is('type', 'MessageCreated', 'ApplicationCreated', 'DetectionPolicyUpdated'),
      ...[has('creationDate'), has('source'), has('content')],
    ],
  ],
  title: [
    'content.type',
    `{${OF_APPLICATION}.application.name}: {${APPLICATION}.status} on {${OF_APPLICATION}.device.name}`,
    `{${OF_APPLICATION}.application.name}: {${APPLICATION}.status}`,
    `{${DEVICE}.device.name}: {${DEVICE}.status}`,
  ],
  titleStandIn: [classTitle('Pradeo', 'type')],
  description: ['content.metric', `${OF_APPLICATION}.application.package.package`],
  severity: [
    codes(`${APPLICATION}.matchedResponseRules.matchConditions.value`, { red: 'high', orange: 'medium' }),
  ],
  time: ['creationDate'],
  systems: ['content.id', `${OF_APPLICATION}.device.name`, `${DEVICE}.device.name`],
  identity: {
    of: id('id'),
    closes: (event) => ofDetection(event) ?? ofCompliance(event),
    why: 'The id is unique: one for each event. The end of a detection is an event with its own id; it finds its alert by device and metric. An approval finds what was disapproved by the compliance.',
  },
  state: [
    when('content.status', ['END'], 'resolved'),
    ...[APPLICATION, DEVICE].map((path) => when(`${path}.status`, ['Approved'], 'passed')),
    when('type', ['MessageCreated', 'ApplicationCreated', 'DetectionPolicyUpdated'], 'informational'),
  ],
}

const ofDetection = hashOfSubject('content.metric', 'content.id')
const ofCompliance = hashOfSubject(`${APPLICATION}.id`, `${DEVICE}.id`)
