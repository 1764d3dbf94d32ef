import { bound, excepted, type TableRule } from '../../../kernel/state/rules.ts'

const TREE = bound('the leaf is the hash of its entry, and the tree that of its leaves')
const NOTE = bound('the signed note')
const STATEMENT = bound('the signature of the witness or the time-stamp authority on the checkpoint')
const QUEUE = bound('an entry waits here until it has its leaf, and no longer')

/**
 * The leaf of a checkpoint `c` at an index. Of the indexes that begin with the organization, only that of the key has this order,
 * so that it is the one used (decision 181).
 */
const leafAt = (index: string): string =>
  `lateral (select at from ledger.leaves where org_id = c.org_id and index between ${index} and ${index} order by index limit 1)`

/** The log itself: what verification recomputes. */
export const LOG_TABLES: readonly TableRule[] = [
  { kind: 'log', table: 'ledger.entries', columns: { org_id: TREE, id: TREE, entry: TREE }, checks: [] },
  {
    kind: 'log',
    table: 'ledger.leaves',
    columns: { org_id: TREE, index: TREE, entry_id: TREE, at: TREE, hash: TREE },
    checks: [],
  },
  {
    kind: 'log',
    table: 'ledger.nodes',
    columns: { org_id: TREE, level: TREE, index: TREE, hash: TREE },
    checks: [],
  },
  {
    kind: 'log',
    table: 'ledger.trees',
    columns: {
      org_id: TREE,
      size: TREE,
      frontier: TREE,
      grown_at: excepted('when the tree grew last: a figure of operation'),
    },
    checks: [],
  },
  {
    kind: 'log',
    table: 'ledger.queue',
    columns: {
      org_id: QUEUE,
      entry_id: QUEUE,
      seq: excepted('the order of what waits, for less than a second; the leaves have the order'),
      at: excepted('since when an entry waits: a figure of operation'),
    },
    checks: [],
  },
  {
    kind: 'log',
    table: 'ledger.checkpoints',
    columns: {
      org_id: NOTE,
      size: NOTE,
      kid: NOTE,
      root: NOTE,
      note: NOTE,
      signed_at: bound('the leaves before and after it, larger checkpoints, and the records of packages'),
    },
    checks: [
      {
        field: 'signed_at',
        // Compared with the checkpoint before it, not with the latest one: a checkpoint of a clock that ran ahead says nothing
        // about those after the next.
        problem: 'is not between the leaves that it covers and what came after',
        sql: `select 'size=' || size || ' kid=' || kid as row from (
            select c.size, c.kid, c.signed_at, l.at, n.at as next_at,
              max(c.signed_at) over (order by c.size groups between 1 preceding and 1 preceding) as before
            from ledger.checkpoints c
            left join ${leafAt('c.size - 1')} l on true
            left join ${leafAt('c.size')} n on true
            where c.org_id = $1) c
          where signed_at < at - interval '1 minute' or signed_at > now() + interval '1 minute'
            or signed_at < before - interval '1 minute' or signed_at > next_at + interval '1 day'`,
      },
      {
        field: 'note',
        problem: 'a package was exported with this checkpoint, which is missing or another',
        sql: `select 'size=' || size || ' kid=' || kid as row from (
            select (record::jsonb ->> 'tree_size')::bigint as size, record::jsonb ->> 'kid' as kid,
              decode(record::jsonb ->> 'root', 'hex') as root, (record::jsonb ->> 'signed_at')::timestamptz as signed_at
            from evidence.exports where org_id = $1 and version = 1) e
          where not exists (
            select from ledger.checkpoints c where c.org_id = $1 and c.size = e.size and c.kid = e.kid
              and c.root = e.root and date_trunc('milliseconds', c.signed_at) = e.signed_at)`,
      },
    ],
  },
  {
    kind: 'log',
    table: 'ledger.checkpoint_statements',
    columns: {
      org_id: STATEMENT,
      size: STATEMENT,
      kid: STATEMENT,
      kind: STATEMENT,
      source: STATEMENT,
      statement: STATEMENT,
      received_at: excepted('when it arrived: a cosignature says its own time'),
    },
    checks: [
      {
        field: 'statement',
        problem: 'an entry of the log names this statement, which is missing or another',
        sql: `select 'size=' || size || ' kid=' || kid || ' source=' || source as row from (
            select (one ->> 'size')::bigint as size, one ->> 'kid' as kid, one ->> 'kind' as kind, one ->> 'source' as source,
              one ->> 'sha256' as hash
            from ledger.entries e cross join lateral jsonb_array_elements(e.entry::jsonb #> '{details,statements}') one
            where e.org_id = $1 and strpos(e.entry, '"operation":"recordStatements"') > 0
              and e.entry::jsonb ->> 'operation' = 'recordStatements') named
          where not exists (
            select from ledger.checkpoint_statements s where s.org_id = $1 and s.size = named.size and s.kid = named.kid
              and s.kind = named.kind and s.source = named.source
              and encode(sha256(convert_to(s.statement, 'UTF8')), 'hex') = named.hash)`,
      },
    ],
  },
]
