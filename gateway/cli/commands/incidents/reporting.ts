import { fromJson } from '@bufbuild/protobuf'
import { type Command, InvalidArgumentError } from 'commander'
import {
  ObligationService,
  type ReportingSettings,
  ReportingSettingsSchema,
} from '../../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { UsageError } from '../../errors/usage-error.ts'
import { changes } from '../../options/given.ts'
import { textOfFile } from '../../options/text-of-file.ts'
import { plain } from '../../views/plain.ts'
import { item } from '../../views/views.ts'
import { asPerson, personVerb, resource } from '../command.ts'

const { getReportingSettings, updateReportingSettings } = ObligationService.method

export function reportingCommand(): Command {
  return resource('reporting', 'Settings of reporting deadlines: time zone, holidays, national differences', [
    personVerb('show', 'Show the settings.', 'reporting show --org ID').action(
      asPerson<object>(async (_, { call }) =>
        item(plain(ReportingSettingsSchema, (await call(getReportingSettings, {})).settings!)),
      ),
    ),
    personVerb(
      'set',
      'Change settings; options that are not given change nothing.',
      'reporting set --org ID --time-zone Europe/Brussels',
    )
      .option('--time-zone <name>', 'IANA name of the time zone in which days end')
      .option('--holidays <file>', 'a JSON list of days, ["2026-12-25", …]')
      .option('--differences <file>', 'a JSON list of national differences (docs/obligations.md)')
      .option('--dora-no-weekend-rule <yes|no>', 'an entity of RTS (EU) 2025/301 article 5(5)', yesOrNo)
      .option('--trust-service-provider <yes|no>', 'NIS2 notification within 24 hours', yesOrNo)
      .action(
        asPerson<Changes>(async ({ timeZone, holidays, differences, ...flags }, { call }) => {
          const { doraNoWeekendRule, trustServiceProvider } = flags
          const change = changes({
            timeZone,
            holidays: await listIn('holidays', holidays),
            differences: await listIn('differences', differences),
            doraNoWeekendRule,
            trustServiceProvider,
          })
          const { settings } = await call(getReportingSettings, {})
          const answer = await call(updateReportingSettings, { settings: { ...settings!, ...change } })
          return item(plain(ReportingSettingsSchema, answer.settings!))
        }),
      ),
  ])
}

/** Reads a list in a file as a field of the settings. @throws UsageError for anything else */
async function listIn<F extends 'holidays' | 'differences'>(
  field: F,
  file: string | undefined,
): Promise<ReportingSettings[F] | undefined> {
  if (file === undefined) return undefined
  const text = await textOfFile(`--${field}`, file)
  try {
    const value = JSON.parse(text)
    if (!Array.isArray(value)) throw new TypeError('no list')
    const items = field === 'differences' ? value.map(withEnum) : value
    return fromJson(ReportingSettingsSchema, { [field]: items })[field]
  } catch {
    throw new UsageError(
      `${file} is not a JSON list of ${field === 'holidays' ? 'days' : 'national differences'}`,
    )
  }
}

/** Turns `"regime": "nis2"` into the word of the proto's JSON. */
function withEnum(one: { regime?: string }): object {
  return { ...one, regime: `REGIME_${String(one.regime).toUpperCase()}` }
}

function yesOrNo(value: string): boolean {
  if (value !== 'yes' && value !== 'no') throw new InvalidArgumentError('It must be yes or no.')
  return value === 'yes'
}

type Changes = {
  timeZone?: string
  holidays?: string
  differences?: string
  doraNoWeekendRule?: boolean
  trustServiceProvider?: boolean
}
