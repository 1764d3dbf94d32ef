import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { id } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, like } from '../recognition.ts'
import { rule, type State } from '../state.ts'

const KINDS = /^Microsoft\.MachineLearningServices\.(?:DatasetDriftDetected|RunStatusChanged)$/

/** An event of Azure Machine Learning through Event Grid: data that drifted, and a run that failed. It is not graded. */
export const azureMachineLearning: Product = {
  id: 'azure_machine_learning',
  name: 'Azure Machine Learning',
  source:
    'https://learn.microsoft.com/azure/event-grid/event-schema-machine-learning; events in the tests of the Azure SDK for Java',
  forms: ['eventType', 'type'].map((path) => [
    like(path, KINDS, 'DatasetDriftDetected or RunStatusChanged'),
    has('id'),
    has('data'),
  ]),
  title: ['Dataset drift: {data.DataDriftName}', 'Run {data.RunId}: {data.RunStatus}'],
  titleStandIn: ['Dataset drift {data.DataDriftId}', 'Run {data.RunId}'],
  description: ['Drift coefficient: {data.DriftCoefficient}', 'subject'],
  severity: [],
  time: ['eventTime', 'time', 'data.EndTime'],
  identity: {
    of: id('id'),
    why: "The id is unique: 'unique identifier for the event' (Event Grid schema, id). A retry repeats it.",
  },
  state: [rule(ofRun, 'data.RunStatus')],
}

/** A run that did not fail needs no action. One whose status cannot be read may have failed. */
function ofRun(alert: unknown): State | null {
  const isRun = valueAt(alert, 'data.DataDriftId', 'data.DataDriftName') === undefined
  const status = plainText(valueAt(alert, 'data.RunStatus'))
  return isRun && status !== '' && !/fail/i.test(status) ? 'informational' : null
}
