import { hashOf, idAt, wholeAlert } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'

const ofCommit = hashOf(
  ...['Fingerprint', 'StartColumn', 'EndColumn', 'Link', 'Author', 'Date', 'Secret', 'Match'],
)

/** A secret that Gitleaks found: one finding of its report. It is not graded. The secret itself is not read into the incident. */
export const gitleaks: Product = {
  id: 'gitleaks',
  name: 'Gitleaks',
  source: 'gitleaks/gitleaks, report/finding.go',
  forms: [[has('RuleID'), has('File'), has('Fingerprint'), hasOneOf('Commit', 'StartLine')]],
  title: ['Secret in {File}: {RuleID}'],
  description: ['Description', 'Link'],
  severity: [],
  time: ['Date'],
  systems: [],
  identity: {
    of: (finding) => (idAt(finding, ['Commit']) === null ? wholeAlert(finding) : ofCommit(finding)),
    why: 'The fingerprint is not unique: it is commit, file, rule and line, and without a commit two repositories can share it. Identity: fingerprint, columns, link, author, date and a hash of the secret; the whole finding if it has no commit, since the secret can be redacted. A further scan that finds the same repeats them.',
  },
}
