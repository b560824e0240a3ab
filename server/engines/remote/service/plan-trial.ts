import type { ServiceModelEntry, ServiceTool } from '#contract/service-model-entry.ts'
import { EngineError, sampleRequestFor, type ToolRequest } from '../../spec/index.ts'
import { isWriting, presentModel } from './offer.ts'
import { type OrderPlan, planDrawing, planTool, type Upload } from './plan-order.ts'

const EDIT = 'make it a snowy winter evening'
const SEED = 7

/** The order of one image by a description alone, whatever else the service offers. @throws EngineError `unsupported` */
export function planTrial(
  id: string,
  entry: ServiceModelEntry,
  picture: Uint8Array,
  upload: Upload,
): Promise<OrderPlan> {
  const alone = { [id]: entry }
  if (isWriting(entry)) {
    throw new EngineError('unsupported', `${id} makes no images`, {
      retryable: false,
      userMessage: 'This model makes no images.',
    })
  }
  return entry.does === 'draw'
    ? planDrawing(alone, sampleRequestFor(presentModel(id, entry)), upload, upload)
    : planTool(alone, requestOf(id, entry, picture), upload)
}

function requestOf(id: string, { does, scales }: ServiceTool, image: Uint8Array): ToolRequest {
  switch (does) {
    case 'edit_image':
      return { tool: does, model: id, images: [image], prompt: EDIT, indexes: [0], seed: SEED }
    case 'upscale':
      return { tool: does, image, scale: scales?.[0] ?? 2, pro: false }
    case 'swap_faces':
      return { tool: does, source: image, target: image, pairs: [] }
    default:
      return { tool: does, image }
  }
}
