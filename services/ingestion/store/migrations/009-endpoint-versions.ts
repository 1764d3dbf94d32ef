/** The ledger compares the version of an endpoint in the statement that writes a delivery (docs/published-views.md). */
export const ingestion009 = {
  name: '009-endpoint-versions',
  statements: [
    `create view ingestion.endpoint_versions_v1 as
      select org_id, id as endpoint_id, version from ingestion.webhook_endpoints`,
    'grant select on ingestion.endpoint_versions_v1 to attestry_ledger',
  ],
}
