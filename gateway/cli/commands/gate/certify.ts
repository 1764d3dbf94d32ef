import type { Command } from 'commander'
import { CertificationService } from '../../../../proto/gen/attestry/gate/v1/certifications_pb.ts'
import { item } from '../../views/views.ts'
import { asPerson, personVerb, systemId } from '../command.ts'
import { reviewedHash } from './review.ts'

export function certifyCommand(): Command {
  return personVerb(
    'certify',
    'Certify what was reviewed: the current version of the gate suite with its results and the agents. Shows it and asks first.',
    'certify --org ID --system ID --reviewed HASH --as approver@bank.example',
  )
    .requiredOption('--system <id>', 'the AI system', systemId)
    .option(
      '--reviewed <hash>',
      'the hash of the review, as `attestry review` shows it; without it you are asked',
    )
    .action(
      asPerson<{ system: string; reviewed?: string }>(async ({ system, reviewed }, { call }) => {
        const hash = await reviewedHash(call, system, reviewed, 'Certify')
        const input = { aiSystemId: system, reviewedHash: hash }
        const { certification } = await call(CertificationService.method.certify, input)
        return item({ certification_id: certification!.id })
      }),
    )
}
