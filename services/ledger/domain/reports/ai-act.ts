import { choice, type Form, line, required, text, time, YES_NO } from './field.ts'
import { description, moment, organization, reference, systems } from './source.ts'

const KINDS = [
  'death of a person, or serious harm to the health of a person',
  'serious and irreversible disruption of critical infrastructure',
  'infringement of obligations that protect fundamental rights',
  'serious harm to property or the environment',
]

/** Regulation (EU) 2024/1689 articles 3(49) and 73. */
export const aiActForms: readonly Form[] = [
  {
    regime: 'ai_act',
    step: 'serious_incident',
    title: 'Report of a serious incident, Regulation (EU) 2024/1689 article 73',
    fields: [
      required(line(['provider', 'Provider', '73(1)'], { from: organization })),
      line(['contact', 'Contact person, telephone and e-mail address', '73(1)']),
      required(
        line(['incident_reference', "The provider's reference of the incident", '73(1)'], {
          from: reference,
        }),
      ),
      line(['authority_reference', 'Reference given by the market surveillance authority', '73(1)']),
      required(choice(['completeness', 'State of this report', '73(5)'], ['initial', 'complete'])),
      required(text(['ai_system', 'High-risk AI system, with its version', '73(1)'], { from: systems })),
      line(['deployer', 'Deployer, where it is known', '73(2)']),
      required(line(['member_states', 'Member States where the incident occurred', '73(1)'])),
      required(choice(['kind', 'Kind of serious incident', '3(49)'], KINDS)),
      choice(['widespread', 'Widespread infringement', '73(3)'], YES_NO),
      time(['occurred_at', 'When the incident occurred', '73(2)'], { from: moment('occurred') }),
      required(time(['aware_at', 'When the provider became aware', '73(2)'], { from: moment('aware') })),
      required(text(['description', 'What happened', '73(1)'], { from: description })),
      required(text(['causal_link', 'Causal link to the AI system, or its reasonable likelihood', '73(2)'])),
      text(['investigation', 'Investigations of the incident and of the AI system', '73(6)']),
      text(['risk_assessment', 'Risk assessment of the incident', '73(6)']),
      text(['corrective_action', 'Corrective action', '73(6)']),
    ],
  },
]
