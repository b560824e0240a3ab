import { api, call } from '#web/lib/api.ts'
import type { Size } from '../lib/sizes.ts'
import { PAINT, type Point } from './mask-painting.ts'
import { type Masks, type Press, pressObject, type SelectedObject } from './press-object.ts'
import { createSentPicture } from './sent-picture.ts'

/** What is sent of a picture: networks that select see no more of it. */
const EDGE = 1024

/** A picture in which objects are selected by pressing on them. */
export interface PointedPicture {
  /**
   * @param at in parts of its width and height
   * @param erase the object is taken away
   * @param objects what is selected by presses before
   * @returns masks in the colour of paint, and transparent where they select nothing; of the picture's shape
   */
  press(
    at: Point,
    erase: boolean,
    objects: readonly SelectedObject<HTMLCanvasElement>[],
  ): Promise<Press<HTMLCanvasElement>>
  /** Removes the copy of it that was sent. */
  leave(): void
}

/**
 * A copy of the picture is sent with the first press, once, unless the picture itself is an upload.
 * @param see waits until it can be drawn
 */
export function createPointedPicture(
  see: () => Promise<CanvasImageSource>,
  { width, height }: Size,
  uploadId: string | null = null,
): PointedPicture {
  async function send(): Promise<string> {
    const scale = Math.min(1, EDGE / Math.max(width, height))
    const context = contextOf(
      Math.max(1, Math.round(width * scale)),
      Math.max(1, Math.round(height * scale)),
    )
    context.drawImage(await see(), 0, 0, context.canvas.width, context.canvas.height)
    const form = new FormData()
    form.append('image', await jpegOf(context.canvas), 'picture')
    const upload = { query: { purpose: 'selection' as const }, body: form }
    return (await call(api.uploadedImages.upload, upload)).id
  }

  const sent = createSentPicture(uploadId, {
    send,
    remove: (id) => call(api.uploadedImages.remove, { params: { id } }),
  })
  const masks: Masks<HTMLCanvasElement> = {
    async ask(places) {
      const body = { points: [...places] }
      const { mask } = await sent.ask((id) =>
        call(api.uploadedImages.select, { params: { id }, body }),
      )
      return paintOf(mask)
    },
    isIn,
    without,
  }
  return {
    press: (at, erase, objects) => pressObject(at, erase, objects, masks),
    leave: () => sent.leave(),
  }
}

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
