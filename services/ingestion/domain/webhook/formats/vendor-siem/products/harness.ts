import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { hashOf, idAt } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, like } from '../recognition.ts'
import { rule, type State } from '../state.ts'

const at = (name: string) => `eventData.${name}`
const PIPELINE = ['accountIdentifier', 'orgIdentifier', 'projectIdentifier', 'pipelineIdentifier'].map(at)

/** The result of a Harness pipeline, of a stage or step of it, or of its trigger. */
export const harness: Product = {
  id: 'harness',
  name: 'Harness',
  source: 'spikehq/docs.spike.sh, integrations-guideline/integrate-spike-with-harness.md',
  forms: [
    [
      like(at('eventType'), /^(?:Pipeline|Stage|Step|Trigger)[A-Z]/, 'PipelineFailed and others'),
      has(at('pipelineIdentifier')),
    ],
  ],
  title: [
    '{eventData.pipelineName}, {eventData.stepName}: {eventData.eventType}',
    '{eventData.pipelineName}, {eventData.stageName}: {eventData.eventType}',
    '{eventData.pipelineName}, {eventData.triggerName}: {eventData.eventType}',
    '{eventData.pipelineName}: {eventData.eventType}',
    '{eventData.pipelineIdentifier}: {eventData.eventType}',
  ],
  description: [at('errorMessage')],
  severity: [],
  time: [at('endTs'), at('startTs')],
  systems: [at('pipelineName')],
  identity: {
    of: (event) =>
      idAt(event, ['planExecutionId', 'endTs', 'startTs'].map(at)) === null ? null : ofEvent(event),
    closes,
    why: 'An alert has no id. Identity: pipeline, run, kind, stage, step and the time it ended. Without run and time, only the very delivery identifies the alert. A pipeline or stage that succeeds again finds its alert by pipeline and stage.',
  },
  state: [rule(stateOf, at('eventType'))],
}

const ofEvent = hashOf(
  ...PIPELINE,
  ...['planExecutionId', 'eventType', 'stageIdentifier', 'stageName', 'stepIdentifier', 'stepName'].map(at),
  ...['triggerName', 'startTs', 'endTs'].map(at),
)
const ofPipeline = hashOf(...PIPELINE)
const ofStage = hashOf(...PIPELINE, at('stageIdentifier'))

function closes(event: unknown): string | null {
  const kind = kindOf(event)
  if (kind.startsWith('pipeline')) return ofPipeline(event)
  return kind.startsWith('stage') && idAt(event, [at('stageIdentifier')]) !== null ? ofStage(event) : null
}

/** An end event has the result. A failed one is more than information. */
function stateOf(event: unknown): State | null {
  const kind = kindOf(event)
  if (kind.endsWith('success')) return 'resolved'
  if (kind.endsWith('start')) return 'informational'
  const result = plainText(valueAt(event, at('nodeStatus'))).toLowerCase()
  return kind.endsWith('end') && /^(?:completed|success|succeeded)$/.test(result) ? 'informational' : null
}

const kindOf = (event: unknown) => plainText(valueAt(event, at('eventType'))).toLowerCase()
