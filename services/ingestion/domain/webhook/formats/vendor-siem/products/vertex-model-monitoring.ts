import { valueAt, valuesAt } from '../../../fields.ts'
import { decimal, integer } from '../../../own.ts'
import { hashOf, idAt } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { rule, type State } from '../state.ts'
import { classTitle } from './class-words.ts'

const OBJECTIVE = 'jsonPayload.anomalyObjective'
const payload = (...names: readonly string[]) => names.map((name) => `jsonPayload.${name}`)
const ofAnomalies = hashOf(
  ...payload('modelDeploymentMonitoringJob', 'deployedModelId', 'anomalyObjective', 'startTime', 'endTime'),
)
const ofStatistics = hashOf(...payload('deployedModelId', 'objective', 'featureStats'), 'timestamp')

/** Skew or drift of a model's features, from the Cloud Logging entry of Vertex AI Model Monitoring. */
export const vertexModelMonitoring: Product = {
  id: 'vertex_model_monitoring',
  name: 'Vertex AI Model Monitoring',
  source:
    'https://cloud.google.com/vertex-ai/docs/model-monitoring/using-model-monitoring#cloud-logging; its statistics: https://googleapis.dev/ruby/google-cloud-ai_platform-v1/latest/Google/Cloud/AIPlatform/V1/ModelMonitoringStatsAnomalies.html',
  forms: [
    [has(OBJECTIVE), hasOneOf('jsonPayload.modelDeploymentMonitoringJob', 'jsonPayload.featureAnomalies')],
    payload('objective', 'deployedModelId', 'featureStats').map(has),
  ],
  title: [OBJECTIVE, 'jsonPayload.objective'].map(
    (path) => `{${path}} of deployed model {jsonPayload.deployedModelId}`,
  ),
  titleStandIn: [classTitle('Vertex AI', OBJECTIVE)],
  description: payload('featureAnomalies.featureDisplayName', 'featureStats.featureDisplayName'),
  severity: [word('severity')],
  time: ['jsonPayload.endTime', 'timestamp', 'receiveTimestamp'],
  systems: ['jsonPayload.modelDeploymentMonitoringJob'],
  identity: {
    of: (entry) => (isAnomaly(entry) ? ofAnomalies(entry) : ofStatistics(entry)),
    why: 'The id is not that of a finding: it is that of the log entry, and exports can leave it out. Identity: job, model, objective and the period that was looked at. Identity of statistics, which name no job or period: model, objective, statistics and time.',
  },
  state: [rule(ofAnomaly)],
}

const isAnomaly = (entry: unknown) => idAt(entry, [OBJECTIVE]) !== null

/**
 * Anomalies are no mere information, whatever the severity of their log entry. The JSON form of Protobuf leaves a count of zero out:
 * then no statistic may exceed its threshold.
 */
function ofAnomaly(entry: unknown): State | null {
  const counts = valuesAt(entry, 'jsonPayload.anomalyCount').map(integer)
  if (isAnomaly(entry) || counts.some((count) => count !== null && count > 0)) return 'open'
  if (counts.length > 0 && counts.every((count) => count === 0)) return 'passed'
  const statistics = valuesAt(entry, 'jsonPayload.featureStats.predictionStats', MAX_STATISTICS)
  if (statistics.length === MAX_STATISTICS) return 'open'
  const places = statistics.flatMap(placesOf)
  if (places.some((place) => place !== 'within')) return 'open'
  return counts.length === 0 && places.length > 0 ? 'passed' : null
}

/** Where the values of a statistic are; undefined for one that cannot be compared. An absent value is 0. */
function placesOf(statistic: unknown): ('within' | 'above' | undefined)[] {
  const threshold = decimal(valueAt(statistic, 'anomalyDetectionThreshold'))
  return ['distributionDeviation', 'score'].map((name) => {
    const value = valueAt(statistic, name)
    const number = value === undefined ? 0 : decimal(value)
    if (threshold === null || number === null) return undefined
    return number <= threshold ? 'within' : 'above'
  })
}

/** Statistics that are read. Those of a larger entry may hold anything. */
const MAX_STATISTICS = 1000
