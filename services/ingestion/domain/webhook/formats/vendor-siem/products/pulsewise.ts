import { hashOf, hashOfShared } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { when } from '../state.ts'

/** An event of a site that Pulsewise watches. Good news are of the severity `info`. */
export const pulsewise: Product = {
  id: 'pulsewise',
  name: 'Pulsewise',
  source: 'https://pulsewise.app/docs/integrations/webhooks',
  forms: [
    [
      ...[has('event'), has('title'), is('severity', 'info', 'warning', 'critical')],
      ...[has('site.id'), has('site.name'), has('site.url'), has('timestamp')],
    ],
  ],
  title: ['{title}: {site.name}', 'title'],
  description: ['description'],
  severity: [word('severity')],
  time: ['timestamp'],
  systems: ['site.name', 'site.url'],
  identity: {
    of: hashOf('site.id', 'site.url', 'event', 'timestamp'),
    closes: (alert) => (is('event', 'site_offline', 'site_online').holds(alert) ? bySite(alert) : null),
    why: 'An event has no id. Identity: site, event and time. A site that is online again finds its alert by the site.',
  },
  state: [when('event', ['site_online'], 'resolved')],
}

const bySite = hashOfShared('site.id', 'site.url')
