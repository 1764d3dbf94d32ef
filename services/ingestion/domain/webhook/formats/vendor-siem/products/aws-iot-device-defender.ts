import { hashOfSubject, idAnd } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { when } from '../state.ts'

/** A violation that AWS IoT Device Defender found in the behavior of a device. It is not graded. */
export const awsIotDeviceDefender: Product = {
  id: 'aws_iot_device_defender',
  name: 'AWS IoT Device Defender',
  source:
    'https://docs.aws.amazon.com/iot/latest/apireference/API_ViolationEvent.html; https://docs.aws.amazon.com/iot-device-defender/latest/devguide/device-defender-detect.html; messages for SNS in the workshops of AWS about it',
  forms: [
    [
      is('violationEventType', 'in-alarm', 'alarm-cleared', 'alarm-invalidated'),
      ...[has('violationId'), has('securityProfileName'), has('behavior')],
    ],
  ],
  title: [
    '{behavior.name} of {thingName} ({securityProfileName})',
    '{behavior.name} ({securityProfileName})',
  ],
  description: ['behavior.metric', 'verificationStateDescription'],
  severity: [],
  time: ['violationEventTime'],
  systems: ['thingName'],
  identity: {
    of: idAnd('violationId', 'thingName', 'violationEventType', 'violationEventTime'),
    closes: hashOfSubject('thingName', 'securityProfileName', 'behavior.name'),
    why: 'It is not documented whether an end repeats the id. Identity: id, device, what happened and its time. The end finds its alert by device, security profile and behavior.',
  },
  state: [
    when('verificationState', ['FALSE_POSITIVE', 'BENIGN_POSITIVE'], 'false_positive'),
    when('violationEventType', ['alarm-cleared', 'alarm-invalidated'], 'resolved'),
  ],
}
