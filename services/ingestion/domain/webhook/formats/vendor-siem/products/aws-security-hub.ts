import { idWithin } from '../identity.ts'
import { scale, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'
import { reasonOfEnd, status, when } from '../state.ts'

/** A finding in the AWS Security Finding Format (ASFF). */
export const awsSecurityHub: Product = {
  id: 'aws_security_hub',
  name: 'AWS Security Hub',
  source: 'https://docs.aws.amazon.com/securityhub/latest/userguide/securityhub-findings-format-syntax.html',
  forms: [[has('ProductArn'), has('AwsAccountId'), has('Id'), hasOneOf('Title', 'Types', 'GeneratorId')]],
  title: ['Title'],
  titleStandIn: ['Types', 'GeneratorId'],
  description: ['Description'],
  severity: [
    word('Severity.Label', 'FindingProviderFields.Severity.Label'),
    scale('Severity.Normalized', { low: 0, medium: 40, high: 70, critical: 90 }),
  ],
  time: ['FirstObservedAt', 'CreatedAt', 'LastObservedAt', 'UpdatedAt'],
  systems: ['Resources.Id'],
  identity: {
    of: idWithin(['Id'], ['ProductArn']),
    why: "The id is not unique across products: 'the product-specific identifier for a finding' (ASFF, Id). Identity: id and the ARN of the product, which holds account and region. Updates repeat both.",
  },
  state: [
    when('Workflow.Status', ['RESOLVED'], 'resolved'),
    when('Workflow.Status', ['SUPPRESSED'], 'suppressed'),
    // The older field counts where the newer one does not say otherwise.
    reasonOfEnd(when('WorkflowState', ['RESOLVED'], 'resolved'), is('Workflow.Status', 'NEW', 'NOTIFIED')),
    when('RecordState', ['ARCHIVED'], 'closed'),
    reasonOfEnd(
      when('VerificationState', ['FALSE_POSITIVE', 'BENIGN_POSITIVE'], 'false_positive'),
      ...['WorkflowState', is('Workflow.Status', 'NOTIFIED')],
    ),
    status('Compliance.Status'),
  ],
}
