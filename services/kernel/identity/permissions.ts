/** The permissions a key can carry (docs/decisions/0003-permission-identifiers.md). */
export const PERMISSIONS = [
  'incidents:read',
  'incidents:write',
  'incidents:status',
  'assets:read',
  'assets:write',
  'suppliers:read',
  'suppliers:write',
  'evaluations:read',
  'evaluations:write',
  'agent_runs:read',
  'agent_runs:write',
  'gate:query',
  'audit:read',
] as const

export type Permission = (typeof PERMISSIONS)[number]

/** The modules an organization can have. */
export const ADDONS = ['agent_governance', 'control'] as const
