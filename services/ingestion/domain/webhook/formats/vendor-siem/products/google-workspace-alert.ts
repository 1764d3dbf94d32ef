import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, like } from '../recognition.ts'
import { status, when } from '../state.ts'

/** An alert of Google Workspace's alert center. */
export const googleWorkspaceAlert: Product = {
  id: 'google_workspace_alert',
  name: 'Google Workspace alert center',
  source:
    'https://developers.google.com/workspace/admin/alertcenter/reference/rest/v1beta1/alerts; elastic/integrations, packages/google_workspace, data stream alert',
  forms: [
    [has('alertId'), has('customerId'), has('type'), has('source'), hasOneOf('startTime', 'createTime')],
    [has('alertId'), like('data.@type', /google\.apps\.alertcenter/, 'google.apps.alertcenter…')],
  ],
  title: [
    ...['{type}: {data.displayName}', '{type}: {data.title}', '{type}: {data.name}'],
    ...['{type}: {data.ruleViolationInfo.ruleInfo.displayName}', '{type} of {data.email}', 'type'],
  ],
  description: ['data.description', 'data.ruleViolationInfo.resourceInfo.resourceTitle', 'source'],
  severity: [word('metadata.severity')],
  time: ['startTime', 'createTime'],
  systems: ['data.email', 'data.affectedUserEmails'],
  identity: {
    of: id('alertId'),
    why: "The id is unique: 'the unique identifier for the alert' (alert center API, alertId). A change of the status keeps it.",
  },
  state: [when('deleted', [true], 'closed'), status('metadata.status')],
}
