import { idAnd } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, like, numeric } from '../recognition.ts'
import { status, when } from '../state.ts'

/** An alert of GitHub Advanced Security for Azure DevOps: its service hooks, and the object of its API. */
export const azureDevOpsAlert: Product = {
  id: 'azure_devops_alert',
  name: 'Azure DevOps Advanced Security',
  source:
    'https://learn.microsoft.com/azure/devops/service-hooks/events#advanced-security; https://learn.microsoft.com/javascript/api/azure-devops-extension-api/alert; port-labs/ocean, integrations/azure-devops, webhook_processors/test_advanced_security_webhook_processor.py',
  forms: [
    [like('eventType', /^ms\.vss-alerts\.alert-/, 'ms.vss-alerts.alert-…'), has('resource.alertId')],
    [numeric('alertId'), has('alertType'), has('severity'), has('repositoryUrl')],
  ],
  title: ['resource.title', 'title'],
  titleStandIn: [
    ...['message.text', 'Alert {resource.alertId} of {resource.repositoryUrl}'],
    ...['Alert {alertId} of {repositoryUrl}', 'Alert {resource.alertId}'],
  ],
  description: ['detailedMessage.text', 'message.text', 'resource.alertType', 'alertType'],
  severity: ['resource.severity', 'severity'].flatMap((path) => [codes(path, { note: 'low' }), word(path)]),
  time: [
    ...['resource.firstSeenDate', 'resource.introducedDate', 'createdDate'],
    ...['firstSeenDate', 'introducedDate'],
  ],
  systems: ['resource.repositoryUrl', 'repositoryUrl', 'resource.repository.name'],
  identity: {
    of: idAnd(
      ['resource.alertId', 'alertId'],
      ...['resource.repositoryUrl', 'repositoryUrl', 'resource.repository.name'],
    ),
    why: "The id is not unique across organizations: 'identifier for the alert. It is unique within Azure DevOps organization'. Identity: id and the address of the repository, which holds the organization. Every event about the alert repeats both.",
  },
  state: [
    status('resource.state', 'state'),
    ...['resource.state', 'state'].map((path) => when(path, ['autoDismissed'], 'suppressed')),
  ],
}
