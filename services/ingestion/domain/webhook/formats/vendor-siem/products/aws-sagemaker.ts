import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { hashOf } from '../identity.ts'
import type { Product } from '../product.ts'
import { is, like } from '../recognition.ts'
import { rule, type State } from '../state.ts'

/**
 * The change of a SageMaker processing job, such as those of Model Monitor. Whether a model drifted is in the job's exit
 * message.
 */
export const awsSageMaker: Product = {
  id: 'aws_sagemaker',
  name: 'Amazon SageMaker',
  source:
    'https://docs.aws.amazon.com/sagemaker/latest/dg/automating-sagemaker-with-eventbridge.html; https://docs.aws.amazon.com/sagemaker/latest/dg/model-monitor-interpreting-results.html',
  forms: [
    [
      like('ProcessingJobArn', /^arn:aws[a-z-]*:sagemaker:/, 'an ARN of SageMaker'),
      is('ProcessingJobStatus', 'InProgress', 'Completed', 'Failed', 'Stopping', 'Stopped'),
    ],
  ],
  title: [
    '{ProcessingJobName}: {FailureReason}',
    '{ProcessingJobName}: {ExitMessage}',
    '{ProcessingJobName}: {ProcessingJobStatus}',
  ],
  titleStandIn: ['ProcessingJobArn'],
  description: ['FailureReason', 'ExitMessage', 'MonitoringScheduleArn'],
  severity: [],
  time: ['ProcessingEndTime', 'LastModifiedTime', 'CreationTime'],
  systems: ['MonitoringScheduleArn', 'ProcessingJobArn'],
  identity: {
    of: hashOf('ProcessingJobArn', 'ProcessingJobStatus', 'CreationTime'),
    unmatched:
      'A job ends once: what failed never completes, and the next job of a schedule has another ARN.',
    why: 'An alert has no id, and SageMaker can send the same change several times. Identity: job, status and the time the job was created.',
  },
  state: [rule(stateOf, 'ProcessingJobStatus')],
}

/** A failed job, or one that found violations of the baseline, needs action. */
function stateOf(alert: unknown): State | null {
  const status = plainText(valueAt(alert, 'ProcessingJobStatus')).toLowerCase()
  if (status === 'failed') return null
  const message = plainText(valueAt(alert, 'ExitMessage'))
  if (status === 'completed') return /CompletedWithViolations/i.test(message) ? null : 'passed'
  return 'informational'
}
