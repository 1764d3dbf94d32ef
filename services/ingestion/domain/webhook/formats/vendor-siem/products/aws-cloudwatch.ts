import { valueAt } from '../../../fields.ts'
import { hashOf, hashOfShared } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'
import { when } from '../state.ts'

/** A change of state of an Amazon CloudWatch alarm, out of SNS or as an event of EventBridge. */
export const awsCloudWatch: Product = {
  id: 'aws_cloudwatch',
  name: 'Amazon CloudWatch',
  source: 'https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/cloudwatch-and-eventbridge.html',
  forms: [
    [has('AlarmName'), has('NewStateValue'), hasOneOf('StateChangeTime', 'NewStateReason')],
    [is('detail-type', 'CloudWatch Alarm State Change'), has('detail.alarmName')],
    [has('alarmData.alarmName'), has('alarmData.state.value'), has('alarmArn')],
    [has('alarmName'), has('state.value'), hasOneOf('state.timestamp', 'previousState')],
  ],
  title: ['AlarmName', 'detail.alarmName', 'alarmData.alarmName'],
  description: [
    '{AlarmDescription}: {NewStateReason}',
    'NewStateReason',
    'detail.state.reason',
    'state.reason',
    'alarmData.state.reason',
  ],
  severity: [word('Severity', 'detail.configuration.severity')],
  time: [
    ...['StateChangeTime', 'detail.state.timestamp', 'state.timestamp'],
    ...['alarmData.state.timestamp', 'time'],
  ],
  systems: ['Trigger.Dimensions.value'],
  identity: {
    of: (alert) => (valueAt(alert, 'alarmData') === undefined ? ofChange(alert) : ofAction(alert)),
    closes: hashOfShared('AlarmArn', 'resources', 'AWSAccountId', 'Region', 'AlarmName', 'detail.alarmName'),
    why: 'The id is not unique: an alarm has a name and an ARN, its firings have no id. Identity: alarm, state and the time of the change (milliseconds). The end finds its alert by the alarm.',
  },
  state: [
    // "CloudWatch Alarm Configuration Change": somebody made, edited or removed an alarm, whatever its state.
    ...['operation', 'detail.operation'].map((path) =>
      when(path, ['create', 'update', 'delete'], 'informational'),
    ),
    ...['NewStateValue', 'detail.state.value', 'state.value', 'alarmData.state.value'].flatMap((path) => [
      when(path, ['OK'], 'resolved'),
      when(path, ['INSUFFICIENT_DATA'], 'informational'),
    ]),
  ],
}

const ofChange = hashOf(
  ...[
    'AlarmArn',
    'resources',
    'AWSAccountId',
    'Region',
    'AlarmName',
    'detail.alarmName',
    'NewStateValue',
    'state.value',
  ],
  ...['detail.state.value', 'StateChangeTime', 'detail.state.timestamp', 'state.timestamp'],
)
const ofAction = hashOf('alarmArn', 'alarmData.state.value', 'alarmData.state.timestamp')
