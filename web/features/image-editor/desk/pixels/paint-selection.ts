import { drawLine, PAINT } from '#web/features/generate/mask/mask-painting.ts'
import type { SelectionStep } from '../document/document.ts'
import { askWorker } from './ask-worker.ts'
import { contextOf } from './canvas.ts'
import type { Mask } from './mask.ts'
import { rgbaOf } from './render-pixels.ts'

type MagicStep = Extract<SelectionStep, { kind: 'magic' }>
type ObjectStep = Extract<SelectionStep, { kind: 'object' }>

/** What was found by a step, in the colour of the selection. */
const found = new WeakMap<MagicStep | ObjectStep, HTMLCanvasElement>()

/** What is selected of an image. */
export interface Selection {
  image: HTMLCanvasElement
  steps: readonly SelectionStep[]
  /** Of the image's size; where nothing is selected, it is transparent. One more step is drawn on the same canvas. */
  canvas: HTMLCanvasElement
}

/**
 * Draws what is selected.
 *
 * @param fileOf files of the document
 * @param before what was drawn last; if steps were only added to it, it is gone on with
 */
export async function paintSelection(
  steps: readonly SelectionStep[],
  image: HTMLCanvasElement,
  fileOf: (asset: string) => Blob | undefined,
  before: Selection | null,
): Promise<Selection> {
  for (const step of steps) {
    if ((step.kind !== 'magic' && step.kind !== 'object') || found.has(step)) continue
    const canvas =
      step.kind === 'magic' ? await findAlike(step, image) : await readObject(fileOf(step.asset))
    found.set(step, canvas)
  }
  const isMore =
    before !== null && before.image === image && before.steps.every((step, i) => step === steps[i])
  const context = isMore ? before.canvas.getContext('2d') : contextOf(image.width, image.height)
  if (context === null) throw new Error('This browser cannot draw')
  for (const step of steps.slice(isMore ? before.steps.length : 0)) paintStep(context, step)
  return { image, steps, canvas: context.canvas }
}

/** Draws one more step; what magic or a press has selected must have been found before. */
function paintStep(context: CanvasRenderingContext2D, step: SelectionStep): void {
  const { width, height } = context.canvas
  context.save()
  context.fillStyle = PAINT
  context.strokeStyle = PAINT
  context.globalCompositeOperation =
    'erase' in step && step.erase ? 'destination-out' : 'source-over'
  switch (step.kind) {
    case 'brush':
      drawLine(context, { ...step, kind: 'stroke' })
      break
    case 'lasso':
      context.beginPath()
      for (const { x, y } of step.points) context.lineTo(x, y)
      context.closePath()
      context.fill()
      break
    case 'rectangle':
      context.fillRect(step.box.x, step.box.y, step.box.width, step.box.height)
      break
    case 'magic':
    case 'object': {
      const canvas = found.get(step)
      if (canvas) context.drawImage(canvas, 0, 0, width, height)
      break
    }
    case 'invert':
      context.globalCompositeOperation = 'xor'
      context.fillRect(0, 0, width, height)
      break
    case 'clear':
      context.clearRect(0, 0, width, height)
  }
  context.restore()
}

async function readObject(file: Blob | undefined): Promise<HTMLCanvasElement> {
  if (!file) throw new Error('The document lacks a file of its selection')
  const bitmap = await createImageBitmap(file)
  const context = contextOf(bitmap.width, bitmap.height)
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  return context.canvas
}

async function findAlike(
  { at, tolerance, edges }: MagicStep,
  canvas: HTMLCanvasElement,
): Promise<HTMLCanvasElement> {
  const { width, height } = canvas
  const source = contextOf(width, height, true)
  source.drawImage(canvas, 0, 0)
  const image = source.getImageData(0, 0, width, height)
  const { data } = await askWorker('floodFill', { image: rgbaOf(image), at, tolerance, edges }, [
    image.data.buffer,
  ])
  const context = contextOf(width, height)
  const pixels = context.createImageData(width, height)
  const [red, green, blue] = [0xf0, 0x65, 0x95]
  for (const [pixel, value] of data.entries())
    if (value !== 0) pixels.data.set([red, green, blue, value], 4 * pixel)
  context.putImageData(pixels, 0, 0)
  return context.canvas
}

/** What is selected: 255, in parts where an edge runs through a pixel less; else 0. */
export function readSelection(canvas: HTMLCanvasElement): Mask {
  const { width, height } = canvas
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser cannot draw')
  const { data } = context.getImageData(0, 0, width, height)
  const mask = new Uint8Array(width * height)
  for (let pixel = 0; pixel < mask.length; pixel++)
    mask[pixel] = data[4 * pixel + 3]! > 127 ? 255 : 0
  return { data: mask, width, height }
}
