import { appendOnly } from '../../../kernel/database/record-table.ts'

/** Which deliveries repeated, changed or closed an incident. The delivery that opened it is found by its first version. */
export const ledger007 = {
  name: '007-incident-deliveries',
  statements: [
    `create table ledger.incident_deliveries (
      org_id uuid not null, incident_id uuid not null, delivery_id uuid not null, endpoint_id uuid not null,
      primary key (org_id, incident_id, delivery_id))`,
    `insert into ledger.incident_deliveries
      select org_id, incident_id, id, endpoint_id from ledger.deliveries where record::json ->> 'outcome' = 'replay'`,
    ...appendOnly('ledger.incident_deliveries'),

    // The delivery of an alert that was neither open nor known is filed under no incident.
    'alter table ledger.deliveries alter column incident_id drop not null',
  ],
}
