import { code, text, time, word } from '../fields.js'

export const agentRuns = {
  name: 'agent-runs',
  title: 'Agent runs',
  group: 'AI governance',
  about: 'Telemetry of AI agents as it was reported. Append-only.',
  list: { rpc: 'attestry.ingestion.v1.AgentRunService/ListRuns', items: 'runs', paged: true },
  columns: [
    text('runRef', 'Run'),
    text('agentIdentity', 'Agent'),
    word('status', 'Status', 'RUN_STATUS'),
    text('modelName', 'Model'),
    text('modelVersion', 'Model version'),
    time('startedAt', 'Started'),
  ],
  details: [code('aiAgentProfileId', 'Agent profile'), time('createdAt', 'Recorded'), code('id', 'Id')],
  actions: [],
}
