import { actor, code, lines, made, number, plain, text, time, word, words } from '../fields.js'

const GATE = 'attestry.gate.v1'
const SERVICE = `${GATE}.SystemService`
const ofSystem = (id) => ({ aiSystemId: id, page: { limit: 20 } })
const SIGNS = { lte: '≤', lt: '<', gte: '≥', gt: '>', eq: '=' }
const threshold = ({ operator, value = 0 }) => `${SIGNS[plain(operator, 'OPERATOR')]} ${value}`

/** What a certification or an attestation covers, read right before a person is asked. */
const review = {
  rpc: `${GATE}.CertificationService/Review`,
  request: ({ id }) => ({ aiSystemId: id }),
  shows: ({ suiteName, suiteVersion, outcome, thresholds = [], agents = [], changes = [], obstacles = [] }) =>
    [
      [
        `${suiteName}, version ${suiteVersion}: ${plain(outcome, 'SUITE_OUTCOME')}`,
        thresholds.map(
          ({ threshold: it, metricValue }) =>
            `${it.metricName} ${threshold(it)}: ${metricValue ?? 'no result'}`,
        ),
      ],
      [
        'Agents',
        agents.map(
          ({ agentIdentity, modelName, modelVersion, promptVersion, tools = [] }) =>
            `${agentIdentity}: ${modelName} ${modelVersion}, prompt ${promptVersion}, tools ${tools.join(', ') || 'none'}`,
        ),
      ],
      ['Since the newest certification', changes],
      ['Certifying would be refused', obstacles],
    ].filter(([, lines]) => lines.length > 0),
}

export const systems = {
  name: 'systems',
  title: 'AI systems',
  group: 'AI governance',
  about: 'What the release gate decides about.',
  list: { rpc: `${SERVICE}/ListSystems`, items: 'systems', paged: true },
  columns: [
    text('name', 'Name'),
    text('gateSuite', 'Gate suite'),
    words('attestationRoles', 'Must attest'),
    time('createdAt', 'Created'),
  ],
  collectionActions: [
    {
      label: 'New AI system',
      tone: 'main',
      rpc: `${SERVICE}/CreateSystem`,
      inputs: [
        { name: 'name', label: 'Name', required: true },
        {
          name: 'attestationRoles',
          label: 'Roles that must attest',
          kind: 'lines',
          hint: 'One a line, e.g. ciso.',
        },
      ],
      request: (_, { name, attestationRoles }) => ({ name, attestationRoles: lines(attestationRoles) }),
    },
  ],
  show: {
    rpc: `${SERVICE}/GetSystem`,
    request: (id) => ({ id }),
    item: 'system',
    title: ({ name }) => name,
    fields: [
      text('gateSuite', 'Gate suite'),
      words('attestationRoles', 'Must attest'),
      number('version', 'Version'),
      time('createdAt', 'Created'),
      code('id', 'Id'),
    ],
    parts: [
      {
        title: 'Outcome of the gate suite',
        rpc: `${GATE}.SuiteService/GetSuiteOutcome`,
        request: (id) => ({ aiSystemId: id }),
        of: ({ thresholds = [] }) => thresholds,
        badge: ({ outcome }) => plain(outcome, 'SUITE_OUTCOME'),
        note: ({ suiteName, suiteVersion }) => `${suiteName}, version ${suiteVersion}`,
        columns: [
          text('threshold.metricName', 'Metric'),
          text('threshold.evalType', 'Evaluation'),
          made('Required', (row) => threshold(row.threshold)),
          made('Newest result', ({ metricValue }) => metricValue ?? 'none'),
          made('Satisfied', ({ satisfied }) => (satisfied ? 'met' : 'not met'), 'word'),
        ],
      },
      {
        title: 'Gate decisions',
        rpc: `${GATE}.GateService/ListDecisions`,
        request: ofSystem,
        of: ({ decisions = [] }) => decisions,
        columns: decisionColumns(),
        actions: () => [replay],
      },
      {
        title: 'Suites',
        rpc: `${GATE}.SuiteService/ListEvalSuites`,
        request: ofSystem,
        of: ({ suites = [] }) => suites,
        columns: [
          text('name', 'Name'),
          number('version', 'Version'),
          word('status', 'Status', 'SUITE_STATUS'),
          made('Thresholds', ({ thresholds = [] }) =>
            thresholds.map((each) => `${each.metricName} ${threshold(each)}`).join(', '),
          ),
          time('createdAt', 'Created'),
        ],
      },
      {
        title: 'Agent profiles',
        rpc: `${GATE}.ProfileService/ListProfiles`,
        request: ofSystem,
        of: ({ profiles = [] }) => profiles,
        columns: [
          text('agentIdentity', 'Agent'),
          made('Model', ({ modelName, modelVersion }) => [modelName, modelVersion].filter(Boolean).join(' ')),
          text('promptVersion', 'Prompt'),
          words('tools', 'Tools'),
        ],
        actions: () => [updateProfile],
      },
      {
        title: 'Certifications',
        rpc: `${GATE}.CertificationService/ListCertifications`,
        request: ofSystem,
        of: ({ certifications = [] }) => certifications,
        columns: [
          made('Suite', ({ suiteName, suiteVersion }) => `${suiteName}, version ${suiteVersion}`),
          actor('certifiedBy', 'By'),
          time('createdAt', 'When'),
        ],
      },
      {
        title: 'Attestations',
        rpc: `${GATE}.CertificationService/ListAttestations`,
        request: ofSystem,
        of: ({ attestations = [] }) => attestations,
        columns: [
          text('role', 'Role'),
          text('statement', 'Statement'),
          actor('attestedBy', 'By'),
          made('Suite', ({ suiteName, suiteVersion }) => `${suiteName}, version ${suiteVersion}`),
          time('createdAt', 'When'),
        ],
      },
    ],
  },
  actions: [
    {
      label: 'Query the gate',
      tone: 'main',
      rpc: `${GATE}.GateService/QueryGate`,
      confirm: 'The query stores its decision with everything it was made from.',
      request: ({ id }) => ({ aiSystemId: id }),
      reveal: ({ decision }) => [
        ['Decision', plain(decision.decision, 'VERDICT')],
        ...(decision.reasonDetails ?? []).map((reason) => [
          plain(reason.code, 'BLOCK_REASON'),
          reason.message,
        ]),
      ],
    },
    {
      label: 'Certify',
      rpc: `${GATE}.CertificationService/Certify`,
      confirm: 'Approves exactly this, in your name.',
      review,
      request: ({ id }, _, { reviewedHash }) => ({ aiSystemId: id, reviewedHash }),
    },
    {
      label: 'Attest',
      rpc: `${GATE}.CertificationService/Attest`,
      inputs: [
        { name: 'role', label: 'Role', kind: 'own-roles', required: true },
        { name: 'statement', label: 'Statement', kind: 'textarea', required: true },
      ],
      review,
      request: ({ id }, values, { reviewedHash }) => ({ aiSystemId: id, reviewedHash, ...values }),
    },
    {
      label: 'New suite version',
      rpc: `${GATE}.SuiteService/CreateSuite`,
      inputs: [
        {
          name: 'name',
          label: 'Suite',
          required: true,
          value: ({ gateSuite = '' }) => gateSuite,
          hint: 'A name that exists makes its next version.',
        },
        {
          name: 'thresholds',
          label: 'Thresholds',
          kind: 'textarea',
          required: true,
          hint: 'One a line: metric, evaluation type, operator (lte, lt, gte, gt, eq), value. E.g. attack_success_rate prompt_injection lte 0.05',
        },
      ],
      request: ({ id }, { name, thresholds }) => ({
        aiSystemId: id,
        name,
        thresholds: lines(thresholds).map(parseThreshold),
      }),
    },
    {
      label: 'New agent profile',
      rpc: `${GATE}.ProfileService/CreateProfile`,
      inputs: [{ name: 'agentIdentity', label: 'Agent identity', required: true }, ...profileInputs()],
      request: ({ id }, { tools, ...values }) => ({ aiSystemId: id, tools: lines(tools), ...values }),
    },
    {
      label: 'Open a trigger',
      rpc: `${GATE}.TriggerService/OpenTrigger`,
      inputs: [
        {
          name: 'reason',
          label: 'Reason',
          kind: 'textarea',
          required: true,
          hint: 'While a trigger is open, the gate blocks.',
        },
      ],
      request: ({ id }, { reason }) => ({ aiSystemId: id, reason }),
    },
    {
      label: 'Edit',
      rpc: `${SERVICE}/UpdateSystem`,
      inputs: [
        { name: 'name', label: 'Name', required: true, value: ({ name }) => name },
        { name: 'gateSuite', label: 'Gate suite', value: ({ gateSuite = '' }) => gateSuite },
        {
          name: 'attestationRoles',
          label: 'Roles that must attest',
          kind: 'lines',
          value: ({ attestationRoles = [] }) => attestationRoles.join('\n'),
        },
      ],
      request: ({ id }, { name, gateSuite, attestationRoles }) => ({
        id,
        name,
        attestationRoles: { values: lines(attestationRoles) },
        ...(gateSuite === '' ? {} : { gateSuite }),
      }),
    },
  ],
}

