import { code, link, made, number, text, time } from '../fields.js'

export const evaluations = {
  name: 'evaluations',
  title: 'Evaluations',
  group: 'AI governance',
  about: 'Results that the callers’ own tools measured. Append-only.',
  list: { rpc: 'attestry.ingestion.v1.EvaluationService/ListEvaluations', items: 'evaluations', paged: true },
  columns: [
    text('metricName', 'Metric'),
    text('evalType', 'Evaluation'),
    number('metricValue', 'Value'),
    made('Claim', ({ passed }) => (passed ? 'passed' : 'failed'), 'word'),
    text('aiSystemName', 'AI system'),
    time('evaluatedAt', 'Measured'),
  ],
  details: [
    text('threshold', 'Threshold'),
    text('source', 'Source'),
    text('sourceKind', 'Tool'),
    link('aiSystemId', 'AI system', 'systems'),
    text('evalSuite', 'Suite'),
    text('evalSuiteVersion', 'Suite version'),
    code('payloadHash', 'SHA-256 of the payload'),
    time('createdAt', 'Recorded'),
    code('id', 'Id'),
  ],
  actions: [],
}
