import type { Member } from '../fleet/create-fleet.ts'
import type { ImageModel, ToolModel, WordsModel } from '#server/engines/spec/index.ts'
import { within } from '#server/platform/process/within.ts'

/** An engine that does not say in time what it has is shown without. */
const READ_WITHIN_MS = 3000

/** What an engine has. Asked of the engine itself, which offers nothing through its guard while it is paused. */
export async function readOffer({
  engine,
}: Member): Promise<{ models: ImageModel[]; tools: ToolModel[]; words: WordsModel[] }> {
  const [models, tools, words] = await Promise.all([
    read(engine.image?.models()),
    read(engine.tool?.models()),
    read(engine.words?.models()),
  ])
  return { models, tools, words }
}

async function read<T>(list: Promise<T[]> | undefined): Promise<T[]> {
  const answer = await within(READ_WITHIN_MS, list ?? Promise.resolve([])).catch(() => [])
  return answer === 'late' ? [] : (answer ?? [])
}
