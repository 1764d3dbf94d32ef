import { hashOfShared, id } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { when } from '../state.ts'

/** An alert of a scanner of PostHog's Replay Vision, its recovery, or a digest. It is not graded. */
export const postHog: Product = {
  id: 'posthog',
  name: 'PostHog',
  source: 'PostHog/posthog.com, contents/docs/replay-vision/webhooks.mdx',
  forms: [
    [
      is('type', 'replay_vision.alert_fired', 'replay_vision.alert_recovered', 'replay_vision.digest'),
      ...[has('data.action_name'), has('data.run_id')],
    ],
  ],
  title: ['{data.action_name}: {data.scanner_name}', 'data.action_name'],
  description: ['data.report'],
  severity: [],
  time: ['timestamp'],
  systems: ['data.scanner_name'],
  identity: {
    of: id('id', 'data.run_id'),
    closes: hashOfShared('data.vision_action_id'),
    why: 'The id is unique: a UUID for each run. A retry repeats it. The recovery is a run of its own, which finds its alert by the id of the action.',
  },
  state: [
    when('type', ['replay_vision.alert_recovered'], 'resolved'),
    when('type', ['replay_vision.digest'], 'informational'),
  ],
}
