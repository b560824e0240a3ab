import { type Expression, sql } from 'kysely'
import type { WrittenMail } from '#contract/admin-mails.ts'
import { people } from '#server/domains/accounts/index.ts'
import { images, jobs } from '#server/domains/jobs/index.ts'
import type { Db, Tx } from '#server/platform/db/index.ts'

/** Days without a visit after which somebody is written to, and after which it is too late to. */
const ABSENT_DAYS = 30
const TOO_LATE_DAYS = 37
/** Days after its confirmation in which an account is asked for its first image. */
const FIRST_IMAGE_DAYS = 30
/** Minutes after the confirmation before which the first image is not answered: the welcome has just come. */
const FIRST_IMAGE_MINUTES = 60
/** Most rows that one run makes; the next run goes on. */
const BATCH = 500

/** In SQL: whether somebody has an image in their library. */
export const hasImage = (userId: Expression<unknown>) => sql<boolean>`exists (
  select from ${images} image where image.user_id = ${userId} and image.status = 'S'
    and image.deleted_at is null
)`

interface Occasion {
  userId: string
  kind: WrittenMail
  key: string
}

async function note(
  tx: Tx,
  { userId: user_id, kind, key }: Occasion,
  state: 'waiting' | 'due',
): Promise<void> {
  await tx
    .insertInto('lifecycle_mails')
    .values({ user_id, kind, key, state, ended_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** In the transaction that confirms an address: the welcome is due, and the first image is waited for. */
export async function noteConfirmed(tx: Tx, userId: string): Promise<void> {
  await note(tx, { userId, kind: 'welcome', key: '' }, 'due')
  await note(tx, { userId, kind: 'first_image', key: '' }, 'waiting')
}

/** In the transaction that ends a training; whether it made a model is looked at when the mail is written. */
export const noteTrainingEnd = (tx: Tx, userId: string, training: string): Promise<void> =>
  note(tx, { userId, kind: 'training_ready', key: training }, 'due')

/** Notes who has their first image, and who has been away from theirs for a month. Safe to repeat, and by several at once. */
export async function noteOccasions({ kysely }: Db): Promise<void> {
  await sql`
    update lifecycle_mails one set state = 'due', created_at = now()
    where one.state = 'waiting' and one.kind = 'first_image'
      and one.created_at > now() - make_interval(days => ${FIRST_IMAGE_DAYS})
      and one.created_at <= now() - make_interval(mins => ${FIRST_IMAGE_MINUTES})
      and ${hasImage(sql.ref('one.user_id'))}`.execute(kysely)
  await sql`
    update lifecycle_mails set state = 'skipped', ended_at = now()
    where state = 'waiting' and created_at <= now() - make_interval(days => ${FIRST_IMAGE_DAYS})`.execute(
    kysely,
  )
  // The last visit tells one absence from the next.
  await sql`
    insert into lifecycle_mails (user_id, kind, key, state)
    select person.id, 'back', extract(epoch from person.seen_at)::text, 'due' from ${people} person
    where person.closing_at is null and person.mail_tips and person.banned_at is null
      and person.email_verified_at is not null
      and person.seen_at <= now() - make_interval(days => ${ABSENT_DAYS})
      and person.seen_at > now() - make_interval(days => ${TOO_LATE_DAYS})
      and not exists (
        select from lifecycle_mails one where one.user_id = person.id and one.kind = 'back'
          and one.key = extract(epoch from person.seen_at)::text
      )
      and ${hasImage(sql.ref('person.id'))}
      and not exists (
        -- By a program of theirs.
        select from ${jobs} job where job.user_id = person.id
          and job.created_at > now() - make_interval(days => ${ABSENT_DAYS})
      )
    order by person.seen_at limit ${BATCH}
    on conflict do nothing`.execute(kysely)
}
