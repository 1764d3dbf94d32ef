import { createContext, useContext } from 'react'

/** Signs the person out, with a message for the sign-in page. */
export const SignOutContext = createContext<(message?: string) => Promise<void>>(async () => {})
export const useSignOut = () => useContext(SignOutContext)
