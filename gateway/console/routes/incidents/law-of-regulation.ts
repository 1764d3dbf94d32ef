import { Regime } from '../../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import { Regulation } from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'

/** Returns the law under which an incident was reported. It is assessed first. */
export const LAW_OF: { [regulation: number]: Regime } = {
  [Regulation.NIS2]: Regime.NIS2,
  [Regulation.DORA]: Regime.DORA,
  [Regulation.GDPR]: Regime.GDPR,
  [Regulation.CRA]: Regime.CRA_INCIDENT,
  [Regulation.AI_ACT]: Regime.AI_ACT,
  [Regulation.CER]: Regime.CER,
  [Regulation.EIDAS]: Regime.EIDAS_QUALIFIED,
}
