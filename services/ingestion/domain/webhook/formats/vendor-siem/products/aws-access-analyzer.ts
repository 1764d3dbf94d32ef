import { id } from '../identity.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { status, when } from '../state.ts'

/** A finding of AWS IAM Access Analyzer, as its API and EventBridge give it. It is not graded. */
export const awsAccessAnalyzer: Product = {
  id: 'aws_access_analyzer',
  name: 'AWS IAM Access Analyzer',
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/access-analyzer-eventbridge.html',
  forms: [[has('analyzedAt'), has('resource'), has('resourceType'), has('status'), has('id')]],
  title: ['IAM Access Analyzer: access to {resource}'],
  description: ['{resourceType} {resource}'],
  severity: [],
  time: ['createdAt', 'analyzedAt', 'updatedAt'],
  systems: ['resource'],
  identity: {
    of: id('id'),
    why: "The id is unique: 'the ID of the finding', a UUID (API reference, FindingSummary). A change of the status keeps it.",
  },
  state: [when('isDeleted', [true], 'closed'), status('status')],
}
