import type { GenerationRequestInput } from '#contract/generation-request.ts'
import { api, call } from '#web/lib/api.ts'
import { LIMITS } from '#contract/values/jobs/drawing.ts'
import type { UploadPurpose } from '#contract/uploaded-images.ts'
import type { Padding, Pending } from '../document/document.ts'
import { addFile, drawn, flatten, useEditor } from '../editor-store.ts'
import { askWorker } from '../pixels/ask-worker.ts'
import { maskFile, partFile } from '../pixels/files.ts'
import { readSelection } from '../pixels/paint-selection.ts'
import { payOrder } from './pay-order.ts'
import { regionFor, type Room } from './region.ts'

/** What an order is about. */
export type Order =
  | { kind: 'remove' }
  | ({ kind: 'replace' } & Words)
  | ({ kind: 'extend'; padding: Padding } & Words)

/** Prompt and model of a drawing. */
interface Words {
  prompt: string
  model: string | null
  /** Whether the model can be told how far it may leave what is there. */
  takesStrength: boolean
}

/** What models draw at once. */
const DRAWING: Room = { least: LIMITS.size.min, edge: LIMITS.size.max, pixels: LIMITS.pixels }
/** What is sent of an image for removing something. */
const REMOVING: Room = { least: 128, edge: 4096, pixels: 6_000_000 }
/** How far what is drawn may leave what was there. */
const STRENGTH = 0.85
/** Soft edges of what a model draws, at most. */
const MOST_FEATHER = 64

/** Why an order cannot be placed, as the message that says it. */
export class OrderProblem extends Error {
  readonly code: 'nothing' | 'everything' | 'large' | 'small'

  constructor(code: OrderProblem['code']) {
    super(code)
    this.code = code
  }
}

async function send(file: Blob, purpose: UploadPurpose): Promise<string> {
  const form = new FormData()
  form.append('image', file, purpose)
  const { id } = await call(api.uploadedImages.upload, { query: { purpose }, body: form })
  return id
}

/**
 * Sends the image, or the part of it that matters, and starts the job.
 *
 * @param shown credits that the button promised
 * @returns null where the person was asked about the price and said no
 * @throws {OrderProblem} {OtherPrice}
 */
export async function placeOrder(order: Order, shown: number): Promise<Pending | null> {
  await drawn()
  const canvas = flatten()
  if (!canvas) throw new OrderProblem('nothing')
  const { request, pending } =
    order.kind === 'extend' ? await extension(order, canvas) : await change(order, canvas)
  const job = await payOrder(request, shown)
  return job && { ...pending, job: job.id }
}

interface Prepared {
  request: GenerationRequestInput
  /** Without the job, which is not there yet. */
  pending: Pending
}

const inWords = ({ prompt, model, takesStrength }: Words, strength: number) => ({
  type: 'ITI' as const,
  prompt,
  num_images: 1,
  ...(model !== null && { model }),
  ...(takesStrength && { strength }),
})

async function extension(
  { padding, ...words }: Extract<Order, { kind: 'extend' }>,
  canvas: HTMLCanvasElement,
): Promise<Prepared> {
  const width = canvas.width + padding.left + padding.right
  const height = canvas.height + padding.top + padding.bottom
  if (width > DRAWING.edge || height > DRAWING.edge || width * height > DRAWING.pixels)
    throw new OrderProblem('large')
  if (Math.min(canvas.width, canvas.height) < DRAWING.least) throw new OrderProblem('small')
  const image = await send(
    await partFile(canvas, { x: 0, y: 0, width: canvas.width, height: canvas.height }),
    'picture',
  )
  return {
    request: { ...inWords(words, 1), image, outpaint: padding },
    pending: { job: '', kind: 'extend', padding },
  }
}

async function change(
  order: Extract<Order, { kind: 'remove' | 'replace' }>,
  canvas: HTMLCanvasElement,
): Promise<Prepared> {
  const { document, picture } = useEditor.getState()
  if (!document || !picture?.selection) throw new OrderProblem('nothing')
  const hard = readSelection(picture.selection.canvas)
  if (!hard.data.includes(0)) throw new OrderProblem('everything')
  const selected = await askWorker('bounds', { mask: hard })
  if (!selected) throw new OrderProblem('nothing')
  const box = regionFor(hard, selected, order.kind === 'remove' ? REMOVING : DRAWING)
  if (!box) throw new OrderProblem('large')
  if (order.kind === 'replace' && Math.min(box.width, box.height) < DRAWING.least)
    throw new OrderProblem('small')
  const feather = Math.min(MOST_FEATHER, document.feather)
  // Twice as wide where a model blends by itself: all that it may change is taken over.
  const radius = order.kind === 'remove' ? feather : feather === 0 ? 0 : 2 * feather + 1
  const soft = await askWorker('feather', { mask: hard, radius })
  const [image, mask] = await Promise.all([
    partFile(canvas, box).then((file) => send(file, 'picture')),
    maskFile(order.kind === 'remove' ? soft : hard, box).then((file) => send(file, 'mask')),
  ])
  const taken = addFile(await maskFile(soft, box))
  return {
    request:
      order.kind === 'remove'
        ? { type: 'RO', image, mask }
        : { ...inWords(order, STRENGTH), image, mask, mask_feather: feather },
    pending: { job: '', kind: 'paste', box, mask: taken },
  }
}
