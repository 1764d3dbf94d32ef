/**
 * The settings with which every session starts. The results of statements MUST NOT depend on defaults of the database, a role or
 * the server. With these settings, functions and operators are PostgreSQL's own, numbers are read exactly, texts, NULL and
 * searches have their standard meaning, and a statement after a lock sees what was committed before it.
 */
export const SESSION_SETTINGS = [
  'set search_path = pg_catalog, pg_temp',
  "set default_transaction_isolation = 'read committed'",
  'set extra_float_digits = 1',
  'set standard_conforming_strings = on',
  'set transform_null_equals = off',
  'set array_nulls = on',
  'set gin_fuzzy_search_limit = 0',
  'set bytea_output = hex',
  "set datestyle = 'ISO, MDY'",
  'set intervalstyle = postgres',
  'set timezone = UTC',
].join('; ')
