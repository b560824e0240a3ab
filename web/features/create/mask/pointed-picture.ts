import { api } from '#contract/index.ts'
import { UPLOAD_LIMITS } from '#contract/uploaded-images.ts'
import { call } from '#web/lib/api.ts'
import type { Size } from '../lib/sizes.ts'
import { PAINT, type Point } from './mask-painting.ts'

/** What is sent of a picture: networks that select see no more of it. */
const EDGE = 1024

interface Place extends Point {
  part: boolean
}

/** What was selected by a press, and by those after it that took something away. */
interface SelectedObject {
  places: Place[]
  mask: HTMLCanvasElement
}

/** A picture in which objects are selected by pressing on them. */
export interface PointedPicture {
  /**
   * @param at in parts of its width and height
   * @param erase the object is taken away: of one that was selected before, what lies there, else all of it
   * @returns where something changes, in the colour of paint and transparent elsewhere; of the picture's shape
   */
  press(at: Point, erase: boolean): Promise<HTMLCanvasElement>
}

/** The picture is sent with the first press, once. */
export function createPointedPicture(
  image: CanvasImageSource,
  { width, height }: Size,
): PointedPicture {
  const objects: SelectedObject[] = []
  let sent: Promise<string> | null = null

  async function send(): Promise<string> {
    const scale = Math.min(1, EDGE / Math.max(width, height))
    const context = contextOf(
      Math.max(1, Math.round(width * scale)),
      Math.max(1, Math.round(height * scale)),
    )
    context.drawImage(image, 0, 0, context.canvas.width, context.canvas.height)
    const form = new FormData()
    form.append('image', await jpegOf(context.canvas), 'picture')
    // As a mask it is in no list of pictures.
    const upload = { query: { purpose: 'mask' as const }, body: form }
    return (await call(api.uploadedImages.upload, upload)).id
  }

  async function ask(points: Place[]): Promise<HTMLCanvasElement> {
    sent ??= send()
    try {
      const id = await sent
      const { mask } = await call(api.uploadedImages.select, { params: { id }, body: { points } })
      return await paintOf(mask)
    } catch (error) {
      // The next press sends it again: it may have gone.
      sent = null
      throw error
    }
  }

  return {
    async press({ x, y }, erase) {
      const own = { x: within(x), y: within(y), part: true }
      if (!erase) {
        const mask = await ask([own])
        objects.push({ places: [own], mask })
        return mask
      }
      const object = objects.findLast(({ mask }) => isIn(mask, own))
      if (object && object.places.length < UPLOAD_LIMITS.points) {
        const places = [...object.places, { ...own, part: false }]
        const left = await ask(places)
        const gone = without(object.mask, left)
        if (isIn(gone, own)) {
          Object.assign(object, { places, mask: left })
          return gone
        }
      }
      return ask([own])
    },
  }
}

const within = (part: number): number => Math.min(1, Math.max(0, part))

function contextOf(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('This browser cannot draw')
  return context
}

const jpegOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The image could not be written'))),
      'image/jpeg',
      0.92,
    )
  })

/** A mask (white on black) as paint. */
async function paintOf(url: string): Promise<HTMLCanvasElement> {
  const bytes = Uint8Array.from(atob(url.slice(url.indexOf(',') + 1)), (one) => one.charCodeAt(0))
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const context = contextOf(bitmap.width, bitmap.height)
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  const pixels = context.getImageData(0, 0, context.canvas.width, context.canvas.height)
  for (let at = 0; at < pixels.data.length; at += 4) pixels.data[at + 3] = pixels.data[at] ?? 0
  context.putImageData(pixels, 0, 0)
  context.globalCompositeOperation = 'source-in'
  context.fillStyle = PAINT
  context.fillRect(0, 0, context.canvas.width, context.canvas.height)
  return context.canvas
}

function isIn(mask: HTMLCanvasElement, { x, y }: Point): boolean {
  const [left, top] = [Math.floor(x * mask.width), Math.floor(y * mask.height)]
  const place = mask
    .getContext('2d')
    ?.getImageData(Math.min(mask.width - 1, left), Math.min(mask.height - 1, top), 1, 1)
  return (place?.data[3] ?? 0) > 127
}

function without(mask: HTMLCanvasElement, other: HTMLCanvasElement): HTMLCanvasElement {
  const context = contextOf(mask.width, mask.height)
  context.drawImage(mask, 0, 0)
  context.globalCompositeOperation = 'destination-out'
  context.drawImage(other, 0, 0)
  return context.canvas
}
