import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, like } from '../recognition.ts'
import { status } from '../state.ts'
import { classTitle } from './class-words.ts'

/** A finding of Amazon Inspector, as its API and EventBridge give it. */
export const awsInspector: Product = {
  id: 'aws_inspector',
  name: 'Amazon Inspector',
  source: 'https://docs.aws.amazon.com/inspector/latest/user/eventbridge-integration.html',
  forms: [[like('findingArn', /^arn:aws[a-z-]*:inspector2:/, 'an ARN of Inspector'), has('severity')]],
  title: ['title'],
  titleStandIn: [classTitle('Amazon Inspector', 'type')],
  description: ['description'],
  severity: [word('severity')],
  time: ['firstObservedAt', 'lastObservedAt', 'updatedAt'],
  systems: ['resources.id'],
  identity: {
    of: id('findingArn'),
    why: "The id is unique: 'the Amazon Resource Number (ARN) of the finding' holds account, region and id. Updates and the closure repeat it.",
  },
  state: [status('status')],
}
