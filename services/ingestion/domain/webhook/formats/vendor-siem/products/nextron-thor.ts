import { wholeAlert } from '../identity.ts'
import { codes, type Level } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, like } from '../recognition.ts'

/** THOR grades a finding by its score. Every other level tells about the scan itself. */
const LEVELS: { [level: string]: Level } = {
  alert: 'high',
  warning: 'medium',
  notice: 'low',
  info: 'informational',
  debug: 'informational',
  error: 'informational',
}

/** An event of a scan by THOR, in versions 1 to 3 of its JSON log: a finding, or information about the scan. */
export const nextronThor: Product = {
  id: 'nextron_thor',
  name: 'Nextron THOR',
  source:
    'NextronSystems/jsonlog, thorlog; elastic/integrations, packages/nextron_thor; https://thor-manual.nextron-systems.com/en/latest/usage/output-options.html',
  forms: [
    [like('scanid', /^S-/, 'S-…'), has('module'), has('level'), has('hostname'), has('message')],
    [like('type', /^THOR /, 'THOR …'), has('meta.module'), has('meta.level'), has('message')],
  ],
  title: ['{message}: {reasons.name}', '{message}: {reasons.summary}', '{message}: {reason_1}', 'message'],
  description: ['reasons.name', 'reasons.summary', 'reason_1', 'reason'],
  severity: [codes('level', LEVELS), codes('meta.level', LEVELS)],
  time: ['time', 'meta.time'],
  systems: ['hostname', 'meta.hostname'],
  identity: {
    of: wholeAlert,
    why: 'The id is not unique: it is that of the scan. Identity: the whole event, with its scan, time and subject. An event never changes.',
  },
}
