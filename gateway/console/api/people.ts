import { type User, UserService } from '../../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { useList } from './list.ts'
import { useMay } from './session.ts'

/** The people of the organization, for who may see them; none for everybody else. */
export function usePeople(): readonly User[] {
  const may = useMay()
  return useList(UserService.method.listUsers, {}, ({ users }) => users, {
    limit: 200,
    enabled: may(UserService.method.listUsers),
  }).rows
}
