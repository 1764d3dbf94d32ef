import { type StateRule, when } from '../state.ts'

/**
 * What Azure's Service Health says of an event in the properties at a path: 'Active, Resolved or RCA', of maintenance also
 * 'Planned, InProgress, Canceled, Rescheduled, Complete'; the report of the cause (RCA) comes after the end. The types
 * Informational and Maintenance want nothing done (learn.microsoft.com, service-health-notifications-properties).
 */
export function ofServiceHealth(properties: string): StateRule[] {
  return [
    when(`${properties}.stage`, ['Resolved', 'RCA', 'Complete', 'Canceled'], 'resolved'),
    when(`${properties}.incidentType`, ['Informational', 'Information', 'Maintenance'], 'informational'),
  ]
}
