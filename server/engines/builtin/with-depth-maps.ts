import { LRUCache } from 'lru-cache'
import {
  type ControlToShow,
  type Engine,
  EngineError,
  type FoundDepth,
  type ImageControl,
  type ImageEngine,
  type ImageModel,
  type ToolEngine,
  type UsedNetwork,
} from '../spec/index.ts'
import { t } from '#server/texts/index.ts'

/** Drawings whose network is remembered until they are done. */
const REMEMBERED = 1000

type DepthFinder = Pick<ToolEngine, 'findsDepth' | 'findDepth'>

/**
 * Lets a network that was added find the depth of control images for an engine that draws. While one is switched on, the engine gets
 * the map instead of the photo, also where it could find one itself, and its models that only lack that can be led by depth too.
 * Without one all is as the engine has it.
 */
export function withDepthMaps<E extends Engine>(engine: E, finder: DepthFinder): E {
  const { image } = engine
  const { findsDepth, findDepth } = finder
  if (!image || !findsDepth || !findDepth) return engine
  /** By the id of the operation, in this process: which network found depth for it. */
  const prepared = new LRUCache<string, UsedNetwork>({ max: REMEMBERED })

  /** Null: the engine has to find it itself, and may be able to. Throws `EngineError` where neither can. */
  async function depthOf(photo: Uint8Array, id: string): Promise<FoundDepth | null> {
    const model = (await image!.models()).find((one) => one.id === id)
    if (!model?.followsMaps?.includes('depth')) return null
    try {
      return await findDepth!(photo)
    } catch (error) {
      // Its process ended, its file is broken or the photo is too large for it: it is done without it where that is possible.
      if (lacksDepth(model)) throw error
      return null
    }
  }

  async function showDepth(
    model: string,
    control: ControlToShow,
    signal: AbortSignal,
  ): Promise<Uint8Array> {
    const found = await depthOf(control.image, model)
    signal.throwIfAborted()
    if (found) return found.map
    if (!image!.showControl) throw nothingShows()
    return image!.showControl(model, control, signal)
  }

  const led: Pick<ImageEngine, 'models' | 'showControl' | 'start' | 'follow'> = {
    async models() {
      const models = await image.models()
      return models.some(lacksDepth) && (await findsDepth()) ? models.map(ledByDepth) : models
    },
    showControl(model, control, signal) {
      if (control.kind === 'depth') return showDepth(model, control, signal)
      if (!image.showControl) throw nothingShows()
      return image.showControl(model, control, signal)
    },
    async start(request, beginning) {
      if (!request.controls) return image.start(request, beginning)
      const controls: ImageControl[] = []
      let by: UsedNetwork | null = null
      // One after the other: the finder looks at one image at a time.
      for (const control of request.controls) {
        const isPhoto = control.kind === 'depth' && !control.isMap && (await findsDepth())
        const found = isPhoto ? await depthOf(control.image, request.model) : null
        controls.push(found ? { ...control, image: found.map, isMap: true } : control)
        by = found?.by ?? by
      }
      const operation = await image.start({ ...request, controls }, beginning)
      if (by) prepared.set(operation.id, by)
      return operation
    },
    follow(operation, handlers) {
      const by = prepared.get(operation.id)
      if (!by) return image.follow(operation, handlers)
      return image.follow(operation, {
        ...handlers,
        onOutput: (output) =>
          handlers.onOutput({ ...output, madeBy: [...(output.madeBy ?? []), by] }),
      })
    },
  }
  return { ...engine, image: Object.assign(Object.create(image) as ImageEngine, led) }
}

const lacksDepth = ({ features, followsMaps = [] }: ImageModel): boolean =>
  followsMaps.includes('depth') && !features.includes('control_depth')

const ledByDepth = (model: ImageModel): ImageModel =>
  lacksDepth(model) ? { ...model, features: [...model.features, 'control_depth'] } : model

function nothingShows(): EngineError {
  return new EngineError('unsupported', 'Nothing shows what this control follows', {
    retryable: false,
    userMessage: t('engines.controlNotSupported'),
  })
}
