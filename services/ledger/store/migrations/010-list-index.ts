/** The registers that are listed, each in its table of records. */
const TYPES = ['incidents', 'assets', 'suppliers']

/** The facets by which a list counts, in this order. */
const FACETS: { [type: string]: string[] } = {
  incidents: ['status', 'severity', 'regulation', 'is_significant'],
  assets: ['status', 'classification', 'business_criticality'],
  suppliers: ['assessment_status', 'category'],
}

const NAMES = [
  'id',
  'status',
  'severity',
  'regulation',
  'is_significant',
  'owner_id',
  'asset_type',
  'classification',
  'business_criticality',
  'hosted_in_eu',
  'contains_personal_data',
  'category',
  'assessment_status',
]
const textOf = (name: string): string => `record ->> '${name}'`
const sourceOf = (name: string): string => `record #>> '{source,${name}}'`

/** The lexeme of a value; null without one. The lexeme `of` keeps the organizations apart within the index. */
const lexeme = (name: string, value: string): string => `'=${name}:' || nullif(${value}, '')`
const LEXEMES = [
  `'=of:' || type || ':' || org`,
  ...NAMES.map((name) => lexeme(name, textOf(name))),
  ...['kind', 'source_system', 'external_id'].map((name) => lexeme(`source_${name}`, sourceOf(name))),
].join(', ')

const TEXTS = [
  ...['title', 'name', 'description', 'service_description', 'affected_systems'].map(textOf),
  ...['org_number', 'contact_email', 'asset_type'].map(textOf),
  ...['source_system', 'external_id', 'product'].map(sourceOf),
].join(', ')

/** The characters that separate words. */
const MARKS = '._-/:;,@#&+=()[]{}<>|!?*%~^$"`\\\''
const PUNCTUATION = `'${MARKS.replaceAll("'", "''")}'`

/**
 * The index by which the lists of registers are filtered and searched. A projection of the records, made behind the log and never
 * in the way of a write (docs/decisions/0136-the-index-behind-filtered-lists.md).
 */
