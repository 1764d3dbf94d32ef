/** The code of the roles: most of all code, loaded while PostgreSQL starts. */
export { bootstrap } from './bootstrap.ts'
export { compose } from './compose.ts'
