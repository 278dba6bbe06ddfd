import type pg from 'pg'

/**
 * Everything that migrations make in a database, one line for each fact, grouped by object: two databases have the same schema
 * exactly when their descriptions are equal. Object IDs, the order of creation and dropped columns don't show. Left out are rows, and
 * the tables of the job engine.
 */
export async function describeSchema(client: pg.Client): Promise<Map<string, string>> {
  // Definitions name a schema or not depending on this.
  await client.query('set search_path = public, pg_temp')
  const objects = new Map<string, string[]>()
  for (const query of QUERIES) {
    const { rows } = await client.query<{ object: string; fact: string }>(query)
    for (const { object, fact } of rows) objects.set(object, [...(objects.get(object) ?? []), fact])
  }
  return new Map(
    [...objects].sort(([a], [b]) => (a < b ? -1 : 1)).map(([object, facts]) => [object, facts.join('\n')]),
  )
}

/** Null means the default rights. The owner's are listed too, because they can be revoked. */
const rights = (acl: string, kind: string, owner: string) => `(
  select string_agg(coalesce(nullif(a.grantee, 0)::regrole::text, 'public') || ' ' || a.privilege_type
    || case when a.is_grantable then ' with grant option' else '' end, ', '
    order by coalesce(nullif(a.grantee, 0)::regrole::text, 'public'), a.privilege_type)
  from aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))) a)`

const comment = (catalog: string, oid: string, column = '0') =>
  `coalesce(E'\\ncomment ' || (select quote_literal(description) from pg_description
    where classoid = '${catalog}'::regclass and objoid = ${oid} and objsubid = ${column}), '')`

/** Not part of an extension. */
const ours = (catalog: string, oid: string) =>
  `not exists (select from pg_depend x where x.classid = '${catalog}'::regclass and x.objid = ${oid} and x.deptype = 'e')`

const OURS = `n.nspname = 'public'`

