import { DEFAULTS } from '#contract/values/jobs/drawing.ts'
import type { Sampler } from '#contract/samplers.ts'
import type { EngineRegistry, FoundImageModel, ImageModel } from '#server/engines/spec/index.ts'
import { defaultsOf } from '../../models/model-defaults.ts'
import { AppError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'

/** Steps of a whole drawing; at a low strength only the last few are made. */
const STEPS = 24
/** Guidance scale that suits models trained on photographs. */
const GUIDANCE = 6
const PREFERRED: readonly Sampler[] = ['DPM++ 2M Karras', DEFAULTS.sampler]

/** How a job draws over an image, beside what was asked for. */
export type RefineSettings = {
  model: string
  /** Edge of what is drawn at once, pixels. */
  part: number
  steps: number
  guidance_scale: number
  sampler: Sampler
}

async function findRefiners(engines: EngineRegistry): Promise<FoundImageModel[]> {
  const found = await engines.imageModels()
  return found.filter(({ engine, model }) => engine.refine && model.features.includes('refine'))
}

/**
 * The preferred model that keeps what an image shows.
 * @throws {AppError} `unavailable` where no engine has one
 */
export async function chooseRefiner(
  engines: EngineRegistry,
): Promise<FoundImageModel & { settings: RefineSettings }> {
  const [found] = await findRefiners(engines)
  if (!found) {
    throw new AppError('unavailable', 'No engine has a model with the feature refine', {
      userMessage: t('jobs.needsImageModel'),
    })
  }
  return { ...found, settings: settingsOf(found.model) }
}

function settingsOf(model: ImageModel): RefineSettings {
  const { id, nativeSize, maxSteps, samplers, defaults } = model
  // What suits photographs does not suit a model that was distilled to draw in a few steps.
  if (defaults) return { model: id, part: nativeSize, ...defaultsOf(model) }
  return {
    model: id,
    part: nativeSize,
    steps: Math.min(STEPS, maxSteps),
    guidance_scale: GUIDANCE,
    sampler: PREFERRED.find((one) => samplers.includes(one)) ?? samplers[0]!,
  }
}

/** Engines that have the very same weights, the preferred one first. */
export async function findRefiningStandIns(
  engines: EngineRegistry,
  { model: id, sampler }: RefineSettings,
  modelHash: string | null,
): Promise<string[]> {
  const found = await findRefiners(engines)
  const same = found.filter(
    ({ model }) =>
      model.id === id &&
      (!modelHash || model.hash === '' || model.hash === modelHash) &&
      model.samplers.includes(sampler),
  )
  return same.map(({ engine }) => engine.name)
}
