import { parseArgs } from 'node:util'
import { usage } from './exit-codes.ts'

/**
 * Reads the arguments of a command. Beside its own options every command has `--help` and `-h`.
 *
 * @param options those that have a value (`texts`), those that have none (`flags`), and whether other arguments are allowed
 * @throws Failure for wrong usage
 */
export function parsed<T extends string, F extends string>(
  args: string[],
  options: { texts: readonly T[]; flags: readonly F[]; allowPositionals?: boolean },
): Parsed<T, F> {
  const { texts, flags, allowPositionals = false } = options
  const typed = (names: readonly string[], type: 'string' | 'boolean') =>
    names.map((name) => [name, { type }] as const)
  try {
    return parseArgs({
      args,
      allowPositionals,
      options: {
        ...Object.fromEntries([...typed(texts, 'string'), ...typed(flags, 'boolean')]),
        help: { type: 'boolean', short: 'h' },
      },
    }) as Parsed<T, F>
  } catch (error) {
    throw usage((error as Error).message)
  }
}

type Parsed<T extends string, F extends string> = {
  values: { [name in T]?: string } & { [name in F | 'help']?: boolean }
  positionals: string[]
}
