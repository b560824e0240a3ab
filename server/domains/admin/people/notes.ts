import type { PersonNote } from '#contract/admin-person-record.ts'
import { people } from '#server/domains/accounts/index.ts'
import { type Db, type Reader, transact } from '#server/platform/db/index.ts'
import { notFound } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'

const notes = (reader: Reader) =>
  reader
    .selectFrom('person_notes as note')
    .leftJoin(people.as('author'), 'author.id', 'note.author_id')
    .select(['note.id', 'note.text', 'note.created_at', 'author.email'])

type Row = Awaited<ReturnType<ReturnType<typeof notes>['executeTakeFirstOrThrow']>>

const present = ({ id, text, created_at: at, email }: Row): PersonNote => ({
  id,
  author: email ?? '',
  text,
  created_at: at.toISOString(),
})

/** What the team noted about a person, the newest first. */
export async function notesOf(reader: Reader, userId: string): Promise<PersonNote[]> {
  const rows = await notes(reader)
    .where('note.user_id', '=', userId)
    .orderBy('note.id', 'desc')
    .execute()
  return rows.map(present)
}

/** Notes something about a person who has an account. @throws {AppError} `not_found` */
export async function addNote(
  { kysely }: Db,
  { authorId, userId, text }: { authorId: string; userId: string; text: string },
): Promise<PersonNote> {
  const person = isId(userId)
    ? await kysely
        .selectFrom(people.as('person'))
        .select('id')
        .where('id', '=', userId)
        .where('closing_at', 'is', null)
        .executeTakeFirst()
    : undefined
  if (!person) throw notFound()
  const { id } = await kysely
    .insertInto('person_notes')
    .values({ user_id: userId, author_id: authorId, text })
    .returning('id')
    .executeTakeFirstOrThrow()
  return present(await notes(kysely).where('note.id', '=', id).executeTakeFirstOrThrow())
}

/** Removes the notes about a deleted account, and its name from those it wrote. Safe to repeat. */
export async function forgetNotes(db: Db, userId: string): Promise<void> {
  await transact(db, async (tx) => {
    await tx.deleteFrom('person_notes').where('user_id', '=', userId).execute()
    await tx
      .updateTable('person_notes')
      .set({ author_id: null })
      .where('author_id', '=', userId)
      .execute()
  })
}
