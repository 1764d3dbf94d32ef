import type { Command } from 'commander'
import { CertificationService } from '../../../../proto/gen/attestry/gate/v1/certifications_pb.ts'
import { item } from '../../views/views.ts'
import { asPerson, personVerb, systemId } from '../command.ts'
import { reviewedHash } from './review.ts'

export function attestCommand(): Command {
  return personVerb(
    'attest',
    'Attest what was reviewed, in a role that you hold. Shows it and asks first.',
    'attest --org ID --system ID --reviewed HASH --role ciso --statement "Reviewed the red team report" --as ciso@bank.example',
  )
    .requiredOption('--system <id>', 'the AI system', systemId)
    .requiredOption('--role <role>', 'one of your attestation roles')
    .requiredOption('--statement <text>', 'what you attest')
    .option(
      '--reviewed <hash>',
      'the hash of the review, as `attestry review` shows it; without it you are asked',
    )
    .action(
      asPerson<Attest>(async ({ system, role, statement, reviewed }, { call }) => {
        const hash = await reviewedHash(call, system, reviewed, 'Attest')
        const input = { aiSystemId: system, role, statement, reviewedHash: hash }
        const { attestation } = await call(CertificationService.method.attest, input)
        return item({ id: attestation!.id })
      }),
    )
}

type Attest = { system: string; role: string; statement: string; reviewed?: string }
