import { afterEach, beforeEach } from 'vitest'
import { createOpenAiEngine } from '#server/engines/openai/index.ts'
import type { Engine, ImageRequest, OperationProgress } from '#server/engines/spec/index.ts'
import { OPENAI_MODEL, type OpenAiDouble, startOpenAiDouble } from './doubles/openai-server.ts'
import { followImages, SMALL_REQUEST } from './follow-images.ts'

/** The double of the test that runs. */
export let server: OpenAiDouble
let engines: Engine[]

/** Gives each test of a file a double of its own, and ends it and its engines afterwards. */
export function withOpenAi(): void {
  beforeEach(async () => {
    engines = []
    server = await startOpenAiDouble()
  })
  afterEach(async () => {
    await Promise.all(engines.map((engine) => engine.dispose()))
    await server.close()
  })
}

/** An engine on the double. @param query of its address, such as `preset=openai&n=8` */
export function engineAt(query: string): Engine {
  const { host } = new URL(server.url)
  const engine = createOpenAiEngine(`http://:key@${host}/v1?${query}`)
  engines.push(engine)
  return engine
}

/** Draws by an engine of its own and follows that to its end. */
export async function draw(
  query: string,
  request: Partial<ImageRequest> = {},
  seen?: (progress: OperationProgress) => void,
) {
  const engine = engineAt(query)
  const asked = { ...SMALL_REQUEST, loras: [], model: OPENAI_MODEL, ...request }
  return followImages(engine, await engine.image!.start(asked), undefined, seen)
}

/** The body of a call to the double. @param at the first if left out */
export const bodyOf = (at = 0) => JSON.parse(server.calls[at]!.body) as Record<string, unknown>
