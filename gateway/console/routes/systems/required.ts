import { Operator, type Threshold } from '../../../../proto/gen/attestry/gate/v1/suites_pb.ts'

const SIGNS: { [operator: number]: string } = {
  [Operator.LTE]: '≤',
  [Operator.LT]: '<',
  [Operator.GTE]: '≥',
  [Operator.GT]: '>',
  [Operator.EQ]: '=',
}
/** Returns the requirement of a threshold as text: `≤ 0.05`. */
export const required = ({ operator, value }: Threshold): string => `${SIGNS[operator]} ${value}`
