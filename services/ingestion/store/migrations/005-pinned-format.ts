/** Endpoints that take one format only. */
export const ingestion005 = {
  name: '005-pinned-format',
  statements: [
    'alter table ingestion.webhook_endpoints add column pin_format boolean not null default false',
  ],
}
