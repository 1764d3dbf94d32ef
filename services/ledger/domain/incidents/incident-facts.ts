import { create } from '@bufbuild/protobuf'
import {
  type IncidentFiling,
  IncidentFilingSchema,
  type Moment,
  MomentSchema,
  type Regime,
  RegimeSchema,
} from '../../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import type { Incident } from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import {
  type Obligation as ObligationMessage,
  ObligationSchema,
  type ObligationState,
  ObligationStateSchema,
} from '../../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { recordCodec } from '../../../kernel/fields/record-codec.ts'
import { enumText } from '../../../kernel/values/enum-text.ts'
import { timestampOf, timestampText } from '../../../kernel/values/time.ts'
import type { FilingFact, IncidentFacts, MomentName, Obligation, RegimeName } from '../obligations/types.ts'
import { REGULATIONS } from './incident.ts'

export const REGIME_WORDS = enumText<Regime>(RegimeSchema)
export const MOMENT_WORDS = enumText<Moment>(MomentSchema)
export const OBLIGATION_STATES = enumText<ObligationState>(ObligationStateSchema)

/** The records of filings. */
export const filingRecords = recordCodec(IncidentFilingSchema)

export function regimeName(regime: Regime): RegimeName {
  return REGIME_WORDS.word(regime) as RegimeName
}

/** The part of an incident that decides its obligations. */
export function factsOf({ work, ...incident }: Incident): IncidentFacts {
  const moments = (work?.moments ?? []).map(({ moment, at }) => [
    MOMENT_WORDS.word(moment) as MomentName,
    timestampText(at!),
  ])
  return {
    regulation: REGULATIONS.word(incident.regulation),
    is_significant: incident.isSignificant,
    detected_at: timestampText(incident.detectedAt!),
    duplicate_of: work?.duplicateOf || null,
    moments: Object.fromEntries(moments),
    assessments: (work?.assessments ?? []).map(({ regime, applies, level, assessedAt }) => ({
      regime: regimeName(regime),
      applies,
      level,
      assessed_at: timestampText(assessedAt!),
    })),
  }
}

/** The part of a filing that decides obligations. */
export function filingFact(filing: IncidentFiling): FilingFact {
  return {
    id: filing.id,
    regime: regimeName(filing.regime),
    step: filing.step,
    recipient: filing.recipient,
    submitted_at: timestampText(filing.submittedAt!),
    corrects: filing.corrects || null,
  }
}

/** An obligation as answers have it. */
export function obligationMessage(
  { regime, state, filing_id, stands_in, remark, ...one }: Obligation,
  incident: { id: string; title: string },
): ObligationMessage {
  const time = (text: string | null) => (text === null ? {} : timestampOf(text))
  return create(ObligationSchema, {
    regime: REGIME_WORDS.value(regime),
    step: one.step,
    recipient: one.recipient,
    article: one.article,
    runsFrom: one.runs_from,
    ...(one.runs_from_at === null ? {} : { runsFromAt: time(one.runs_from_at) }),
    ...(one.due_at === null ? {} : { dueAt: time(one.due_at) }),
    ...(one.forecast_at === null ? {} : { forecastAt: time(one.forecast_at) }),
    state: OBLIGATION_STATES.value(state),
    filingId: filing_id ?? '',
    standsIn: stands_in ?? '',
    provisional: one.provisional,
    conditional: one.conditional,
    remark: remark ?? '',
    rules: one.rules,
    settingsVersion: one.settings_version,
    incidentId: incident.id,
    incidentTitle: incident.title,
  })
}
