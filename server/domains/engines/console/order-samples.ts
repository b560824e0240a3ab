import { wantSamples } from '../samples/model-samples.ts'
import { transact } from '#server/platform/db/index.ts'
import { notFound } from '#server/platform/errors.ts'
import type { EngineContext } from './engine-context.ts'
import { readOffer } from './read-offer.ts'

/**
 * Has an image drawn of each model of an engine that has none, or one of other weights.
 * @throws {AppError} `not_found`
 */
export async function orderSamples(
  { db, audit, fleet }: EngineContext,
  adminId: string,
  engine: string,
): Promise<{ wanted: number }> {
  const member = fleet.members().get(engine)
  if (!member) throw notFound()
  const { models } = await readOffer(member)
  return transact(db, async (tx) => {
    // A sample is drawn from words.
    const drawing = models.filter(({ needsMask }) => needsMask !== true)
    const wanted = await wantSamples(tx, drawing)
    await audit(tx, {
      actorId: adminId,
      action: 'engine_samples_wanted',
      subject: engine,
      data: { wanted },
    })
    return { wanted }
  })
}
