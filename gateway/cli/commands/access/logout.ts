import type { Command } from 'commander'
import { SessionService } from '../../../../proto/gen/attestry/ledger/v1/sessions_pb.ts'
import { DomainError, Reason } from '../../../../services/kernel/errors/errors.ts'
import { dataDirOf } from '../../data-directory/environment.ts'
import { removeSession } from '../../data-directory/sessions.ts'
import { item } from '../../views/views.ts'
import { asPerson, personVerb } from '../command.ts'

export function logoutCommand(): Command {
  return personVerb(
    'logout',
    'End a session and remove it from this machine.',
    'logout --as me@bank.example',
  ).action(
    asPerson(async (_, { call, session }) => {
      await call(SessionService.method.endSession, {}).catch((error) => {
        // A session that has ended already is only removed.
        if (!(error instanceof DomainError) || error.reason !== Reason.UNAUTHENTICATED) throw error
      })
      await removeSession(dataDirOf(process.env), session)
      return item({ signed_out: session.email })
    }),
  )
}
