import { idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'

/** An error of an application that Airbrake found. */
export const airbrake: Product = {
  id: 'airbrake',
  name: 'Airbrake',
  source:
    'https://docs.airbrake.io/docs/integrations/webhooks/; zulip/zulip, zerver/webhooks/airbrake/fixtures',
  forms: [
    [
      ...[
        has('error.error_message'),
        has('error.project'),
        hasOneOf('error.error_class', 'error.environment'),
      ],
      hasOneOf('airbrake_error_url', 'error.last_notice'),
    ],
  ],
  title: ['{error.error_class}: {error.error_message}', 'error.error_message'],
  description: ['error.environment', 'airbrake_error_url'],
  severity: [word('error.severity')],
  time: ['error.last_occurred_at', 'error.first_occurred_at'],
  systems: ['error.project.name'],
  identity: {
    of: idAnd('error.id', 'error.project.id', 'error.last_occurred_at'),
    why: 'The id is not unique: it is the error’s, and an error comes back. Identity: id, project and the time of the last occurrence.',
  },
}
