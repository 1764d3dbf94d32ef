import { hashOf } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { when } from '../state.ts'

/** An alert of CrowdSec, as its HTTP notification plugin sends it by default and its local API gives it. It is not graded. */
export const crowdSec: Product = {
  id: 'crowdsec',
  name: 'CrowdSec',
  source:
    'https://docs.crowdsec.net/docs/local_api/notification_plugins/http; crowdsecurity/crowdsec, pkg/apiserver/tests/alert_sample.json',
  forms: [
    [
      ...[has('scenario'), has('scenario_hash'), has('leakspeed'), has('events_count')],
      hasOneOf('start_at', 'created_at'),
    ],
  ],
  title: ['{scenario} from {source.value}', 'scenario'],
  description: ['message'],
  severity: [],
  time: ['start_at', 'created_at'],
  identity: {
    of: hashOf('machine_id', 'scenario', 'source.value', 'start_at', 'stop_at'),
    why: 'The id is not unique: each installation counts its alerts, and plugins can leave the number out. Identity: machine, scenario, source and times (nanoseconds).',
  },
  // A scenario in simulation mode bans nobody.
  state: [when('simulated', [true], 'informational')],
}
