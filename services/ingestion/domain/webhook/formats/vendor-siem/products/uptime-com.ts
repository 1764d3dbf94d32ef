import { id, idAnd } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { when } from '../state.ts'

/** A change of a check of Uptime.com. */
export const uptimeCom: Product = {
  id: 'uptime_com',
  name: 'Uptime.com',
  source:
    'https://support.uptime.com/hc/en-us/articles/115002560845-Configuring-Custom-Postback-URL-Webhooks; the alert: structures of a public receiver of them',
  forms: [
    [is('event', 'alert_raised', 'alert_cleared'), has('data.alert.state'), has('data.service')],
    [is('event', 'test'), has('data.integration.module'), has('data.account')],
  ],
  title: ['{data.service.display_name} is {data.alert.state}', '{data.service.name} is {data.alert.state}'],
  titleStandIn: ['Check {data.service.id} is {data.alert.state}', 'Test of {data.integration.name}'],
  description: ['data.alert.output', 'data.alert.short_output'],
  severity: [
    codes('data.alert.state', { CRITICAL: 'critical', DOWN: 'critical', WARNING: 'medium', OK: 'low' }),
  ],
  time: ['data.alert.created_at', 'data.date'],
  systems: ['data.service.name'],
  identity: {
    of: idAnd('data.alert.id', 'data.service.id', 'data.alert.created_at'),
    closes: id('data.service.id'),
    why: 'The id is unique: the number of the alert. Identity: number, check and time. The clearing is an alert of its own; it finds its alert by the check.',
  },
  state: [
    when('event', ['alert_cleared'], 'resolved'),
    when('data.alert.is_up', [true], 'resolved'),
    when('event', ['test'], 'informational'),
  ],
}
