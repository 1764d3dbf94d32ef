/** A function that asks the person to sign in again, by the dialog of components/session/sign-in-again.tsx. */
type Asker = () => Promise<void>

let asker: Asker | undefined
let asking: Promise<boolean> | undefined
let giveUp = (): void => {}

/** Sets the function that asks; undefined once the dialog is gone. Whoever waits for it goes on then, not signed in. */
export function askWith(ask: Asker | undefined): void {
  asker = ask
  if (ask === undefined) giveUp()
}

/**
 * Asks the person to sign in again. Resolves to true when the person has done so, and to false where there is no dialog (any more).
 * Calls that fail at the same time wait for the same dialog.
 */
export async function signInAgain(): Promise<boolean> {
  if (asker === undefined) return false
  if (asking === undefined) {
    const isGone = new Promise<boolean>((resolve) => {
      giveUp = () => resolve(false)
    })
    const isSignedIn = asker().then(() => true)
    asking = Promise.race([isSignedIn, isGone]).finally(() => {
      asking = undefined
    })
  }
  return await asking
}

/** Resolves when nobody is asked to sign in again, or when the call that waits is cancelled. */
export async function whileAsked(signal: AbortSignal): Promise<void> {
  if (asking === undefined || signal.aborted) return
  const cancelled = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  await Promise.race([asking, cancelled])
}
