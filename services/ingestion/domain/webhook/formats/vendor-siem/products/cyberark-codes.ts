/**
 * Audit codes of CyberArk's vault for the daily work of its users and services: logon and logoff, gateway connections,
 * passwords that were used, shown, or verified or changed by the policy, sessions, categories of files.
 */
export const VAULT_ROUTINE: ReadonlySet<string> = new Set([
  ...['7', '8', '19', '20', '22', '24', '105', '106', '295', '300', '302', '308', '361'],
])
