import { afterAll, beforeAll, expect, test } from 'vitest'
import { profileOfSql } from '../../services/ingestion/store/profiles.ts'
import { sha256Hex } from '../../services/kernel/crypto/digest.ts'
import { makeScene, personAt } from '../gate/people.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

test('a profile’s state is the SHA-256 of one unambiguous text', async () => {
  const { organization } = at
  const admin = personAt(at.baseUrl, organization.admin.id, organization.admin.session)
  const { agentIdentity, profileId } = await makeScene(at, organization, { admin, author: admin })
  await admin.profiles.updateProfile({ id: profileId, tools: { values: ['ünïcode'] } })
  const [row] = await sql<{ state: string; said: string }>(
    at.databaseUrl,
    `select p.state, json_build_array(
      p.profile_id, p.profile_version, p.ai_system_id, p.model_name, p.model_version, p.tools)::text as said
    from (select $1::uuid as org_id, $2::text as agent_identity) as wanted ${profileOfSql('wanted')}`,
    [organization.id, agentIdentity],
  )
  expect(row!.said).toContain('ünïcode')
  expect(row!.state).toBe(sha256Hex(Buffer.from(row!.said)))
})
