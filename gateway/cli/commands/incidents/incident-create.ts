import type { Timestamp } from '@bufbuild/protobuf/wkt'
import { type Command, Option } from 'commander'
import { IncidentWorkService } from '../../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import {
  IncidentSchema,
  IncidentService,
  type Regulation,
  RegulationSchema,
  type Severity,
  SeveritySchema,
} from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { enumText } from '../../../../services/kernel/values/enum-text.ts'
import { UsageError } from '../../errors/usage-error.ts'
import { changes, given, values } from '../../options/given.ts'
import { instant } from '../../options/times.ts'
import { plain } from '../../views/plain.ts'
import { item } from '../../views/views.ts'
import { asPerson, commas, personVerb, repeated, retriable, systemId, uuid, wholeNumber } from '../command.ts'

const { createIncident, getIncident } = IncidentService.method
const { editIncident } = IncidentWorkService.method
const SEVERITY = enumText<Severity>(SeveritySchema)
const REGULATION = enumText<Regulation>(RegulationSchema)

export function createVerb(): Command {
  const verb = retriable(
    personVerb(
      'create',
      'Open an incident, e.g. one reported by phone.',
      'incident create --org ID --title "Stolen laptop" --severity high --regulation gdpr',
    ),
  )
  addFields(verb, 'new')
  return verb.action(
    asPerson<Fields>(async (options, { call }) => {
      const { incident } = await call(createIncident, given(fieldsOf(options)))
      return item(plain(IncidentSchema, incident!))
    }),
  )
}

export function editVerb(): Command {
  const verb = personVerb(
    'edit',
    'Correct fields of an incident, with a reason.',
    'incident edit --org ID --id ID --severity critical --reason "the backup is gone too"',
  )
    .requiredOption('--id <id>', 'the incident', uuid)
    .requiredOption('--reason <text>', 'why')
    .option('--version <n>', 'the version that was read (default: the current one)', wholeNumber)
    .option('--owner <user>', 'the owner: id or e-mail address; "" for nobody')
  addFields(verb, 'existing')
  return verb.action(
    asPerson<Fields & Edit>(async ({ id, reason, version, owner, ...options }, { call }) => {
      const { title, description, severity, systems, persons, detectedAt, regulation } = options
      changes({ owner, title, description, severity, systems, persons, detectedAt, regulation })
      const { affectedSystems, ...fields } = fieldsOf(options)
      const expectedVersion = version ?? (await call(getIncident, { id })).incident!.version
      const { incident } = await call(editIncident, {
        id,
        reason,
        expectedVersion,
        ...given({ owner, ...fields, affectedSystems: values(affectedSystems) }),
      })
      return item(plain(IncidentSchema, incident!))
    }),
  )
}

export function linkVerb(): Command {
  return personVerb(
    'link',
    'Link an incident to assets, suppliers and AI systems, or remove links.',
    'incident link --org ID --id ID --asset ID --reason "its database"',
  )
    .requiredOption('--id <id>', 'the incident', uuid)
    .option('--asset <id>', 'an asset; may be given several times', ids)
    .option('--supplier <id>', 'a supplier; may be given several times', ids)
    .option('--system <id>', 'an AI system; may be given several times', ids)
    .option('--remove', 'remove these links')
    .option('--reason <text>', 'why', 'links')
    .action(
      asPerson<Links>(async ({ id, asset = [], supplier = [], system = [], remove, reason }, { call }) => {
        const asked = [
          ...asset.map((one) => ({ kind: 'asset', id: one })),
          ...supplier.map((one) => ({ kind: 'supplier', id: one })),
          ...system.map((one) => ({ kind: 'ai_system', id: one })),
        ]
        if (asked.length === 0) throw new UsageError('name an --asset, --supplier or --system')
        const { incident: now } = await call(getIncident, { id })
        const isAsked = (one: { kind: string; id: string }) =>
          asked.some(({ kind, id: other }) => kind === one.kind && other === one.id)
        const others = (now!.work?.links ?? []).filter((one) => !isAsked(one))
        const values = (remove === true ? others : [...others, ...asked]).map(({ kind, id: one }) => ({
          kind,
          id: one,
        }))
        const { incident } = await call(editIncident, {
          id,
          reason,
          expectedVersion: now!.version,
          links: { values },
        })
        return item(plain(IncidentSchema, incident!))
      }),
    )
}

/** Adds the options of the fields. Those that every incident has are mandatory for a new one. */
function addFields(verb: Command, incident: 'new' | 'existing'): void {
  const isNew = incident === 'new'
  const { words } = SEVERITY
  verb
    .addOption(new Option('--title <text>', 'the title').makeOptionMandatory(isNew))
    .option('--description <text>', 'the description')
    .addOption(
      new Option('--severity <severity>', 'the severity')
        .choices(words.filter((word) => word !== 'unknown'))
        .makeOptionMandatory(isNew),
    )
    .option('--systems <list>', 'the affected systems, a,b', commas)
    .option('--persons <n>', 'how many people are affected', wholeNumber)
    .option('--detected-at <time>', 'when it was detected (RFC 3339)', instant)
    .addOption(new Option('--regulation <regulation>', 'the regulation').choices([...REGULATION.words]))
}

/** Returns the fields of a request. */
function fieldsOf({ title, description, severity, systems, persons, detectedAt, regulation }: Fields) {
  return {
    title,
    description,
    severity: severity === undefined ? undefined : SEVERITY.value(severity),
    affectedSystems: systems,
    affectedPersonsCount: persons === undefined ? undefined : BigInt(persons),
    detectedAt,
    regulation: regulation === undefined ? undefined : REGULATION.value(regulation),
  }
}

const ids = (value: string, earlier?: string[]): string[] => repeated(systemId(value), earlier)

type Fields = {
  title?: string
  description?: string
  severity?: string
  systems?: string[]
  persons?: number
  detectedAt?: Timestamp
  regulation?: string
}
type Edit = { id: string; reason: string; version?: number; owner?: string }
type Links = {
  id: string
  asset?: string[]
  supplier?: string[]
  system?: string[]
  remove?: boolean
  reason: string
}
