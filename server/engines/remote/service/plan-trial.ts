import { DEFAULTS } from '#contract/values/jobs/drawing.ts'
import type {
  AddedModelEntry,
  DrawingModel,
  MaskModel,
  VideoModelEntry,
} from '#contract/service-model-entry.ts'
import type { OrderWay } from '#contract/service-model-ways.ts'
import {
  type ImageRequest,
  type ImageSource,
  sampleRequestFor,
  type ToolRequest,
  type VideoRequest,
} from '../../spec/index.ts'
import { presentModel, presentVideo } from './offer.ts'
import { type OrderPlan, planDrawing, planTool, type Upload } from './plan-order.ts'
import { planVideo } from './plan-video.ts'

const EDIT = 'make it a snowy winter evening'
const FILL = 'a green glass vase'
const SCENE = 'a red ball rolls slowly across a wooden table'
const SEED = 7

/**
 * The order of one image, or one video, by a description alone, whatever else the service offers.
 * @param trial.way one of the entry's
 * @param trial.source with a mask
 * @throws EngineError `unsupported`
 */
export function planTrial(
  { id, entry }: { id: string; entry: AddedModelEntry },
  { way, source }: { way: OrderWay; source: ImageSource },
  upload: Upload,
): Promise<OrderPlan> {
  const alone = { [id]: entry }
  switch (entry.does) {
    case 'draw':
    case 'inpaint':
      return planDrawing(alone, drawingOf(id, entry, { way, source }), upload, upload)
    case 'video':
      return planVideo(alone, videoOf(id, entry, way === 'image' ? source.image : null), upload)
    default:
      return planTool(alone, toolOf(id, entry, source.image), upload)
  }
}

function drawingOf(
  id: string,
  entry: DrawingModel | MaskModel,
  { way, source }: { way: OrderWay; source: ImageSource },
): ImageRequest {
  const request = sampleRequestFor(presentModel(id, entry))
  if (way === 'words') return request
  const { image, mask } = source
  return {
    ...request,
    type: 'ITI',
    prompt: way === 'mask' ? FILL : EDIT,
    source: { image, strength: DEFAULTS.strength, ...(way === 'mask' && { mask }) },
  }
}

/** The shortest, for the service bills it. */
function videoOf(id: string, entry: VideoModelEntry, image: Uint8Array | null): VideoRequest {
  const { provider, sizes } = presentVideo(id, entry)
  return {
    provider,
    prompt: SCENE,
    duration: Math.min(...entry.durations),
    ...sizes[0]!,
    motion: 'none',
    seed: SEED,
    ...(image && { image }),
  }
}

function toolOf(
  id: string,
  { does, scales }: Exclude<AddedModelEntry, { does: 'draw' | 'inpaint' | 'video' }>,
  image: Uint8Array,
): ToolRequest {
  switch (does) {
    case 'edit_image':
      return { tool: does, model: id, images: [image], prompt: EDIT, indexes: [0], seed: SEED }
    case 'upscale':
      return { tool: does, image, scale: scales?.[0] ?? 2, pro: false }
    default:
      return { tool: does, image }
  }
}
