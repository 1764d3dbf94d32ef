import { type Form, type FormField, line, number, required, text, time } from './field.ts'
import { description, moment, organization, persons, reference, systems } from './source.ts'

const FIELDS: FormField[] = [
  required(line(['entity', 'Critical entity', '15(1)'], { from: organization })),
  line(['contact', 'Contact person, telephone and e-mail address', '15(1)']),
  required(
    line(['incident_reference', "The entity's reference of the incident", '15(1)'], { from: reference }),
  ),
  line(['authority_reference', 'Reference given by the competent authority', '15(4)']),
  text(['service', 'Essential service that is or could be disrupted', '15(1)'], { from: systems }),
  time(['aware_at', 'When the entity became aware', '15(1)'], { from: moment('aware') }),
  number(['users', 'Number of users affected', '15(1)(a)'], { from: persons }),
  line(['users_share', 'Proportion of users affected', '15(1)(a)']),
  line(['duration', 'Duration of the disruption', '15(1)(b)']),
  text(['area', 'Geographical area affected, and whether it is isolated', '15(1)(c)']),
  required(text(['nature', 'Nature of the incident', '15(2)'], { from: description })),
  text(['cause', 'Cause', '15(2)']),
  text(['consequences', 'Possible consequences', '15(2)']),
  text(['cross_border', 'Cross-border impact', '15(2)']),
]

/** The detailed report asks for cause and consequences, not only for what is known so far. */
const detailed = FIELDS.map((field) =>
  field.id === 'cause' || field.id === 'consequences' ? required(field) : field,
)

/** Directive (EU) 2022/2557 article 15(1) and (2). */
export const cerForms: readonly Form[] = [
  {
    regime: 'cer',
    step: 'initial',
    title: 'Initial notification, Directive (EU) 2022/2557 article 15',
    fields: FIELDS,
  },
  {
    regime: 'cer',
    step: 'detailed',
    title: 'Detailed report, Directive (EU) 2022/2557 article 15',
    fields: detailed,
  },
]
