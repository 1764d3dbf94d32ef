import { valueAt } from '../../fields.ts'
import { decimal, isObject, own } from '../../own.ts'
import { hashOf } from './identity.ts'
import type { Level } from './levels.ts'
import type { Product } from './product.ts'
import { has, is } from './recognition.ts'
import { rule, type State } from './state.ts'

const GRADES = { CRITICAL: 'critical', HIGH: 'high', MEDIUM: 'medium', LOW: 'low' } as const

/** The end of a scan of an image in Amazon ECR, out of EventBridge. One scan is one alert; enhanced scanning sends findings of Amazon Inspector. */
export const awsEcrScan: Product = {
  id: 'aws_ecr_scan',
  name: 'Amazon ECR',
  source: 'https://docs.aws.amazon.com/AmazonECR/latest/userguide/ecr-eventbridge.html',
  forms: [
    [is('detail-type', 'ECR Image Scan'), ...ofScan('detail.')],
    [has('image-tags'), ...ofScan('')],
  ],
  title: [
    ...['Vulnerabilities in image {detail.repository-name}:{detail.image-tags}'],
    ...['Vulnerabilities in image {detail.repository-name}', 'Vulnerabilities in image {repository-name}'],
  ],
  description: ['detail.image-digest', 'image-digest'],
  severity: [gravest],
  time: ['time'],
  systems: ['resources', 'detail.repository-name', 'repository-name'],
  identity: {
    of: hashOf(
      ...['account', 'region', 'detail.repository-name', 'repository-name', 'detail.image-digest'],
      ...['image-digest', 'detail.finding-severity-counts', 'finding-severity-counts'],
    ),
    why: 'A scan has no id. Account, region, image and what was found are one scan’s, so that a scan that finds the same is a repetition.',
  },
  state: [rule(nothingFound)],
}

function ofScan(before: string) {
  return [
    ...[is(`${before}scan-status`, 'COMPLETE'), has(`${before}repository-name`)],
    ...[has(`${before}image-digest`), has(`${before}finding-severity-counts`)],
  ]
}

function counts(alert: unknown): { [grade: string]: number } {
  const found = valueAt(alert, 'detail.finding-severity-counts', 'finding-severity-counts')
  if (!isObject(found)) return {}
  return Object.fromEntries(Object.keys(found).map((grade) => [grade, decimal(own(found, grade)) ?? 0]))
}

function gravest(alert: unknown): Level | null {
  const found = counts(alert)
  for (const [grade, level] of Object.entries(GRADES)) if ((found[grade] ?? 0) > 0) return level
  return null
}

/** Whether nothing was found, or nothing but what is INFORMATIONAL. */
function nothingFound(alert: unknown): State | null {
  const { INFORMATIONAL = 0, ...graded } = counts(alert)
  if (Object.values(graded).some((count) => count > 0)) return null
  return INFORMATIONAL > 0 ? 'informational' : 'passed'
}
