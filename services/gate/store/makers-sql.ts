/** Who made an account or granted a role before then counts no longer (`waited_hours` in docs/gate-rules.md). */
const SINCE = `now() - interval '30 days'`

/**
 * A list of RecentMaker; $1 organization. Accounts that the operator (the nil UUID) created count as created by no one in the
 * organization.
 */
export const MAKERS_SQL = `
  select json_agg(json_build_object('account', m.user_id, 'by', m.made_by, 'hoursAgo', ${hoursSince('m.made_at')}))
  from ledger.account_makers_v1 m
  where m.org_id = $1 and m.made_by <> '00000000-0000-0000-0000-000000000000'
    and m.made_at > ${SINCE}`

/**
 * A list of RoleGrant since then: grants by accounts into which somebody else got within this time. A grant by any other
 * account counts only for the person of that account, whose session names it. $1 organization.
 */
export const GRANTS_SQL = `
  select json_agg(json_build_object('role', g.role, 'to', g.user_id, 'by', g.granted_by,
    'hoursAgo', ${hoursSince('g.granted_at')}))
  from ledger.role_grants_v1 g
  where g.org_id = $1 and g.granted_at > ${SINCE} and exists (
    select from ledger.account_makers_v1 m where m.org_id = g.org_id and m.user_id = g.granted_by
      and m.made_at > ${SINCE})`

/** The whole hours since a time, by the database's clock; 0 for a time that it has not reached yet. */
function hoursSince(time: string): string {
  return `greatest(floor(extract(epoch from now() - ${time}) / 3600)::int, 0)`
}
