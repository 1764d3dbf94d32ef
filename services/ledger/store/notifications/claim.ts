import { across } from '../../../kernel/database/tenant-guard/relations.ts'
import { NOTIFICATION } from './rows.ts'

const WAITING = "n.state = 'waiting'"
const RECEIVER = 'coalesce(n.channel_id, n.user_id)'
const DUE = `${WAITING} and n.next_at <= now() and (n.lease_until is null or n.lease_until <= now())`

/**
 * How many organizations are examined. Only a few can have deliveries in progress, and only those may have nothing to claim
 * although something is due.
 */
const CANDIDATES = 64

/**
 * Checks whether any notification waits, due or not, with one index lookup. Usually none does, and a plan of `CLAIM` takes longer to
 * make than all else that an idle sender does.
 */
export const WAITS = `${across('claim notifications')} select (select true from ledger.notifications n where ${WAITING}
  order by n.org_id limit 1) is not null as waits`

const CHANNEL = 'ledger.notification_channels c where c.org_id'

/**
 * Claims `$1` notifications for `$3` seconds with the lease `$2`: the one that has been due for longest of each receiver, at most
 * `$4` of an organization, the organizations after `$5` first. At most `$6` of them are e-mails.
 *
 * It costs one index lookup for each organization for which something waits, and a few for each receiver of the examined
 * organizations, independently of the number of waiting rows: the next organization and the next receiver are each found from the
 * previous one. A row that another process takes meanwhile is left out when it is read again under the lock.
 */
export const CLAIM = `${across('claim notifications')}
  with recursive under_way as materialized (
    select n.org_id, ${RECEIVER} as receiver from ledger.notifications n where ${WAITING} and n.lease_until > now()),
  organizations as (
    (select n.org_id from ledger.notifications n where ${WAITING} order by n.org_id limit 1)
    union all
    select (select n.org_id from ledger.notifications n
      where ${WAITING} and n.org_id > o.org_id order by n.org_id limit 1)
    from organizations o where o.org_id is not null),
  candidates as materialized (
    select o.org_id from organizations o
    where exists (select from ledger.notifications n where n.org_id = o.org_id and ${DUE} offset 0)
      and ($6 > 0 or exists (select from ${CHANNEL} = o.org_id and c.kind <> 'email' and c.deleted_at is null
        and exists (select from ledger.notifications n
          where n.org_id = o.org_id and ${RECEIVER} = c.id and ${DUE} offset 0) offset 0))
    order by o.org_id <= $5, o.org_id limit ${CANDIDATES}),
  receivers as (
    select c.org_id, (select ${RECEIVER} from ledger.notifications n
      where ${WAITING} and n.org_id = c.org_id order by ${RECEIVER} limit 1) as receiver
    from candidates c
    union all
    select r.org_id, (select ${RECEIVER} from ledger.notifications n
      where ${WAITING} and n.org_id = r.org_id and ${RECEIVER} > r.receiver order by ${RECEIVER} limit 1)
    from receivers r where r.receiver is not null),
  turns as (
    select r.org_id, d.id, d.next_at, d.channel_id is null or exists (
        select from ${CHANNEL} = r.org_id and c.id = d.channel_id and c.kind = 'email') as is_mail, row_number() over (partition by r.org_id order by d.next_at, d.id)
      + (select count(*) from under_way u where u.org_id = r.org_id) as turn
    from receivers r cross join lateral (
      select n.id, n.next_at, n.channel_id from ledger.notifications n
      where n.org_id = r.org_id and ${RECEIVER} = r.receiver and ${DUE} order by n.next_at, n.id limit 1) d
    where not exists (select from under_way u where u.org_id = r.org_id and u.receiver = r.receiver)),
  queue as (
    select t.*, count(*) filter (where t.is_mail) over (
      order by t.turn, t.org_id <= $5, t.org_id, t.next_at rows unbounded preceding) as mails
    from turns t where t.turn <= $4),
  first as materialized (
    select q.org_id, q.id, q.is_mail from queue q where not q.is_mail or q.mails <= $6
    order by q.turn, q.org_id <= $5, q.org_id, q.next_at limit 4 * $1::int),
  leased as materialized (
    select l.org_id, l.id, f.is_mail from first f cross join lateral (
      select n.org_id, n.id from ledger.notifications n where n.org_id = f.org_id and n.id = f.id and ${DUE}
      for update skip locked) l
    limit $1)
  update ledger.notifications n
  set lease = $2, lease_until = now() + make_interval(secs => $3), attempts = n.attempts + 1
  from leased l where n.org_id = l.org_id and n.id = l.id
  returning ${NOTIFICATION}, n.lease, l.is_mail`
