import type { Command } from 'commander'
import { CertificationService } from '../../../proto/gen/attestry/gate/v1/certifications_pb.ts'
import { acting, personVerb, uuid } from '../command.ts'
import { item } from '../views.ts'

export function certifyCommand(): Command {
  return personVerb(
    'certify',
    'Certify the current version of the gate suite; fails while its outcome is not met.',
    'certify --org ID --system ID --as approver@bank.example',
  )
    .requiredOption('--system <id>', 'the AI system', uuid)
    .action(
      acting<{ system: string }>(async ({ system }, { call }) => {
        const { certification } = await call(CertificationService.method.certify, { aiSystemId: system })
        return item({ certification_id: certification!.id })
      }),
    )
}
