import { useQuery } from '@connectrpc/connect-query'
import { SystemService } from '../../../proto/gen/attestry/gate/v1/systems_pb.ts'

/** The AI systems as choices, and the name of one of them. */
export function useSystems(): { choices: [string, string][]; nameOf: (id: string) => string } {
  const { data } = useQuery(SystemService.method.listSystems, { page: { limit: 200 } }, { staleTime: 60_000 })
  const choices = (data?.systems ?? []).map(({ id, name }): [string, string] => [id, name])
  const names = new Map(choices)
  return { choices, nameOf: (id) => names.get(id) ?? id }
}
