import { useMatch } from '@tanstack/react-router'
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { DialogBoundary } from './dialog.tsx'
import { OpenDialogs } from './open-dialogs.ts'

/**
 * The dialogs that actions have opened. They belong to the page, so that typed values and errors stay even where the row with the
 * button has moved or is gone.
 *
 * @param path the path of the page. When it changes, the dialogs close from which nothing would be lost. The others stay until the
 *   person sends or discards what they hold.
 */
export function PageDialogs({ path, children }: { path: string; children: ReactNode }): ReactNode {
  const [dialogs] = useState(() => new OpenDialogs())
  // In a layout effect: the dialogs MUST be closed before a person acts on the next page, where a key may open a dialog at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the path closes the dialogs.
  useLayoutEffect(() => dialogs.closeSaved(), [dialogs, path])
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
      <DialogContext value={{ dialogs, key }}>{dialog}</DialogContext>
    </DialogBoundary>
  ))
}

/**
 * While `isUnsaved`, the dialog around the caller stays open when its page is left, and the browser asks before it reloads or closes
 * the page.
 */
export function useUnsaved(isUnsaved: boolean): void {
  const dialog = useContext(DialogContext)
  const part = useId()
  useLayoutEffect(() => {
    dialog?.dialogs.setUnsaved(dialog.key, part, isUnsaved)
    return () => dialog?.dialogs.setUnsaved(dialog.key, part, false)
  }, [dialog, part, isUnsaved])
  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])
}

/**
 * Whether the page shows the action of the dialog around the caller. Where it does not, the dialog keeps its last state, and does not
 * show what was recorded later. True outside the dialogs of actions.
 */
export function useIsOnPage(): boolean {
  const dialog = useContext(DialogContext)
  return useSyncExternalStore(
    dialog?.dialogs.subscribe ?? subscribeToNothing,
    () => dialog?.dialogs.isOnPage(dialog.key) ?? true,
  )
}

const subscribeToNothing = () => () => {}

/** The dialog of the page that something belongs to. */
const DialogContext = createContext<{ dialogs: OpenDialogs; key: string } | undefined>(undefined)

/**
 * Gives an action a dialog. While the action is on the page, the dialog is rendered with it; after that it keeps its last state.
 *
 * @param name the name of the action, different from those of the other actions of its row
 * @returns a function that opens the dialog
 */
export function usePageDialog(name: string, dialog: (close: () => void) => ReactNode): () => void {
  const dialogs = useContext(DialogsContext)!
  const row = useContext(RowContext)
  // The address of the page that renders the action. The address of the browser changes before that.
  const page = useMatch({ strict: false, shouldThrow: false, select: ({ pathname }) => pathname })
  // What others record can change the label of an action, and with it its name, while its dialog is open.
  const [first] = useState(name)
  const key = JSON.stringify([page, row?.key, first])
  const isOpen = useSyncExternalStore(dialogs.subscribe, () => dialogs.isOpen(key))
  useLayoutEffect(() => {
    dialogs.setOnPage(key, true)
    return () => dialogs.setOnPage(key, false)
  }, [dialogs, key])
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

/** The row of a list that an action belongs to. By `key` the action stays the same one when the row is rendered anew. */
type ActionRow = {
  key: string
  /** Called when a dialog of the row opens or closes. */
  acted?: ((isOpen: boolean) => void) | undefined
}

const RowContext = createContext<ActionRow | undefined>(undefined)

/** Provides the row for its actions. */
export const ActionsOfRow = RowContext

const DialogsContext = createContext<OpenDialogs | undefined>(undefined)
