import type { Command } from 'commander'
import { show, verb } from '../command.ts'
import { textOfFile } from '../text-of-file.ts'
import { item } from '../views.ts'

/** `attestry webhook try`: checks a mapping on this machine and shows what it makes of a sample. */
export function webhookTry(): Command {
  return verb(
    'try',
    'Check a mapping and show the incident that it makes of a sample alert.',
    'webhook try --mapping mapping.json --sample alert.json',
  )
    .requiredOption('--mapping <file>', 'the mapping, a JSON file')
    .requiredOption('--sample <file>', 'an alert as the sender sends it')
    .action(async (options: { mapping: string; sample: string }, command: Command) => {
      const { checkMapping, previewOf } = await import(
        '../../../services/ingestion/domain/webhook/save-mapping.ts'
      )
      const mapping = await textOfFile('--mapping', options.mapping)
      const { incident } = checkMapping(mapping, await textOfFile('--sample', options.sample))
      show(command, item(previewOf(incident!)))
    })
}
