import { rm } from 'node:fs/promises'
import { createClient } from '@connectrpc/connect'
import { WebhookFormat, WebhookService } from '../../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { KeyService } from '../../../proto/gen/attestry/ledger/v1/keys_pb.ts'
import { OrganizationService } from '../../../proto/gen/attestry/ledger/v1/organizations_pb.ts'
import type { Clock } from '../../../services/kernel/clock.ts'
import type { ServiceName } from '../../../services/kernel/identity/access.ts'
import { as, operatorCaller } from '../../../services/kernel/identity/caller.ts'
import { ADDONS, PERMISSIONS } from '../../../services/kernel/identity/permissions.ts'
import { keepPrivate, readIfThere } from '../../../services/local/data-directory.ts'
import { readGatewayConfig } from '../../config.ts'
import { type Call, invoke } from '../calls/control-call.ts'
import { sessionCaller } from '../calls/session-caller.ts'
import { dataDirOf } from '../data-directory/environment.ts'
import { listeningUrl } from '../data-directory/instance.ts'
import { keepSession } from '../data-directory/sessions.ts'
import { UsageError } from '../errors/usage-error.ts'
import type { SamplePerson } from '../sample/fill.ts'
import type { Composition } from './compose.ts'

/**
 * Prepares an embedded installation at its start, and prints its addresses and files. An empty database gets one organization
 * with every module, an administrator, a key with all permissions and a webhook endpoint; their secrets go to bootstrap.json
 * (mode 0600).
 *
 * @param options.sample whether the first organization holds sample data (sample/fill.ts)
 * @throws UsageError with `sample`, if the installation has an organization without sample data: they are never mixed
 */
export async function bootstrap(options: Bootstrap): Promise<void> {
  const { env, say, sample } = options
  const { baseUrl } = readGatewayConfig(env)
  const path = `${dataDirOf(env)}/bootstrap.json`
  const kept = await readIfThere(path)
  if (sample && kept !== null && JSON.parse(kept).sample !== true) throw new UsageError(NOT_EMPTY)
  if (kept === null && !(await firstStart(options, { path, baseUrl }))) {
    if (sample) throw new UsageError(NOT_EMPTY)
    say(`Attestry is ready on ${baseUrl}`)
    return
  }
  // The mark is also removed after a start that was killed at this point: it MUST NOT outlive bootstrap.json, which the operator
  // may move.
  await rm(markOf(path), { force: true })
  say(`Attestry is ready on ${baseUrl}`)
  if (sample) say('It holds sample data.')
  say(`Your organization, administrator and API key: ${path}`)
  say(`The console: ${baseUrl}/console/; sign in as the admin of that file`)
  say('Try:')
  say(`  ${tryLine(baseUrl, path)}`)
}

type Bootstrap = {
  env: NodeJS.ProcessEnv
  composition: Composition
  clock: Clock
  say: (line: string) => void
  sample: boolean
}

/**
 * Makes the first organization and writes bootstrap.json. After an interrupted first start it makes another organization, because
 * the secrets of the earlier one are lost.
 *
 * @returns false if the installation has an organization already
 */
async function firstStart(
  options: Bootstrap,
  { path, baseUrl }: { path: string; baseUrl: string },
): Promise<boolean> {
  const { env, composition, clock, sample } = options
  const organizations = createClient(OrganizationService, composition.transports.ledger)
  const caller = as(operatorCaller('listOrganizations', clock.now()))
  const { organizations: listed } = await organizations.listOrganizations({}, caller)
  const wasInterrupted = (await readIfThere(markOf(path))) !== null
  if (listed.length > 0 && !wasInterrupted) return false
  await keepPrivate(markOf(path), () => 'the first start is under way\n')
  const email = listed.length === 0 ? FIRST_ADMIN : ''
  const naming = sample ? SAMPLE_NAMES : NAMES
  const made = await makeOrganization(composition, clock, { email, baseUrl, naming })
  const { session, path: endpoint, ...secrets } = made
  const { organization, admin, api_key: key, webhook } = secrets
  const more = sample
    ? await filled({ ...options, session, key, webhook: { ...webhook, path: endpoint } })
    : {}
  const kept = { organization_id: organization.id, email: admin.email, token: session }
  await keepSession(dataDirOf(env), kept)
  await keepPrivate(path, () => `${JSON.stringify({ base_url: baseUrl, ...secrets, ...more }, null, 2)}\n`)
  return true
}

