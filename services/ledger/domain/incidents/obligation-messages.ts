import type { Obligation } from '../../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { obligationMessage } from './incident-facts.ts'
import { type ObligationInputs, obligationsAt } from './obligation-record.ts'

/** The obligations of an incident, as answers have them. */
export function obligationMessages(inputs: ObligationInputs, at: Date): Obligation[] {
  const { incident } = inputs
  return obligationsAt(inputs, at).map((one) => obligationMessage(one, incident))
}
