import { code, made, number, text, time, word } from '../fields.js'

export const exports = {
  name: 'exports',
  title: 'Packages',
  group: 'Evidence',
  about: 'Evidence packages that were begun, each as it ended.',
  list: { rpc: 'attestry.evidence.v1.EvidenceService/ListExports', items: 'exports', paged: true },
  columns: [
    text('type', 'Kind'),
    word('status', 'Status'),
    number('entries', 'Entries'),
    made('Size', ({ bytes }) => bytes && `${Math.ceil(Number(bytes) / 1024)} KiB`),
    text('requestedBy', 'Asked for by'),
    time('signedAt', 'Signed'),
  ],
  details: [
    time('from', 'From'),
    time('to', 'Up to'),
    code('incidentId', 'Incident'),
    number('treeSize', 'Tree size'),
    code('kid', 'Signing key'),
    code('sha256', 'SHA-256 of the file'),
    code('id', 'Id'),
  ],
  actions: [],
}
