import { defineEntity, p } from '@mikro-orm/postgresql'

/** Current state of the AI systems. */
export const SystemEntity = defineEntity({
  name: 'System',
  tableName: 'systems',
  properties: {
    orgId: p.uuid().primary().fieldName('org_id'),
    id: p.uuid().primary(),
    name: p.text(),
    attestationRoles: p.array().fieldName('attestation_roles'),
    gateSuite: p.text().nullable().fieldName('gate_suite'),
    version: p.integer(),
    createdAt: p.datetime(3).fieldName('created_at'),
  },
})

/** Current state of the agent profiles. */
export const ProfileEntity = defineEntity({
  name: 'Profile',
  tableName: 'profiles',
  properties: {
    orgId: p.uuid().primary().fieldName('org_id'),
    id: p.uuid().primary(),
    systemId: p.uuid().fieldName('system_id'),
    agentIdentity: p.text().fieldName('agent_identity'),
    tools: p.array(),
    modelName: p.text().fieldName('model_name'),
    modelVersion: p.text().fieldName('model_version'),
    promptVersion: p.text().fieldName('prompt_version'),
    versionsMark: p.bigint('string').fieldName('versions_mark'),
    version: p.integer(),
    createdAt: p.datetime(3).fieldName('created_at'),
  },
})

export const stateEntities = [SystemEntity, ProfileEntity]
