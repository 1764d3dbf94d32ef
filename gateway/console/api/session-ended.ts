/** A function that asks the person to sign in again, by the dialog of components/session/sign-in-again.tsx. */
type Asker = () => Promise<void>

let asker: Asker | undefined
let asking: Promise<void> | undefined

/** Sets the function that asks. */
export function askWith(ask: Asker | undefined): void {
  asker = ask
}

/**
 * Asks the person to sign in again. Resolves to true when the person has done so, and to false where there is no dialog yet.
 * Calls that fail at the same time wait for the same dialog.
 */
export async function signInAgain(): Promise<boolean> {
  if (asker === undefined) return false
  asking ??= asker().finally(() => {
    asking = undefined
  })
  await asking
  return true
}

/** Resolves when the person who is asked to sign in again has done so; at once where nobody is asked. */
export async function whileAsked(): Promise<void> {
  await asking
}
