import { wholeAlert } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'

/** A detection of Hayabusa in the event logs of Windows, as its JSON or JSONL output has it. */
export const hayabusa: Product = {
  id: 'hayabusa',
  name: 'Hayabusa',
  source:
    'Yamato-Security/hayabusa, README.md, "JSON output" and "Level abbreviations", doc/AnalysisWithJQ-English.md, and src/level.rs',
  forms: [[has('RuleTitle'), has('Level'), has('Computer'), has('EventID'), has('Channel')]],
  title: ['{RuleTitle} on {Computer}', 'RuleTitle'],
  description: ['Details'],
  severity: [
    // `undefined` is any level that Hayabusa does not know (src/level.rs).
    codes('Level', {
      emergency: 'critical',
      emer: 'critical',
      critical: 'critical',
      crit: 'critical',
      high: 'high',
      medium: 'medium',
      med: 'medium',
      low: 'low',
      informational: 'informational',
      info: 'informational',
    }),
  ],
  time: ['Timestamp'],
  systems: ['Computer'],
  identity: {
    of: wholeAlert,
    why: 'A detection has no id: RecordID is that of the event, which several rules can match. Identity: the whole detection, with its rule, computer, record and time. A detection never changes.',
  },
}
