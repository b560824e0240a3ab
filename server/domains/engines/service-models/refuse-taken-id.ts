import { sql } from 'kysely'
import { ADDED_VIDEO } from '#contract/jobs/video.ts'
import type { Engine } from '#server/engines/spec/index.ts'
import type { Tx } from '#server/platform/db/index.ts'
import { userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { Fleet } from '../fleet/create-fleet.ts'
import type { ServiceModelKey } from './store.ts'

/** An engine that does not answer offers nothing now. */
async function offers({ image, tool, video }: Engine, id: string): Promise<boolean> {
  const [models, videos] = await Promise.all([
    Promise.all([image, tool].map(async (part) => (await part?.models().catch(() => [])) ?? [])),
    video?.models().catch(() => []),
  ])
  return (
    models.flat().some((model) => model.id === id) ||
    (videos ?? []).some(({ provider }) => provider === `${ADDED_VIDEO}:${id}`)
  )
}

const taken = () => userError('conflict', t('console.otherEngineHasId'))

/**
 * Orders name a model by its id alone, so two engines with one id would do each other's work at the wrong price.
 * @throws {AppError} `conflict` where another engine offers a model of that id
 */
export async function refuseTakenId(
  fleet: Pick<Fleet, 'members'>,
  { engine, id }: ServiceModelKey,
): Promise<void> {
  const others = [...fleet.members()].filter(([name]) => name !== engine)
  const found = await Promise.all(others.map(([, { engine: other }]) => offers(other, id)))
  if (found.includes(true)) throw taken()
}

/**
 * Keeps an id for one service until the transaction ends: of two that are offered at once the second waits for the first, and
 * is refused.
 * @throws {AppError} `conflict` where another service offers a model of that id
 */
export async function claimId(tx: Tx, { engine, id }: ServiceModelKey): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('service model'), hashtext(${id}))`.execute(tx)
  const other = await tx
    .selectFrom('service_models')
    .select('engine')
    .where('id', '=', id)
    .where('engine', '<>', engine)
    .where('state', '=', 'offered')
    .executeTakeFirst()
  if (other) throw taken()
}
