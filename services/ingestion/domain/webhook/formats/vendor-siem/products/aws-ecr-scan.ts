import { isObject } from '../../../../../../kernel/json/is-object.ts'
import { valueAt } from '../../../fields.ts'
import { decimal } from '../../../own.ts'
import { hashOf } from '../identity.ts'
import type { Level } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { rule, type State } from '../state.ts'

const GRADES = { CRITICAL: 'critical', HIGH: 'high', MEDIUM: 'medium', LOW: 'low' } as const

const COUNTS = ['detail.finding-severity-counts', 'finding-severity-counts']

/**
 * The end of an image scan in Amazon ECR, from EventBridge. One scan is one alert. Enhanced scanning sends findings of Amazon
 * Inspector instead.
 */
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
    why: 'An alert has no id. Identity: account, region, image and what was found. A scan with the same result is a repetition.',
  },
  state: [rule(nothingFound)],
}

function ofScan(before: string) {
  return [
    ...[is(`${before}scan-status`, 'COMPLETE'), has(`${before}repository-name`)],
    ...[has(`${before}image-digest`), has(`${before}finding-severity-counts`)],
  ]
}

function countOf(alert: unknown, grade: string): number {
  return decimal(valueAt(alert, ...COUNTS.map((path) => `${path}.${grade}`))) ?? 0
}

function gravest(alert: unknown): Level | null {
  for (const [grade, level] of Object.entries(GRADES)) if (countOf(alert, grade) > 0) return level
  return null
}

/** Whether a scan found nothing, or only INFORMATIONAL findings. Counts that cannot be read do not make it so. */
function nothingFound(alert: unknown): State | null {
  const found = valueAt(alert, ...COUNTS)
  if (!isObject(found)) return null
  const graded = Object.keys(found).filter((grade) => grade !== 'INFORMATIONAL')
  if (graded.some((grade) => decimal(valueAt(found, grade)) !== 0)) return null
  const INFORMATIONAL = countOf(alert, 'INFORMATIONAL')
  return INFORMATIONAL > 0 ? 'informational' : 'passed'
}
