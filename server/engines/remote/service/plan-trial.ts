import { DEFAULTS } from '#contract/jobs/drawing.ts'
import type { AddedModelEntry, VideoModelEntry } from '#contract/service-model-entry.ts'
import {
  type ImageSource,
  sampleRequestFor,
  type ToolRequest,
  type VideoRequest,
} from '../../spec/index.ts'
import { presentModel, presentVideo, startsFromImage } from './offer.ts'
import { type OrderPlan, planDrawing, planTool, type Upload } from './plan-order.ts'
import { planVideo } from './plan-video.ts'

const EDIT = 'make it a snowy winter evening'
const FILL = 'a green glass vase'
const SCENE = 'a red ball rolls slowly across a wooden table'
const SEED = 7

/** The order of one image, or one video, by a description alone, whatever else the service offers. @throws EngineError `unsupported` */
export function planTrial(
  id: string,
  entry: AddedModelEntry,
  source: ImageSource,
  upload: Upload,
): Promise<OrderPlan> {
  const alone = { [id]: entry }
  switch (entry.does) {
    case 'draw':
      return planDrawing(alone, sampleRequestFor(presentModel(id, entry)), upload, upload)
    case 'inpaint': {
      const request = sampleRequestFor(presentModel(id, entry))
      const over = { ...source, strength: DEFAULTS.strength }
      return planDrawing(
        alone,
        { ...request, type: 'ITI', prompt: FILL, source: over },
        upload,
        upload,
      )
    }
    case 'video':
      return planVideo(alone, videoOf(id, entry, source.image), upload)
    default:
      return planTool(alone, toolOf(id, entry, source.image), upload)
  }
}

/** The shortest, for the service bills it. */
function videoOf(id: string, entry: VideoModelEntry, image: Uint8Array): VideoRequest {
  const { provider, sizes } = presentVideo(id, entry)
  return {
    provider,
    prompt: SCENE,
    duration: Math.min(...entry.durations),
    ...sizes[0]!,
    motion: 'none',
    seed: SEED,
    ...(startsFromImage(entry) && { image }),
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
