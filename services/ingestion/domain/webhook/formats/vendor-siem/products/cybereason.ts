import { id, idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, object } from '../recognition.ts'
import { endedAt, status } from '../state.ts'

const IS_MALWARE = object('malwareDataModel')

/** A malicious operation (MalOp) or malware of Cybereason, as its API lists it, as it gives the details, and as a search finds it. */
export const cybereason: Product = {
  id: 'cybereason',
  name: 'Cybereason',
  source:
    'SEKOIA-IO/intake-formats, CybeReason/malop-json/tests; demisto/content, Packs/Cybereason/Integrations/Cybereason/test_data; elastic/integrations, packages/cybereason, data streams malware and poll_malop',
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
    // Malware, as its own list gives it.
    [IS_MALWARE, has('guid'), has('detectionValue'), has('machineName')],
    // A search, in which every value is a list.
    [has('simpleValues.malopStartTime'), has('guidString')],
  ],
  title: [
    '{malwareDataModel.detectionName}: {name}',
    ...['{detectionTypes}: {displayName}', 'displayName'],
    '{simpleValues.detectionType.values}: {simpleValues.rootCauseElementNames.values}',
    ...['simpleValues.rootCauseElementNames.values', 'simpleValues.detectionType.values'],
  ],
  titleStandIn: ['Cybereason MalOp {guidString}', '{type}: {name}', 'Cybereason malware on {machineName}'],
  description: [
    ...['descriptions', 'malopDetectionType', 'detectionType'],
    ...['simpleValues.decisionFeature.values', 'malwareDataModel.filePath'],
  ],
  severity: [word('severity', 'priority', 'malopPriority')],
  time: [
    ...['creationTime', 'lastUpdateTime'],
    ...['simpleValues.malopStartTime.values', 'simpleValues.creationTime.values', 'timestamp'],
  ],
  systems: ['machines.displayName', 'machineName', 'elementValues.affectedMachines.elementValues.name'],
  identity: {
    of: (alert) => (IS_MALWARE.holds(alert) ? ofMalware(alert) : ofMalop(alert)),
    why: 'The id is unique: the GUID of the MalOp. Updates and the closure repeat it. The GUIDs of machines, users and files are shared and not read. The id of malware is not unique: it is that of the file. Identity of malware: id, kind, machine and time. A change of its status keeps them.',
  },
  state: [
    status('status'),
    endedAt('malopCloseTime', 'closed', 'status', 'malopStatus'),
    endedAt('simpleValues.closeTime.values', 'closed', 'simpleValues.managementStatus.values'),
    status('simpleValues.managementStatus.values'),
  ],
}

const ofMalop = id('guid', 'guidString')
const ofMalware = idAnd('guid', 'type', 'machineName', 'timestamp')
