import { invalid } from '../../../kernel/errors/errors.ts'
import { canonicalJson } from '../../../kernel/json/canonical-json.ts'
import type { ProfileState } from './profile.ts'

/**
 * Limits the agents of a system. A decision holds all of them three times: as they are, as the newest certifications have them, and
 * as each attestation has them. It MUST stay below the 3 MiB that the verifier reads of a record, whatever a person who may
 * document agents does.
 *
 * @param before the agents of the system as they are; a change that makes them smaller is always accepted
 * @param roles how many attestation roles the system has
 * @throws DomainError VALIDATION for `field`
 */
export function requireAgentsWithinLimit(
  field: string,
  { before, after }: Change,
  roles: { before: number; after: number },
): void {
  const bytes = bytesOf(after) * (COPIES + roles.after)
  if (bytes <= MAX_BYTES || bytes <= bytesOf(before) * (COPIES + roles.before)) return
  const most = Math.floor(MAX_BYTES / (COPIES + roles.after))
  throw invalid({
    [field]: [
      `the agents of an AI system with so many attestation roles take at most ${most} bytes together, of identities and versions: register another AI system for some of them`,
    ],
  })
}

function bytesOf(agents: readonly Agent[]): number {
  return agents.reduce(
    (sum, { agentIdentity, modelName, modelVersion, promptVersion }) =>
      sum +
      FIXED_BYTES +
      Buffer.byteLength(canonicalJson([agentIdentity, modelName, modelVersion, promptVersion])),
    0,
  )
}

type Agent = Pick<ProfileState, 'agentIdentity' | 'modelName' | 'modelVersion' | 'promptVersion'>
type Change = { before: readonly Agent[]; after: readonly Agent[] }

/** The copies of the agents: as they are, in the newest certification of the system, and in that of the suite version. */
const COPIES = 3
/** An agent's id, its profile's version, and the names of members. */
const FIXED_BYTES = 120
const MAX_BYTES = 1.5 * 1024 * 1024
