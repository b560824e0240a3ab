import { sql, type SqlBool } from 'kysely'
import { payments } from '#server/domains/billing/index.ts'
import { images, jobs } from '#server/domains/jobs/index.ts'
import { isId, likePattern } from '#server/platform/storable-text.ts'

/**
 * The condition by which a search finds people, in SQL about `users`: a whole id of the person or of a payment, job or image of theirs;
 * the number of an invoice; part of the email or of the name.
 */
export function foundBy(search: string) {
  if (isId(search))
    return sql<SqlBool>`users.id in (
      select ${search}::uuid
      union all select user_id from ${payments} p where p.id = ${search}
      union all select user_id from ${jobs} j where j.id = ${search}
      union all select user_id from ${images} i where i.id = ${search})`
  const pattern = likePattern(search)
  return sql<SqlBool>`(users.email ilike ${pattern}
    or (users.first_name || ' ' || users.last_name) ilike ${pattern}
    or users.id in (
      select user_id from ${payments} p where p.number = ${search} or p.external_id = ${search}))`
}
