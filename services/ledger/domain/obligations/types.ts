/**
 * The inputs of obligations and the obligations, as JSON in the form of records (docs/obligations.md). Times are RFC 3339, UTC,
 * milliseconds.
 */

export type RegimeName =
  | 'nis2'
  | 'dora'
  | 'cra_vulnerability'
  | 'cra_incident'
  | 'ai_act'
  | 'gdpr'
  | 'cer'
  | 'eidas_qualified'

export type MomentName =
  | 'occurred'
  | 'detected'
  | 'aware'
  | 'classified'
  | 'contained'
  | 'recovered'
  | 'measure_available'
  | 'handled'
  | 'requested'

/** The part of an incident that decides its obligations. */
export type IncidentFacts = {
  regulation: string
  is_significant: boolean
  detected_at: string
  /** The incident that it is a duplicate of. */
  duplicate_of: string | null
  moments: { [moment in Exclude<MomentName, 'detected'>]?: string }
  assessments: readonly AssessmentFact[]
}

type AssessmentFact = { regime: RegimeName; applies: boolean; level: string; assessed_at: string }

/** A filing; filings are in the order in which they were recorded. */
export type FilingFact = {
  id: string
  regime: RegimeName
  step: string
  recipient: string
  submitted_at: string
  /** The first filing, which this one corrects. */
  corrects: string | null
}

/** The settings of an organization (version 0: none were made). */
export type Settings = {
  time_zone: string
  /** Days, ascending. */
  holidays: readonly string[]
  dora_no_weekend_rule: boolean
  trust_service_provider: boolean
  differences: readonly Difference[]
  version: number
}

type Difference = {
  regime: RegimeName
  step: string
  recipient: string | null
  /** 0: the usual limit. */
  amount: number
  unit: Unit | null
  article: string | null
  valid_from: string | null
  valid_until: string | null
}

export type Unit = 'hours' | 'days' | 'months'

export type Limit = { amount: number; unit: Unit }

/** The numbers of the laws in a period, which excludes `valid_until`; null: open. */
export type RuleSet = {
  version: string
  valid_from: string
  valid_until: string | null
  limits: { [limit: string]: Limit }
}

export type Rules = { sets: readonly RuleSet[]; settings: Settings }

export type ObligationState = 'waiting' | 'due' | 'overdue' | 'filed' | 'filed_late' | 'not_required'

export type Obligation = {
  regime: RegimeName
  step: string
  recipient: string
  article: string
  runs_from: string
  runs_from_at: string | null
  due_at: string | null
  forecast_at: string | null
  state: ObligationState
  filing_id: string | null
  stands_in: string | null
  provisional: boolean
  conditional: boolean
  remark: string | null
  rules: string
  settings_version: number
}
