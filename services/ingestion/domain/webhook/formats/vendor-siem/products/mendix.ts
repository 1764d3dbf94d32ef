import { hashOf, hashOfSubject } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { when } from '../state.ts'

/** An alert of Mendix Cloud on an environment of an app, or the recovery of the environment. */
export const mendix: Product = {
  id: 'mendix',
  name: 'Mendix Cloud',
  source: 'mendix/docs, content/en/docs/deployment/general/webhooks.md, "Alerts Webhooks"',
  forms: [
    [
      ...[has('app_name'), has('environment'), has('environment_id'), has('service'), has('message')],
      is('severity', 'Ok', 'Warning', 'Critical', 'Recovery'),
    ],
  ],
  title: ['{app_name} ({environment}), {service}: {message}', '{service}: {message}', 'message'],
  description: ['url'],
  severity: [word('severity')],
  time: ['timestamp'],
  systems: ['app_name'],
  identity: {
    of: hashOf('environment_id', 'id', 'service', 'severity', 'timestamp'),
    closes: hashOfSubject('environment_id', 'service'),
    why: 'It is not documented whether the id is that of an alert or of a notification. Identity: environment, id, service, grade and time. The recovery finds its alert by environment and service.',
  },
  state: [when('severity', ['ok', 'recovery'], 'resolved')],
}
