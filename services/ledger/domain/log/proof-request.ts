import { invalid } from '../../../kernel/errors/errors.ts'

/** Checks a list in a request for several proofs. @throws DomainError VALIDATION beyond 4,096 */
export function proofsAsked(field: string, values: readonly bigint[]): number[] {
  if (values.length > MAX_PROOFS) throw invalid({ [field]: [`must have at most ${MAX_PROOFS} entries`] })
  return values.map(Number)
}

/**
 * The requested proofs. @throws DomainError VALIDATION where there is no such leaf or earlier size
 */
export async function proving<T>(field: string, prove: () => Promise<T>): Promise<T> {
  try {
    return await prove()
  } catch (error) {
    if (error instanceof RangeError) throw invalid({ [field]: [error.message] })
    throw error
  }
}

const MAX_PROOFS = 4096
