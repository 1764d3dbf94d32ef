import type { Command } from 'commander'
import { CertificationService } from '../../../proto/gen/attestry/gate/v1/certifications_pb.ts'
import { acting, personVerb, uuid } from '../command.ts'
import { item } from '../views.ts'

export function attestCommand(): Command {
  return personVerb(
    'attest',
    'Attest the current suite version and agent versions, in a role that you hold.',
    'attest --org ID --system ID --role ciso --statement "Reviewed the red team report" --as ciso@bank.example',
  )
    .requiredOption('--system <id>', 'the AI system', uuid)
    .requiredOption('--role <role>', 'one of your attestation roles')
    .requiredOption('--statement <text>', 'what you attest')
    .action(
      acting<Attest>(async ({ system, role, statement }, { call }) => {
        const input = { aiSystemId: system, role, statement }
        const { attestation } = await call(CertificationService.method.attest, input)
        return item({ id: attestation!.id })
      }),
    )
}

type Attest = { system: string; role: string; statement: string }
