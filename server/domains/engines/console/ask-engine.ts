import { type Engine, type EngineTrouble, troubleOf } from '#server/engines/spec/index.ts'
import { within } from '#server/platform/process/within.ts'

const PATIENCE_MS = 15_000

/** The answer of an engine about itself. */
interface EngineAnswer {
  /** Null: it works, or is starting. */
  trouble: EngineTrouble | null
  isStarting: boolean
  /** Its own words, for the operator and the log. */
  detail: string | null
  /** Names of what it has. */
  models: string[]
}

const failed = (trouble: EngineTrouble, detail: string): EngineAnswer => ({
  trouble,
  isStarting: false,
  detail,
  models: [],
})

/** Asks an engine what it has; one that does not answer in time does not work. */
export async function askEngine(engine: Engine): Promise<EngineAnswer> {
  try {
    const answer = await within(
      PATIENCE_MS,
      Promise.all([engine.health(), engine.image?.models() ?? [], engine.tool?.models() ?? []]),
    )
    if (answer === 'late') return failed('silent', `no answer in time (${PATIENCE_MS / 1000} s)`)
    const [{ state, detail, trouble }, models, tools] = answer
    if (state === 'down') return failed(trouble ?? 'unknown', detail ?? 'down')
    return {
      trouble: null,
      isStarting: state === 'starting',
      detail,
      models: [...models, ...tools].map(({ name }) => name),
    }
  } catch (error) {
    return failed(troubleOf(error), error instanceof Error ? error.message : String(error))
  }
}
