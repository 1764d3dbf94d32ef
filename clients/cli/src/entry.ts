import { realpathSync } from 'node:fs'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { main } from './main.ts'

/** Runs the command when Node.js was started with this file, and not when it is imported. */
export async function runIfEntryPoint(moduleUrl: string): Promise<void> {
  const entry = process.argv[1]
  if (entry !== undefined && realpathSync(entry) === fileURLToPath(moduleUrl))
    await main(process.argv.slice(2))
}
