import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { status } from '../state.ts'

/** An alert of Varonis: a row of its search, whose column names have dots, the nested form of connectors, or an alert of its API. */
export const varonis: Product = {
  id: 'varonis',
  name: 'Varonis',
  source:
    'demisto/content, Packs/VaronisDataSecurityPlatform and Packs/VaronisSaaS; the columns of its connector for Microsoft Sentinel; SumoLogic/sumologic-documentation, docs/integrations/saas-cloud/varonis.md',
  forms: [
    [
      ...[has('Alert.ID'), has('Alert.Rule.Name'), hasOneOf('Alert.Status.Name', 'Alert.Rule.Severity.Name')],
      hasOneOf('Alert.TimeUTC', 'Alert.EventsCount', 'Alert.Rule.Category.Name', 'Alert.Data.IsSensitive'),
    ],
    [
      ...[has('Varonis.Alert.ID'), has('Varonis.Alert.Rule.Name')],
      hasOneOf('Varonis.Alert.Status.Name', 'Varonis.Alert.Rule.Severity.Name'),
    ],
    [
      has('policy.name'),
      has('policy.severity'),
      has('generationTime.dateTimeUtc'),
      has('eventsCount'),
      has('id'),
    ],
  ],
  title: ['Alert.Rule.Name', 'Varonis.Alert.Rule.Name', 'policy.name'],
  description: ['Alert.Rule.Category.Name', 'Varonis.Alert.Rule.Category.Name', 'policy.category'],
  severity: [word('Alert.Rule.Severity.Name', 'Varonis.Alert.Rule.Severity.Name', 'policy.severity')],
  time: [
    'Alert.TimeUTC',
    'Varonis.Alert.TimeUTC',
    'Alert.Time',
    'Varonis.Alert.Time',
    'generationTime.dateTimeUtc',
  ],
  systems: ['Alert.Device.HostName', 'Varonis.Alert.Device.HostName', 'Alert.Asset.Path', 'dataSource.name'],
  identity: {
    of: id('Alert.ID', 'Varonis.Alert.ID', 'id'),
    why: 'The id is unique: a GUID for each alert. A change of its status repeats it.',
  },
  state: [status('Alert.Status.Name', 'Varonis.Alert.Status.Name', 'status')],
}
