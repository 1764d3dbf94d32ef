import { Command } from 'commander'
import { withExample } from '../command.ts'

/** The help and the completion of a command for pipelines, which is in clients/cli: `attestry.mjs` runs it before this code is loaded. */
export function pipelineCommand(group: string, name: string, about: string, example: string): Command {
  const command = new Command(name)
    .description(about)
    .argument('[arguments...]', `its options: attestry ${group} ${name} --help`)
    .helpOption(false)
  return withExample(command, example)
}
