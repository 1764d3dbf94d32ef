import { type User, UserService } from '../../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { useList } from './list.ts'
import { useMay } from './session.ts'

/** The people of the organization; none for a person who may not list them. */
export function usePeople(): readonly User[] {
  const may = useMay()
  return useList(UserService.method.listUsers, {}, ({ users }) => users, {
    limit: 200,
    enabled: may(UserService.method.listUsers),
  }).rows
}
