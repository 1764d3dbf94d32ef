import { across } from '../../../kernel/database/tenant-guard/relations.ts'
import {
  credential,
  derived,
  type ExpectedRow,
  excepted,
  field,
  fieldOr,
  hashed,
  nearOrLater,
  newestVersions,
  type Row,
  recordOf,
  records,
  type TableRule,
} from '../../../kernel/state/rules.ts'
import { INSTALLATION_ID } from '../../../kernel/values/ids.ts'
import { RESET } from '../access/record-grants.ts'

/** Organizations, people, credentials and signing keys. */
export const ACCESS_TABLES: readonly TableRule[] = [
  records('ledger.organization_records', 'organizations'),
  records('ledger.user_records', 'users'),
  records('ledger.session_records', 'sessions'),
  records('ledger.api_key_records', 'api-keys'),
  records('ledger.service_client_records', 'service-clients'),
  records('ledger.signing_key_records', 'signing-keys'),

  newestVersions(
    'ledger.organizations',
    'ledger.organization_records',
    {
      name: field('name'),
      addons: field('addons'),
      // Records from before separation of duties have no settings of it: nothing is separated.
      separation: fieldOr('separation_of_duties', {
        attester_per_role: false,
        certifier_is_another: false,
        changes_need_another: false,
        role_wait_hours: 0,
      }),
      created_at: field('created_at'),
    },
    {
      organizationColumn: 'id',
      checks: [
        {
          field: 'id',
          problem: 'no log has this organization',
          sql: `${across('unknown organizations')}
            select 'id=' || o.id as row from ledger.organizations o where $1::uuid = '${INSTALLATION_ID}' and not exists (
              select from ledger.organization_records r where r.org_id = o.id and r.id = o.id)`,
        },
      ],
    },
  ),
  newestVersions('ledger.users', 'ledger.user_records', {
    email: field('email'),
    email_key: derived(({ email }) => String(email).toLowerCase()),
    role: field('role'),
    attestation_roles: field('attestation_roles'),
    password: credential(),
    status: field('status'),
    must_change_password: fieldOr('must_change_password', false),
    created_at: field('created_at'),
  }),
  {
    kind: 'derived',
    table: 'ledger.invitations',
    ofInstallation: false,
    group: 't.user_id::text',
    key: ['user_id'],
    sources: `select distinct on (id) id::text as "group", record from ledger.user_records
      where org_id = $1 order by id, version desc`,
    rows: (sources) =>
      sources
        .map(({ record }) => recordOf(record))
        .filter(({ invitation }) => invitation !== null && invitation !== undefined),
    columns: {
      org_id: field('organization_id'),
      user_id: field('id'),
      code_hash: hashed('invitation.code_sha256'),
      expires_at: field('invitation.expires_at'),
    },
    checks: [],
  },
  newestVersions('ledger.api_keys', 'ledger.api_key_records', {
    hash: credential(),
    name: field('name'),
    prefix: field('prefix'),
    permissions: field('permissions'),
    rate_limit: field('rate_limit'),
    // Records from before keys could expire have no expiry.
    expires_at: fieldOr('expires_at', null),
    revoked_at: field('revoked_at'),
    last_used_at: excepted('a hint for people, kept to half a minute; the audit log has every call'),
    created_at: field('created_at'),
  }),
  newestVersions(
    'ledger.service_clients',
    'ledger.service_client_records',
    {
      token_hash: credential(),
      name: field('name'),
      services: field('services'),
      organization_ids: field('organization_ids'),
      trusted: field('trusted'),
      revoked_at: field('revoked_at'),
      created_at: field('created_at'),
    },
    { ofInstallation: true },
  ),
  newestVersions(
    'ledger.signing_keys',
    'ledger.signing_key_records',
    {
      kid: field('kid'),
      key_arn: field('key_arn'),
      public_key: derived(({ public_key }) => hexOf(public_key)),
      number: derived(({ rotation }) =>
        rotation === null ? 0 : recordOf(rotationOf(rotation).statement).number,
      ),
      statement: field('rotation.statement'),
      old_signature: derived(({ rotation }) => hexOf(rotationOf(rotation).old_signature)),
      new_signature: derived(({ rotation }) => hexOf(rotationOf(rotation).new_signature)),
      status: field('status'),
      valid_from: field('valid_from'),
      valid_until: field('valid_until'),
      revocation_reason: field('revocation_reason'),
    },
    { ofInstallation: true },
  ),

  // The row of a session that was ended does not exist. That of a session that was idle for an hour may not.
  {
    kind: 'derived',
    table: 'ledger.sessions',
    ofInstallation: false,
    group: 't.id::text',
    key: ['id'],
    sources: `select distinct on (id) id::text as "group", record from ledger.session_records
      where org_id = $1 order by id, version desc`,
    rows: (sources) =>
      sources
        .map(({ record }) => recordOf(record))
        .filter(({ ended_at }) => ended_at === null)
        .map((session) => ({ ...session, mayBeAbsent: isOld(session.created_at) })),
    columns: {
      org_id: field('organization_id'),
      id: field('id'),
      user_id: field('user_id'),
      token_hash: hashed('token_sha256'),
      created_at: field('created_at'),
      expires_at: field('expires_at'),
      last_seen_at: excepted('moves with each call of the session, to the minute'),
    },
    checks: [],
  },
  {
    kind: 'derived',
    table: 'ledger.role_grants',
    ofInstallation: false,
    group: 't.user_id::text',
    key: ['role', 'granted_by'],
    sources: `select r.id::text as "group", r.record, e.entry from ledger.user_records r
      cross join lateral (select entry from ledger.entries where org_id = r.org_id and id = r.entry_id offset 0) e
      where r.org_id = $1 order by r.id, r.version`,
    rows: grantsOf,
    columns: {
      org_id: field('organization_id'),
      user_id: field('user_id'),
      role: field('role'),
      granted_by: field('granted_by'),
      granted_at: nearOrLater('granted_at'),
    },
    checks: [],
  },
]

