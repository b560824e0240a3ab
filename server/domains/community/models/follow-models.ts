import { sql } from 'kysely'
import { doneTrainings } from '#server/domains/studios/index.ts'
import { transact } from '#server/platform/db/index.ts'
import type { CommunityDeps } from '../deps.ts'
import { changePublication } from '../publication.ts'
import { noteWithdrawn } from '../reports/standing-takedowns.ts'
import { MOST_FOR_EVERYBODY } from '../viewer.ts'

const MOST_AT_ONCE = 200

/** Publishes models that wait and need nobody to look at them; safe to repeat, and to be killed in. */
export async function publishScannedModels(deps: CommunityDeps): Promise<void> {
  if (deps.publicationReview() === 'all') return
  const { rows } = await sql<{ id: string }>`
    select id from community_models
    where state = 'scanning' and not flagged and rating <= ${MOST_FOR_EVERYBODY}
    order by id limit ${MOST_AT_ONCE}`.execute(deps.db.kysely)
  for (const { id } of rows)
    await transact(deps.db, (tx) =>
      changePublication(tx, deps.audit, {
        kind: 'model',
        id,
        to: 'published',
        // A decision may have been made since.
        from: ['scanning'],
        actorId: null,
      }),
    )
}

/** Withdraws models whose studio was deleted, with the files of these versions. Safe to repeat. */
export async function withdrawDeletedTrainings(deps: CommunityDeps): Promise<void> {
  const { db, audit, storage } = deps
  const { rows } = await sql<{ id: string; model_id: string }>`
    select v.id, v.model_id from community_model_versions v
    where v.training_id is not null
      and not exists (select from ${doneTrainings} t where t.id = v.training_id)
    order by v.id limit ${MOST_AT_ONCE}`.execute(db.kysely)
  for (const { id, model_id: model } of rows) {
    const files = await transact(db, async (tx) => {
      const change = { kind: 'model', id: model, to: 'withdrawn', actorId: null } as const
      const changed = await changePublication(tx, audit, { ...change, reason: 'studio_deleted' })
      if (changed === null) await noteWithdrawn(tx, model)
      await tx
        .updateTable('community_model_versions')
        .set({ training_id: null, lora: null, lora_model: null, create_query: null })
        .where('id', '=', id)
        .execute()
      return tx
        .deleteFrom('community_model_files')
        .where('version_id', '=', id)
        .returning('storage_key')
        .execute()
    })
    for (const { storage_key: key } of files) if (key !== null) await storage.delete(key)
  }
}
