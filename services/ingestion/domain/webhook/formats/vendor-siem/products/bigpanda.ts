import { hashOf, hashOfShared, requiring } from '../identity.ts'
import { word } from '../levels.ts'
import { fixed, type Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'
import { when } from '../state.ts'

const OBJECT = [
  'app_key',
  'incident_identifier',
  'host',
  'service',
  'application',
  'device',
  'check',
] as const

/** An alert in the format of BigPanda's Alerts API, which many tools can send to any address. */
export const bigPanda: Product = {
  id: 'bigpanda_event',
  name: 'BigPanda alert',
  source:
    'https://docs.bigpanda.io/reference/alerts; https://docs.rs/bigpanda-rs/latest/bigpanda_rs/alert/struct.Alert.html',
  forms: [
    [
      has('app_key'),
      is('status', 'ok', 'ok-suspect', 'critical', 'warning', 'warning-suspect', 'acknowledged'),
      hasOneOf('host', 'service', 'application', 'device', 'primary_property', 'incident_identifier'),
    ],
  ],
  title: ['{host}: {check}', '{service}: {check}', '{application}: {check}', 'check', 'description'],
  titleStandIn: ['BigPanda alert of {host}', fixed('BigPanda alert', 'check')],
  description: ['description'],
  severity: [word('status')],
  time: ['timestamp'],
  systems: ['host', 'service', 'application', 'device'],
  identity: {
    of: requiring(['timestamp'], hashOf(...OBJECT, 'status', 'timestamp')),
    closes: hashOfShared(...OBJECT),
    why: 'There is no id: an alert is known by the object and the check that it is about. Identity: both and the time. Without a time, only the very delivery identifies an alert. The end finds its alert by object and check.',
  },
  state: [
    when('status', ['ok', 'ok-suspect'], 'resolved'),
    when('status', ['acknowledged'], 'informational'),
  ],
}
