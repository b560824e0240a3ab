import type { Unsaid } from '#contract/endpoint.ts'
import type { adminEngines } from '#contract/admin-engines.ts'
import { type EngineTrouble, troubleOf } from '#server/engines/spec/index.ts'
import { notFound } from '#server/platform/errors.ts'
import { within } from '#server/platform/process/within.ts'
import { t } from '#server/texts/index.ts'
import type { EngineContext } from './engine-context.ts'
import { sayTrouble } from './say-trouble.ts'

const PATIENCE_MS = 15_000

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
  const failed = (trouble: EngineTrouble | undefined, detail: string) => ({
    ok: false,
    message: sayTrouble(trouble),
    detail,
    milliseconds: Math.round(performance.now() - started),
    models: [],
  })
  try {
    const answer = await within(
      PATIENCE_MS,
      Promise.all([engine.health(), engine.image?.models() ?? [], engine.tool?.models() ?? []]),
    )
    if (answer === 'late') return failed('silent', `no answer in time (${PATIENCE_MS / 1000} s)`)
    const [health, models, tools] = answer
    if (health.state === 'down') return failed(health.trouble, health.detail ?? 'down')
    return {
      ok: true,
      message: health.state === 'ready' ? t('engines.works') : t('engines.starting'),
      detail: health.detail,
      milliseconds: Math.round(performance.now() - started),
      models: [...models, ...tools].map(({ name }) => name),
    }
  } catch (error) {
    return failed(troubleOf(error), error instanceof Error ? error.message : String(error))
  }
}
