import sharp from 'sharp'
import type { ImageRequest, LoraReference, ToolRequest } from '../../spec/index.ts'
import { EngineError } from '../../spec/index.ts'
import { noSampler } from '../missing-model.ts'
import { refuseFarAspect } from '../proportions.ts'
import { missing, unsupported } from './refuse-order.ts'
import { prepareSource } from '../prepare-source.ts'
import {
  type DrawingModel,
  type MaskModel,
  type ServiceTool,
  TRAINED,
} from '#contract/service-model-entry.ts'
import { t } from '#server/texts/index.ts'
import type { Catalogue } from './catalogue.ts'
import { fillInput, nearestAspect } from './fill-input.ts'
import { nameTrained } from './name-trained.ts'
import type { ServiceOperation } from './operation.ts'

/** The requests that an order becomes at a service. */
export interface OrderPlan extends Omit<ServiceOperation, 'calls'> {
  endpoint: string
  inputs: { index: number; input: Record<string, unknown> }[]
}

/** Puts a file where the service can read it, and tells where. */
export type Upload = (file: Uint8Array, contentType: string) => Promise<string>

/** Some models take no more than 31 bits. */
const SEED_LIMIT = 2 ** 31

/** The seed that is sent for an image. */
export const sentSeed = (seed: number, index: number): number =>
  ((seed + index) % 2 ** 32) % SEED_LIMIT

/** @throws EngineError `model_missing`, `unsupported` */
export async function planDrawing(
  catalogue: Catalogue,
  request: ImageRequest,
  upload: Upload,
  uploadLora: Upload,
): Promise<OrderPlan> {
  const model = catalogue[request.model]
  if (model?.does !== 'draw' && model?.does !== 'inpaint') throw missing(request.model)
  const { source, loras } = request
  const way = wayOf(model, request)
  if (!way) throw unsupported(request.model)
  const trained = way.endpoint === TRAINED ? keptLora(loras) : null
  const prepared = source ? await prepareSource(source, request) : null
  const { size } = prepared ?? { size: { width: request.width, height: request.height } }
  const aspects = model.does === 'draw' ? model.aspects : undefined
  const aspect = aspects && nearestAspect(aspects, size)
  if (aspect !== undefined && Object.values(way.input).includes('$aspect'))
    refuseFarAspect(request.model, aspect, size)
  const { image = null, mask = null } = prepared ?? {}
  const values = {
    prompt: nameTrained(request.prompt, loras),
    ...(trained === null
      ? { loras: await Promise.all(loras.map((lora) => putLora(lora, uploadLora))) }
      : { weight: loras[0]?.weight }),
    negative: request.negativePrompt.trim() === '' ? undefined : request.negativePrompt,
    ...size,
    size,
    pixels: `${size.width}x${size.height}`,
    aspect,
    steps: Math.min(request.steps, model.maxSteps),
    guidance: request.guidanceScale,
    strength: source?.strength,
    sampler: samplerOf(model, request),
    image: image ? await upload(image, 'image/png') : undefined,
    ...(mask && (await putMask(mask, way.input, upload))),
  }
  return {
    model: request.model,
    cost: model.cost,
    // An engine without this look cannot draw it again.
    seed: Object.values(way.input).includes('$seed') ? request.seed : null,
    size,
    fit: fitOf(model, way),
    ...(isRepaint(request) && { isRepaint: true }),
    endpoint: trained ?? way.endpoint,
    inputs: request.indexes.map((index) => ({
      index,
      input: fillInput(way.input, {
        ...values,
        seed: sentSeed(request.seed, index),
      }),
    })),
  }
}

const isRepaint = ({ source }: ImageRequest): boolean =>
  source?.mask !== undefined || source?.padding !== undefined

interface DrawingWay {
  endpoint: string
  input: Record<string, unknown>
  fit?: 'exact' | 'cover'
}

/** Where a request goes; undefined: the model does not do that. */
function wayOf(model: DrawingModel | MaskModel, request: ImageRequest): DrawingWay | undefined {
  const { source, loras } = request
  const hasLoras = loras.length > 0
  if (isRepaint(request)) {
    if (hasLoras) return undefined
    return model.does === 'inpaint' ? model : model.withMask
  }
  if (model.does === 'inpaint') return undefined
  const ways = hasLoras ? model.withLoras : model
  return source ? ways?.fromImage : ways
}

const fitOf = (model: DrawingModel | MaskModel, { fit }: DrawingWay): 'exact' | 'cover' =>
  fit ?? (model.does === 'draw' ? model.fit : 'cover')

