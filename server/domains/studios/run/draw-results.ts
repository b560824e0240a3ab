import type { ImageModel, ImageRequest, LoraReference } from '#server/engines/spec/index.ts'
import type { StudiosDeps } from '../deps.ts'
import { studioFolder } from '../studio-files.ts'
import type { TrainingRow } from '../store.ts'

type Result = TrainingRow['samples'][number]

const EDGE = 512

/** What a subject is shown in once its model is there. */
const prompts = (name: string): string[] => [
  `${name} on the grass, sticker style`,
  `${name} in the snow`,
]

/**
 * Draws with a trained model as its owner will, where the subject's own photos lead the drawing: samples on the way show what the
 * network alone has learned. None where that is not so, or where the engine cannot draw now.
 */
export async function drawResults(
  { engines, storage, log }: StudiosDeps,
  training: TrainingRow,
): Promise<Result[]> {
  const { id, attempt, project_name: name, object_type: kind, checkpoint_step: step } = training
  const image = engines.get(training.engine)?.image
  if (!image || training.cut_outs.length === 0 || kind === 'style' || step === null) return []
  const results: Result[] = []
  try {
    const models = await image.models()
    const model = models.find((one) => one.id === training.original_model_version)
    const file = training.checkpoint_key && (await storage.read(training.checkpoint_key))
    const read = await Promise.all(training.cut_outs.map(({ key }) => storage.read(key)))
    const pictures = read.filter((picture) => picture !== null)
    if (!model || !file || pictures.length === 0) return []
    const lora = { model: id, weight: 1, file, subject: { name, kind, pictures } }
    for (const [at, prompt] of prompts(name).entries()) {
      const operation = await image.start(orderOf(model, prompt, training.seed + at, lora))
      await image.follow(operation, {
        onProgress: () => undefined,
        async onOutput({ data }) {
          const key = `${studioFolder(training)}result-${training.starts}-${attempt}-${at}.png`
          await storage.put(key, data)
          results.push({ step, key, prompt, with_subject: true })
        },
      })
    }
  } catch (error) {
    log.warn({ err: error, training: id }, 'results of a training could not be drawn')
  }
  return results
}

function orderOf(
  { id, sizes, samplers, defaults }: ImageModel,
  prompt: string,
  seed: number,
  lora: LoraReference,
): ImageRequest {
  const edge = Math.min(sizes.max, Math.max(sizes.min, EDGE))
  return {
    type: 'TTI',
    model: id,
    prompt,
    negativePrompt: '',
    width: edge,
    height: edge,
    indexes: [0],
    seed: seed % 2 ** 32,
    steps: defaults?.steps ?? 20,
    guidanceScale: defaults?.guidanceScale ?? 7,
    sampler: defaults?.sampler ?? samplers[0]!,
    loras: [lora],
  }
}
