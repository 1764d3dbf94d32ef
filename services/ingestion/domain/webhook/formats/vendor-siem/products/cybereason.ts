import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { endedAt, status } from '../state.ts'

/** A malicious operation (MalOp) of Cybereason, as its API lists it and as it gives the details. */
export const cybereason: Product = {
  id: 'cybereason',
  name: 'Cybereason',
  source: 'SEKOIA-IO/intake-formats, CybeReason/malop-json/tests',
  forms: [[has('malopDetectionType'), has('guid'), has('displayName')]],
  title: ['{detectionTypes}: {displayName}', 'displayName'],
  description: ['descriptions', 'malopDetectionType'],
  severity: [word('severity', 'priority')],
  time: ['creationTime', 'lastUpdateTime'],
  systems: ['machines.displayName'],
  identity: {
    of: id('guid'),
    why: 'The id is unique: the GUID of the MalOp. Updates and the closure repeat it. The GUIDs of machines, users and files are shared and not read.',
  },
  state: [status('status'), endedAt('malopCloseTime', 'closed')],
}
