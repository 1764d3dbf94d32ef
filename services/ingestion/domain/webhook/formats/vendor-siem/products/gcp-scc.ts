import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, like } from '../recognition.ts'
import { rule, status, when } from '../state.ts'

/** A finding of Google Cloud Security Command Center: its notification, and the resource alone. */
export const gcpScc: Product = {
  id: 'gcp_scc',
  name: 'Google Cloud Security Command Center',
  source:
    'https://cloud.google.com/security-command-center/docs/reference/rest/v2/organizations.sources.findings',
  forms: [
    [like('finding.name', /\/sources\/.+\/findings\//, '…/sources/…/findings/…')],
    [
      like('name', /\/sources\/.+\/findings\//, '…/sources/…/findings/…'),
      has('category'),
      hasOneOf('eventTime', 'createTime'),
    ],
  ],
  title: [{ path: 'finding.category', of: categoryOfResource }, 'finding.category', 'category'],
  titleStandIn: ['finding.name', 'name'],
  description: ['finding.description', 'description', 'finding.sourceProperties.Explanation'],
  severity: [
    word(
      'finding.severity',
      'severity',
      'finding.sourceProperties.SeverityLevel',
      'finding.sourceProperties.detectionPriority',
    ),
  ],
  time: ['finding.eventTime', 'eventTime', 'finding.createTime', 'createTime'],
  systems: ['resource.displayName', 'finding.resourceName', 'resourceName'],
  identity: {
    of: id('finding.name', 'name'),
    why: "The id is unique: the finding's resource name holds organization, source and id. A change of the state keeps it.",
  },
  state: [
    status('finding.state', 'state'),
    rule(when('finding.mute', ['MUTED'], 'suppressed').read),
    rule(when('mute', ['MUTED'], 'suppressed').read),
  ],
}

/** A category such as PUBLIC_BUCKET_ACL needs the resource that it was found on. */
function categoryOfResource(alert: unknown): string | undefined {
  const category = plainText(valueAt(alert, 'finding.category', 'category'))
  const name = plainText(valueAt(alert, ...RESOURCES))
  const resource = name.split('/').at(-1)!.trim()
  return /^[A-Z0-9_]+$/.test(category) && resource !== '' ? `${category} on ${resource}` : undefined
}

const RESOURCES = [
  ...['resource.displayName', 'finding.resource.displayName', 'finding.assetDisplayName'],
  ...['finding.resourceName', 'resourceName', 'resource.name'],
]