export const ledger010 = {
  name: '010-list-index',
  statements: [
    // One row for the current version of each object. `at`: when an incident was detected. `facets`: what is counted.
    // `terms`: a lexeme `=name:value` for each value that a list filters by, and the words of its texts.
    `create table ledger.list_rows (
      org_id uuid not null, type text collate "C" not null, id uuid not null, version integer not null,
      at timestamptz not null, facets text collate "C" not null, terms tsvector not null,
      primary key (org_id, type, id))`,
    'create index on ledger.list_rows (org_id, type, at, id)',
    // How many rows have each combination of facets.
    `create table ledger.list_counts (
      org_id uuid not null, type text collate "C" not null, facets text collate "C" not null, count bigint not null,
      primary key (org_id, type, facets))`,
    // The first leaf of each log whose records are not yet in list_rows.
    'create table ledger.list_progress (org_id uuid primary key, next_index bigint not null)',
    ...['list_rows', 'list_counts', 'list_progress'].map(
      (table) => `grant select, insert, update on ledger.${table} to attestry_ledger`,
    ),

    // Texts are searched by their words; punctuation separates words, also within names of hosts and identifiers.
    ...helper(
      'list_words(said text) returns text',
      `translate(said, ${PUNCTUATION}, repeat(' ', ${MARKS.length}))`,
    ),
    // Searches every word of a search as the beginning of a word, and a word of one or two characters as the whole word.
    ...helper(
      'list_search(said text) returns tsquery',
      `regexp_replace(plainto_tsquery('pg_catalog.simple', ledger.list_words(said))::text,
        '(''([^'']|''''){3,}'')( |$)', '\\1:*\\3', 'g')::tsquery`,
    ),
    ...helper(
      'list_terms(type text, org uuid, record jsonb) returns tsvector',
      `array_to_tsvector(array_remove(array[${LEXEMES}], null))
        || strip(to_tsvector('pg_catalog.simple', ledger.list_words(concat_ws(' ', ${TEXTS}))))`,
    ),
    ...helper(
      'list_facets(type text, record jsonb) returns text',
      `case type ${Object.entries(FACETS)
        .map(([type, names]) => `when '${type}' then concat_ws(' ', ${names.map(textOf).join(', ')})`)
        .join(' ')} end`,
    ),
    ...helper(
      'list_at(record jsonb) returns timestamptz',
      `coalesce(record ->> 'detected_at', record ->> 'created_at')::timestamptz`,
    ),

    // Brings the rows of an organization up to what is committed: at most `most` leaves and, with the last of them, what waits
    // for its place in the log. Returns how many leaves that were.
    `create function ledger.list_refresh(org uuid, most integer) returns integer language plpgsql
      set search_path = '' set enable_hashjoin = off set enable_mergejoin = off as $$
      declare
        start bigint;
        placed integer;
      begin
        insert into ledger.list_progress (org_id, next_index) values (org, 0) on conflict do nothing;
        select p.next_index into start from ledger.list_progress p where p.org_id = org for update;
        with leaves as materialized (
          select l.entry_id from ledger.leaves l
          where l.org_id = org and l.index >= start and l.index < start + most),
        waiting as materialized (
          select q.entry_id from ledger.queue q where q.org_id = org and (select count(*) from leaves) < most),
        entries as materialized (select entry_id from leaves union all select entry_id from waiting),
        written as materialized (${TYPES.map(
          (type) => `select '${type}' as type, r.id, r.version, r.record::jsonb as record
            from entries e join ledger.${type} r on r.org_id = org and r.entry_id = e.entry_id`,
        ).join(' union all ')}),
        newest as materialized (
          select distinct on (w.type, w.id) w.* from written w order by w.type, w.id, w.version desc),
        kept as (
          insert into ledger.list_rows as k (org_id, type, id, version, at, facets, terms)
          select org, n.type, n.id, n.version, ledger.list_at(n.record), ledger.list_facets(n.type, n.record),
            ledger.list_terms(n.type, org, n.record)
          from newest n
          on conflict on constraint list_rows_pkey do update set version = excluded.version, at = excluded.at,
            facets = excluded.facets, terms = excluded.terms
          where k.version < excluded.version
          returning old.facets as was, new.type, new.facets as now),
        counted as (
          insert into ledger.list_counts as c (org_id, type, facets, count)
          select org, d.type, d.facets, sum(d.one) from (
            select k.type, k.now as facets, 1 as one from kept k
            union all select k.type, k.was, -1 from kept k where k.was is not null) d
          group by d.type, d.facets having sum(d.one) <> 0 order by d.type, d.facets
          on conflict on constraint list_counts_pkey do update set count = c.count + excluded.count)
        select count(*) into placed from leaves;
        if placed > 0 then
          update ledger.list_progress p set next_index = start + placed where p.org_id = org;
        end if;
        return placed;
      end $$`,
    `revoke execute on function ledger.list_refresh(uuid, integer) from public`,
    `grant execute on function ledger.list_refresh(uuid, integer) to attestry_ledger`,

    // Fills in what exists already. Progress is read first: what is committed meanwhile has a later leaf, or waits for one.
    `insert into ledger.list_progress (org_id, next_index) select org_id, size from ledger.trees`,
    ...TYPES.map(
      (type) => `insert into ledger.list_rows (org_id, type, id, version, at, facets, terms)
        select r.org_id, '${type}', r.id, r.version, ledger.list_at(r.record), ledger.list_facets('${type}', r.record),
          ledger.list_terms('${type}', r.org_id, r.record)
        from (select distinct on (org_id, id) org_id, id, version, record::jsonb as record from ledger.${type}
          order by org_id, id, version desc) r`,
    ),
    `insert into ledger.list_counts (org_id, type, facets, count)
      select org_id, type, facets, count(*) from ledger.list_rows group by org_id, type, facets`,
    // One writer writes rows in batches, and a search does not read a list of entries that are still to be sorted in.
    'create index list_rows_terms on ledger.list_rows using gin (terms) with (fastupdate = off)',
  ],
}

/** A function that depends on its arguments only. */
function helper(signature: string, expression: string): string[] {
  return [
    `create function ledger.${signature} language plpgsql immutable parallel safe set search_path = '' as
      $$ begin return ${expression}; end $$`,
  ]
}
