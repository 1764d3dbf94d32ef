import type { GetKeySetResponse } from '../../../proto/gen/attestry/ledger/v1/signing_keys_pb.ts'
import { fromConnectError } from '../../kernel/errors/connect-errors.ts'
import { DomainError, Reason } from '../../kernel/errors/errors.ts'
import type { EvidenceContext } from '../context.ts'
import type { Signer } from '../domain/keys.ts'
import type { ConsistencyProof, InclusionProof } from '../domain/proofs.ts'

/** Returns a signer with the key that signed the checkpoint of a package. */
export function signerOf(
  { signingKeys }: Pick<EvidenceContext, 'signingKeys'>,
  { keys }: GetKeySetResponse,
  kid: string,
): Signer {
  const key = keys.find((one) => one.kid === kid)
  if (key === undefined) throw new DomainError(Reason.INTERNAL, `the key ${kid} is not in the key set`)
  return {
    spki: Buffer.from(key.spki),
    sign: async (sha256sums) => {
      try {
        const { signature } = await signingKeys.signPackage({ kid, sha256sums: sha256sums.toString() })
        return Buffer.from(signature)
      } catch (error) {
        throw fromConnectError(error)
      }
    },
  }
}

/** Reads the proofs that the log has only grown since each of these sizes. */
export async function consistencyProofs(
  { logs }: Pick<EvidenceContext, 'logs'>,
  organizationId: string,
  treeSize: number,
  sizes: readonly number[],
): Promise<ConsistencyProof[]> {
  if (sizes.length === 0) return []
  const { proofs } = await logs.getConsistencyProofs({
    organizationId,
    treeSize: BigInt(treeSize),
    sizes: sizes.map(BigInt),
  })
  return proofs.map((proof) => ({ ...proof, treeSize: Number(proof.treeSize) }))
}

/** Reads the proofs that each of these entries is in the log, in the given order. */
export async function inclusionProofs(
  { logs }: Pick<EvidenceContext, 'logs'>,
  organizationId: string,
  treeSize: number,
  indices: readonly number[],
): Promise<InclusionProof[]> {
  const found: InclusionProof[] = []
  for (let i = 0; i < indices.length; i += PROOFS) {
    const { proofs } = await logs.getInclusionProofs({
      organizationId,
      treeSize: BigInt(treeSize),
      indices: indices.slice(i, i + PROOFS).map(BigInt),
    })
    found.push(...proofs.map(({ index, hashes }) => ({ index: Number(index), hashes })))
  }
  return found
}

/** Limit of one call (LogService.GetInclusionProofs). */
const PROOFS = 4096
