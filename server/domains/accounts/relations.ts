import { type Selectable, sql } from 'kysely'
import { type Database, type Db, estimateRows } from '#server/platform/db/index.ts'

export type Person = Pick<
  Selectable<Database['users']>,
  | 'id'
  | 'email'
  | 'first_name'
  | 'last_name'
  | 'is_staff'
  | 'is_admin'
  | 'email_verified_at'
  | 'banned_at'
  | 'limited_at'
  | 'closing_at'
  | 'mail_low_credits'
  | 'mail_tips'
  | 'mail_training_ready'
  | 'seen_at'
  | 'language'
  | 'time_zone'
  | 'brand'
  | 'created_at'
>

/**
 * What the SQL of other domains may read of people: `selectFrom(people.as('owner'))`, or `join ${people} owner on` in
 * SQL as text. PostgreSQL plans it as the table itself.
 */
export const people = sql<Person>`(
  select id, email, first_name, last_name, is_staff, is_admin, email_verified_at, banned_at, limited_at, closing_at,
    mail_low_credits, mail_tips, mail_training_ready, seen_at, language, time_zone, brand, created_at
  from users)`

/** Browsers that have signed in to accounts, by the hash of their cookie. */
export const devices = sql<Selectable<Database['devices']>>`(
  select token_hash, user_id, created_at, last_used_at from devices)`

/** In SQL: the time zone in which a person's days begin; UTC until their browser has told one. */
export const timeZoneOf = (userId: string) =>
  sql<string>`(select coalesce(time_zone, 'UTC') from users where id = ${userId})`

/** About how many people have registered. */
export const estimatePeople = (db: Db): Promise<number> => estimateRows(db, 'users')