/** The newest grant of each attestation role by each person, from the versions of a user in their order. */
function grantsOf(versions: readonly Row[]): ExpectedRow[] {
  const grants = new Map<string, ExpectedRow>()
  let held: string[] = []
  for (const { record, entry } of versions) {
    const { organization_id, id: user_id, attestation_roles, version } = recordOf(record)
    const { actor, at: granted_at, operation } = recordOf(entry)
    const { kind, id } = actor as { kind: string; id: string | null }
    const granted_by = kind === 'user' ? id : INSTALLATION_ID
    const roles = attestation_roles as string[]
    // The first administrator has roles from the start, granted by nobody.
    const isGranted = version !== 1 || operation !== 'createOrganization'
    const granted = isGranted ? roles.filter((role) => !held.includes(role)) : []
    if (GIVES_A_WAY_IN.has(operation) || (version === 1 && kind === 'user')) granted.push(RESET)
    for (const role of granted)
      grants.set(`${role} ${granted_by}`, { organization_id, user_id, role, granted_by, granted_at })
    held = roles
  }
  return [...grants.values()]
}

/** Calls after which somebody else may know how to get into an account. */
const GIVES_A_WAY_IN = new Set<unknown>(['resetPassword', 'inviteUser'])

function isOld(createdAt: unknown): boolean {
  return Date.now() - Date.parse(createdAt as string) > IDLE_MS
}

/** A little less than the time without a call after which a session ends. */
const IDLE_MS = 55 * 60_000

function rotationOf(rotation: unknown): { [name: string]: unknown } {
  return (rotation ?? {}) as { [name: string]: unknown }
}

/** The hex of base64. */
function hexOf(base64: unknown): string | null {
  return typeof base64 === 'string' ? Buffer.from(base64, 'base64').toString('hex') : null
}
