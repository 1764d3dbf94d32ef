import { parseArgs } from 'node:util'
import { usage } from './exit-codes.ts'

/**
 * Reads the arguments of a command. Every command also has `--help` and `-h`. An argument with U+FFFD is refused: Node.js reads
 * bytes that are not UTF-8 as U+FFFD, so that the argument could name another system, whose name has that character.
 *
 * @param options the options with a value (`texts`), those without one (`flags`), and whether other arguments are allowed
 * @throws Failure for wrong usage
 */
export function parsed<T extends string, F extends string>(
  args: string[],
  options: { texts: readonly T[]; flags: readonly F[]; allowPositionals?: boolean },
): Parsed<T, F> {
  const { texts, flags, allowPositionals = false } = options
  if (args.some((one) => one.includes('\ufffd'))) throw usage('an argument is not UTF-8, or has U+FFFD')
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
