/** The record types that the replay reads completely. It reads only id and version of other records. */
export const READ = new Set([
  'agent-profiles',
  'agent-runs',
  'ai-systems',
  'api-keys',
  'attestations',
  'certifications',
  'evaluations',
  'findings',
  'gate-decisions',
  'incident-filings',
  'obligations',
  'organizations',
  'reporting-settings',
  'resolutions',
  'sessions',
  'suites',
  'triggers',
  'users',
  'webhook-endpoints',
])

/** The record types that decisions read. */
export const OF_DECISIONS = new Set([
  'agent-profiles',
  'ai-systems',
  'attestations',
  'certifications',
  'evaluations',
  'findings',
  'organizations',
  'resolutions',
  'suites',
  'triggers',
])

/** The types in which each version has a separate id. */
export const SINGLE = new Set(['suites'])

/** The types of which the first version says who made something. Each of their records MUST have a version. */
export const VERSIONED = new Set([
  'agent-profiles',
  'ai-systems',
  'api-keys',
  'organizations',
  'sessions',
  'users',
])
