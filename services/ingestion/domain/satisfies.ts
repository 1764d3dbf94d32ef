import { DomainError, Reason } from '../../kernel/errors/errors.ts'

/** A requirement of a suite version, as `gate.suites_v1` publishes it. */
export type Threshold = { metric_name: string; eval_type: string; operator: string; value: number }

/** Whether a measured value meets a threshold: IEEE 754 doubles, compared exactly (docs/gate-rules.md, "Satisfied"). */
export function satisfies(measured: number, { operator, value }: Threshold): boolean {
  switch (operator) {
    case 'lte':
      return measured <= value
    case 'lt':
      return measured < value
    case 'gte':
      return measured >= value
    case 'gt':
      return measured > value
    case 'eq':
      return measured === value
    default:
      throw new DomainError(Reason.INTERNAL, `unknown operator ${operator}`)
  }
}
