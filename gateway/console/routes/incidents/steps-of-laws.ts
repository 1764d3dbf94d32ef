import { Regime } from '../../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'

/** The reports that each law asks for, in their order (docs/obligations.md). */
export const STEPS_OF: readonly (readonly [Regime, readonly string[]])[] = [
  [Regime.NIS2, ['early_warning', 'notification', 'intermediate', 'final', 'progress']],
  [Regime.DORA, ['initial', 'intermediate', 'final']],
  [Regime.CRA_VULNERABILITY, ['early_warning', 'notification', 'final']],
  [Regime.CRA_INCIDENT, ['early_warning', 'notification', 'final']],
  [Regime.AI_ACT, ['serious_incident']],
  [Regime.GDPR, ['authority', 'data_subjects']],
  [Regime.CER, ['initial', 'detailed']],
  [Regime.EIDAS_QUALIFIED, ['notification']],
]
