import { valueAt } from '../../../fields.ts'
import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { rule, type State } from '../state.ts'
import { stateOf } from '../state-words.ts'

const FINDING = 'properties.additionalData.subAssessment.properties'

/** A recommendation (assessment) of Microsoft Defender for Cloud, with or without the security finding it is exported with. */
export const defenderCloudAssessment: Product = {
  id: 'defender_cloud_assessment',
  name: 'Microsoft Defender for Cloud',
  source:
    'https://learn.microsoft.com/azure/defender-for-cloud/continuous-export; elastic/integrations, packages/microsoft_defender_cloud, data stream assessment',
  forms: [
    [
      is('type', 'Microsoft.Security/assessments', 'Microsoft.Security/assessments/subAssessments'),
      ...[has('id'), has('properties.status.code')],
    ],
  ],
  title: [
    `{${FINDING}.displayName}: {properties.displayName}`,
    'properties.displayName',
    'properties.metadata.displayName',
  ],
  titleStandIn: ['Defender for Cloud assessment {name}'],
  description: [`${FINDING}.description`, 'properties.status.description', 'properties.metadata.description'],
  severity: [
    word(`${FINDING}.status.severity`, 'properties.status.severity', 'properties.metadata.severity'),
    word('properties.additionalData.HighestSeverity'),
  ],
  time: [`${FINDING}.timeGenerated`, 'properties.timeGenerated', 'properties.status.statusChangeDate'],
  systems: ['properties.resourceDetails.ResourceName', 'properties.resourceDetails.Id'],
  identity: {
    of: id('properties.additionalData.subAssessment.id', 'id'),
    why: 'The id is not unique: it holds resource and recommendation, and an export with security findings repeats it for each finding. Identity: the id of the finding, or without one the id of the recommendation. A change of the status keeps both.',
  },
  state: [rule(stateOfFinding, `${FINDING}.status.code`, 'properties.status.code')],
}

function stateOfFinding(alert: unknown): State | null {
  const code = valueAt(alert, `${FINDING}.status.code`, 'properties.status.code')
  return code === 'Healthy' ? 'resolved' : stateOf(code)
}
