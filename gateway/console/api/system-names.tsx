import { callUnaryMethod } from '@connectrpc/connect-query'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SystemService } from '../../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { batched } from './batched.ts'
import { transport } from './transport.ts'

/**
 * Returns the name of an AI system, or its id until the name is known. All names that a page asks for at once are fetched in one
 * call.
 */
export function useSystemName(id: string): string {
  const { data } = useQuery({
    queryKey: [SystemService.typeName, 'name', id],
    queryFn: () => nameOf(id),
    enabled: id !== '',
    staleTime: 60_000,
  })
  return data ?? id
}

export function SystemName({ id }: { id: string }): ReactNode {
  return <bdi>{useSystemName(id)}</bdi>
}

/** The largest page that the server lists. */
const MOST = 200

const nameOf = batched(MOST, async (ids: string[]) => {
  const asked = { ids, page: { limit: MOST } }
  const { systems } = await callUnaryMethod(transport, SystemService.method.listSystems, asked)
  const names = new Map(systems.map(({ id, name }) => [id, name]))
  return ids.map((id) => names.get(id) ?? id)
})
