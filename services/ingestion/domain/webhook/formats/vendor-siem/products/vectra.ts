import { valueAt } from '../../../fields.ts'
import { decimal } from '../../../own.ts'
import { idAnd } from '../identity.ts'
import { type Level, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is, lacks, numeric } from '../recognition.ts'
import { status, when } from '../state.ts'

/** The scoring of a host or an account, by syslog. */
const SCORING = is('category', 'HOST SCORING', 'ACCOUNT SCORING')

/** An entity as the API lists it: its own number is `id`. */
const ENTITY = hasOneOf('last_detection_timestamp', 'detection_set')

/** A change of a campaign, by syslog. */
const CAMPAIGN = [has('campaign_id'), has('campaign_name'), has('headend_addr'), has('reason')]

/** A detection, a scoring or an entity of Vectra, as its syslog, its API and its event feeds give it. */
export const vectra: Product = {
  id: 'vectra',
  name: 'Vectra AI',
  source:
    'SEKOIA-IO/intake-formats, Vectra/vectra_cognito_detect/tests and Vectra/vectra-respond-ux-entity-scoring/tests; splunk/splunk-connect-for-syslog, tests/test_vectra_json.py; demisto/content, Packs/Vectra_AI/Integrations/VectraDetect/test_data and Packs/VectraXDR/Integrations/VectraXDR/test_data; elastic/integrations, packages/vectra_detect, data stream log',
  forms: [
    [has('d_type_vname'), has('detection_id'), numeric('threat'), numeric('certainty')],
    [
      ...[has('detection_type'), numeric('threat'), numeric('certainty'), numeric('id')],
      ...[
        hasOneOf('detection_url', 'url', 'src_account', 'src_host', 'is_triaged'),
        hasOneOf('detection_category', 'category'),
        lacks('detection_id'),
      ],
    ],
    [
      numeric('urgency_score'),
      has('entity_id'),
      has('severity'),
      hasOneOf('is_prioritized', 'attack_rating'),
    ],
    [
      ...[numeric('urgency_score'), numeric('id'), has('severity'), ENTITY],
      ...[hasOneOf('is_prioritized', 'attack_rating'), lacks('entity_id')],
    ],
    [
      SCORING,
      numeric('threat'),
      numeric('certainty'),
      hasOneOf('host_id', 'account_id'),
      has('headend_addr'),
    ],
    CAMPAIGN,
  ],
  title: [
    'd_type_vname',
    'detection_type',
    'active_detection_types',
    '{attack_profile}: {name}',
    '{reason}: campaign {campaign_name}',
  ],
  titleStandIn: ['{category} of {host_name}', '{category} of {account_uid}', '{category} of {name}', 'name'],
  description: ['{category}: {d_type_vname}', 'category'],
  severity: [quadrant, word('severity')],
  time: [
    ...['event_timestamp', 'vectra_timestamp', 'Start', 'first_timestamp', 'last_timestamp'],
    'last_detection_timestamp',
  ],
  systems: [
    'host_name',
    'src_host.name',
    'src_account.name',
    'name',
    'entity_uid',
    'host_ip',
    'src_name',
    'src_ip',
  ],
  identity: {
    of: (alert) => {
      if (has('detection_id').holds(alert)) return ofDetection(alert)
      if (has('detection_type').holds(alert)) return HAS_ADDRESS.holds(alert) ? ofListed(alert) : ofApi(alert)
      if (has('campaign_id').holds(alert)) return ofCampaign(alert)
      if (has('entity_id').holds(alert)) return ofScoring(alert)
      return ENTITY.holds(alert) ? ofEntity(alert) : ofScore(alert)
    },
    why: 'The id is not unique: each brain counts its own numbers. Identity: id, brain, type and entity; for a listed detection, its address, or its kind, source and start. A detection that continues repeats it. A scoring has only the number of its entity. Identity of a scoring: number, time and score. Identity of a listed entity: number, kind, name, address and last detection. By syslog: number, kind, brain and time. Identity of a change of a campaign: number, brain and detection.',
  },
  state: [
    when('score_decreases', [true], 'informational'),
    when('triaged', [true], 'suppressed'),
    when('is_triaged', [true], 'suppressed'),
    when('filtered_by_rule', [true], 'suppressed'),
    when('action', ['TIMEOUT'], 'closed'),
    status('state'),
  ],
}

/** From 50 on, threat and certainty are high. Both high is critical, threat alone high, certainty alone medium (quadrants). */
function quadrant(alert: unknown): Level | null {
  const threat = decimal(valueAt(alert, 'threat'))
  const certainty = decimal(valueAt(alert, 'certainty'))
  if (threat === null || certainty === null) return null
  if (threat >= 50) return certainty >= 50 ? 'critical' : 'high'
  return certainty >= 50 ? 'medium' : 'low'
}

const ofDetection = idAnd('detection_id', 'headend_addr', 'd_type', 'entity_id', 'host_name')
const ofScoring = idAnd('entity_id', 'type', 'name', 'event_timestamp', 'urgency_score')
const ofEntity = idAnd('id', 'type', 'name', 'url', 'last_detection_timestamp')
const ofScore = idAnd(['host_id', 'account_id'], 'category', 'headend_addr', 'vectra_timestamp')
const ofCampaign = idAnd('campaign_id', 'headend_addr', 'det_id')
const HAS_ADDRESS = hasOneOf('detection_url', 'url')
const ofListed = idAnd('id', 'detection_url', 'url', 'first_timestamp')
const ofApi = idAnd(
  ...(['id', 'detection_type', 'first_timestamp', 'sensor'] as const),
  ...['src_account.name', 'src_host.name', 'src_ip'],
)
