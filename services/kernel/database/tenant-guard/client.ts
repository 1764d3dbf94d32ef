import { Client } from 'pg'
import { checkTenantScope } from './tenant-guard.ts'

/** A connection on which the tenant guard checks every statement, including those of libraries. */
export class GuardedClient extends Client {
  constructor(...args: ConstructorParameters<typeof Client>) {
    super(...args)
    const send = this.query.bind(this) as (...args: unknown[]) => unknown
    this.query = ((statement: string | { text: string }, ...rest: unknown[]) => {
      checkTenantScope(typeof statement === 'string' ? statement : statement.text)
      return send(statement, ...rest)
    }) as typeof this.query
  }
}
