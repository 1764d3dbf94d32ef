import { type Form, line, number, required, text, time } from './field.ts'
import { description, moment, organization, persons, reference } from './source.ts'

const contact = (article: string) =>
  required(line(['dpo', 'Data protection officer or other contact point, with contact details', article]))
const consequences = (article: string) =>
  required(text(['consequences', 'Likely consequences of the breach', article]))
const measures = (article: string) =>
  required(text(['measures', 'Measures taken or proposed, also to mitigate adverse effects', article]))

/** Regulation (EU) 2016/679 articles 33(3) and 34(2). */
export const gdprForms: readonly Form[] = [
  {
    regime: 'gdpr',
    step: 'authority',
    title:
      'Notification of a personal data breach to the supervisory authority, Regulation (EU) 2016/679 article 33',
    fields: [
      required(line(['controller', 'Controller', '33(1)'], { from: organization })),
      required(
        line(['incident_reference', "The controller's reference of the breach", '33(5)'], {
          from: reference,
        }),
      ),
      line(['authority_reference', 'Reference given by the supervisory authority', '33(4)']),
      required(time(['aware_at', 'When the controller became aware', '33(1)'], { from: moment('aware') })),
      time(['occurred_at', 'When the breach occurred', '33(3)(a)'], { from: moment('occurred') }),
      text(['delay_reasons', 'Reasons for the delay, where it is notified after 72 hours', '33(1)']),
      required(text(['nature', 'Nature of the breach', '33(3)(a)'], { from: description })),
      text(['subject_categories', 'Categories of data subjects, where possible', '33(3)(a)']),
      number(['subject_count', 'Approximate number of data subjects, where possible', '33(3)(a)'], {
        from: persons,
      }),
      text(['record_categories', 'Categories of personal data records, where possible', '33(3)(a)']),
      number(['record_count', 'Approximate number of personal data records, where possible', '33(3)(a)']),
      contact('33(3)(b)'),
      consequences('33(3)(c)'),
      measures('33(3)(d)'),
      text(['further_phases', 'Information that follows in phases', '33(4)']),
    ],
  },
  {
    regime: 'gdpr',
    step: 'data_subjects',
    title:
      'Communication of a personal data breach to the data subjects, Regulation (EU) 2016/679 article 34',
    fields: [
      required(line(['controller', 'Controller', '34(1)'], { from: organization })),
      required(
        text(['nature', 'Nature of the breach, in clear and plain language', '34(2)'], { from: description }),
      ),
      contact('34(2), 33(3)(b)'),
      consequences('34(2), 33(3)(c)'),
      measures('34(2), 33(3)(d)'),
    ],
  },
]
