import { type AddableModels, EngineError, type PublishedModel } from '#server/engines/spec/index.ts'
import { AppError, invalidField, notFound } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { Fleet } from '../fleet/create-fleet.ts'

/** The part of a service to which models are added. @throws {AppError} `not_found` for another engine */
export function requireAddable(fleet: Pick<Fleet, 'members'>, engine: string): AddableModels {
  const added = fleet.members().get(engine)?.engine.added
  if (!added) throw notFound()
  return added
}

/**
 * Asks a service for one of its models; null: it has none of that name, or none any more.
 * @throws {AppError} `unavailable` where it does not answer
 */
export const askService = (
  added: AddableModels,
  endpoint: string,
): Promise<PublishedModel | null> =>
  added.read(endpoint).catch((error: unknown) => {
    if (!(error instanceof EngineError)) throw error
    throw new AppError('unavailable', error.message, {
      userMessage: t('console.serviceSilent'),
      cause: error,
    })
  })

/** As {@link askService}. @throws {AppError} `invalid` where the service has no such model */
export async function readPublished(
  added: AddableModels,
  endpoint: string,
): Promise<PublishedModel> {
  const published = await askService(added, endpoint)
  if (!published) throw invalidField('endpoint', t('console.serviceHasNoModel'))
  return published
}
