import { Client } from 'pg'
import { passWall } from './wall.ts'

/** A connection that no statement gets onto without passing the wall, whoever sends it. */
export class WalledClient extends Client {
  constructor(...args: ConstructorParameters<typeof Client>) {
    super(...args)
    const send = this.query.bind(this) as (...args: unknown[]) => unknown
    this.query = ((statement: string | { text: string }, ...rest: unknown[]) => {
      passWall(typeof statement === 'string' ? statement : statement.text)
      return send(statement, ...rest)
    }) as typeof this.query
  }
}
