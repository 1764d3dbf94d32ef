import { Command } from 'commander'
import { withExample } from './command.ts'

/**
 * Makes the help and the completion of a command for pipelines, which is in clients/cli. `attestry.mjs` runs that command before
 * this code is loaded. If it cannot tell the command from its arguments (`attestry -- gate check`), the command runs from here: a
 * gate that was not asked MUST NOT look like a pass.
 */
export function pipelineCommand(group: string, name: string, about: string, example: string): Command {
  const command = new Command(name)
    .description(about)
    .argument('[arguments...]', `its options: attestry ${group} ${name} --help`)
    .allowUnknownOption()
    .helpOption(false)
    .action(async (given: string[]) => {
      const { main } = await import('../../../clients/cli/src/main.ts')
      await main([group, name, ...given])
    })
  return withExample(command, example)
}
