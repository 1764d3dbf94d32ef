import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from '@bufbuild/protobuf'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { AuditService } from '../../../../proto/gen/attestry/ledger/v1/audit_pb.ts'
import { useChange } from '../../api/change.ts'
import { Problem } from '../../api/problem.ts'
import { entryOf } from '../../api/recorded.ts'
import { useMay } from '../../api/session.ts'
import { useKeyBindings } from '../key-bindings.ts'
import { useToast } from '../toasts.tsx'
import { Asking, AskToDiscard } from './asking.tsx'
import { CloseButton } from './close-button.tsx'
import { Dialog } from './dialog.tsx'
import type { Field } from './field.ts'
import { Form } from './form.tsx'
import { usePageDialog, useUnsaved } from './page-dialogs.tsx'
import type { Values } from './values.ts'

/** An action that a person can take: a button, and a dialog that names the object of the action. */
export type ActionProps<I extends DescMessage, O extends DescMessage> = {
  method: DescMethodUnary<I, O>
  /** The text of the button: a verb. */
  label: string
  /** The text of the button of the dialog where it is another one: `Save` for an edit. */
  confirm?: string
  /** The title of the dialog: the verb and the thing, `Retire mail-gateway`. */
  title: string
  tone?: 'main' | 'bad' | 'quiet' | undefined
  /** A sentence that describes the action. */
  about?: ReactNode
  fields?: Field[]
  /**
   * The version of the thing that the page shows, or the count of its occurrences, where the call names one of these. Undefined until
   * it is loaded.
   */
  version?: number | undefined
  /** `version`: the first one that the dialog showed, or the one after a call was refused because there was a newer one. */
  request: (values: Values, version: number) => MessageInitShape<I> | Promise<MessageInitShape<I>>
  /** Shows the answer of the action. Where the answer is `secret`, the dialog asks before it is closed. */
  shows?: (answer: MessageShape<O>) => ReactNode
  secret?: boolean | ((answer: MessageShape<O>) => boolean)
  /** The message after the action. */
  done?: string
  /** Called with the answer. */
  after?: (answer: MessageShape<O>) => void
  /** Shown above the fields. */
  content?: ReactNode
  /** The action cannot be taken yet. */
  held?: boolean
  wide?: boolean
  /** Called when the dialog opens, to fetch the data that it needs. */
  opened?: () => void
  /** The key that opens the dialog from anywhere on the page. */
  hotkey?: string
}

/** The button of an action. Its dialog belongs to the page. Renders nothing where the person may not take the action. */
export function Action<I extends DescMessage, O extends DescMessage>(props: ActionProps<I, O>): ReactNode {
  const may = useMay()
  const { hotkey, label, title, tone, method, opened } = props
  const isOffered = may(method)
  const open = usePageDialog(`${method.name} ${label}`, (close) => (
    <ActionDialog {...props} onClose={close} />
  ))
  const show = (): void => {
    opened?.()
    open()
  }
  useKeyBindings(
    hotkey !== undefined && isOffered ? [{ key: hotkey, what: label.toLowerCase(), run: show }] : [],
  )
  if (!isOffered) return null
  return (
    <button
      type="button"
      className={tone ?? ''}
      aria-label={nameOf(props)}
      title={title}
      aria-keyshortcuts={hotkey}
      onClick={show}
    >
      {label}
    </button>
  )
}

/** Returns the accessible name of the button, which MUST contain the text on the button (WCAG 2.2, 2.5.3). */
function nameOf({ label, title }: { label: string; title: string }): string {
  return title.toLowerCase().includes(label.toLowerCase()) ? title : `${label}: ${title}`
}

