import { create } from '@bufbuild/protobuf'
import { type Obligation, ObligationSchema } from '../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { obligationMessage } from './incident-facts.ts'
import { obligationsAt, type Standing } from './obligation-record.ts'

/** The obligations of an incident, as answers have them. */
export function obligationMessages(standing: Standing, at: Date): Obligation[] {
  const { incident } = standing
  return obligationsAt(standing, at).map((one) => create(ObligationSchema, obligationMessage(one, incident)))
}
