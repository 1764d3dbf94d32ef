import { idAnd } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, like } from '../recognition.ts'
import { classTitle } from './class-words.ts'

const KINDS = /^(?:Api|Report|GuestUser|Login)Anomaly|^(?:SessionHijacking|CredentialStuffing)/

/**
 * A finding of Salesforce's threat detection: an anomaly of a user, session hijacking, credential stuffing. The scale of its
 * score is not published.
 */
export const salesforceThreat: Product = {
  id: 'salesforce_threat',
  name: 'Salesforce threat detection',
  source:
    'https://help.salesforce.com/s/articleView?id=sf.real_time_em_threat_detection.htm; panther-labs/panther-analysis, rules/salesforce_rules/salesforce_api_anomaly_passthrough.yml',
  forms: ['EVENT_TYPE', 'attributes.type'].map((path) => [
    like(path, KINDS, 'such as ApiAnomalyEventStore'),
    has('Score'),
    has('UserId'),
  ]),
  title: ['{Summary} ({Username})', 'Summary'],
  titleStandIn: ['EVENT_TYPE', 'attributes.type'].map((path) =>
    classTitle('Salesforce', path, /Event(?:Store)?$/),
  ),
  description: ['SecurityEventData'],
  severity: [],
  time: ['EventDate', 'TIMESTAMP_DERIVED', 'TIMESTAMP'],
  systems: ['Username', 'SourceIp'],
  identity: {
    of: idAnd(
      ['EventIdentifier', 'REQUEST_ID'],
      'EVENT_TYPE',
      'attributes.type',
      'UserId',
      'TIMESTAMP',
      'EventDate',
    ),
    why: 'The id is unique where it is EventIdentifier: a UUID for each event. A file of the log has the id of a request instead. Identity: id, kind, user and time. An event never changes.',
  },
}
