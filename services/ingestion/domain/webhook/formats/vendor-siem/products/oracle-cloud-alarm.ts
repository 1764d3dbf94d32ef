import { id, idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { when } from '../state.ts'

/** A message of an alarm of Oracle Cloud Infrastructure Monitoring, raw or as pretty JSON. */
export const oracleCloudAlarm: Product = {
  id: 'oracle_cloud_alarm',
  name: 'Oracle Cloud Monitoring',
  source: 'https://docs.oracle.com/iaas/Content/Monitoring/alarm-message-format.htm',
  forms: [[has('dedupeKey'), has('type'), has('alarmMetaData.status')]],
  title: ['title'],
  titleStandIn: ['Alarm {alarmMetaData.id}'],
  description: ['body', 'alarmMetaData.alarmSummary', 'alarmMetaData.query'],
  severity: [word('severity', 'alarmMetaData.severity')],
  time: ['timestampEpochMillis', 'timestamp'],
  systems: [
    'alarmMetaData.dimensions.resourceDisplayName',
    'alarmMetaData.dimensions.resourceName',
    'alarmMetaData.dimensions.resourceId',
  ],
  identity: {
    of: idAnd('dedupeKey', 'timestampEpochMillis', 'timestamp'),
    closes: id('dedupeKey'),
    why: "The id is not unique: the messages of an alarm share their key. Identity: key and time, 'to deduplicate multiple occurrences of the same message, use dedupekey and timestamp together'. The return to OK finds its alarm by the key.",
  },
  state: [
    when('type', ['FIRING_TO_OK'], 'resolved'),
    // The alarm was changed and starts again.
    when('type', ['RESET'], 'informational'),
    // A reminder that the alarm still fires.
    when('type', ['REPEAT'], 'informational'),
    when('alarmMetaData.status', ['OK'], 'resolved'),
  ],
}
