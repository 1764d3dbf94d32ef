import type { DescMessage } from '@bufbuild/protobuf'
import { type ReactNode, useState } from 'react'
import { ActionButton, ActionDialog, type ActionProps } from '../forms/action.tsx'

/** An action of a row of a list: its button, and its dialog. */
export type RowAction = {
  label: string
  button: (show: () => void) => ReactNode
  dialog: (close: () => void) => ReactNode
}

/** @param isOffered whether the row has the button. A dialog that is open stays. */
export function rowAction<I extends DescMessage, O extends DescMessage>(
  props: ActionProps<I, O>,
  isOffered = true,
): RowAction {
  return {
    label: props.label,
    button: (show) => isOffered && <ActionButton key={props.label} {...props} show={show} />,
    dialog: (close) => <ActionDialog {...props} onClose={close} />,
  }
}

/**
 * The buttons of the rows of a list, and the dialog that one of them opened. The dialog belongs to the page: what was typed stays where
 * the row leaves the list meanwhile.
 *
 * @returns also the row of the dialog as it was when it opened; `dialog` takes the row as it is now
 */
export function useRowActions<Row>(actionsOf: (row: Row) => RowAction[]): {
  buttons: (row: Row) => ReactNode
  acted: Row | undefined
  dialog: (now: Row) => ReactNode
} {
  const [opened, setOpened] = useState<{ row: Row; label: string }>()
  const close = (): void => setOpened(undefined)
  return {
    buttons: (row) => actionsOf(row).map(({ label, button }) => button(() => setOpened({ row, label }))),
    acted: opened?.row,
    dialog: (now) =>
      actionsOf(now)
        .find(({ label }) => label === opened?.label)
        ?.dialog(close),
  }
}
