import type { Unsaid } from '#contract/endpoint.ts'
import type { adminEngines } from '#contract/admin-engines.ts'
import { notFound } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import { askEngine } from './ask-engine.ts'
import type { EngineContext } from './engine-context.ts'
import { sayTrouble } from './say-trouble.ts'

/**
 * Asks an engine what it has, past what keeps work from it: also one that is paused, or whose circuit is open.
 * @throws {AppError} `not_found`
 */
export async function testEngine(
  { fleet }: EngineContext,
  id: string,
): Promise<Unsaid<typeof adminEngines.test>> {
  const engine = fleet.members().get(id)?.engine
  if (!engine) throw notFound()
  const started = performance.now()
  const { trouble, isStarting, detail, models } = await askEngine(engine)
  const works = isStarting ? t('engines.starting') : t('engines.works')
  return {
    ok: trouble === null,
    message: trouble === null ? works : sayTrouble(trouble),
    detail,
    milliseconds: Math.round(performance.now() - started),
    models,
  }
}
