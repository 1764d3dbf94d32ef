import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { endedAt, status } from '../state.ts'

/** A malicious operation (MalOp) of Cybereason, as its API lists it, as it gives the details, and as a search finds it. */
export const cybereason: Product = {
  id: 'cybereason',
  name: 'Cybereason',
  source:
    'SEKOIA-IO/intake-formats, CybeReason/malop-json/tests; demisto/content, Packs/Cybereason/Integrations/Cybereason/test_data',
  forms: [
    [has('malopDetectionType'), has('guid'), has('displayName')],
    // MalOp management.
    [
      has('detectionTypes'),
      has('detectionEngines'),
      has('guid'),
      has('displayName'),
      has('rootCauseElementType'),
    ],
    // A search, in which every value is a list.
    [has('simpleValues.malopStartTime'), has('guidString')],
  ],
  title: [
    ...['{detectionTypes}: {displayName}', 'displayName'],
    '{simpleValues.detectionType.values}: {simpleValues.rootCauseElementNames.values}',
    ...['simpleValues.rootCauseElementNames.values', 'simpleValues.detectionType.values'],
  ],
  titleStandIn: ['Cybereason MalOp {guidString}'],
  description: [
    ...['descriptions', 'malopDetectionType', 'detectionType'],
    'simpleValues.decisionFeature.values',
  ],
  severity: [word('severity', 'priority', 'malopPriority')],
  time: [
    ...['creationTime', 'lastUpdateTime'],
    ...['simpleValues.malopStartTime.values', 'simpleValues.creationTime.values'],
  ],
  systems: ['machines.displayName', 'elementValues.affectedMachines.elementValues.name'],
  identity: {
    of: id('guid', 'guidString'),
    why: 'The id is unique: the GUID of the MalOp. Updates and the closure repeat it. The GUIDs of machines, users and files are shared and not read.',
  },
  state: [
    status('status'),
    ...['malopCloseTime', 'simpleValues.closeTime.values'].map((path) => endedAt(path, 'closed')),
    status('simpleValues.managementStatus.values'),
  ],
}
