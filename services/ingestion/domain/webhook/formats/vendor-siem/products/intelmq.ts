import { hashOf } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { when } from '../state.ts'

/** An event of IntelMQ, flat or nested. Only some feeds grade theirs. */
export const intelMq: Product = {
  id: 'intelmq',
  name: 'IntelMQ',
  source: 'certtools/intelmq, docs/user/event.md and intelmq/tests/bots/outputs',
  forms: [[has('classification.type'), hasOneOf('feed.name', 'feed.provider', 'feed.url', 'feed.accuracy')]],
  title: [
    ...['{classification.identifier}: {source.ip}', '{classification.type}: {source.ip}'],
    ...['{classification.type}: {source.url}', '{classification.type}: {source.fqdn}'],
  ],
  titleStandIn: ['IntelMQ: {classification.type}'],
  description: ['event_description.text', 'malware.name', 'feed.name'],
  severity: [word('severity', 'extra.severity')],
  time: ['time.source', 'time.observation'],
  systems: ['source.reverse_dns', 'source.fqdn', 'source.ip'],
  identity: {
    of: hashOf(
      ...['feed.name', 'classification', 'classification.type', 'classification.identifier'],
      ...['source', 'source.ip', 'source.fqdn', 'source.url', 'source.port', 'time.source', 'raw'],
    ),
    why: 'An alert has no id. Identity: feed, classification, source, time at the source and the raw entry. An event that is collected again has another time of observation, which is not part of it.',
  },
  state: [when('classification.type', ['test'], 'informational')],
}
