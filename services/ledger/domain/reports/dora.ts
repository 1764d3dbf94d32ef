import { choice, type Form, type FormField, line, number, required, text, time, YES_NO } from './field.ts'
import { description, moment, organization, reference, systems } from './source.ts'

const SUBMISSIONS: { [step: string]: string } = {
  initial: 'initial notification',
  intermediate: 'intermediate report',
  final: 'final report',
}
const RECLASSIFIED = 'major incident reclassified as non-major'

const named = (id: string, label: string) => [id, label, `ITS 2025/302, field ${id}`] as const

const general = (step: string): FormField[] => [
  required(
    choice(named('1.1', 'Type of submission'), [...Object.values(SUBMISSIONS), RECLASSIFIED], {
      from: () => SUBMISSIONS[step]!,
    }),
  ),
  required(line(named('1.2', 'Name of the entity submitting the report'), { from: organization })),
  required(line(named('1.3', 'Identification code of the entity submitting the report'))),
  required(line(named('1.4', 'Type of financial entity affected'))),
  line(named('1.5', 'Name of the financial entity affected')),
  line(named('1.6', 'LEI code of the financial entity affected')),
  required(line(named('1.7', 'Primary contact person name'))),
  required(line(named('1.8', 'Primary contact person email'))),
  required(line(named('1.9', 'Primary contact person telephone'))),
  line(named('1.10', 'Second contact person name')),
  line(named('1.11', 'Second contact person email')),
  line(named('1.12', 'Second contact person telephone')),
  line(named('1.13', 'Name of the ultimate parent undertaking')),
  line(named('1.14', 'LEI code of the ultimate parent undertaking')),
  line(named('1.15', 'Reporting currency')),
]

const INITIAL: FormField[] = [
  required(
    line(named('2.1', 'Incident reference code assigned by the financial entity'), { from: reference }),
  ),
  required(
    time(named('2.2', 'Date and time of detection of the major ICT-related incident'), {
      from: moment('detected'),
    }),
  ),
  required(
    time(named('2.3', 'Date and time of classification of the ICT-related incident as major'), {
      from: moment('classified'),
    }),
  ),
  required(text(named('2.4', 'Description of the major ICT-related incident'), { from: description })),
  required(text(named('2.5', 'Classification criteria that triggered the incident report'))),
  text(named('2.6', "Materiality thresholds for the classification criterion 'Geographical spread'")),
  required(text(named('2.7', 'Discovery of the major ICT-related incident'))),
  text(
    named('2.8', 'Whether the incident originates from a third-party provider or another financial entity'),
  ),
  choice(named('2.9', 'Activation of business continuity plan, if activated'), YES_NO),
  text(named('2.10', 'Other relevant information')),
]

const INTERMEDIATE: FormField[] = [
  line(named('3.1', 'Incident reference code provided by the competent authority')),
  required(
    time(named('3.2', 'Date and time of occurrence of the major ICT-related incident'), {
      from: moment('occurred'),
    }),
  ),
  time(named('3.3', 'Date and time when services, activities or operations have been recovered'), {
    from: moment('recovered'),
  }),
  number(named('3.4', 'Number of clients affected')),
  number(named('3.5', 'Percentage of clients affected')),
  number(named('3.6', 'Number of financial counterparts affected')),
  number(named('3.7', 'Percentage of financial counterparts affected')),
  text(named('3.8', 'Impact on relevant clients or financial counterparts')),
  number(named('3.9', 'Number of affected transactions')),
  number(named('3.10', 'Percentage of affected transactions')),
  number(named('3.11', 'Value of affected transactions')),
  text(named('3.12', 'Whether the numbers are actual or estimates, or there has been no impact')),
  text(named('3.13', 'Reputational impact')),
  text(named('3.14', 'Contextual information about the reputational impact')),
  line(named('3.15', 'Duration of the major ICT-related incident')),
  line(named('3.16', 'Service downtime')),
  line(named('3.17', 'Whether the numbers for duration and service downtime are actual or estimates')),
  text(named('3.18', 'Types of impact in the Member States')),
  text(named('3.19', 'How the incident has an impact in other Member States')),
  text(named('3.20', "Materiality thresholds for the classification criterion 'Data losses'")),
  text(named('3.21', 'Description of the data losses')),
  text(named('3.22', "Classification criterion 'Critical services affected'")),
  required(text(named('3.23', 'Type of the major ICT-related incident'))),
  text(named('3.24', 'Other types of incidents')),
  text(named('3.25', 'Threats and techniques used by the threat actor')),
  text(named('3.26', 'Other types of techniques')),
  text(named('3.27', 'Affected functional areas and business processes')),
  choice(named('3.28', 'Whether infrastructure components supporting business processes are affected'), [
    'yes',
    'no',
    'not known',
  ]),
  text(named('3.29', 'Affected infrastructure components supporting business processes'), { from: systems }),
  text(named('3.30', 'Impact on the financial interest of clients')),
  text(named('3.31', 'Reporting to other authorities')),
  text(named('3.32', "Specification of 'other' authorities")),
  text(named('3.33', 'Temporary actions or measures taken or planned to recover from the incident')),
  text(named('3.34', 'Description of the temporary actions and measures')),
  text(named('3.35', 'Indicators of compromise')),
]

const FINAL: FormField[] = [
  required(text(named('4.1', 'High-level classification of root causes of the incident'))),
  required(text(named('4.2', 'Detailed classification of root causes of the incident'))),
  text(named('4.3', 'Additional classification of root causes of the incident')),
  text(named('4.4', 'Other types of root causes')),
  required(text(named('4.5', 'Information about the root causes of the incident'))),
  required(text(named('4.6', 'Incident resolution summary'))),
  time(named('4.7', 'Date and time when the root cause of the incident was addressed')),
  time(named('4.8', 'Date and time when the incident was resolved'), { from: moment('handled') }),
  text(named('4.9', 'Whether the permanent resolution differs in date from what was planned initially')),
  text(named('4.10', 'Assessment of risk to critical functions for resolution purposes')),
  text(named('4.11', 'Information relevant for resolution authorities')),
  text(named('4.12', "Materiality threshold for the classification criterion 'Economic impact'")),
  number(named('4.13', 'Amount of gross direct and indirect costs and losses')),
  number(named('4.14', 'Amount of financial recoveries')),
  text(named('4.15', 'Whether non-major incidents have been recurring')),
  time(named('4.16', 'Date and time of occurrence of recurring incidents')),
]

const form = (step: string, title: string, fields: FormField[]): Form => ({
  regime: 'dora',
  step,
  title: `${title} of a major ICT-related incident, Implementing Regulation (EU) 2025/302 annex I`,
  fields: [...general(step), ...fields],
})

/**
 * Implementing Regulation (EU) 2025/302 annex I: one template; each step fills in more of it. Ids are the numbers of its fields.
 */
export const doraForms: readonly Form[] = [
  form('initial', 'Initial notification', INITIAL),
  form('intermediate', 'Intermediate report', [...INITIAL, ...INTERMEDIATE]),
  form('final', 'Final report', [...INITIAL, ...INTERMEDIATE, ...FINAL]),
]
