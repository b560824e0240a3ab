import type { Brand } from '#brands/index.ts'
import type { Capabilities } from '#contract/capabilities.ts'
import type { Feature } from '#contract/features.ts'
import { NETWORK_TOOLS } from '#contract/network-tools.ts'
import { TOOLS } from '#contract/tools.ts'
import type { EngineRegistry } from '#server/engines/spec/index.ts'
import {
  defaultModel,
  drawsAnything,
  listEditors,
  readyEngines,
} from '#server/domains/jobs/index.ts'

/** What the engines that are ready can do, as far as the brand offers it. */
export async function readCapabilities(
  engines: EngineRegistry,
  { features }: Pick<Brand, 'features'>,
): Promise<Capabilities> {
  const [names, images, editors, videos, preferred, trainable, added] = await Promise.all([
    readyEngines(engines),
    engines.imageModels(),
    listEditors(engines),
    engines.videoModels(),
    defaultModel(engines),
    readTrainable(engines),
    Promise.all(NETWORK_TOOLS.map((tool) => engines.findTool(tool))),
  ])
  const isReady = ({ engine }: { engine: { name: string } }) => names.has(engine.name)
  const has = (feature: Feature) => features.includes(feature)
  const ready = images.filter(isReady).map(({ model }) => model)
  const people = ready.filter(({ features: can }) => can.includes('photo_person'))
  return {
    draws: ready.some(drawsAnything) ? 'anything' : 'collection',
    people: people.length > 0,
    edits: has(TOOLS.edit_image.feature) && editors.some(isReady),
    video_moves:
      has('text_to_video') &&
      videos.some((found) => isReady(found) && found.model.provider !== 'BUILT_IN'),
    trains_likeness:
      has('train_model') &&
      people.some(({ id }) => trainable.some((one) => one.model === id && isReady(one))),
    added_tools: NETWORK_TOOLS.filter((_, place) => added[place]?.model.isAdded === true),
    default_model: preferred?.model.id ?? null,
  }
}

/** Each model that can be trained, with the engine that trains it. */
async function readTrainable(
  engines: EngineRegistry,
): Promise<{ engine: { name: string }; model: string }[]> {
  const found = engines.list().map(async (engine) => {
    const models = (await engine.training?.models().catch(() => [])) ?? []
    return models.map((model) => ({ engine, model }))
  })
  return (await Promise.all(found)).flat()
}
