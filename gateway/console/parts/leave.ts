import { createContext, useContext } from 'react'

/** Signs the person out; what is said then. */
export const LeaveContext = createContext<(message?: string) => Promise<void>>(async () => {})
export const useLeave = () => useContext(LeaveContext)
