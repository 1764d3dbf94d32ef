import {
  createContext,
  type ReactNode,
  useContext,
  useId,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { DialogBoundary } from './dialog.tsx'
import { OpenDialogs } from './open-dialogs.ts'

/**
 * The dialogs that actions have opened. They belong to the page: what was typed, and why it was refused, stay even where the row
 * with the button has moved or is gone.
 *
 * @param path of the page; the dialogs close when it changes
 */
export function PageDialogs({ path, children }: { path: string; children: ReactNode }): ReactNode {
  const [dialogs] = useState(() => new OpenDialogs())
  // Before anybody can act on the page that comes: a key may open a dialog of it at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is what closes them.
  useLayoutEffect(() => dialogs.closeAll(), [dialogs, path])
  return (
    <DialogsContext value={dialogs}>
      {children}
      <Shown dialogs={dialogs} />
    </DialogsContext>
  )
}

function Shown({ dialogs }: { dialogs: OpenDialogs }): ReactNode {
  const shown = useSyncExternalStore(dialogs.subscribe, () => dialogs.shown)
  return [...shown].map(([key, dialog]) => (
    <DialogBoundary key={key} title="Not shown" onClose={() => dialogs.close(key)}>
      {dialog}
    </DialogBoundary>
  ))
}

/**
 * The dialog of an action. While the action is on the page, the dialog follows it; after that it keeps its last state.
 *
 * @param name of the action among those of its row
 * @returns opens it
 */
export function usePageDialog(name: string, dialog: (close: () => void) => ReactNode): () => void {
  const dialogs = useContext(DialogsContext)!
  const row = useContext(RowContext)
  const here = useId()
  const key = row === undefined ? here : `${row.key} ${name}`
  const isOpen = useSyncExternalStore(dialogs.subscribe, () => dialogs.isOpen(key))
  useLayoutEffect(() => {
    if (isOpen)
      dialogs.show(
        key,
        dialog(() => dialogs.close(key)),
      )
  })
  return () => {
    row?.acted?.(true)
    dialogs.open(key, () => row?.acted?.(false))
  }
}

/** The row of a list that an action stands in. The action is the same one where the row is made again. */
export type ActionRow = {
  key: string
  /** Is called when a dialog of the row opens or is closed. */
  acted?: ((isOpen: boolean) => void) | undefined
}

const RowContext = createContext<ActionRow | undefined>(undefined)

/** The place of the actions of a row. */
export const ActionsOfRow = RowContext

const DialogsContext = createContext<OpenDialogs | undefined>(undefined)
