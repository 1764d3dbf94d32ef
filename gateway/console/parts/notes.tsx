import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'

/** A short message that goes away by itself. */
type Note = { id: number; content: ReactNode; tone: string }

const NotesContext = createContext<(content: ReactNode, tone?: string) => void>(() => {})

/** Shows a message for a moment, and announces it to screen readers. */
export const useSay = () => useContext(NotesContext)

export function Notes({ children }: { children: ReactNode }): ReactNode {
  const [notes, setNotes] = useState<Note[]>([])
  const say = useCallback((content: ReactNode, tone = 'good') => {
    const id = Math.random()
    setNotes((before) => [...before.slice(-3), { id, content, tone }])
    setTimeout(() => setNotes((before) => before.filter((note) => note.id !== id)), SHOWN_MS)
  }, [])
  return (
    <NotesContext value={say}>
      {children}
      <div id="notes" role="status" aria-live="polite">
        {notes.map(({ id, content, tone }) => (
          <p key={id} className={`note ${tone}`}>
            {content}
          </p>
        ))}
      </div>
    </NotesContext>
  )
}

const SHOWN_MS = 8000
