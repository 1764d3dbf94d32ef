import { choice, type Form, type FormField, line, required, text, time, YES_NO_UNKNOWN } from './field.ts'
import { description, moment, organization, reference, severity, systems } from './source.ts'

const GENERAL = [
  required(line(['entity', 'Entity', '23(1)'], { from: organization })),
  line(['contact', 'Contact person, telephone and e-mail address', '23(1)']),
  required(
    line(['incident_reference', "The entity's reference of the incident", '23(1)'], { from: reference }),
  ),
  line(['authority_reference', 'Reference given by the CSIRT or the competent authority', '23(5)']),
  time(['aware_at', 'When the entity became aware', '23(4)'], { from: moment('aware') }),
  time(['detected_at', 'When the incident was detected', '23(4)'], { from: moment('detected') }),
  text(['summary', 'What happened', '23(1)'], { from: description }),
  text(['affected_systems', 'Affected systems and services', '23(1)'], { from: systems }),
]

const warning = (article: string): FormField[] => [
  required(
    choice(['malicious', 'Suspected of being caused by unlawful or malicious acts', article], YES_NO_UNKNOWN),
  ),
  required(choice(['cross_border', 'Could have a cross-border impact', article], YES_NO_UNKNOWN)),
  text(['cross_border_states', 'Member States concerned, and how', article]),
]

const assessment = (article: string): FormField[] => [
  required(line(['severity', 'Severity', article], { from: severity })),
  required(text(['impact', 'Impact', article])),
  text(['indicators', 'Indicators of compromise, where available', article]),
]

const status = (article: string): FormField[] => [
  required(text(['status', 'Status updates', article])),
  ...measures(article),
]

function measures(article: string): FormField[] {
  return [text(['measures', 'Applied and ongoing mitigation measures', article])]
}

const final = (article: string): FormField[] => [
  required(
    text(['description', 'Detailed description of the incident', `${article}(i)`], { from: description }),
  ),
  required(line(['severity', 'Severity', `${article}(i)`], { from: severity })),
  required(text(['impact', 'Impact', `${article}(i)`])),
  required(text(['root_cause', 'Type of threat or root cause that likely triggered it', `${article}(ii)`])),
  ...measures(`${article}(iii)`).map(required),
  text(['cross_border_states', 'Cross-border impact, where applicable', `${article}(iv)`]),
]

const form = (step: string, title: string, fields: FormField[]): Form => ({
  regime: 'nis2',
  step,
  title: `${title}, Directive (EU) 2022/2555 article 23`,
  fields,
})

/** Directive (EU) 2022/2555 article 23(4). */
export const nis2Forms: readonly Form[] = [
  form('early_warning', 'Early warning', [...GENERAL, ...warning('23(4)(a)')]),
  form('notification', 'Incident notification', [
    ...GENERAL,
    ...warning('23(4)(b)'),
    ...assessment('23(4)(b)'),
  ]),
  form('intermediate', 'Intermediate report', [...GENERAL, ...status('23(4)(c)')]),
  form('final', 'Final report', [
    ...GENERAL.filter(({ id }) => id !== 'summary'),
    time(['handled_at', 'When the incident was handled', '23(4)(e)'], { from: moment('handled') }),
    ...final('23(4)(d)'),
  ]),
  form('progress', 'Progress report', [...GENERAL, ...status('23(4)(e)')]),
]
