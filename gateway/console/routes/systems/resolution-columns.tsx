import type { Timestamp } from '@bufbuild/protobuf/wkt'
import type { Column } from '../../components/lists/table.tsx'
import { When } from '../../components/time.tsx'

/** The fields that proposals and triggers have in common. */
type Found = {
  occurrences: bigint | number
  lastAt?: Timestamp | undefined
  resolution?: { reason: string; resolvedBy?: { name: string } | undefined } | undefined
}

/** Columns for the number of occurrences, the time of the last one, and how it was resolved. */
export const resolutionColumns = <Row extends Found>(): Column<Row>[] => [
  { label: 'Seen', kind: 'number', cell: ({ occurrences }) => <>{Number(occurrences).toLocaleString()}</> },
  { label: 'Last', cell: ({ lastAt }) => <When at={lastAt} /> },
  {
    label: 'Resolved',
    kind: 'long',
    cell: ({ resolution }) =>
      resolution === undefined ? null : (
        <>
          <bdi>{resolution.reason}</bdi> (<bdi>{resolution.resolvedBy?.name}</bdi>)
        </>
      ),
  },
]
