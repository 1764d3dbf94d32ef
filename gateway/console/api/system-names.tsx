import { callUnaryMethod } from '@connectrpc/connect-query'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SystemService } from '../../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { batched } from './batched.ts'
import { transport } from './transport.ts'

/** The name of an AI system, or its id until it is known. The names that a page asks for at once are one call. */
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
  return <>{useSystemName(id)}</>
}

/** The server lists as many at once. */
const MOST = 200

const nameOf = batched(MOST, async (ids: string[]) => {
  const asked = { ids, page: { limit: MOST } }
  const { systems } = await callUnaryMethod(transport, SystemService.method.listSystems, asked)
  const names = new Map(systems.map(({ id, name }) => [id, name]))
  return ids.map((id) => names.get(id) ?? id)
})
