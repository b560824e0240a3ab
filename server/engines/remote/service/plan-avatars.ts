import type { AvatarModel } from '#contract/service-model-entry.ts'
import type { AvatarLook, DrawAvatarsRequest } from '../../spec/index.ts'
import type { Catalogue } from './catalogue.ts'
import { fillInput } from './fill-input.ts'
import { type OrderPlan, sentSeed, typeOf, type Upload } from './plan-order.ts'
import { missing, unsupported } from './refuse-order.ts'

/** The first model that does this, with its id. */
function findAvatarModel(catalogue: Catalogue): [string, AvatarModel] | undefined {
  for (const [id, entry] of Object.entries(catalogue))
    if (entry.does === 'draw_avatars') return [id, entry]
  return undefined
}

/** The looks of a catalogue; none where it has no such model. */
export function avatarLooksOf(catalogue: Catalogue): AvatarLook[] {
  const [, model] = findAvatarModel(catalogue) ?? []
  return model ? model.looks.map(({ id, name }) => ({ id, name, edge: model.edge })) : []
}

/**
 * The requests of an order of avatars: the photo goes there once, and each image is drawn by the words of its look.
 * @throws EngineError `model_missing`, `unsupported` for a look that the model does not have
 */
export async function planAvatars(
  catalogue: Catalogue,
  { image, looks, count, indexes, seed }: DrawAvatarsRequest,
  upload: Upload,
): Promise<OrderPlan> {
  const [id, model] = findAvatarModel(catalogue) ?? []
  if (id === undefined || !model) throw missing('draw_avatars')
  const prompts = indexes.map((index) => {
    const asked = looks[Math.floor(index / count)]
    const look = model.looks.find((one) => one.id === asked)
    if (!look) throw unsupported(`the look ${asked}`)
    return { index, prompt: look.prompt }
  })
  const photo = await upload(image, typeOf(image))
  const size = { width: model.edge, height: model.edge }
  const values = { image: photo, images: [photo], ...size, size }
  return {
    model: id,
    cost: model.cost,
    seed,
    size,
    fit: 'cover',
    endpoint: model.endpoint,
    inputs: prompts.map(({ index, prompt }) => ({
      index,
      input: fillInput(model.input, { ...values, prompt, seed: sentSeed(seed, index) }),
    })),
  }
}
