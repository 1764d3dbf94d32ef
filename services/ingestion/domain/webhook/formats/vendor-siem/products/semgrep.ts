import { idAnd } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'

/** INFO and LOW, WARNING and MEDIUM, ERROR and HIGH, CRITICAL; 4 is an experiment (semgrep/semgrep, to_app_finding_format). */
const SEVERITIES = { 0: 'low', 1: 'medium', 2: 'high', 3: 'critical' } as const

/** A finding of Semgrep. */
export const semgrep: Product = {
  id: 'semgrep',
  name: 'Semgrep',
  source:
    'https://semgrep.dev/docs/semgrep-appsec-platform/webhooks; semgrep/semgrep, cli/src/semgrep/rule_match.py',
  forms: [[has('semgrep_finding.id'), has('semgrep_finding.check_id'), has('semgrep_finding.path')]],
  title: ['{semgrep_finding.check_id} in {semgrep_finding.path}'],
  description: ['semgrep_finding.message'],
  severity: [word('semgrep_finding.severity'), codes('semgrep_finding.severity', SEVERITIES)],
  // The date of the commit is not that of the finding.
  time: ['semgrep_finding.start_date'],
  systems: ['semgrep_finding.repo_name', 'semgrep_finding.path'],
  identity: {
    of: idAnd(
      'semgrep_finding.id',
      'semgrep_finding.check_id',
      'semgrep_finding.path',
      'semgrep_finding.first_seen_scan_id',
    ),
    why: 'The id is not unique: it is a hash of rule, place and code, and copies of the code share it. Identity: id, rule, place and the scan that found it first. A further scan that finds the same repeats them.',
  },
}