const QUERIES = [
  // Schemas, extensions, settings of the database and of the roles in it, rights that new objects get.
  `select 'schema ' || nspname as object, 'owner ' || nspowner::regrole || E'\\nrights ' || coalesce(${rights('nspacl', 'n', 'nspowner')}, 'none') as fact
   from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'`,
  `select 'extension ' || extname as object, extnamespace::regnamespace || ' ' || extversion as fact from pg_extension`,
  `select 'settings of ' || coalesce(nullif(setrole, 0)::regrole::text, 'everybody') as object, unnest(setconfig) as fact
   from pg_db_role_setting where setdatabase = (select oid from pg_database where datname = current_database())`,
  `select 'default rights of ' || defaclrole::regrole as object,
     coalesce(nullif(defaclnamespace, 0)::regnamespace::text, 'everywhere') || ' ' || defaclobjtype::text || ' ' || defaclacl::text as fact
   from pg_default_acl order by 1, 2`,
  // Tables, views, sequences.
  `select case c.relkind when 'S' then 'sequence ' when 'v' then 'view ' when 'm' then 'view ' when 'c' then 'type ' else 'table ' end || c.relname as object,
     concat_ws(E'\\n', 'kind ' || c.relkind::text || ' ' || c.relpersistence::text, 'owner ' || c.relowner::regrole,
       'row security ' || case when c.relforcerowsecurity then 'forced' when c.relrowsecurity then 'on' else 'off' end,
       'replica identity ' || c.relreplident::text, 'method ' || (select amname from pg_am where oid = c.relam),
       'options ' || array_to_string(c.reloptions, ', '), 'toast options ' || array_to_string(t.reloptions, ', '),
       'tablespace ' || nullif(c.reltablespace, 0)::text,
       'partition by ' || pg_get_partkeydef(c.oid),
       'partition of ' || (select inhparent::regclass from pg_inherits where inhrelid = c.oid) || ' ' || pg_get_expr(c.relpartbound, c.oid),
       case when c.relkind in ('v', 'm') then pg_get_viewdef(c.oid, true) end,
       'rights ' || coalesce(${rights('c.relacl', 'r', 'c.relowner')}, 'none'))
       || ${comment('pg_class', 'c.oid')} as fact
   from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_class t on t.oid = c.reltoastrelid
   where ${OURS} and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f', 'c') and ${ours('pg_class', 'c.oid')}`,
  // Columns. Their order counts: statements without a list of columns go by it.
  `select 'table ' || c.relname as object, concat_ws(' ', 'column', row_number() over (partition by c.oid order by a.attnum), a.attname,
     format_type(a.atttypid, a.atttypmod), 'collate ' || nullif(a.attcollation, t.typcollation)::regcollation,
     case when a.attnotnull then 'not null' end, case when d.oid is not null and a.attgenerated = '' then 'default ' || pg_get_expr(d.adbin, d.adrelid) end,
     case when a.attgenerated <> '' then 'generated always as ' || pg_get_expr(d.adbin, d.adrelid) end, 'identity ' || nullif(a.attidentity::text, ''),
     'storage ' || nullif(a.attstorage, t.typstorage)::text, 'compression ' || nullif(a.attcompression::text, ''),
     'statistics ' || nullif(a.attstattarget, -1), 'options ' || array_to_string(a.attoptions, ', '),
     'rights ' || case when a.attacl is not null then ${rights('a.attacl', 'c', 'c.relowner')} end)
     || ${comment('pg_class', 'c.oid', 'a.attnum')} as fact
   from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
   join pg_type t on t.oid = a.atttypid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
   where ${OURS} and c.relkind in ('r', 'p', 'c', 'f') and a.attnum > 0 and not a.attisdropped order by c.relname, a.attnum`,
  `select 'sequence ' || c.relname as object, concat_ws(' ', format_type(s.seqtypid, null), 'start', s.seqstart, 'by', s.seqincrement, 'from', s.seqmin,
     'to', s.seqmax, 'cache', s.seqcache, case when s.seqcycle then 'cycle' end,
     'of ' || (select d.refobjid::regclass || '.' || a.attname || ' ' || d.deptype::text from pg_depend d
       join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
       where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i'))) as fact
   from pg_sequence s join pg_class c on c.oid = s.seqrelid join pg_namespace n on n.oid = c.relnamespace where ${OURS}`,
  // Constraints, indexes, triggers, policies, rules. The copies of a foreign key for each partition that it points to say nothing more.
  `select 'table ' || conrelid::regclass as object, concat_ws(' ', 'constraint', conname, pg_get_constraintdef(k.oid),
     case when not conislocal then 'inherited' end, case when connoinherit and contype = 'c' then 'not inherited' end) || ${comment('pg_constraint', 'k.oid')} as fact
   from pg_constraint k join pg_namespace n on n.oid = k.connamespace where ${OURS} and conrelid <> 0 and (contype <> 'f' or conparentid = 0) order by conrelid::regclass::text, conname`,
  `select 'table ' || indrelid::regclass as object, concat_ws(' ', 'index', pg_get_indexdef(indexrelid), case when not indisvalid then 'invalid' end,
     case when indisclustered then 'clustered' end, case when indisreplident then 'replica identity' end, 'owner ' || c.relowner::regrole,
     'part of ' || (select inhparent::regclass from pg_inherits where inhrelid = indexrelid)) || ${comment('pg_class', 'c.oid')} as fact
   from pg_index i join pg_class c on c.oid = indexrelid join pg_namespace n on n.oid = c.relnamespace where ${OURS} order by indrelid::regclass::text, indexrelid::regclass::text`,
  `select 'table ' || tgrelid::regclass as object, concat_ws(' ', pg_get_triggerdef(g.oid), 'enabled ' || nullif(tgenabled, 'O')::text,
     case when tgparentid <> 0 then 'of the parent' end) || ${comment('pg_trigger', 'g.oid')} as fact
   from pg_trigger g join pg_class c on c.oid = tgrelid join pg_namespace n on n.oid = c.relnamespace
   where ${OURS} and not tgisinternal order by tgrelid::regclass::text, tgname`,
  `select 'table ' || polrelid::regclass as object, concat_ws(' ', 'policy', polname, polcmd, case when polpermissive then 'permissive' else 'restrictive' end,
     'to', (select string_agg(coalesce(nullif(r, 0)::regrole::text, 'public'), ', ' order by 1) from unnest(polroles) r),
     'using ' || pg_get_expr(polqual, polrelid), 'check ' || pg_get_expr(polwithcheck, polrelid)) || ${comment('pg_policy', 'p.oid')} as fact
   from pg_policy p join pg_class c on c.oid = polrelid join pg_namespace n on n.oid = c.relnamespace where ${OURS} order by polrelid::regclass::text, polname`,
  `select 'table ' || ev_class::regclass as object, pg_get_ruledef(r.oid, true) as fact from pg_rewrite r join pg_class c on c.oid = ev_class
   join pg_namespace n on n.oid = c.relnamespace where ${OURS} and rulename <> '_RETURN' order by 1, 2`,
  // Functions: the whole text, with language, volatility, security, settings, cost.
  `select 'function ' || p.oid::regprocedure as object, concat_ws(E'\\n', pg_get_functiondef(p.oid), 'owner ' || proowner::regrole,
     'rights ' || coalesce(${rights('proacl', 'f', 'proowner')}, 'none')) || ${comment('pg_proc', 'p.oid')} as fact
   from pg_proc p join pg_namespace n on n.oid = pronamespace where ${OURS} and prokind <> 'a' and ${ours('pg_proc', 'p.oid')}`,
  `select 'aggregate ' || p.oid::regprocedure as object, a::text as fact from pg_aggregate a join pg_proc p on p.oid = aggfnoid
   join pg_namespace n on n.oid = pronamespace where ${OURS} and ${ours('pg_proc', 'p.oid')}`,
  // None of these exists today.
  `select 'type ' || t.typname as object, concat_ws(' ', typtype, 'owner ' || typowner::regrole, format_type(nullif(typbasetype, 0), typtypmod), typdefault,
     (select string_agg(enumlabel, ', ' order by enumsortorder) from pg_enum where enumtypid = t.oid),
     (select string_agg(pg_get_constraintdef(oid), ' ' order by conname) from pg_constraint where contypid = t.oid)) as fact
   from pg_type t join pg_namespace n on n.oid = typnamespace
   where ${OURS} and typtype in ('d', 'e', 'r') and ${ours('pg_type', 't.oid')}`,
  `select 'statistics ' || stxname as object, pg_get_statisticsobjdef(s.oid) as fact from pg_statistic_ext s join pg_namespace n on n.oid = stxnamespace where ${OURS}`,
  `select 'operator ' || o.oid::regoperator as object, oprcode::regprocedure::text as fact from pg_operator o join pg_namespace n on n.oid = oprnamespace where ${OURS} and ${ours('pg_operator', 'o.oid')}`,
  `select 'collation ' || collname as object, concat_ws(' ', collprovider, collcollate, colliculocale) as fact from pg_collation c join pg_namespace n on n.oid = collnamespace where ${OURS}`,
  `select 'event trigger ' || evtname as object, concat_ws(' ', evtevent, evtfoid::regprocedure, evtenabled, evttags::text) as fact from pg_event_trigger`,
  `select 'publication ' || pubname as object, p::text as fact from pg_publication p`,
]
