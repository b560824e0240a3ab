import { sql } from 'kysely'
import { accountBanned, people, requireUnlimited } from '#server/domains/accounts/index.ts'
import type { Creator } from '#contract/community.ts'
import type { Profile } from '#contract/community-people.ts'
import { type Db, type Reader, transact, type Tx } from '#server/platform/db/index.ts'
import { userError, invalidField, notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/route.ts'
import { isId } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'
import { MOST_FOR_EVERYBODY, type Viewer } from '../viewer.ts'

/** Lets nobody show something to others who may not. @throws {AppError} `email_not_verified`, `account_limited` */
export async function requireMember(
  reader: Reader,
  { userId, emailVerified }: Caller,
): Promise<void> {
  if (!emailVerified) throw userError('email_not_verified', t('common.verifyEmail'))
  await requireUnlimited(reader, userId)
}

/** The creator of an account, made when there is none yet; of its name others see the first one. */
export async function ensureCreator(tx: Tx, userId: string): Promise<string> {
  const find = () =>
    tx
      .selectFrom('community_creators')
      .select('id')
      .where('user_id', '=', userId)
      .executeTakeFirst()
  // One that is there is not locked: who decides about a creator locks it before their images, who publishes after one.
  const known = await find()
  if (known) return known.id
  await sql`
    insert into community_creators (user_id, name)
    select person.id, coalesce(nullif(trim(person.first_name), ''), 'Creator')
    from ${people} person where person.id = ${userId}
    on conflict (user_id) do nothing`.execute(tx)
  const made = await find()
  if (!made) throw notFound()
  return made.id
}

/** As {@link ensureCreator}; waits for decisions about the creator, and has them wait. */
export async function lockCreator(tx: Tx, userId: string): Promise<string> {
  const id = await ensureCreator(tx, userId)
  await tx
    .selectFrom('community_creators')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return id
}

/** @throws {AppError} `account_banned` for somebody who was banned since their call was let in */
export async function requireNotBanned(reader: Reader, userId: string): Promise<void> {
  const { rows } = await sql`
    select from ${people} person where person.id = ${userId} and person.banned_at is not null`.execute(
    reader,
  )
  if (rows.length > 0) throw accountBanned()
}

/** In SQL: whether the account behind a creator is banned or being deleted; there is nobody to see then. */
export const isGone = (creator: string) => sql<boolean>`exists (
  select from ${people} person where person.id = ${sql.ref(`${creator}.user_id`)}
    and (person.banned_at is not null or person.closing_at is not null))`

/** A creator as others see them. */
export const presentCreator = ({
  avatar,
  ...creator
}: {
  id: string
  name: string
  avatar: string | null
}): Creator => ({ ...creator, picture: avatar })

/** A creator whom this viewer may see. @throws {AppError} `not_found` */
export async function findCreator(reader: Reader, viewer: Viewer, id: string): Promise<Creator> {
  const creator =
    isId(id) && !viewer.blocked.includes(id.toLowerCase())
      ? await reader
          .selectFrom('community_creators as creator')
          .select(['creator.id', 'creator.name', 'creator.avatar'])
          .where('creator.id', '=', id)
          .where((where) => where.not(isGone('creator')))
          .executeTakeFirst()
      : undefined
  if (!creator) throw notFound()
  return presentCreator(creator)
}

/** What others see of an account, or would see. */
export async function readProfile(reader: Reader, userId: string): Promise<Profile> {
  const { rows } = await sql<Omit<Profile, 'picture'> & { avatar: string | null }>`
    select c.id, coalesce(c.name, nullif(trim(person.first_name), ''), 'Creator') as name,
      coalesce(c.about, '') as about, c.avatar
    from ${people} person left join community_creators c on c.user_id = person.id
    where person.id = ${userId}`.execute(reader)
  const [profile] = rows
  if (!profile) throw notFound()
  const { avatar, ...shown } = profile
  return { ...shown, picture: avatar }
}

/** Changes what others see of an account. @throws {AppError} `email_not_verified`, `invalid` for a picture that is no own published image */
export async function changeProfile(
  db: Db,
  caller: Caller,
  change: {
    name?: string | undefined
    about?: string | undefined
    picture?: string | null | undefined
  },
): Promise<Profile> {
  await requireMember(db.kysely, caller)
  return transact(db, async (tx) => {
    const id = await ensureCreator(tx, caller.userId)
    const { picture, ...texts } = change
    const url = picture === undefined ? {} : { avatar: await pictureOf(tx, id, picture) }
    await tx
      .updateTable('community_creators')
      // The id sets nothing new; without it an empty change would be no statement.
      .set({ id, ...texts, ...url })
      .where('id', '=', id)
      .execute()
    return readProfile(tx, caller.userId)
  })
}

async function pictureOf(tx: Tx, creator: string, image: string | null): Promise<string | null> {
  if (image === null) return null
  const found = isId(image)
    ? await tx
        .selectFrom('community_images')
        .select('url')
        .where('id', '=', image)
        .where('creator_id', '=', creator)
        .where('state', '=', 'published')
        // Everybody sees it, wherever the name is.
        .where('rating', '<=', MOST_FOR_EVERYBODY)
        .executeTakeFirst()
    : undefined
  if (!found) throw invalidField('picture', t('community.chooseOwnImage'))
  return found.url
}
