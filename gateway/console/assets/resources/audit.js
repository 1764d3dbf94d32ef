import { code, made, text, time, word } from '../fields.js'

export const audit = {
  name: 'audit',
  title: 'Audit log',
  group: 'Evidence',
  about:
    'One entry for every call, in a Merkle tree: entries cannot be changed or removed without it showing.',
  list: { rpc: 'attestry.ledger.v1.AuditService/ListEntries', items: 'entries', paged: true },
  columns: [
    text('operation', 'Operation'),
    word('outcome', 'Outcome', 'OUTCOME'),
    made('Who', ({ actor }) => actor?.name || actor?.kind?.replace('ACTOR_KIND_', '').toLowerCase()),
    word('via', 'Through', 'VIA'),
    made('Wrote', ({ receipts = [] }) => receipts.map(({ type, count }) => `${count} ${type}`).join(', ')),
    time('at', 'When'),
  ],
  details: [
    text('code', 'Error code'),
    code('requestId', 'Request id'),
    made('Entry as the log holds it', ({ text: entry }) => pretty(entry), 'pre'),
  ],
  collectionActions: [
    {
      label: 'Verify the log',
      rpc: 'attestry.ledger.v1.LogService/VerifyLog',
      confirm: 'Computes the whole log again from its entries and compares it with every checkpoint.',
      request: () => ({}),
      reveal: ({ ok, size = 0, root, problems = [], receipts = 0 }) => [
        ['Result', ok ? 'No problem was found.' : 'The log is not what it was.'],
        ['Entries', `${size}, with ${receipts} receipts compared`],
        ['Root', root],
        ...problems.map(({ code, message }) => [code, message]),
      ],
    },
    {
      label: 'Checkpoint',
      rpc: 'attestry.ledger.v1.LogService/GetCheckpoint',
      confirm:
        'The newest signed checkpoint. Kept elsewhere, it shows later that nothing before it was changed.',
      request: () => ({}),
      reveal: ({ checkpoint }) => [['Signed note', checkpoint?.note]],
    },
  ],
  actions: [],
}

function pretty(entry) {
  try {
    return JSON.stringify(JSON.parse(entry), null, 2)
  } catch {
    return entry
  }
}
