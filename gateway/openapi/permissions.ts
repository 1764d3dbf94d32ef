import { PERMISSIONS, type Permission } from '../../services/kernel/identity/permissions.ts'
import type { Operation } from '../operations/operation.ts'

/** A permission and the operations that need it. */
type PermissionUse = { permission: Permission; operations: { id: string; summary: string }[] }

/** Every permission that a key can have, and its operations. */
export function permissionUses(operations: Operation[]): PermissionUse[] {
  return PERMISSIONS.map((permission) => ({
    permission,
    operations: operations
      .filter((operation) => operation.permission === permission)
      .map(({ id, summary }) => ({ id, summary })),
  }))
}

/** The same as a table in Markdown. */
export function permissionTable(operations: Operation[]): string {
  const rows = permissionUses(operations)
    .filter((use) => use.operations.length > 0)
    .map((use) => `| \`${use.permission}\` | ${use.operations.map(({ summary }) => summary).join('; ')} |`)
  return ['| Permission | What it opens |', '|---|---|', ...rows].join('\n')
}
