import { call } from '../control.js'
import { h } from '../dom.js'
import { made, plain, text, word } from '../fields.js'
import { table } from '../parts/table.js'
import { isOpen, nextDeadline } from '../resources/incidents.js'
import { may, state } from '../state.js'

/** Where things stand: what is open, what is due, what the gate last said. */
export async function overview() {
  const [incidents, triggers, proposals, suppliers, systems, decisions] = await Promise.all([
    all('attestry.ledger.v1.IncidentService/ListIncidents', 'incidents'),
    all('attestry.gate.v1.TriggerService/ListTriggers', 'triggers', { status: 'TRIGGER_STATUS_OPEN' }),
    all('attestry.gate.v1.ProposalService/ListProposals', 'proposals', { status: 'PROPOSAL_STATUS_OPEN' }),
    all('attestry.ledger.v1.SupplierService/ListSuppliers', 'suppliers'),
    all('attestry.gate.v1.SystemService/ListSystems', 'systems'),
    all('attestry.gate.v1.GateService/ListDecisions', 'decisions'),
  ])
  const open = incidents?.filter(isOpen)
  const due = open
    ?.filter(({ isSignificant }) => isSignificant)
    .sort((a, b) => nextDeadline(a).localeCompare(nextDeadline(b)))
  const pending = suppliers?.filter(
    ({ assessmentStatus }) => assessmentStatus === 'ASSESSMENT_STATUS_PENDING',
  )
  const { organization } = state.session
  return [
    h('header', { class: 'page' }, h('div', {}, h('h1', {}, 'Overview'), h('p', {}, organization.name))),
    h(
      'ul',
      { class: 'tiles' },
      tile(
        'incidents',
        'Open incidents',
        open,
        due?.length ? `${due.length} significant` : 'none significant',
      ),
      tile('triggers', 'Open triggers', triggers, 'each blocks the gate'),
      tile('proposals', 'Open proposals', proposals, 'waiting for a person'),
      tile('suppliers', 'Suppliers to assess', pending, 'pending'),
    ),
    due !== undefined &&
      panel('Significant incidents, next deadline first', due.slice(0, 10), DUE, 'incidents'),
    systems !== undefined &&
      panel('AI systems', systems.slice(0, 20), lastDecision(decisions ?? []), 'systems'),
  ]
}

const DUE = [
  text('title', 'Incident'),
  word('severity', 'Severity', 'SEVERITY'),
  word('status', 'Status', 'INCIDENT_STATUS'),
  made('Next deadline', nextDeadline, 'due'),
]

/** Newest decisions come first, so the first of a system is its last. */
function lastDecision(decisions) {
  const of = ({ id }) => decisions.find(({ aiSystemId }) => aiSystemId === id)
  return [
    text('name', 'AI system'),
    made('Last decision', (row) => plain(of(row)?.decision, 'VERDICT'), 'word'),
    made(
      'Reasons',
      (row) => (of(row)?.reasons ?? []).map((reason) => plain(reason, 'BLOCK_REASON').replaceAll('_', ' ')),
      'words',
    ),
    made('Decided', (row) => of(row)?.decidedAt, 'time'),
  ]
}

function tile(resource, label, rows, note) {
  if (rows === undefined) return undefined
  return h(
    'li',
    {},
    h(
      'a',
      { href: `#/${resource}` },
      h('span', { class: 'count' }, rows.length >= 200 ? '200+' : String(rows.length)),
      h('strong', {}, label),
      h('span', { class: 'muted' }, note),
    ),
  )
}

function panel(title, rows, columns, resource) {
  return h(
    'section',
    { class: 'card flush' },
    h('header', {}, h('h2', {}, title)),
    rows.length === 0
      ? h('p', { class: 'empty' }, 'None.')
      : table({ caption: title, columns, rows, open: ({ id }) => `#/${resource}/${encodeURIComponent(id)}` }),
  )
}

/** The newest 200; undefined where the person may not see them or the part does not answer. */
async function all(rpc, items, message = {}) {
  if (!may(rpc)) return undefined
  try {
    return (await call(rpc, { ...message, page: { limit: 200 } }))[items] ?? []
  } catch (error) {
    if (error.status === 401) throw error
    return undefined
  }
}
