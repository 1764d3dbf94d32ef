import { id, idAnd } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, numeric } from '../recognition.ts'
import { when } from '../state.ts'

/** An event of Nightingale (n9e), alone or in the list that its newer notifications send. */
export const nightingale: Product = {
  id: 'nightingale',
  name: 'Nightingale',
  source: 'ccfos/nightingale, models/alert_cur_event.go; a payload in the tests of a receiver',
  forms: [[has('rule_name'), has('hash'), numeric('trigger_time'), has('is_recovered'), numeric('severity')]],
  title: ['{rule_name} on {target_ident}', 'rule_name'],
  description: ['annotations.summary', 'rule_note', '{prom_ql} (value {trigger_value})'],
  // 1 is an emergency, 2 a warning, 3 a notice.
  severity: [codes('severity', { 1: 'critical', 2: 'medium', 3: 'low' })],
  time: ['first_trigger_time', 'trigger_time'],
  systems: ['target_ident'],
  identity: {
    of: idAnd('hash', 'rule_id', 'first_trigger_time'),
    closes: id('hash'),
    why: 'The id is not unique: the hash is that of the rule and the series. Identity: hash, rule and the time at which it was triggered first, which repetitions keep. The recovery finds its alert by the hash.',
  },
  state: [when('is_recovered', [true, 1], 'resolved')],
}
