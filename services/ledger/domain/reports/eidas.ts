import { type Form, line, number, required, text, time } from './field.ts'
import { description, moment, organization, persons, reference, systems } from './source.ts'

const ARTICLE = '24(2)(fb)'

/** Regulation (EU) No 910/2014 article 24(2)(fb). */
export const eidasForms: readonly Form[] = [
  {
    regime: 'eidas_qualified',
    step: 'notification',
    title: 'Notification of a security breach or disruption, Regulation (EU) No 910/2014 article 24(2)(fb)',
    fields: [
      required(line(['provider', 'Qualified trust service provider', ARTICLE], { from: organization })),
      line(['contact', 'Contact person, telephone and e-mail address', ARTICLE]),
      required(
        line(['incident_reference', "The provider's reference of the incident", ARTICLE], {
          from: reference,
        }),
      ),
      line(['authority_reference', 'Reference given by the supervisory body', ARTICLE]),
      required(text(['service', 'Trust service concerned', ARTICLE], { from: systems })),
      required(time(['occurred_at', 'When the incident occurred', ARTICLE], { from: moment('occurred') })),
      required(text(['description', 'Security breach or disruption', ARTICLE], { from: description })),
      required(text(['service_impact', 'Impact on the trust service', ARTICLE])),
      text(['data_impact', 'Impact on the personal data maintained therein', ARTICLE]),
      number(['individuals', 'Number of affected individuals', ARTICLE], { from: persons }),
      text(['others_notified', 'Affected individuals and other bodies that were notified', ARTICLE]),
      text(['measures', 'Measures taken', ARTICLE]),
    ],
  },
]