/** Returns the path of the file that marks a first start in progress. */
function markOf(path: string): string {
  return `${path}.started`
}

async function makeOrganization(
  { transports }: Composition,
  clock: Clock,
  { email, baseUrl, naming }: { email: string; baseUrl: string; naming: typeof NAMES },
) {
  const organizations = createClient(OrganizationService, transports.ledger)
  const { organization, adminEmail, adminPassword, adminSession } = await organizations.createOrganization(
    {
      name: naming.organization,
      addons: [...ADDONS],
      adminEmail: email,
      adminAttestationRoles: ATTESTATION_ROLES,
      separationOfDuties: ONE_PERSON,
    },
    as(operatorCaller('createOrganization', clock.now())),
  )
  const keys = createClient(KeyService, transports.ledger)
  const { secret } = await keys.createKey(
    { name: naming.key, permissions: [...PERMISSIONS] },
    sessionCaller('createKey', adminSession, clock),
  )
  const webhooks = createClient(WebhookService, transports.ingestion)
  const { endpoint, secret: signingSecret } = await webhooks.createWebhookEndpoint(
    { name: naming.endpoint, format: WebhookFormat.SERVICE },
    sessionCaller('createWebhookEndpoint', adminSession, clock),
  )
  return {
    organization: { id: organization!.id, name: organization!.name },
    admin: { email: adminEmail, password: adminPassword },
    api_key: secret,
    webhook: { id: endpoint!.id, url: `${baseUrl}${endpoint!.path}`, secret: signingSecret },
    session: adminSession,
    path: endpoint!.path,
  }
}

/** Fills the organization with sample data. @returns its part of bootstrap.json */
async function filled(
  options: Bootstrap & { session: string; key: string; webhook: { path: string; secret: string } },
): Promise<{ sample: true; people: SamplePerson[] }> {
  const { env, composition, clock, session, key, webhook } = options
  options.say('Filling in the sample data.')
  const { fillSample } = await import('../sample/fill.ts')
  const { sampleClient } = await import('../sample/client.ts')
  const asAdmin: Call = (method, input) => {
    // The package of a service's protos has its name: attestry.gate.v1.
    const service = method.parent.typeName.split('.')[1] as ServiceName
    const client = createClient(method.parent, composition.transports[service])
    return invoke(client, method, input, sessionCaller(method.localName, session, clock))
  }
  const url = listeningUrl(env, composition.gateway!.port)
  return {
    sample: true,
    people: await fillSample(sampleClient({ url, asAdmin, key, webhook, now: clock.now() })),
  }
}

function tryLine(baseUrl: string, path: string): string {
  const key = `$(node -p "require('${path}').api_key")`
  const body = JSON.stringify({ title: 'First incident', severity: 'high' })
  return `curl -s ${baseUrl}/api/v1/incidents -H "Authorization: Bearer ${key}" -H 'Content-Type: application/json' -d '${body}'`
}

const NAMES = { organization: 'My organization', key: 'first key', endpoint: 'first endpoint' }
/** Names that mark the organization as sample data wherever they appear: console, log, packages. */
const SAMPLE_NAMES = {
  organization: 'Harbour Insurance (sample data)',
  key: 'sample data',
  endpoint: 'sample SIEM',
}
const NOT_EMPTY =
  '--sample fills an empty installation only, and this one has data: choose another ATTESTRY_DATA_DIR, or start without --sample'
/**
 * The address of the first administrator. After an interrupted start it is in use already, so another one is made from the
 * organization's id.
 */
const FIRST_ADMIN = 'admin@localhost.example'
/** The first organization has one person, so no duties are separated. docs/operations.md says how to change that. */
const ONE_PERSON = {}
/** Roles in which the first administrator may attest. */
const ATTESTATION_ROLES = [
  'ciso',
  'dpo',
  'risk_owner',
  'system_owner',
  'compliance_officer',
  'legal',
  'security',
]
