import type { EngineRegistry } from '#server/engines/spec/index.ts'
import type { UnsaidQuote } from '#contract/quotes.ts'
import { t } from '#server/texts/index.ts'

/** The company that an engine gives the images of an order to, as people know it; undefined: they stay with the operator. */
export const companyOf = (
  engines: Pick<EngineRegistry, 'get'>,
  engine: string,
): string | undefined => {
  const { tool, video } = engines.get(engine) ?? {}
  return tool?.imagesGoTo ?? video?.imagesGoTo
}

/** Part of a price where the program has chosen who does the work. */
export const goesTo = (company: string): UnsaidQuote['warnings'][number] => ({
  code: 'photo_goes_to',
  message: t('jobs.imageGoesTo', { company }),
})
