import { Regime } from '../../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'

/** The levels of each law as `[value, label]`, lowest first (docs/obligations.md). */
export const LEVELS: readonly (readonly [Regime, readonly (readonly [level: string, label: string])[]])[] = [
  [Regime.NIS2, [['significant', 'Significant']]],
  [Regime.DORA, [['major', 'Major']]],
  [Regime.CRA_VULNERABILITY, [['actively_exploited', 'Actively exploited']]],
  [Regime.CRA_INCIDENT, [['severe', 'Severe']]],
  [
    Regime.AI_ACT,
    [
      ['serious', 'Serious'],
      ['death', 'Death of a person'],
      ['widespread', 'Widespread, or critical infrastructure'],
    ],
  ],
  [
    Regime.GDPR,
    [
      ['risk', 'Risk to people'],
      ['high_risk', 'High risk to people'],
    ],
  ],
  [Regime.CER, [['significant', 'Significant']]],
  [Regime.EIDAS_QUALIFIED, [['significant', 'Significant']]],
]
