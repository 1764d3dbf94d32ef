import { useQuery } from '@connectrpc/connect-query'
import type { ReactNode } from 'react'
import { SystemService } from '../../../proto/gen/attestry/gate/v1/systems_pb.ts'

/** The name of an AI system, or its id until it is known. The newest are read at once, any other by itself. */
export function useSystemName(id: string): string {
  const newest = useQuery(SystemService.method.listSystems, { page: { limit: 200 } }, KEPT)
  const known = newest.data?.systems.find((one) => one.id === id)
  const isOlder = newest.data !== undefined && known === undefined && id !== ''
  const one = useQuery(SystemService.method.getSystem, { id }, { ...KEPT, enabled: isOlder })
  return known?.name ?? one.data?.system?.name ?? id
}

export function SystemName({ id }: { id: string }): ReactNode {
  return <>{useSystemName(id)}</>
}

const KEPT = { staleTime: 60_000 }
