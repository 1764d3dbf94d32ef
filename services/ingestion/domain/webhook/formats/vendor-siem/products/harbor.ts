import { isObject } from '../../../../../../kernel/json/is-object.ts'
import { contentHash } from '../../../content-hash.ts'
import { valueAt, valuesAt } from '../../../fields.ts'
import { own } from '../../../own.ts'
import { plainText } from '../../../text.ts'
import { hashOf } from '../identity.ts'
import type { Level } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { rule, type State } from '../state.ts'
import { classTitle } from './class-words.ts'

/** Harbor's severities of an image, most severe first; the others are None, Unknown and Negligible. */
const GRADES = {
  critical: 'critical',
  high: 'high',
  medium: 'medium',
  low: 'low',
  negligible: 'low',
} as const

const SCANNED = ['SCANNING_COMPLETED', 'harbor.scan.completed']
const OTHERS = [
  ...['SCANNING_FAILED', 'QUOTA_EXCEED', 'QUOTA_WARNING'],
  ...['harbor.scan.failed', 'harbor.quota.exceeded', 'harbor.quota.warned'],
]

/** A webhook of Harbor about a scan or a quota, in its own format or as a CloudEvent. One scan of an image is one alert. */
export const harbor: Product = {
  id: 'harbor',
  name: 'Harbor',
  source:
    'https://goharbor.io/docs/2.13.0/working-with-projects/project-configuration/configure-webhooks/; zulip/zulip, zerver/webhooks/harbor/fixtures; goharbor/harbor, src/pkg/notifier/formats/cloudevents.go',
  forms: [
    [is('type', ...SCANNED, ...OTHERS), has('occur_at'), has('event_data.repository')],
    [is('type', ...SCANNED, ...OTHERS), has('specversion'), has('data.repository')],
  ],
  title: [
    ...paths('custom_attributes.Details'),
    ...['event_data', 'data'].map((at) => `Scan of {${at}.resources.resource_url}: {type}`),
    ...['event_data', 'data'].map((at) => `{${at}.repository.repo_full_name}: {type}`),
  ],
  titleStandIn: [classTitle('Harbor', 'type')],
  description: [],
  severity: [gravest],
  time: ['occur_at', 'time'],
  systems: paths('resources.resource_url'),
  identity: {
    of: (alert) => (is('type', ...SCANNED).holds(alert) ? ofScan(alert) : ofEvent(alert)),
    why: 'An alert has no id that its repetition keeps. Identity of a scan: image, grade and counts. A scan with the same result is a repetition. Identity of any other event: kind, repository and time.',
  },
  state: [rule(nothingFound)],
}

function paths(path: string): string[] {
  return [`event_data.${path}`, `data.${path}`]
}

/** The reports of a scan, by scanner: their keys are media types, with dots in them. */
function reports(alert: unknown): unknown[] {
  const found = paths('resources.scan_overview').flatMap((path) => valuesAt(alert, path, 100))
  return found.filter(isObject).flatMap((overview) => Object.values(overview))
}

const gradeOf = (report: unknown) => plainText(own(report, 'severity')).toLowerCase()

function gravest(alert: unknown): Level | null {
  const grades = new Set(reports(alert).map(gradeOf))
  for (const [grade, level] of Object.entries(GRADES)) if (grades.has(grade)) return level
  return null
}

function nothingFound(alert: unknown): State | null {
  const found = reports(alert)
  return found.length > 0 && found.every((report) => gradeOf(report) === 'none') ? 'passed' : null
}

function ofScan(alert: unknown): string {
  const images = paths('resources').flatMap((path) => valuesAt(alert, path, 100))
  const found = reports(alert).map((report) => [own(report, 'severity'), own(report, 'summary')])
  const names = images.map((image) => [valueAt(image, 'resource_url'), valueAt(image, 'digest')])
  return contentHash([names, found])
}

const ofEvent = hashOf('type', ...paths('repository.repo_full_name'), 'occur_at', 'time')
