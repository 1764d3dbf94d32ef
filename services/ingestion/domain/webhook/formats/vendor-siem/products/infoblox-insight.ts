import { idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { status } from '../state.ts'

/** An insight of Infoblox Threat Defense, as the APIs of SOC Insights and of IQ for Threat Defense give it. */
export const infobloxInsight: Product = {
  id: 'infoblox_insight',
  name: 'Infoblox SOC Insights',
  source:
    'demisto/content, Packs/InfobloxBloxOne/Integrations/InfobloxBloxOneThreatDefense/test_data: soc-insights-list.json, iq-for-td-insight-list.json',
  forms: [
    [
      has('insightId'),
      has('threatType'),
      hasOneOf('tClass', 'tFamily'),
      hasOneOf('priorityText', 'startedAt'),
    ],
    [
      ...[has('insight_id'), has('name'), has('severity'), has('date_created')],
      hasOneOf('threat_properties', 'evaluation_start_date'),
    ],
  ],
  title: ['{threatType}: {tFamily}', '{threatType}: {tClass}', 'threatType', 'name'],
  description: ['{tClass}, {feedSource}', 'description'],
  severity: [word('priorityText', 'severity')],
  time: ['startedAt', 'date_created', 'mostRecentAt'],
  identity: {
    of: (insight) => (has('threatType').holds(insight) ? ofSocInsight(insight) : ofIqInsight(insight)),
    why: 'It is not documented whether the id is unique. Identity: id and the start. Further events and a change of the status repeat both.',
  },
  state: [status('status')],
}

const ofSocInsight = idAnd('insightId', 'startedAt')
const ofIqInsight = idAnd('insight_id', 'date_created')
