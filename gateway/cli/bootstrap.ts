import { rm } from 'node:fs/promises'
import { createClient } from '@connectrpc/connect'
import { WebhookFormat, WebhookService } from '../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { KeyService } from '../../proto/gen/attestry/ledger/v1/keys_pb.ts'
import { OrganizationService } from '../../proto/gen/attestry/ledger/v1/organizations_pb.ts'
import type { Clock } from '../../services/kernel/clock.ts'
import { as, operatorCaller } from '../../services/kernel/identity/caller.ts'
import { ADDONS, PERMISSIONS } from '../../services/kernel/identity/permissions.ts'
import { keepPrivate, readIfThere } from '../../services/local/data-directory.ts'
import { readGatewayConfig } from '../config.ts'
import type { Composition } from './compose.ts'
import { dataDirOf } from './environment.ts'
import { sessionCaller } from './session-caller.ts'
import { keepSession } from './sessions.ts'

/**
 * On an empty embedded database: one organization with every module, an administrator, a key with all permissions, a
 * webhook endpoint, kept in bootstrap.json (mode 0600). A first start that was interrupted is begun again, with an
 * organization of its own, since nobody knows the secrets of the first. Then, on every start, says where everything is.
 */
export async function bootstrap(options: {
  env: NodeJS.ProcessEnv
  composition: Composition
  clock: Clock
  say: (line: string) => void
}): Promise<void> {
  const { env, composition, clock, say } = options
  const { baseUrl } = readGatewayConfig(env)
  const path = `${dataDirOf(env)}/bootstrap.json`
  if ((await readIfThere(path)) === null) {
    const organizations = createClient(OrganizationService, composition.transports.ledger)
    const listed = await organizations.listOrganizations(
      {},
      as(operatorCaller('listOrganizations', clock.now())),
    )
    const interrupted = (await readIfThere(`${path}.started`)) !== null
    if (listed.organizations.length > 0 && !interrupted) {
      say(`Attestry is ready on ${baseUrl}`)
      return
    }
    await keepPrivate(`${path}.started`, () => 'the first start is under way\n')
    const adminEmail = listed.organizations.length === 0 ? FIRST_ADMIN : ''
    const { session, ...made } = await makeOrganization(composition, clock, { email: adminEmail, baseUrl })
    const { organization, admin } = made
    await keepSession(dataDirOf(env), {
      organization_id: organization.id,
      email: admin.email,
      token: session,
    })
    await keepPrivate(path, () => `${JSON.stringify({ base_url: baseUrl, ...made }, null, 2)}\n`)
    await rm(`${path}.started`)
  }
  say(`Attestry is ready on ${baseUrl}`)
  say(`Your organization, administrator and API key: ${path}`)
  say('Try:')
  say(`  ${tryLine(baseUrl, path)}`)
}

async function makeOrganization(
  { transports }: Composition,
  clock: Clock,
  { email, baseUrl }: { email: string; baseUrl: string },
) {
  const organizations = createClient(OrganizationService, transports.ledger)
  const { organization, adminEmail, adminPassword, adminSession } = await organizations.createOrganization(
    {
      name: 'My organization',
      addons: [...ADDONS],
      adminEmail: email,
      adminAttestationRoles: ATTESTATION_ROLES,
      separationOfDuties: ONE_PERSON,
    },
    as(operatorCaller('createOrganization', clock.now())),
  )
  const keys = createClient(KeyService, transports.ledger)
  const { secret } = await keys.createKey(
    { name: 'first key', permissions: [...PERMISSIONS] },
    sessionCaller('createKey', adminSession, clock),
  )
  const webhooks = createClient(WebhookService, transports.ingestion)
  const { endpoint, secret: signingSecret } = await webhooks.createWebhookEndpoint(
    { name: 'first endpoint', format: WebhookFormat.SERVICE },
    sessionCaller('createWebhookEndpoint', adminSession, clock),
  )
  return {
    organization: { id: organization!.id, name: organization!.name },
    admin: { email: adminEmail, password: adminPassword },
    api_key: secret,
    webhook: { id: endpoint!.id, url: `${baseUrl}${endpoint!.path}`, secret: signingSecret },
    session: adminSession,
  }
}

function tryLine(baseUrl: string, path: string): string {
  const key = `$(node -p "require('${path}').api_key")`
  const body = JSON.stringify({ title: 'First incident', severity: 'high' })
  return `curl -s ${baseUrl}/api/v1/incidents -H "Authorization: Bearer ${key}" -H 'Content-Type: application/json' -d '${body}'`
}

/** Taken when an interrupted first start is begun again: then the address is made from the organization's id. */
const FIRST_ADMIN = 'admin@localhost.example'
/** Nothing is separated in the organization of a first start, which has one person; docs/operations.md says how to. */
const ONE_PERSON = {}
/** Roles that the first administrator may attest in. */
const ATTESTATION_ROLES = [
  'ciso',
  'dpo',
  'risk_owner',
  'system_owner',
  'compliance_officer',
  'legal',
  'security',
]
