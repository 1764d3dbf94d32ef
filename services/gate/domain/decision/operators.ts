import { DomainError, Reason } from '../../../kernel/errors/errors.ts'

/** The comparison operators of thresholds, on IEEE 754 doubles. They are exact, without tolerance or rounding (gate-rules.md). */
export const OPERATORS = ['lte', 'lt', 'gte', 'gt', 'eq'] as const

type Operator = (typeof OPERATORS)[number]

/**
 * Whether `metricValue <operator> value` holds.
 *
 * @throws DomainError for an unknown operator and for numbers that are not finite: neither can ever be a pass.
 */
export function satisfies(metricValue: number, operator: string, value: number): boolean {
  if (!Number.isFinite(metricValue) || !Number.isFinite(value)) {
    throw new DomainError(Reason.INTERNAL, 'a compared number is not finite')
  }
  const compare = COMPARE[operator as Operator]
  if (compare === undefined) throw new DomainError(Reason.INTERNAL, `unknown operator ${operator}`)
  return compare(metricValue, value)
}

const COMPARE = Object.assign(Object.create(null), {
  lte: (a, b) => a <= b,
  lt: (a, b) => a < b,
  gte: (a, b) => a >= b,
  gt: (a, b) => a > b,
  eq: (a, b) => a === b,
} satisfies Record<Operator, (a: number, b: number) => boolean>) as Partial<
  Record<Operator, (a: number, b: number) => boolean>
>