function decisionColumns() {
  return [
    word('decision', 'Decision', 'VERDICT'),
    made(
      'Reasons',
      ({ reasons = [] }) => reasons.map((reason) => plain(reason, 'BLOCK_REASON').replaceAll('_', ' ')),
      'words',
    ),
    time('decidedAt', 'When'),
    code('payloadHash', 'SHA-256 of its input'),
  ]
}

const replay = {
  label: 'Replay',
  rpc: `${GATE}.GateService/ReplayDecision`,
  confirm: 'Derives the decision again from its stored input and compares the bytes.',
  request: ({ id }) => ({ decisionId: id }),
  reveal: ({ identical = false, differences = [] }) => [
    ['Result', identical ? 'identical' : `differs in ${differences.join(', ')}`],
  ],
}

const updateProfile = {
  label: 'Edit',
  rpc: `${GATE}.ProfileService/UpdateProfile`,
  inputs: profileInputs(),
  request: ({ id }, { tools, ...values }) => ({ id, tools: { values: lines(tools) }, ...values }),
}

function profileInputs() {
  return [
    { name: 'tools', label: 'Documented tools', kind: 'lines', value: ({ tools = [] }) => tools.join('\n') },
    { name: 'modelName', label: 'Model', value: ({ modelName = '' }) => modelName },
    { name: 'modelVersion', label: 'Model version', value: ({ modelVersion = '' }) => modelVersion },
    { name: 'promptVersion', label: 'Prompt version', value: ({ promptVersion = '' }) => promptVersion },
  ]
}

function parseThreshold(line) {
  const [metricName = '', evalType = '', operator = '', value = ''] = line.split(/\s+/)
  return { metricName, evalType, operator: `OPERATOR_${operator.toUpperCase()}`, value: Number(value) }
}