/** Masks as services take them: white is drawn over, or black is. */
async function putMask(mask: Uint8Array, input: Record<string, unknown>, upload: Upload) {
  const asked = JSON.stringify(input)
  const put = (file: Uint8Array) => upload(file, 'image/png')
  return {
    ...(asked.includes('"$mask"') && { mask: await put(mask) }),
    ...(asked.includes('"$kept_mask"') && {
      kept_mask: await put(await sharp(mask).negate().png().toBuffer()),
    }),
  }
}

/** @throws EngineError `unsupported` for one of the service's own: there is none */
async function putLora({ model, weight, file }: LoraReference, upload: Upload) {
  if (!file) throw unsupported(model)
  return { path: await upload(file, 'application/octet-stream'), scale: weight }
}

/** @throws EngineError `unsupported` */
function keptLora(loras: readonly LoraReference[]): string {
  const [only, ...others] = loras
  if (others.length > 0) {
    throw new EngineError('unsupported', `The service draws with one LoRA, not ${loras.length}`, {
      retryable: false,
      userMessage: t('engines.oneTrainedModel'),
    })
  }
  if (only?.keptAs === undefined) throw unsupported(only?.model ?? 'no LoRA')
  return only.keptAs
}

function samplerOf(
  { samplers }: DrawingModel | MaskModel,
  { sampler }: ImageRequest,
): string | undefined {
  if (!samplers) return undefined
  const name = samplers[sampler]
  if (name === undefined) throw noSampler(sampler)
  return name
}

/** @throws EngineError `model_missing`, `unsupported` */
export async function planTool(
  catalogue: Catalogue,
  request: ToolRequest,
  upload: Upload,
): Promise<OrderPlan> {
  const [id, tool] = findTool(catalogue, request)
  const { values, indexes, seed } = await orderValues(request, upload)
  return {
    model: id,
    cost: tool.cost,
    seed,
    size: null,
    fit: 'exact',
    endpoint: tool.endpoint,
    inputs: indexes.map((index) => ({
      index,
      input: fillInput(tool.input, {
        ...values,
        ...(seed !== null && { seed: sentSeed(seed, index) }),
      }),
    })),
  }
}

/** Whether more is asked for than a service is told, which are pictures. */
function hasOptions(request: ToolRequest): boolean {
  switch (request.tool) {
    case 'remove_background': {
      const { correction, background, shadow, crop } = request
      return [correction, background, shadow, crop].some(Boolean)
    }
    case 'upscale':
      return request.pro
    case 'swap_faces':
      return request.pairs.some(({ source, target }) => source > 0 || target > 0)
    default:
      return false
  }
}

function findTool(catalogue: Catalogue, request: ToolRequest): [string, ServiceTool] {
  if (hasOptions(request)) throw unsupported(request.tool)
  for (const [id, entry] of Object.entries(catalogue)) {
    // Avatars are planned by the looks that their model has.
    if (entry.does !== request.tool || entry.does === 'draw_avatars') continue
    if (request.tool === 'edit_image' && id !== request.model) continue
    if (request.tool === 'upscale' && entry.scales?.includes(request.scale) === false) continue
    return [id, entry]
  }
  throw missing(request.tool === 'edit_image' ? request.model : request.tool)
}

interface ToolOrder {
  values: Record<string, unknown>
  indexes: number[]
  seed: number | null
}

async function orderValues(request: ToolRequest, upload: Upload): Promise<ToolOrder> {
  const put = async (file: Uint8Array) => upload(file, typeOf(file))
  const one = async (values: Promise<Record<string, unknown>>) => ({
    values: await values,
    indexes: [0],
    seed: null,
  })
  switch (request.tool) {
    case 'edit_image': {
      const images = await Promise.all(request.images.map(put))
      const { prompt, indexes, seed } = request
      return { values: { prompt, image: images[0], images }, indexes, seed }
    }
    case 'swap_faces':
      return one(
        (async () => ({
          source: await put(request.source),
          target: await put(request.target),
        }))(),
      )
    case 'upscale':
      return one((async () => ({ image: await put(request.image), scale: request.scale }))())
    case 'remove_background':
    case 'fix_faces':
      return one((async () => ({ image: await put(request.image) }))())
    default:
      throw unsupported(request.tool)
  }
}

/** Content type of a file of our storage: PNG, JPEG or WebP. */
export function typeOf(file: Uint8Array): string {
  if (file[0] === 0xff) return 'image/jpeg'
  return file[0] === 0x52 ? 'image/webp' : 'image/png'
}
