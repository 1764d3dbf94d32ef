import { type StateRule, when } from '../state.ts'

/**
 * Reads the state of an Azure Service Health event from the properties at a path: 'Active, Resolved or RCA', for maintenance
 * also 'Planned, InProgress, Canceled, Rescheduled, Complete'. The report of the cause (RCA) comes after the end. The types
 * Informational and Maintenance need no action (learn.microsoft.com, service-health-notifications-properties).
 */
export function ofServiceHealth(properties: string): StateRule[] {
  return [
    when(`${properties}.stage`, ['Resolved', 'RCA', 'Complete', 'Canceled'], 'resolved'),
    when(`${properties}.incidentType`, ['Informational', 'Information', 'Maintenance'], 'informational'),
  ]
}
