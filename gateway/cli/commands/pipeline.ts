import { Command } from 'commander'
import { withExample } from '../command.ts'

/** A command for pipelines: an API key, no session. What it does and which options it takes is in clients/cli. */
export function pipelineCommand(group: string, name: string, about: string, example: string): Command {
  const command = new Command(name)
    .description(about)
    .argument('[arguments...]', 'see --help of the command')
    .allowUnknownOption()
    .helpOption(false)
    .action(async (given: string[]) => {
      const { main } = await import('../../../clients/cli/src/main.ts')
      await main([group, name, ...given])
    })
  return withExample(command, example)
}
