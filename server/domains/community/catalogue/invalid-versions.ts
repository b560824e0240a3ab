import { sql } from 'kysely'
import type { EngineRegistry } from '#server/engines/spec/index.ts'
import type { Reader, Tx } from '#server/platform/db/index.ts'
import { isId } from '#server/platform/storable-text.ts'
import { type AuditPublication, changePublication } from '../publication.ts'

/**
 * `model_gone`: it is drawn with a model that no engine has; `empty`: it cannot be drawn with and has no file.
 */
type Invalidity = 'model_gone' | 'empty'

interface InvalidVersion {
  id: string
  model_id: string
  name: string
  reason: Invalidity
}

/** More are left for the next time. */
const MOST = 500

/** Models of the engines; null while an engine does not answer, since what it has is not known then. */
async function knownModels(engines: EngineRegistry): Promise<string[] | null> {
  const health = await engines.health()
  if (health.some(({ health: { state } }) => state === 'down')) return null
  return (await engines.imageModels()).map(({ model }) => model.id)
}

/** @param only the id of one; locked until the transaction ends */
async function findInvalid(
  reader: Reader,
  engines: EngineRegistry,
  only?: string,
): Promise<InvalidVersion[]> {
  const models = await knownModels(engines)
  const { rows } = await sql<InvalidVersion>`
    select v.id, v.model_id, m.name || ', ' || v.name as name, judged.reason
    from community_model_versions v join community_models m on m.id = v.model_id
    cross join lateral (select case
      when v.create_query is not null then case
        when not (substring(v.create_query from '(?:^|&)model=([^&]*)') = any (${models}::text[])) then 'model_gone'
      end
      -- What comes with the app is drawn with where it is shown.
      when m.source is null
        and not exists (select from community_model_files f where f.version_id = v.id) then 'empty'
    end as reason) judged
    where judged.reason is not null ${only === undefined ? sql`` : sql`and v.id = ${only}`}
    order by v.id limit ${MOST} ${only === undefined ? sql`` : sql`for update of v`}`.execute(
    reader,
  )
  return rows
}

/** Versions with which nothing can be done here. */
export async function invalidVersions(
  reader: Reader,
  engines: EngineRegistry,
): Promise<{ id: string; name: string; reason: string }[]> {
  const found = await findInvalid(reader, engines)
  return found.map(({ id, name, reason }) => ({ id, name, reason }))
}

/**
 * Deletes a version that is still invalid for the same reason; a model without any version left is removed.
 * @returns why it was left, or null
 */
export async function deleteVersion(
  tx: Tx,
  { engines, audit }: { engines: EngineRegistry; audit: AuditPublication },
  { id, reason, actorId }: { id: string; reason: string; actorId: string },
): Promise<'not_there' | 'valid' | null> {
  const there = isId(id)
    ? await tx
        .selectFrom('community_model_versions')
        .select('model_id')
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
    : undefined
  if (!there) return 'not_there'
  const [invalid] = await findInvalid(tx, engines, id)
  if (invalid?.reason !== reason) return 'valid'
  await tx.deleteFrom('community_image_lists').where('list', '=', `model:${id}`).execute()
  await tx.deleteFrom('community_model_versions').where('id', '=', id).execute()
  const other = await tx
    .selectFrom('community_model_versions')
    .select('id')
    .where('model_id', '=', there.model_id)
    .executeTakeFirst()
  if (!other) {
    const change = { kind: 'model' as const, id: there.model_id, to: 'removed' as const }
    await changePublication(tx, audit, { ...change, actorId, reason })
  }
  return null
}
