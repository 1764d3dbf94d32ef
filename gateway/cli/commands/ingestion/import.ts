import type { Command } from 'commander'
import { resource } from '../command.ts'
import { pipelineCommand } from '../pipeline-command.ts'

export function importCommand(): Command {
  return resource('import', 'Results of other tools, and lists of assets and suppliers', [
    pipelineCommand(
      'import',
      'results',
      'Submit the results of evaluation tools, with an API key.',
      'import results results.json --system NAME --suite NAME',
    ),
    pipelineCommand(
      'import',
      'assets',
      'Register the assets of a list (CSV or JSON lines), with an API key.',
      'import assets assets.csv --dry-run',
    ),
    pipelineCommand(
      'import',
      'suppliers',
      'Register the suppliers of a list (CSV or JSON lines), with an API key.',
      'import suppliers suppliers.csv --dry-run',
    ),
  ])
}
