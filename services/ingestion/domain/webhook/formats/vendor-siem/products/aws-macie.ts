import { id } from '../identity.ts'
import { scale, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { when } from '../state.ts'

/** A finding of Amazon Macie, as its API and EventBridge give it. */
export const awsMacie: Product = {
  id: 'aws_macie',
  name: 'Amazon Macie',
  source: 'https://docs.aws.amazon.com/macie/latest/user/findings-publish-event-schemas.html',
  forms: [
    [
      ...[has('schemaVersion'), has('accountId'), has('severity.description')],
      hasOneOf('resourcesAffected', 'classificationDetails', 'policyDetails'),
    ],
  ],
  title: ['title', 'type'],
  description: ['description'],
  severity: [word('severity.description'), scale('severity.score', { low: 1, medium: 2, high: 3 })],
  time: ['createdAt', 'updatedAt'],
  systems: ['resourcesAffected.s3Bucket.name', 'resourcesAffected.s3Object.path'],
  identity: {
    of: id('id'),
    why: "The id is unique: 'the unique identifier for the finding' (API reference, Finding). A policy finding that occurs again repeats it.",
  },
  state: [when('archived', [true], 'suppressed')],
}
