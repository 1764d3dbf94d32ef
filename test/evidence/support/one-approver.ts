import { Role } from '../../../services/kernel/identity/caller.ts'
import { makePerson, makeScene, personAt } from '../../gate/people.ts'
import type { TestInstallation } from '../../harness/installation.ts'
import { exported, verify } from './export.ts'

/** No separation of duties: an administrator makes everything, one approver certifies it. */
export const NOT_SEPARATED = {
  certifierIsAnother: false,
  attesterPerRole: false,
  changesNeedAnother: false,
  roleWaitHours: 0,
}

/** An organization of its own with an AI system that only waits for `scene.certify(approver)`. */
export async function oneApprover(at: TestInstallation) {
  const organization = await at.another({ separationOfDuties: NOT_SEPARATED })
  const { id, key, admin: first } = organization
  const admin = personAt(at.baseUrl, first.id, first.session)
  const approver = await makePerson(at, admin, { role: Role.APPROVER })
  const scene = await makeScene(at, organization, { admin, author: admin })
  /** The failures and remarks of the verifier about the organization's package. */
  const found = () => foundIn(at, first.session)
  return { organization, id, key, admin, approver, scene, found }
}

/** The failures, each with its code, and the remarks of the verifier about a package of everything. */
export async function foundIn(at: TestInstallation, session: string): Promise<string[]> {
  const { failures, remarks } = await verify(await exported(at, session))
  return [...failures.map(({ code, message }) => `${code}: ${message}`), ...remarks]
}
