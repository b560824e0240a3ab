import type { ClientBase } from 'pg'

export interface Table {
  /** Quoted where it must be. */
  name: string
  columns: string[]
}

export interface Sequence {
  name: string
  lastValue: string
  isCalled: boolean
}

/** Who runs at the moment means nothing after a restore; the applied migrations stand in the file's head. */
const LEFT_OUT = ['schema_migrations', 'processes']

interface TableRow {
  oid: number
  name: string
  columns: string[]
  /** Tables that must be filled before this one. */
  needs: number[]
}

/** Orders tables so that each comes after those it refers to. */
function sortByNeed(rows: TableRow[]): TableRow[] {
  const sorted: TableRow[] = []
  const visited = new Set<number>()
  const byOid = new Map(rows.map((row) => [row.oid, row]))
  const visit = (row: TableRow): void => {
    if (visited.has(row.oid)) return
    visited.add(row.oid)
    for (const need of row.needs) {
      const needed = byOid.get(need)
      if (needed) visit(needed)
    }
    sorted.push(row)
  }
  rows.forEach(visit)
  return sorted
}

/** The program's tables in an order in which they can be filled. */
export async function listTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<TableRow>(
    `select c.oid::int, c.oid::regclass::text as name,
            (select array_agg(quote_ident(a.attname) order by a.attnum) from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
            array(select f.confrelid::int from pg_constraint f
                  where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> all ($1)
     order by c.relname`,
    [LEFT_OUT],
  )
  return sortByNeed(rows).map(({ name, columns }) => ({ name, columns }))
}

/** A foreign key, by the names of its table and its own. */
interface ForeignKey {
  table: string
  name: string
}

/**
 * Returns the foreign keys that are checked at once between tables that refer to each other, directly or through others: no
 * order fills such tables.
 */
export async function listCyclicKeys(client: ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `with recursive keys as (
       select conrelid, confrelid, conname, condeferred from pg_constraint
       where connamespace = 'public'::regnamespace and contype = 'f' and conrelid <> confrelid
     ), reached (source, target) as (
       select conrelid, confrelid from keys
       union
       select reached.source, keys.confrelid from reached join keys on keys.conrelid = reached.target
     )
     select conrelid::regclass::text as table, quote_ident(conname) as name from keys
     join reached on (source, target) = (confrelid, conrelid)
     where not condeferred`,
  )
  return rows
}

export async function listSequences(client: ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'S' order by c.relname`,
  )
  const sequences: Sequence[] = []
  for (const { name } of rows) {
    const found = await client.query<{ last_value: string; is_called: boolean }>(
      `select last_value::text, is_called from ${name}`,
    )
    const [state] = found.rows
    if (state) sequences.push({ name, lastValue: state.last_value, isCalled: state.is_called })
  }
  return sequences
}
