import { sql } from 'kysely'
import type { AdminUser } from '#contract/admin.ts'
import { people } from '#server/domains/accounts/index.ts'
import { payments } from '#server/domains/billing/index.ts'
import { images } from '#server/domains/jobs/index.ts'
import { notFound } from '#server/platform/errors.ts'
import { type KeysetQuery, readPage } from '#server/platform/keyset.ts'
import { isId, isStorableText } from '#server/platform/storable-text.ts'
import type { AdminContext } from '../context.ts'
import { foundBy } from './find-people.ts'

export interface UserQuery extends KeysetQuery {
  search?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

const users = ({ db }: AdminContext) =>
  db.kysely
    .selectFrom(people.as('users'))
    .select([
      'users.id',
      'users.email',
      'users.first_name',
      'users.last_name',
      'users.is_staff',
      'users.is_admin',
      'users.email_verified_at',
      'users.banned_at',
      'users.limited_at',
      'users.closing_at',
      'users.created_at',
    ])
    .select([
      sql<string>`(select coalesce(sum(amount - refunded - disputed), 0) from ${payments} p
        where p.user_id = users.id and p.status = 'paid')`.as('paid'),
      sql<string>`(select count(*) from ${images} i
        where i.user_id = users.id and i.status = 'S')`.as('pictures'),
    ])

type UserRow = Awaited<ReturnType<ReturnType<typeof users>['executeTakeFirstOrThrow']>>

/** Balance and plan are read through their domains, which first write what has fallen due. */
async function present(context: AdminContext, row: UserRow): Promise<AdminUser> {
  const { db, credits, billing } = context
  const { balance, held } = await credits.balance(db, row.id)
  const plan = await billing.planOf(db, row.id)
  return {
    id: row.id,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    is_staff: row.is_staff,
    is_admin: row.is_admin,
    email_verified: row.email_verified_at !== null,
    banned: row.banned_at !== null,
    limited: row.limited_at !== null,
    deleted: row.closing_at !== null,
    credits: balance,
    credits_held: held,
    plan: {
      name: plan.name,
      period: plan.period,
      renews_at: plan.renewsAt?.toISOString() ?? null,
      is_paid: plan.subscription?.isPaid ?? false,
    },
    paid: Number(row.paid),
    pictures: Number(row.pictures),
    created_at: row.created_at.toISOString(),
  }
}

/** One page, newest first. @throws {AppError} `invalid` for a cursor that is none */
export async function listUsers(
  context: AdminContext,
  path: string,
  query: UserQuery,
): Promise<{ next: string | null; previous: string | null; results: AdminUser[] }> {
  const search = query.search?.trim()
  if (search !== undefined && !isStorableText(search)) {
    return { next: null, previous: null, results: [] }
  }
  let rows = users(context)
  if (search) rows = rows.where(foundBy(search))
  const { from, to } = query
  if (from !== undefined) rows = rows.where('users.created_at', '>=', new Date(from))
  if (to !== undefined) rows = rows.where('users.created_at', '<', new Date(to))
  const { items, ...links } = await readPage(rows, { id: 'users.id', path, query, usually: 50 })
  const results: AdminUser[] = []
  for (const row of items) results.push(await present(context, row))
  return { ...links, results }
}

/** @throws {AppError} `not_found` */
export async function readUser(context: AdminContext, id: string): Promise<AdminUser> {
  const row = isId(id)
    ? await users(context).where('users.id', '=', id).executeTakeFirst()
    : undefined
  if (!row) throw notFound()
  return present(context, row)
}
