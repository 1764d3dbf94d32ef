import { Argument, Command } from 'commander'
import { withExample } from './command.ts'

/**
 * Makes the command that prints a script by which a shell completes the names of commands and options.
 *
 * @param commands loads every command
 */
export function completionCommand(commands: () => Promise<Command[]>): Command {
  const command = new Command('completion')
    .description('Print a script that completes commands and options in a shell.')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh']))
    .action(async (shell: string) => {
      process.stdout.write(scriptOf(wordsOf(await commands()), shell))
    })
  return withExample(command, 'completion bash > ~/.local/share/bash-completion/completions/attestry')
}

/**
 * Returns the words that may follow a command, by its path: ` key list` of `attestry key list`; the empty path is `attestry`
 * itself.
 */
function wordsOf(all: readonly Command[], path = ''): Map<string, string[]> {
  const found = new Map([[path, all.map((one) => one.name())]])
  for (const one of all) {
    const own = `${path} ${one.name()}`
    for (const [under, words] of wordsOf(one.commands, own)) found.set(under, words)
    const options = one.options.flatMap(({ short, long }) => [short, long].filter(isLong))
    found.set(own, [...found.get(own)!, ...options, '--help'])
  }
  return found
}

/** Whether a name is a long one. An option with two long names has one of them in the place of the short one. */
function isLong(name: string | undefined): name is string {
  return name?.startsWith('--') === true
}

/**
 * Returns the script. It follows the path word by word, and ignores a word that is not a command, such as the value of an option.
 */
function scriptOf(words: Map<string, string[]>, shell: string): string {
  const cases = [...words].map(([path, found]) => `    "${path}") echo "${found.join(' ')}" ;;`)
  return `${shell === 'zsh' ? 'autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n' : ''}_attestry_words() {
  case "$1" in
${cases.join('\n')}
    *) return 1 ;;
  esac
}
_attestry() {
  local path="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    if _attestry_words "$path $word" > /dev/null; then path="$path $word"; fi
  done
  COMPREPLY=($(compgen -W "$(_attestry_words "$path")" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _attestry attestry
`
}
