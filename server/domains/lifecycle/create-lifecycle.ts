import { adminMails as api } from '#contract/admin-mails.ts'
import type { AccountExport } from '#contract/account.ts'
import type { Tx } from '#server/platform/db/index.ts'
import { route, type Route } from '#server/platform/route.ts'
import type { LifecycleContext } from './context.ts'
import { noteConfirmed, noteOccasions, noteTrainingEnd } from './note-occasions.ts'
import { sendDueMails } from './send-due.ts'
import { changeWordings, listMails, previewMail, undoWordings } from './wordings.ts'

/** Mails that come once: a welcome, the step after the first image, a model that is ready, and a word after a month. */
export interface Lifecycle {
  /** admin/mails/ */
  routes: Route[]
  /** In the transaction that confirms an address. */
  noteConfirmed(tx: Tx, userId: string): Promise<void>
  /** In the transaction that ends a training. */
  noteTrainingEnd(tx: Tx, userId: string, training: string): Promise<void>
  /** For cron: sends what is due. */
  sweep(): Promise<void>
  /** Mails that a person got or was to get, for the copy of their data. */
  allOf(userId: string): Promise<AccountExport['mails_sent']>
  /** For the deletion of an account. Safe to repeat. */
  forget(userId: string): Promise<void>
}

export function createLifecycle(context: LifecycleContext): Lifecycle {
  const { kysely } = context.db
  return {
    routes: [
      route(api.list, async () => ({ results: await listMails(context) })),
      route(
        api.change,
        ({ caller, params: { kind: name }, body: { wordings, changed_at: seen } }) =>
          changeWordings(context, { actorId: caller.userId, name, seen, wordings }),
      ),
      route(api.undo, ({ caller, params: { kind: name }, body: { changed_at: seen } }) =>
        undoWordings(context, { actorId: caller.userId, name, seen }),
      ),
      route(api.preview, ({ params: { kind }, body }) =>
        Promise.resolve(previewMail(context, { name: kind, ...body })),
      ),
    ],
    noteConfirmed,
    noteTrainingEnd,
    async sweep() {
      await noteOccasions(context.db)
      await sendDueMails(context)
    },
    async allOf(userId) {
      const rows = await kysely
        .selectFrom('lifecycle_mails')
        .select(['kind', 'state', 'ended_at'])
        .where('user_id', '=', userId)
        .orderBy('created_at')
        .orderBy('kind')
        .execute()
      return rows.map(({ kind, state, ended_at: at }) => ({
        kind,
        sent_at: state === 'sent' ? (at?.toISOString() ?? null) : null,
      }))
    },
    async forget(userId) {
      await kysely.deleteFrom('lifecycle_mails').where('user_id', '=', userId).execute()
    },
  }
}
