import { type Db, transact } from '#server/platform/db/index.ts'

/** Removes the tickets of a deleted account, and its name from tickets that it worked on. Safe to repeat. */
export async function forgetTickets(db: Db, userId: string): Promise<void> {
  await transact(db, async (tx) => {
    await tx.deleteFrom('support_tickets').where('user_id', '=', userId).execute()
    await tx
      .updateTable('support_tickets')
      .set({ assigned_to: null })
      .where('assigned_to', '=', userId)
      .execute()
    await tx
      .updateTable('support_messages')
      .set({ author_id: null })
      .where('author_id', '=', userId)
      .execute()
  })
}
