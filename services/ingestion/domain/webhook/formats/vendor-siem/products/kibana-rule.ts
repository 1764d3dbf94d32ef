import { valueAt } from '../../../fields.ts'
import { hashOf, hashOfShared, id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is, lacks } from '../recognition.ts'
import { when } from '../state.ts'

const RULE = ['rule.id', 'rule.name', 'rule.space', 'rule.spaceId']
const GROUPS = ['kibana.alert.actionGroup', 'alert.actionGroup']

/**
 * A notification of a rule of Kibana: the document of its alert history, or the variables of rules under their own names.
 * Alerts of Elastic Security have a table of their own (elastic-security.ts). A rule does not grade its alerts.
 */
export const kibanaRule: Product = {
  id: 'kibana_rule',
  name: 'Kibana',
  source:
    'https://www.elastic.co/docs/reference/kibana/connectors-kibana/pre-configured-connectors, "Built-in preconfigured connectors"; https://elastic.co/guide/en/kibana/8.7/rule-action-variables.html',
  forms: [
    [has('rule.name'), has('kibana.alert.actionGroup'), is('event.kind', 'alert')],
    [has('rule.name'), has('alert.actionGroup'), hasOneOf('alert.id', 'alert.uuid'), lacks('kibana')],
  ],
  title: ['rule.name'],
  description: ['context.reason', 'context.message', 'kibana.alert.actionGroupName', 'alert.actionGroupName'],
  severity: [word('kibana.alert.severity', 'alert.severity', 'severity', 'rule.params.severity')],
  time: ['@timestamp', 'date', 'context.timestamp', 'context.date'],
  systems: ['context.host.name', 'context.host.hostname', 'host.name'],
  identity: {
    of: (alert) => (valueAt(alert, ...UUIDS) === undefined ? ofNotification(alert) : byUuid(alert)),
    closes: (alert) => (valueAt(alert, ...UUIDS) === undefined ? ofInstance(alert) : null),
    why: 'The id is not unique: it names what an alert is about, such as a host, and is the same whenever the rule finds that again. Identity: the uuid, which an alert has as long as it is active. Without a uuid: rule, id, group and time of the notification; the recovery finds its alert by rule and id.',
  },
  state: GROUPS.map((path) => when(path, ['recovered'], 'resolved')),
}

const UUIDS = ['kibana.alert.uuid', 'alert.uuid']
const byUuid = id(...UUIDS)
const IDS = ['kibana.alert.id', 'alert.id']
const ofNotification = hashOf(...RULE, ...IDS, ...GROUPS, '@timestamp', 'date')
const ofInstance = hashOfShared(...RULE, ...IDS)
