import { hashOf } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, like } from '../recognition.ts'
import { rule } from '../state.ts'

/**
 * Triggers that need action: drift, failed checks and assessments, runs that ended in an error. Any other trigger reports the progress of a run.
 */
const ALARMS = ['notifications.trigger', 'trigger'].map((path) =>
  like(path, /^(?:assessment:|run:errored$)/i, 'assessment:… or run:errored'),
)

/** A notification of HCP Terraform or Terraform Enterprise about a workspace. It is not graded. */
export const hcpTerraform: Product = {
  id: 'hcp_terraform',
  name: 'HCP Terraform',
  source:
    'https://developer.hashicorp.com/terraform/cloud-docs/api-docs/notification-configurations; port-labs/ocean, integrations/terraform-cloud',
  forms: [
    [has('notification_configuration_id'), has('trigger_scope'), has('trigger')],
    [has('notification_configuration_id'), has('notifications.trigger')],
  ],
  title: [
    '{message}: {details.workspace_name}',
    'message',
    '{notifications.message}: {workspace_name}',
    'notifications.message',
  ],
  description: ['run_message', 'details.new_assessment_result.url', 'run_url'],
  severity: [],
  time: ['details.new_assessment_result.created_at', 'notifications.run_updated_at', 'run_created_at'],
  systems: ['details.workspace_name', 'workspace_name'],
  identity: {
    of: hashOf(
      ...['details.new_assessment_result.id', 'details.workspace_id', 'trigger'],
      ...['run_id', 'notifications.trigger', 'notifications.run_updated_at'],
    ),
    why: 'An alert has no id. Identity: assessment or run, workspace, trigger and the time of the change.',
  },
  state: [rule((alert) => (ALARMS.some(({ holds }) => holds(alert)) ? null : 'informational'))],
}
