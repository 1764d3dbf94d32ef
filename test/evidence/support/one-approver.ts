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

/** Makes a new organization with an AI system that only needs `scene.certify(approver)` to pass. */
export async function oneApprover(at: TestInstallation) {
  const organization = await at.another({ separationOfDuties: NOT_SEPARATED })
  const { id, key, admin: first } = organization
  const admin = personAt(at.baseUrl, first.id, first.session)
  const approver = await makePerson(at, admin, { role: Role.APPROVER })
  const scene = await makeScene(at, organization, { admin, author: admin })
  /** Returns the failures and remarks of the verifier about the package of the organization. */
  const found = () => foundIn(at, first.session)
  return { organization, id, key, admin, approver, scene, found }
}

/** Returns the failures of the verifier, each with its code, and its remarks, about a package of everything. */
export async function foundIn(at: TestInstallation, session: string): Promise<string[]> {
  const { failures, remarks } = await verify(await exported(at, session))
  return [...failures.map(({ code, message }) => `${code}: ${message}`), ...remarks]
}
