import { type Incident, IncidentStatus } from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'

/** Whether nobody has to work on the incident. */
export const isOver = ({ status }: Incident): boolean =>
  status === IncidentStatus.CLOSED || status === IncidentStatus.DISMISSED
