import { hashOf } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { classTitle } from './class-words.ts'

/** Skew or drift of a model's features, from the Cloud Logging entry of Vertex AI Model Monitoring. */
export const vertexModelMonitoring: Product = {
  id: 'vertex_model_monitoring',
  name: 'Vertex AI Model Monitoring',
  source: 'https://cloud.google.com/vertex-ai/docs/model-monitoring/using-model-monitoring#cloud-logging',
  forms: [
    [
      has('jsonPayload.anomalyObjective'),
      hasOneOf('jsonPayload.modelDeploymentMonitoringJob', 'jsonPayload.featureAnomalies'),
    ],
  ],
  title: ['{jsonPayload.anomalyObjective} of deployed model {jsonPayload.deployedModelId}'],
  titleStandIn: [classTitle('Vertex AI', 'jsonPayload.anomalyObjective')],
  description: ['jsonPayload.featureAnomalies.featureDisplayName'],
  severity: [word('severity')],
  time: ['jsonPayload.endTime', 'timestamp', 'receiveTimestamp'],
  systems: ['jsonPayload.modelDeploymentMonitoringJob'],
  identity: {
    of: hashOf(
      ...['modelDeploymentMonitoringJob', 'deployedModelId', 'anomalyObjective', 'startTime', 'endTime'].map(
        (name) => `jsonPayload.${name}`,
      ),
    ),
    why: 'The id is not that of a finding: it is that of the log entry, and exports can leave it out. Identity: job, model, objective and the period that was looked at.',
  },
}
