/**
 * Codes of the audit of CyberArk's vault for what its users and its own services do all day: logged on and off, gateway connections,
 * passwords that were used, verified or changed by the policy or shown, sessions, categories of files.
 */
export const VAULT_ROUTINE: ReadonlySet<string> = new Set([
  ...['7', '8', '19', '20', '22', '24', '105', '106', '295', '300', '302', '308', '361'],
])
