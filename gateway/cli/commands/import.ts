import type { Command } from 'commander'
import { resource } from '../command.ts'
import { pipelineCommand } from './pipeline.ts'

export function importCommand(): Command {
  return resource('import', 'Files of other tools', [
    pipelineCommand(
      'import',
      'results',
      'Hand in the results of evaluation tools, with an API key.',
      'import results results.json --system NAME --suite NAME',
    ),
  ])
}
