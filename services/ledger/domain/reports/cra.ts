import { choice, type Form, type FormField, line, required, text, time, YES_NO_UNKNOWN } from './field.ts'
import { description, moment, organization, reference, severity, systems } from './source.ts'

const general = (article: string): FormField[] => [
  required(line(['manufacturer', 'Manufacturer', article], { from: organization })),
  line(['contact', 'Contact person, telephone and e-mail address', article]),
  required(line(['incident_reference', "The manufacturer's reference", article], { from: reference })),
  line(['authority_reference', 'Reference given by the CSIRT', article]),
  required(text(['product', 'Product with digital elements, with its versions', article], { from: systems })),
  time(['aware_at', 'When the manufacturer became aware', article], { from: moment('aware') }),
]

const states = (article: string): FormField =>
  text(['member_states', 'Member States where the product was made available, where applicable', article])

const notified = (article: string): FormField[] => [
  text(['measures_taken', 'Corrective or mitigating measures taken', article]),
  text(['measures_users', 'Corrective or mitigating measures that users can take', article]),
  line(['sensitivity', 'How sensitive the notified information is, where applicable', article]),
]

const malicious = (article: string): FormField =>
  required(
    choice(['malicious', 'Suspected of being caused by unlawful or malicious acts', article], YES_NO_UNKNOWN),
  )

/** Regulation (EU) 2024/2847 article 14(2) and (4), stage by stage. */
export const craForms: readonly Form[] = [
  {
    regime: 'cra_vulnerability',
    step: 'early_warning',
    title: 'Early warning of an actively exploited vulnerability, Regulation (EU) 2024/2847 article 14(2)(a)',
    fields: [...general('14(2)(a)'), states('14(2)(a)')],
  },
  {
    regime: 'cra_vulnerability',
    step: 'notification',
    title: 'Vulnerability notification, Regulation (EU) 2024/2847 article 14(2)(b)',
    fields: [
      ...general('14(2)(b)'),
      states('14(2)(b)'),
      text(['exploit', 'General nature of the exploit', '14(2)(b)']),
      text(['vulnerability', 'General nature of the vulnerability', '14(2)(b)'], { from: description }),
      ...notified('14(2)(b)'),
    ],
  },
  {
    regime: 'cra_vulnerability',
    step: 'final',
    title: 'Final report on an actively exploited vulnerability, Regulation (EU) 2024/2847 article 14(2)(c)',
    fields: [
      ...general('14(2)(c)'),
      required(
        text(['vulnerability', 'Description of the vulnerability', '14(2)(c)(i)'], { from: description }),
      ),
      required(line(['severity', 'Severity', '14(2)(c)(i)'], { from: severity })),
      required(text(['impact', 'Impact', '14(2)(c)(i)'])),
      text(['actor', 'Malicious actor that exploited or exploits it, where available', '14(2)(c)(ii)']),
      time(['measure_at', 'When the measure became available', '14(2)(c)'], {
        from: moment('measure_available'),
      }),
      required(text(['security_update', 'Security update or other corrective measures', '14(2)(c)(iii)'])),
    ],
  },
  {
    regime: 'cra_incident',
    step: 'early_warning',
    title: 'Early warning of a severe incident, Regulation (EU) 2024/2847 article 14(4)(a)',
    fields: [...general('14(4)(a)'), malicious('14(4)(a)'), states('14(4)(a)')],
  },
  {
    regime: 'cra_incident',
    step: 'notification',
    title: 'Incident notification, Regulation (EU) 2024/2847 article 14(4)(b)',
    fields: [
      ...general('14(4)(b)'),
      malicious('14(4)(b)'),
      states('14(4)(b)'),
      text(['nature', 'Nature of the incident', '14(4)(b)'], { from: description }),
      text(['assessment', 'Initial assessment of the incident', '14(4)(b)']),
      ...notified('14(4)(b)'),
    ],
  },
  {
    regime: 'cra_incident',
    step: 'final',
    title: 'Final report on a severe incident, Regulation (EU) 2024/2847 article 14(4)(c)',
    fields: [
      ...general('14(4)(c)'),
      required(
        text(['description', 'Detailed description of the incident', '14(4)(c)(i)'], { from: description }),
      ),
      required(line(['severity', 'Severity', '14(4)(c)(i)'], { from: severity })),
      required(text(['impact', 'Impact', '14(4)(c)(i)'])),
      required(text(['root_cause', 'Type of threat or root cause that likely triggered it', '14(4)(c)(ii)'])),
      required(text(['measures', 'Applied and ongoing mitigation measures', '14(4)(c)(iii)'])),
    ],
  },
]
