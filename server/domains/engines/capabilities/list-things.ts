import type { Answer } from '#contract/endpoint.ts'
import type { things } from '#contract/things.ts'
import { EngineError, type EngineRegistry } from '#server/engines/spec/index.ts'
import { AppError } from '#server/platform/errors.ts'

/**
 * A page of the things that the collection of this site has.
 * @throws {AppError} `unavailable`
 */
export async function listThings(
  engines: EngineRegistry,
  language: string,
  {
    q = '',
    category,
    limit,
    page,
  }: { q?: string | undefined; category?: string | undefined; limit: number; page: number },
): Promise<Answer<typeof things.list>> {
  const found = (await engines.imageModels()).find(
    ({ image, model }) => model.draws === 'known_things' && image.things !== undefined,
  )
  if (!found?.image.things) return { categories: [], results: [], next: null }
  const asked = {
    search: q,
    category: category ?? null,
    language: language === 'es' ? 'es' : 'en',
  } as const
  const range = { from: page * limit, count: limit }
  try {
    const { categories, things, total } = await found.image.things(found.model.id, asked, range)
    return {
      categories: [...categories],
      results: things.map(({ name, names, category: of, picture }) => ({
        name,
        names,
        category: of,
        picture_url: picture,
      })),
      next: range.from + things.length < total ? page + 1 : null,
    }
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    const { message, userMessage } = error
    throw new AppError('unavailable', message, { userMessage, cause: error })
  }
}