export function ActionDialog<I extends DescMessage, O extends DescMessage>(
  props: ActionProps<I, O> & { onClose: () => void },
): ReactNode {
  const {
    label,
    confirm = label,
    title,
    tone,
    about,
    fields = [],
    shows,
    content,
    held,
    wide,
    version,
    onClose,
  } = props
  const [typed, setTyped] = useState(false)
  const [asking, setAsking] = useState(false)
  const { given, submit } = useSubmit(props)
  const isUnsaved = given === undefined ? typed : isSecret(props, given)
  useUnsaved(isUnsaved)
  const leave = (): void => {
    if (isUnsaved) setAsking(true)
    else onClose()
  }
  return (
    <Dialog title={title} onClose={leave} abandon={onClose} wide={wide ?? false}>
      {given === undefined ? (
        <Form
          fields={fields}
          label={confirm}
          tone={tone === 'bad' ? 'bad' : 'main'}
          submit={submit}
          cancel={leave}
          onTyped={() => setTyped(true)}
          disabled={held ?? false}
          version={version}
        >
          {about !== undefined && <p>{about}</p>}
          {content}
        </Form>
      ) : (
        <div className="given">
          {shows!(given)}
          <CloseButton close={leave} />
        </div>
      )}
      {asking && (
        <BeforeClosing isGiven={given !== undefined} onStay={() => setAsking(false)} onLeave={onClose} />
      )}
    </Dialog>
  )
}

/** Makes the call of an action. `given` is the answer where the dialog shows it; otherwise the dialog closes. */
function useSubmit<I extends DescMessage, O extends DescMessage>({
  method,
  title,
  request,
  version,
  after,
  shows,
  done,
  onClose,
}: ActionProps<I, O> & { onClose: () => void }) {
  // An answer that the dialog shows, such as a secret, is shown at once.
  const change = useChange(method, { untilShown: shows === undefined })
  const showToast = useToast()
  const [given, setGiven] = useState<MessageShape<O>>()
  const shownVersion = useRef(version)
  const newer = useRef<number>(undefined)
  useEffect(() => {
    shownVersion.current ??= version
  }, [version])
  const submit = async (values: Values): Promise<void> => {
    // The dialog shows the data of the page: the person has not seen a version that the page does not have yet.
    if (newer.current !== undefined && (version ?? 0) >= newer.current) shownVersion.current = newer.current
    const shown = shownVersion.current ?? 0
    const asked = await request(values, shown)
    const answer = await change(asked).catch((error: unknown) => {
      const { currentVersion, isAnswered } = Problem.of(error)
      newer.current = currentVersion ?? newer.current
      // Sent again, it names the same version, also where one was loaded meanwhile.
      if (!isAnswered) shownVersion.current = shown
      throw error
    })
    after?.(answer)
    if (shows === undefined) {
      onClose()
      showToast(<Done text={done ?? `${title}: done.`} entry={entryOf(answer)} />)
    } else setGiven(answer)
  }
  return { given, submit }
}

function isSecret<I extends DescMessage, O extends DescMessage>(
  { secret = false }: ActionProps<I, O>,
  answer: MessageShape<O>,
): boolean {
  return typeof secret === 'function' ? secret(answer) : secret
}

/** Asks before typed input, or an answer that the dialog shows, is lost. */
function BeforeClosing(props: { isGiven: boolean; onStay: () => void; onLeave: () => void }): ReactNode {
  const { isGiven, onStay, onLeave } = props
  if (!isGiven) return <AskToDiscard stay={onStay} leave={onLeave} />
  return (
    <Asking
      text="It is not shown again. Close this only when you have stored it."
      stay="Not yet"
      leave="I have stored it"
      onStay={onStay}
      onLeave={onLeave}
    />
  )
}

/** The result of an action, with its audit entry. */
function Done({ text, entry }: { text: string; entry: string | undefined }): ReactNode {
  const may = useMay()
  if (entry === undefined || !may(AuditService.method.listEntries)) return <>{text}</>
  return (
    <>
      {text}{' '}
      <Link to="/audit" search={{ entry }}>
        Audit entry
      </Link>
    </>
  )
}
