/** Endpoints that read alerts of unknown products; what the callers of rejected deliveries were told. */
export const ingestion003 = {
  name: '003-general-reading',
  statements: [
    'alter table ingestion.webhook_endpoints add column general_reading boolean not null default false',
    "alter table ingestion.rejected_deliveries add column message text not null default ''",
  ],
}
