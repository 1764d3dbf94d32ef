import { actor, choices, code, link, number, SYSTEMS, text, time, word } from '../fields.js'

const SERVICE = 'attestry.gate.v1.ProposalService'
const isOpen = ({ status }) => status === 'PROPOSAL_STATUS_OPEN'
const isGap = ({ kind }) => kind === 'PROPOSAL_KIND_GAP'
const reason = { name: 'reason', label: 'Reason', kind: 'textarea', required: true }

export const proposals = {
  name: 'proposals',
  title: 'Proposals',
  group: 'AI governance',
  about:
    'What was found in telemetry and asks to be documented: an agent without a profile, an undocumented tool.',
  list: {
    rpc: `${SERVICE}/ListProposals`,
    items: 'proposals',
    paged: true,
    filter: {
      name: 'status',
      label: 'Status',
      options: choices('PROPOSAL_STATUS', 'open', 'accepted', 'dismissed', 'resolved'),
    },
  },
  columns: [
    text('agentIdentity', 'Agent'),
    word('kind', 'Kind', 'PROPOSAL_KIND'),
    text('toolName', 'Tool'),
    word('status', 'Status', 'PROPOSAL_STATUS'),
    number('occurrences', 'Seen'),
    time('lastAt', 'Last'),
  ],
  details: [
    link('aiSystemId', 'AI system', 'systems'),
    time('createdAt', 'First'),
    actor('resolution.resolvedBy', 'Settled by'),
    text('resolution.reason', 'Settled because'),
    code('id', 'Id'),
  ],
  actions: [
    {
      label: 'Accept',
      rpc: `${SERVICE}/AcceptProposal`,
      when: (row) => isOpen(row) && isGap(row),
      inputs: [reason, { name: 'aiSystemId', label: 'AI system', kind: 'select', from: SYSTEMS }],
      request: ({ id, occurrences }, values) => ({ id, occurrences, ...values }),
    },
    {
      label: 'Accept',
      rpc: `${SERVICE}/AcceptProposal`,
      when: (row) => isOpen(row) && !isGap(row),
      inputs: [reason],
      request: ({ id, occurrences }, values) => ({ id, occurrences, ...values }),
    },
    {
      label: 'Dismiss',
      rpc: `${SERVICE}/DismissProposal`,
      when: isOpen,
      inputs: [reason],
      request: ({ id, occurrences }, values) => ({ id, occurrences, ...values }),
    },
  ],
}
