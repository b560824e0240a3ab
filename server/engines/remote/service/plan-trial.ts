import type { AddedModelEntry } from '#contract/service-model-entry.ts'
import { sampleRequestFor, type ToolRequest } from '../../spec/index.ts'
import { presentModel } from './offer.ts'
import { type OrderPlan, planDrawing, planTool, type Upload } from './plan-order.ts'

const EDIT = 'make it a snowy winter evening'
const SEED = 7

/** The order of one image by a description alone, whatever else the service offers. @throws EngineError `unsupported` */
export function planTrial(
  id: string,
  entry: AddedModelEntry,
  picture: Uint8Array,
  upload: Upload,
): Promise<OrderPlan> {
  const alone = { [id]: entry }
  return entry.does === 'draw'
    ? planDrawing(alone, sampleRequestFor(presentModel(id, entry)), upload, upload)
    : planTool(alone, requestOf(id, entry, picture), upload)
}

function requestOf(
  id: string,
  { does, scales }: Exclude<AddedModelEntry, { does: 'draw' }>,
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
