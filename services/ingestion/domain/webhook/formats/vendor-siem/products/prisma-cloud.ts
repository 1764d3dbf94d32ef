import { idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { status } from '../state.ts'

/** An alert of Prisma Cloud: what its webhook sends, mostly in a list, and the object of its API. */
export const prismaCloud: Product = {
  id: 'prisma_cloud',
  name: 'Prisma Cloud',
  source:
    'https://docs.prismacloud.io/en/classic/cspm-admin-guide/configure-external-integrations-on-prisma-cloud/integrate-prisma-cloud-with-webhooks; demisto/content, Packs/PrismaCloud/Integrations/RedLock/test_data; SecureHats/Sentinel-playground, samples/PaloAlto/PaloAltoPrismaCloudAlert_CL.json',
  forms: [
    [
      has('policyName'),
      has('alertId'),
      has('severity'),
      hasOneOf('alertRuleName', 'policyId', 'callbackUrl'),
    ],
    [has('policy.policyId'), has('policy.severity'), has('alertTime'), has('id')],
    // The API leaves out the details of the policy unless it is asked for them.
    [has('policy.policyId'), has('policy.policyType'), has('alertTime'), has('resource'), has('id')],
    // A row of its connector for Microsoft Sentinel, which joins the keys by underscores.
    [has('policy_policyId'), has('policy_name'), has('policy_severity'), has('alertTime'), has('id')],
  ],
  title: ['policyName', 'policy.name', 'policy_name', 'policy.description', 'policy_description'],
  titleStandIn: [
    'Prisma Cloud alert {id} on {resource.name}: policy {policy.policyId}',
    'Prisma Cloud alert {id}: policy {policy.policyId}',
  ],
  description: ['policyDescription', 'policy.description', 'policy_description'],
  severity: [word('severity', 'policy.severity', 'policy_severity')],
  time: ['firstSeen', 'alertTs', 'alertTime'],
  systems: ['resourceName', 'resource.name', 'resource_name', 'resourceId'],
  identity: {
    of: identityOf,
    why: 'The id is not unique: it is P- and a number that each tenant counts. Identity: id, policy, account and resource. A change of its status repeats them.',
  },
  state: [status('alertStatus', 'status')],
}

function identityOf(alert: unknown): string {
  if (has('alertId').holds(alert)) return ofWebhook(alert)
  return has('policy.policyId').holds(alert) ? ofApi(alert) : ofRow(alert)
}

const ofWebhook = idAnd('alertId', 'policyId', 'policyName', 'accountId', 'resourceId')
const ofApi = idAnd('id', 'policy.policyId', 'resource.accountId', 'resource.id')
const ofRow = idAnd('id', 'policy_policyId', 'resource_accountId', 'resource_id')
