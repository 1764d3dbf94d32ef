import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'

/** A short message that goes away by itself. */
type Toast = { id: number; content: ReactNode; tone: string }

const ToastContext = createContext<(content: ReactNode, tone?: string) => void>(() => {})

/** Shows a message for a moment, and announces it to screen readers. */
export const useToast = () => useContext(ToastContext)

export function Toasts({ children }: { children: ReactNode }): ReactNode {
  const [toasts, setToasts] = useState<Toast[]>([])
  const show = useCallback((content: ReactNode, tone = 'good') => {
    const id = Math.random()
    setToasts((before) => [...before.slice(-3), { id, content, tone }])
    setTimeout(() => setToasts((before) => before.filter((toast) => toast.id !== id)), SHOWN_MS)
  }, [])
  return (
    <ToastContext value={show}>
      {children}
      <div id="notes" role="status" aria-live="polite">
        {toasts.map(({ id, content, tone }) => (
          <p key={id} className={`note ${tone}`}>
            {content}
          </p>
        ))}
      </div>
    </ToastContext>
  )
}

const SHOWN_MS = 8000
