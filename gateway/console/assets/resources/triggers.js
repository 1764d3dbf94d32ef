import { actor, choices, code, link, number, text, time, word } from '../fields.js'

const SERVICE = 'attestry.gate.v1.TriggerService'

export const triggers = {
  name: 'triggers',
  title: 'Triggers',
  group: 'AI governance',
  about: 'Reasons to assess an AI system again. While one is open, the gate blocks.',
  list: {
    rpc: `${SERVICE}/ListTriggers`,
    items: 'triggers',
    paged: true,
    filter: { name: 'status', label: 'Status', options: choices('TRIGGER_STATUS', 'open', 'resolved') },
  },
  columns: [
    word('kind', 'Kind', 'TRIGGER_KIND'),
    word('status', 'Status', 'TRIGGER_STATUS'),
    link('aiSystemId', 'AI system', 'systems'),
    text('agentIdentity', 'Agent'),
    text('toolName', 'Tool'),
    number('occurrences', 'Seen'),
    time('lastAt', 'Last'),
  ],
  details: [
    text('modelName', 'Model'),
    text('modelVersion', 'Model version'),
    text('metricName', 'Metric'),
    text('reason', 'Opened because'),
    time('createdAt', 'First'),
    actor('resolution.resolvedBy', 'Resolved by'),
    text('resolution.reason', 'Resolved because'),
    code('id', 'Id'),
  ],
  actions: [
    {
      label: 'Resolve',
      rpc: `${SERVICE}/ResolveTrigger`,
      when: ({ status }) => status === 'TRIGGER_STATUS_OPEN',
      inputs: [{ name: 'reason', label: 'Reason', kind: 'textarea', required: true }],
      request: ({ id, occurrences }, { reason }) => ({ id, reason, occurrences }),
    },
  ],
}
