import { create } from '@bufbuild/protobuf'
import {
  type ReportForm,
  ReportFormSchema,
} from '../../../../proto/gen/attestry/ledger/v1/incident_reports_pb.ts'
import type { Regime } from '../../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import { invalid } from '../../../kernel/errors/errors.ts'
import { REGIME_WORDS, regimeName } from '../incidents/incident-facts.ts'
import { aiActForms } from './ai-act.ts'
import { cerForms } from './cer.ts'
import { craForms } from './cra.ts'
import { doraForms } from './dora.ts'
import { eidasForms } from './eidas.ts'
import type { Form } from './field.ts'
import { FIELD_KINDS } from './field-kind.ts'
import { gdprForms } from './gdpr.ts'
import { nis2Forms } from './nis2.ts'

/** The version of the fields below. A field that changes gets another version; a report names its own. */
export const FORM_VERSION = 'eu-1'

/** The reports of all steps of all regimes. */
export const FORMS: readonly Form[] = [
  ...nis2Forms,
  ...doraForms,
  ...craForms,
  ...aiActForms,
  ...gdprForms,
  ...cerForms,
  ...eidasForms,
]

/** @throws DomainError VALIDATION for a step that the regime does not have */
export function formOf(regime: Regime, step: string): Form {
  const name = regimeName(regime)
  const forms = FORMS.filter((one) => one.regime === name)
  const found = forms.find((one) => one.step === step)
  if (found !== undefined) return found
  throw invalid({ step: [`must be one of ${forms.map((one) => one.step).join(', ')}`] })
}

/** A form as answers have it. */
export function formMessage({ regime, step, title, fields }: Form): ReportForm {
  return create(ReportFormSchema, {
    regime: REGIME_WORDS.value(regime),
    step,
    title,
    version: FORM_VERSION,
    fields: fields.map(({ kind, choices, from: _, ...field }) => ({
      ...field,
      choices: [...choices],
      kind: FIELD_KINDS.value(kind),
    })),
  })
}
