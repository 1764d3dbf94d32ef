/** The record types that the replay reads as a whole. For the others it reads only id and version. */
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

/** Types in which each version has an id of its own. */
export const SINGLE = new Set(['suites'])
