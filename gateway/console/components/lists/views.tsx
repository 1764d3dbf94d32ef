import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useSession } from '../../api/session.ts'
import { Dialog } from '../forms/dialog.tsx'
import { Form } from '../forms/form.tsx'
import { readStored, store } from '../stored.ts'
import { useAddress } from './filter.tsx'
import { readViews, type View, writeViews } from './stored-views.ts'

/** Named filters: those that everybody has, and those that the person keeps in this browser. */
export function Views({ list, presets }: { list: string; presets: readonly View[] }): ReactNode {
  const { user, organizationId } = useSession()
  const place = `attestry.views.${organizationId}.${user?.id}.${list}`
  const [own, setOwn] = useState(() => readViews(readStored(place)))
  const [naming, setNaming] = useState(false)
  const [search] = useAddress()
  const navigate = useNavigate()
  const all = [...presets, ...own]
  const shown = all.findIndex(({ search: filters }) => isSame(filters, search))
  const isOwn = shown >= presets.length
  const keep = (views: View[]): void => {
    store(place, writeViews(views))
    setOwn(views)
  }
  return (
    <>
      <label className="filter" data-unset="">
        <span>View</span>
        <select
          value={shown < 0 ? '' : String(shown)}
          onChange={(event) => {
            const view = all[Number(event.currentTarget.value)]
            if (event.currentTarget.value !== '' && view !== undefined)
              void navigate({ to: '.', search: view.search })
          }}
        >
          <option value="">the filters below</option>
          {all.map(({ name }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the place identifies a view.
            <option key={i} value={i}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {shown < 0 && (
        <button type="button" onClick={() => setNaming(true)}>
          Save view
        </button>
      )}
      {isOwn && (
        <button type="button" onClick={() => keep(own.filter((_, i) => i !== shown - presets.length))}>
          Delete view
        </button>
      )}
      {naming && (
        <SaveView
          save={(name) => keep([...own, { name: name.slice(0, 100), search: definedOf(search) }])}
          close={() => setNaming(false)}
        />
      )}
    </>
  )
}

function SaveView({ save, close }: { save: (name: string) => void; close: () => void }): ReactNode {
  return (
    <Dialog title="Save view" onClose={close}>
      <p>
        The filters of the page, by a name. Views stay in this browser; the address of the page can be shared.
      </p>
      <Form
        label="Save view"
        fields={[{ name: 'name', label: 'Name', required: true }]}
        cancel={close}
        submit={async (values) => {
          save(values.text('name'))
          close()
        }}
      />
    </Dialog>
  )
}

type Search = { [name: string]: string | undefined }

function definedOf(search: Search): { [name: string]: string } {
  return Object.fromEntries(
    Object.entries(search).filter((one): one is [string, string] => one[1] !== undefined),
  )
}

function isSame(filters: { [name: string]: string }, search: Search): boolean {
  const present = definedOf(search)
  return (
    Object.keys(present).length === Object.keys(filters).length &&
    Object.entries(filters).every(([name, value]) => present[name] === value)
  )
}
