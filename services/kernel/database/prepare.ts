import { SERVICE_NAMES } from '../identity/access.ts'

/** Returns the runtime role of a service. The role owns nothing and has only the rights that are granted to it. */
export function roleOf(service: string): string {
  return `attestry_${service}`
}

/**
 * SQL that creates what every service's migrations need. For the cluster: a runtime role for each service, and the right of the
 * connecting user to use it. For each database: a schema for each service, and the trigger function that refuses changes of
 * history. A database that was restored into another cluster lacks only the roles.
 */
export function prepareSql(): string {
  const roles = SERVICE_NAMES.map(
    (service) => `
    if not exists (select from pg_roles where rolname = '${roleOf(service)}') then
      begin
        create role ${roleOf(service)} nologin;
      exception when duplicate_object or unique_violation then null;
      end;
    end if;
    if not pg_has_role(current_user, '${roleOf(service)}', 'member') then
      execute format('grant ${roleOf(service)} to %I', current_user);
    end if;`,
  )
  return `
  select pg_advisory_xact_lock(${PREPARE_LOCK});
  do $prepare$ begin${roles.join('')}
    if exists (select from pg_proc p join pg_namespace n on n.oid = p.pronamespace
               where n.nspname = 'attestry' and p.proname = 'refuse_change') then return; end if;
    ${schemasSql()}
  end $prepare$;`
}

/** SQL that creates the schemas of the services, and the trigger function that refuses changes of history. */
export function schemasSql(): string {
  const schemas = SERVICE_NAMES.map(
    (service) => `
    create schema if not exists ${service};`,
  )
  return `create schema attestry;${schemas.join('')}
    grant usage on schema ${SERVICE_NAMES.join(', ')} to ${SERVICE_NAMES.map(roleOf).join(', ')};
    create function attestry.refuse_change() returns trigger language plpgsql as $f$
    begin
      raise exception '%.% is append-only: % refused', tg_table_schema, tg_table_name, lower(tg_op)
        using errcode = 'insufficient_privilege';
    end $f$;`
}

const PREPARE_LOCK = 7_244_001
