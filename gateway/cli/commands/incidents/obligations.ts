import { type Command, Option } from 'commander'
import {
  type Obligation,
  ObligationService,
  type ObligationState,
  ObligationStateSchema,
} from '../../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { enumText } from '../../../../services/kernel/values/enum-text.ts'
import { readAll } from '../../views/pages.ts'
import { list } from '../../views/views.ts'
import { asPerson, personVerb, positive, resource } from '../command.ts'
import { obligationView } from './incident-duties.ts'

const STATE = enumText<ObligationState>(ObligationStateSchema)

export function obligationsCommand(): Command {
  return resource('obligations', 'Obligations to report incidents', [
    personVerb(
      'list',
      'List the due reports of all incidents, soonest first. This is not legal advice.',
      'obligations list --org ID --state overdue',
    )
      .addOption(
        new Option('--state <state>', 'only these (default: all that are not met)').choices([...STATE.words]),
      )
      .option('--limit <n>', 'only the soonest n', positive)
      .action(
        asPerson<{ state?: string; limit?: number }>(async ({ state, limit }, { call }) => {
          const found = await readAll<Obligation>(limit, async ({ limit: size, cursor: after }) => {
            const asked = { limit: size, after, state: state === undefined ? 0 : STATE.value(state) }
            const { obligations, nextAfter } = await call(ObligationService.method.listObligations, asked)
            return { rows: obligations, nextCursor: nextAfter }
          })
          const columns = [
            'due_at',
            'state',
            'regime',
            'step',
            'forecast_at',
            'incident_id',
            'incident_title',
          ]
          return list(found.map(obligationView), columns)
        }),
      ),
  ])
}
