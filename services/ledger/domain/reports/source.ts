import type { Incident } from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { timestampText } from '../../../kernel/values/time.ts'
import { SEVERITIES } from '../incidents/incident.ts'
import { MOMENT_WORDS } from '../incidents/incident-facts.ts'
import type { MomentName } from '../obligations/types.ts'

/** The source of a field's first value. */
export type Source = { incident: Incident; organizationName: string }

export const organization = ({ organizationName }: Source): string => organizationName

export const reference = ({ incident }: Source): string => incident.id

export const severity = ({ incident }: Source): string => SEVERITIES.word(incident.severity)

export const systems = ({ incident }: Source): string => incident.affectedSystems.join('\n')

export const persons = ({ incident }: Source): string =>
  incident.affectedPersonsCount === 0n ? '' : String(incident.affectedPersonsCount)

/** Title and description. */
export function description({ incident: { title, description: more } }: Source): string {
  return more ? `${title}\n\n${more}` : title
}

/** A moment of the incident, where it was recorded. */
export function moment(name: MomentName): (source: Source) => string {
  return ({ incident }) => {
    if (name === 'detected') return timestampText(incident.detectedAt!)
    const found = incident.work?.moments.find((one) => MOMENT_WORDS.word(one.moment) === name)
    return found === undefined ? '' : timestampText(found.at!)
  }
}
