import { sha256Hex } from '../../../kernel/crypto/digest.ts'
import {
  type ExpectedRow,
  field,
  near,
  type RecordObject,
  type Row,
  recordOf,
  records,
  type TableRule,
} from '../../../kernel/state/rules.ts'
import { HOURS_AHEAD } from '../deliveries/recognised.ts'

/**
 * Whether the alert `s` opened another incident after the delivery `d`. That can happen before the period of `d` has passed: the
 * period of the endpoint was made shorter, or the clock was set back.
 */
const TAKEN_OVER = `
  select from ledger.incidents i
  left join ledger.leaves own on own.org_id = i.org_id and own.entry_id = d.id
  left join ledger.leaves later on later.org_id = i.org_id and later.entry_id = i.entry_id
  where i.org_id = s.org_id and i.id = s.incident_id and i.version = 1 and (later.index is null or later.index > own.index)`

/** Webhook deliveries, the incidents that they are about, and the keys by which repeated events are recognised. */
export const DELIVERY_TABLES: readonly TableRule[] = [
  records(
    'ledger.deliveries',
    'webhook-deliveries',
    {
      endpoint_id: field('endpoint_id'),
      incident_id: field('incident_id'),
      // The bytes of a call are stored once, with one of its deliveries.
      body: { kind: 'hashed', value: ({ body_sha256 }) => body_sha256, orNull: true },
    },
    { entryColumn: 'id', single: true, without: ['version', 'entry_id', 'position'] },
  ),
  {
    kind: 'derived',
    table: 'ledger.incident_deliveries',
    ofInstallation: false,
    group: 't.delivery_id::text',
    key: ['incident_id', 'delivery_id'],
    sources: `select id::text as "group", record from ledger.deliveries
      where org_id = $1 and (record::jsonb ->> 'outcome') in ('replay', 'closure') order by id`,
    rows: (sources) => sources.map(({ record }) => recordOf(record)),
    columns: {
      org_id: field('organization_id'),
      incident_id: field('incident_id'),
      delivery_id: field('id'),
      endpoint_id: field('endpoint_id'),
    },
    checks: [],
  },
  {
    kind: 'derived',
    // The keys by which a repeated event is recognised. The table keeps its first name, because processes of an earlier version
    // write to it during an upgrade.
    table: 'ledger.events_seen',
    ofInstallation: false,
    group: 't.incident_id::text',
    key: ['endpoint_id', 'key'],
    sources: `select d.incident as "group", d.record, s.incident_id <> d.incident::uuid and exists (${TAKEN_OVER}) as taken_over
      from (
        select org_id, id, endpoint_id, record, record::jsonb ->> 'incident_id' as incident, record::jsonb ->> 'event_key' as key
        from ledger.deliveries where org_id = $1 and record::jsonb ->> 'outcome' = 'created') d
      left join ledger.events_seen s
        on s.org_id = d.org_id and s.endpoint_id = d.endpoint_id
          and s.key = case when d.key ~ '^([0-9a-f]{2})+$' then decode(d.key, 'hex') end
      order by d.incident::uuid`,
    rows: eventsOf,
    columns: {
      org_id: field('organization_id'),
      endpoint_id: field('endpoint_id'),
      key: field('key'),
      incident_id: field('incident_id'),
      body_sha256: field('body_sha256'),
      first_at: near('received_at'),
      seconds: field('seconds'),
    },
    checks: [],
  },
]

/**
 * The keys by which the alert of the delivery that opened an incident is recognised. Deliveries of earlier versions lack the key
 * of an alert without an id, the key of a closure, and the period: for them the row is accepted as it is.
 */
function eventsOf(deliveries: readonly Row[], found: readonly Row[]): ExpectedRow[] {
  return deliveries.flatMap(({ record, taken_over }) => {
    const delivery = recordOf(record)
    const { event_key, closure_key, window_seconds, external_id } = delivery
    if (typeof event_key === 'string') {
      const seconds = window_seconds as number
      const mayBeAbsent = taken_over === true || hasPassed(delivery, seconds)
      const event = { ...delivery, key: event_key, seconds, mayBeAbsent }
      // A later alert with the same key for its closure takes that key over.
      const closure = { ...delivery, key: closure_key, seconds, mayBeAbsent: true }
      return typeof closure_key === 'string' ? [event, closure] : [event]
    }
    const own = typeof external_id === 'string' ? sha256Hex(`event\0${external_id}`) : undefined
    const keys = found.map(({ key, seconds }) => ({ key: (key as Buffer).toString('hex'), seconds }))
    const known = keys.find(({ key }) => key === own)
    const rows: ExpectedRow[] = keys.map(({ key, seconds }) => ({
      ...delivery,
      key,
      seconds,
      mayBeAbsent: true,
    }))
    return own === undefined || known !== undefined
      ? rows
      : [
          ...rows,
          { ...delivery, key: own, seconds: null, mayBeAbsent: hasPassed(delivery, SHORTEST_SECONDS) },
        ]
  })
}

/** Whether an event is no longer recognised. That includes an event that came in the future, before the clock was set back. */
function hasPassed({ received_at }: RecordObject, seconds: number): boolean {
  const ageSeconds = (Date.now() - Date.parse(received_at as string)) / 1000
  return ageSeconds > seconds - MARGIN_SECONDS || -ageSeconds > HOURS_AHEAD * 3600 - MARGIN_SECONDS
}

/** How much earlier than in the database an event counts as no longer recognised: this process has another clock. */
const MARGIN_SECONDS = 60
/** The shortest time for which an event is recognised. */
const SHORTEST_SECONDS = 3600
