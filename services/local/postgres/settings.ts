/**
 * Returns the server's whole configuration (postgresql.conf). It is rewritten at every start; `ALTER SYSTEM` still takes
 * precedence. `durability: 'none'` is for throw-away clusters: faster, and lost when the machine stops.
 */
export function serverSettings(options: { port: number; durability: Durability }): string {
  const durable = options.durability === 'full'
  const settings: Record<string, string | number> = {
    cluster_name: "'attestry'",
    listen_addresses: "'127.0.0.1'",
    port: options.port,
    unix_socket_directories: "''",
    max_connections: 200,
    password_encryption: "'scram-sha-256'",
    ssl: 'off',
    // Sized for a machine with two cores. Only memory that is used is allocated.
    shared_buffers: durable ? "'256MB'" : "'128MB'",
    work_mem: "'16MB'",
    maintenance_work_mem: "'128MB'",
    max_parallel_workers_per_gather: 0,
    jit: 'off',
    random_page_cost: 1.1,
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    wal_level: durable ? "'replica'" : "'minimal'",
    max_wal_senders: durable ? 4 : 0,
    // A restore accepts connections only when it is complete: this server writes and is no standby.
    hot_standby: 'off',
    wal_buffers: "'16MB'",
    min_wal_size: "'256MB'",
    max_wal_size: "'2GB'",
    checkpoint_timeout: "'10min'",
    checkpoint_completion_target: 0.9,
    timezone: "'UTC'",
    log_timezone: "'UTC'",
    lc_messages: "'C'",
    log_line_prefix: "'%m [%p] %q%u@%d '",
    log_checkpoints: 'off',
    log_statement: "'none'",
    // The text of a statement may hold what a customer sent; the caller logs its own failures.
    log_min_error_statement: "'panic'",
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  return `# Written by Attestry at every start; use ALTER SYSTEM to change a setting.\n${lines.join('\n')}\n`
}

/** Who may connect (pg_hba.conf): this machine over loopback, with the password. */
export const CLIENT_AUTHENTICATION =
  '# Written by Attestry at every start.\nhost all all 127.0.0.1/32 scram-sha-256\nhost replication all 127.0.0.1/32 scram-sha-256\n'

export type Durability = 'full' | 'none'
