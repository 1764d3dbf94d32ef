import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { hashOf, idAt } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, like } from '../recognition.ts'
import { rule } from '../state.ts'

/** A notification of Oh Dear about a site: `uptimeCheckFailed`, `certificateExpiresSoon` and others. */
export const ohDear: Product = {
  id: 'oh_dear',
  name: 'Oh Dear',
  source: 'https://ohdear.app/docs/webhooks/events',
  forms: [
    [
      like('type', /^[a-z]+(?:[A-Z][a-z]+)+$/, 'of an event'),
      like('date_time', /^20[0-9]{12}$/, 'a time in digits'),
      hasOneOf('site.url', 'site.sort_url', 'monitor.url'),
      has('run'),
    ],
  ],
  title: [{ path: 'type', of: (alert) => titled(alert) }],
  description: ['run.result_payload.error_message', 'run.result', 'site.summarized_check_result'],
  severity: [],
  time: ['run.started_at', (alert) => timeOf(plainText(valueAt(alert, 'date_time')))],
  systems: ['site.sort_url', 'site.url', 'monitor.url'],
  identity: {
    of: hashOf('type', 'site.id', 'site.url', 'monitor.id', 'monitor.url', 'run.id', 'date_time'),
    closes: checked,
    why: 'A notification has no id. Identity: what was found, the site, the run and the time. The recovery finds its alert by site and check.',
  },
  state: [
    rule((alert) => (/(?:Recovered|Fixed|Succeeded)$/.test(kindOf(alert)) ? 'resolved' : null), 'type'),
  ],
}

/** `Uptime check failed: example.com` */
function titled(alert: unknown): string {
  const words = kindOf(alert).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  const site = plainText(valueAt(alert, 'site.sort_url', 'site.url', 'monitor.url'))
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}: ${site}`
}

function timeOf(digits: string): string {
  return digits.replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6Z')
}

function checked(alert: unknown): string | null {
  const check = kindOf(alert).replace(/(?:Failed|Recovered|Found|Fixed|Succeeded)$/, '')
  const site = idAt(alert, ['site.id', 'monitor.id', 'site.url', 'monitor.url', 'site.sort_url'])
  return site === null ? null : `${check} ${site}`
}

function kindOf(alert: unknown): string {
  return plainText(valueAt(alert, 'type')).slice(0, 200)
}
