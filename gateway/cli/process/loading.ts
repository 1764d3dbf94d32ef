import { setImmediate as turn } from 'node:timers/promises'

/**
 * Loads the code that runs the roles of an installation, which is most of the code, in parts. Between two parts, answers of
 * PostgreSQL are handled. The parts are loaded in the order in which they were requested.
 */
export function loading() {
  const part = inParts()
  const database = part(() => import('./roles-database.ts'))
  const services = [
    part(() => import('../../../services/evidence/service.ts')),
    part(() => import('../../../services/ingestion/service.ts')),
    part(() => import('../../../services/gate/service.ts')),
    part(() => import('../../../services/ledger/service.ts')),
  ]
  const all = part(() => import('./roles.ts'))
  return {
    /** The part that opens a database. */
    database,
    /** The part that runs the roles. */
    roles: () => {
      void database()
      for (const service of services) void service()
      return all()
    },
  }
}

/**
 * Returns a loader of parts. Parts are loaded one after the other, each once and in its own turn of the event loop. A part fails
 * if an earlier one failed.
 */
export function inParts(): <T>(load: () => Promise<T>) => () => Promise<T> {
  let before: Promise<unknown> = Promise.resolve()
  return (load) => {
    let loaded: ReturnType<typeof load> | undefined
    return () => {
      if (loaded === undefined) {
        loaded = before.then(() => turn()).then(load)
        loaded.catch(() => {})
        before = loaded
      }
      return loaded
    }
  }
}
