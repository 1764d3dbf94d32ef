import { id } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { when } from '../state.ts'

/** An alarm of Cisco Catalyst SD-WAN Manager (vManage). */
export const ciscoSdWan: Product = {
  id: 'cisco_sd_wan',
  name: 'Cisco Catalyst SD-WAN',
  source:
    'https://developer.cisco.com/docs/sdwan/, "Alarms"; https://www.cisco.com/c/en/us/td/docs/routers/sdwan/configuration/Monitor-And-Maintain/monitor-maintain-book/m-alarms-events-logs.html',
  forms: [
    [has('rule_name_display'), has('severity_number'), has('entry_time'), hasOneOf('rulename', 'eventname')],
  ],
  title: [
    '{message}: {values_short_display.host-name}',
    '{message}: {host_name}',
    'message',
    'rule_name_display',
  ],
  description: ['rule_name_display', 'component'],
  severity: [word('severity'), codes('severity_number', { 1: 'critical', 2: 'high', 3: 'medium', 4: 'low' })],
  time: ['entry_time', 'receive_time'],
  systems: ['values_short_display.host-name', 'host_name', 'system_ip', 'devices.system-ip'],
  identity: {
    of: id('uuid'),
    why: 'The id is unique: a UUID for each alarm. A change of the alarm keeps it.',
  },
  state: [when('active', [false], 'resolved'), when('suppressed', [true], 'suppressed')],
}
