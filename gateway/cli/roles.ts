/** What an installation runs its roles with: most of the code, loaded while PostgreSQL starts. */
export { bootstrap } from './bootstrap.ts'
export { compose } from './compose.ts'
