import type { Member } from '../fleet/create-fleet.ts'
import type { ImageModel, ToolModel, VideoModel, WordsModel } from '#server/engines/spec/index.ts'
import { within } from '#server/platform/process/within.ts'

/** An engine that does not say in time what it has is shown without. */
const READ_WITHIN_MS = 3000

/** What an engine has. Asked of the engine itself, which offers nothing through its guard while it is paused. */
export async function readOffer({ engine }: Member): Promise<{
  models: ImageModel[]
  tools: ToolModel[]
  videos: VideoModel[]
  words: WordsModel[]
}> {
  const [models, tools, videos, words] = await Promise.all([
    read(engine.image?.models()),
    read(engine.tool?.models()),
    read(engine.video?.models()),
    read(engine.words?.models()),
  ])
  return { models, tools, videos, words }
}

async function read<T>(list: Promise<T[]> | undefined): Promise<T[]> {
  const answer = await within(READ_WITHIN_MS, list ?? Promise.resolve([])).catch(() => [])
  return answer === 'late' ? [] : (answer ?? [])
}
