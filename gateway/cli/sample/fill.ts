import { Role, RoleSchema } from '../../../proto/gen/attestry/common/v1/caller_pb.ts'
import { UserService } from '../../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { enumText } from '../../../services/kernel/values/enum-text.ts'
import type { SampleClient } from './client.ts'
import { fillIncidents } from './incidents.ts'
import { fillRegister } from './register.ts'
import { fillSystems } from './systems.ts'

/** A person of the sample data, with the password that the ledger made. */
export type SamplePerson = { email: string; role: string; password: string }

/**
 * Fills an empty organization with a small realistic one. It makes only calls that people and systems can make, so that every
 * change has its audit entry. @returns the people, besides the administrator
 */
export async function fillSample(client: SampleClient): Promise<SamplePerson[]> {
  const people: SamplePerson[] = []
  for (const [name, role, attestationRoles] of PEOPLE) {
    const email = `${name}@harbour.example`
    const { password } = await client.asAdmin(UserService.method.createUser, {
      email,
      role,
      attestationRoles,
    })
    people.push({ email, role: ROLES.word(role), password })
  }
  await fillRegister(client)
  await fillIncidents(client)
  await fillSystems(client)
  return people
}

const ROLES = enumText<Role>(RoleSchema)
const PEOPLE: [name: string, role: Role, attestationRoles: string[]][] = [
  ['dana', Role.APPROVER, ['dpo']],
  ['minh', Role.MEMBER, []],
  ['ada', Role.AUDITOR, []],
]
