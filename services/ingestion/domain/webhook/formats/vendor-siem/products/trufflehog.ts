import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { hashOf } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, object } from '../recognition.ts'

/** A secret that TruffleHog found. It is not graded, but tells whether the secret works. The secret itself is not read. */
export const truffleHog: Product = {
  id: 'trufflehog',
  name: 'TruffleHog',
  source: 'trufflesecurity/trufflehog, pkg/output/json.go',
  forms: [[has('DetectorName'), has('Verified'), object('SourceMetadata'), has('SourceName')]],
  title: [
    ...['Git', 'Github', 'Gitlab'].map(
      (source) =>
        `{DetectorName} secret in {SourceMetadata.Data.${source}.file} of {SourceMetadata.Data.${source}.repository}`,
    ),
    '{DetectorName} secret in {SourceMetadata.Data.Filesystem.file}',
    '{DetectorName} secret ({SourceName})',
  ],
  description: ['DetectorDescription', 'SourceName'],
  severity: [(finding) => (/^true$/i.test(plainText(valueAt(finding, 'Verified'))) ? 'high' : null)],
  // Go writes the zone twice.
  time: ['Git', 'Github', 'Gitlab'].map((source) => ({
    path: `SourceMetadata.Data.${source}.timestamp`,
    part: /^([0-9-]{10}[ T][0-9:]{8}(?: ?[+-][0-9:]{4,5}|Z)?)/,
  })),
  identity: {
    of: hashOf('DetectorName', 'SourceMetadata', 'Raw', 'RawV2', 'Redacted'),
    why: 'A finding has no id. Identity: detector, place and a hash of the secret. A further scan that finds the same repeats them.',
  },
}
