/** RPCs that name no stored thing in their request. A new RPC either names one or is added here, with the reason. */
export const NO_ID: { [rpc: string]: string } = {
  'ledger.AdmissionService/Admit': 'internal: by the hash of a key',
  'ledger.AdmissionService/DrawQuota': 'internal: by a subject that the entry point knows',
  'ledger.AssetService/CreateAsset': 'creates',
  'ledger.AuditService/RecordCall': 'internal: the caller stands in it',
  'ledger.DirectoryService/AuthenticateSession': 'internal: by the hash of a token',
  'ledger.IncidentService/CreateIncident': 'creates',
  'ledger.IncidentService/SummarizeIncidents': 'figures of the organization itself',
  'ledger.IncidentService/SummarizeWeeks': 'figures of the organization itself',
  'ledger.IncidentReportService/GetReportForm': 'what a law asks for: the same for everybody',
  'ledger.KeyService/CreateKey': 'creates',
  'ledger.LogService/GetEntryProof': 'of the organization itself; by a place in its log',
  'ledger.LogService/GetTile': 'of the organization itself; by a place in its log',
  'ledger.LogService/ListCheckpoints': 'of the organization itself; a page begins after a size',
  'ledger.LogService/GetCheckpoint': 'of the organization itself',
  'ledger.LogService/VerifyLog': 'of the organization itself; checkpoints are texts to compare with',
  'ledger.ObligationService/GetReportingSettings': 'of the organization itself',
  'ledger.ObligationService/ListObligations': 'of the organization itself; a page begins after a time',
  'ledger.ObligationService/UpdateReportingSettings': 'of the organization itself',
  'ledger.NotificationService/CreateChannel': 'creates',
  'ledger.NotificationService/AnnounceDeprecation': 'of the operator',
  'ledger.OrganizationService/CreateOrganization': 'of the operator',
  'ledger.SessionService/AcceptInvitation': 'by the token of an invitation',
  'ledger.SessionService/EndSession': 'the session itself',
  'ledger.SessionService/GetSession': 'the session itself',
  'ledger.SigningKeyService/ListSigningKeys': 'of the installation, and published',
  'ledger.SigningKeyService/RotateSigningKey':
    'of the installation: only the operator may where there are several organizations',
  'ledger.SigningKeyService/RevokeSigningKey':
    'of the installation: only the operator may where there are several organizations',
  'ledger.SigningKeyService/GetKeySet': 'internal: of the installation, and published',
  'ledger.SigningKeyService/SignPackage': 'internal: of the installation',
  'ledger.SigningKeyService/SignStatement': 'internal: of the installation',
  'ledger.SupplierService/CreateSupplier': 'creates',
  'ledger.UserService/CreateUser': 'creates',
  'ledger.UserService/ChangePassword': 'the session’s own user',
  'gate.SystemService/CreateSystem': 'creates',
  'ingestion.WebhookService/CreateWebhookEndpoint': 'creates',
  'ingestion.WebhookService/TryWebhookMapping': 'only what is sent',
  'ingestion.SpanService/ReportSpans': 'creates; spans are looked up in the organization only',
  'ingestion.AgentRunService/SubmitRuns': 'creates; an agent’s profile is looked up in the organization only',
}

/** Fields that only the operator may give, of RPCs that people may call. */
export const OF_OPERATORS: { [field: string]: string } = {
  'ledger.UserService/ResetPassword organizationId': 'people act in their own organization',
}
