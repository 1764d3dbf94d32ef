import { valuesAt } from '../../../fields.ts'
import { severityOfWord } from '../../../severity.ts'
import { hashOf } from '../identity.ts'
import { type Level, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, like } from '../recognition.ts'
import { when } from '../state.ts'

/** A security event of F5 Distributed Cloud. Its `severity` is that of the log entry, so the risk of the signatures counts. */
export const f5DistributedCloud: Product = {
  id: 'f5_distributed_cloud',
  name: 'F5 Distributed Cloud',
  source:
    'SEKOIA-IO/intake-formats, F5 Networks/f5-distributed-cloud/tests; DataDog/integrations-extras, f5-distributed-cloud/assets/logs',
  forms: [
    [
      like('sec_event_type', /_sec_event$/, 'waf_sec_event, …'),
      ...[has('tenant'), has('messageid'), hasOneOf('sec_event_name', 'suspicion_log_type')],
    ],
  ],
  title: [
    '{sec_event_name}: {signatures.name} on {domain}',
    '{sec_event_name} on {domain}',
    '{message}: {user}',
    '{sec_event_type} in {namespace}',
  ],
  description: ['{action}: {method} {req_path}', 'summary_msg'],
  severity: [gravest, word('threat_level')],
  time: ['time', '@timestamp'],
  systems: ['domain', 'vh_name'],
  identity: {
    of: hashOf(
      ...['tenant', 'namespace', 'messageid', 'sec_event_type', 'req_id', '@timestamp', 'time'],
      ...['user', 'src_ip', 'req_path', 'message', 'signatures.id', 'violations.name'],
    ),
    why: 'The id is not unique: it is that of a kind of events, the same in every tenant. Identity: id, tenant, namespace, request, both times, user, source, path and findings. An event never changes.',
  },
  state: [when('suspicion_log_type', ['no_critical_activity'], 'informational')],
}

function gravest(alert: unknown): Level | null {
  const risks = new Set(valuesAt(alert, 'signatures.risk', 100).map(severityOfWord))
  for (const risk of ['critical', 'high', 'medium', 'low'] as const) if (risks.has(risk)) return risk
  return null
}
