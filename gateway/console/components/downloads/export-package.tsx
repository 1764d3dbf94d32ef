import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { fetchPackage, type Package, type Progress, save } from '../../api/export.ts'
import { endOfDay, startOfDay, zone } from '../../language/instant.ts'
import { Form } from '../forms/form.tsx'
import { Code, Facts } from '../page.tsx'

/** Exports a period, or one incident. Shows the progress, and then the result or the error. */
export function ExportPackage({ incidentId }: { incidentId?: string }): ReactNode {
  const queries = useQueryClient()
  const [progress, setProgress] = useState<Progress>()
  const [made, setMade] = useState<Package>()
  const stop = useRef(new AbortController())
  const run = async (wanted: { [name: string]: string }): Promise<void> => {
    setMade(undefined)
    stop.current = new AbortController()
    setProgress({ bytes: 0, expected: 0 })
    try {
      const found = await fetchPackage(wanted, setProgress, stop.current.signal)
      save(found)
      setMade(found)
      void queries.invalidateQueries()
    } catch (error) {
      if (!stop.current.signal.aborted) throw error
    } finally {
      setProgress(undefined)
    }
  }
  return (
    <>
      <Form
        label={incidentId === undefined ? 'Export' : 'Create the package'}
        fields={incidentId === undefined ? DAYS : []}
        submit={(values) =>
          run(
            incidentId === undefined
              ? period(values.text('from'), values.text('to'))
              : { incident_id: incidentId },
          )
        }
        disabled={progress !== undefined}
      />
      {progress !== undefined && <Running progress={progress} stop={() => stop.current.abort()} />}
      {made !== undefined && <Saved made={made} />}
    </>
  )
}

function Running({ progress, stop }: { progress: Progress; stop: () => void }): ReactNode {
  const { bytes, expected } = progress
  return (
    <div className="progress" role="status">
      <progress aria-label="Progress of the export" max={Math.max(expected, bytes, 1)} value={bytes} />
      <span>
        {bytes === 0
          ? 'Preparing …'
          : `${mebibytes(bytes)} of about ${mebibytes(Math.max(expected, bytes))} MiB`}
      </span>
      <button type="button" onClick={stop}>
        Stop
      </button>
    </div>
  )
}

function Saved({ made }: { made: Package }): ReactNode {
  return (
    <div className="notice good" role="status">
      <p>
        <strong>The package is complete and saved.</strong>
      </p>
      <Facts
        of={[
          ['File', made.fileName],
          ['Size', `${mebibytes(made.blob.size)} MiB`],
          ['SHA-256', made.sha256 === undefined ? undefined : <Code key="h" value={made.sha256} />],
          ['Package', <Code key="p" value={made.packageId} />],
        ]}
      />
    </div>
  )
}

const mebibytes = (bytes: number): string =>
  (bytes / 1024 / 1024).toLocaleString(undefined, { maximumFractionDigits: 2, minimumFractionDigits: 2 })

/** Returns the period from the beginning of the first day to the end of the last day, both in the reader's time zone. */
function period(from: string, to: string): { [name: string]: string } {
  return {
    ...(from === '' ? {} : { from: startOfDay(from).toISOString() }),
    ...(to === '' ? {} : { to: endOfDay(to).toISOString() }),
  }
}

const DAYS = [
  {
    name: 'from',
    label: 'From',
    kind: 'date' as const,
    hint: `The day counts from 00:00, ${zone()}. Empty: from the beginning.`,
  },
  {
    name: 'to',
    label: 'Up to and including',
    kind: 'date' as const,
    hint: `The whole day, ${zone()}. Empty: up to now.`,
  },
]
