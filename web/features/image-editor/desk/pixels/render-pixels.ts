import type { DocumentState, EditorDocument, PixelStep } from '../document/document.ts'
import { sizeAfter } from '../document/apply.ts'
import { askWorker } from './ask-worker.ts'
import { contextOf } from './canvas.ts'

/** Reads a file of the document. */
export type ReadAsset = (asset: string) => Promise<ImageBitmap>

/** Of how many canvases what was drawn is kept: each takes four bytes a pixel. */
const KEPT = 3

/** Draws the pixels of a document after some steps; what was drawn before is gone on with. */
export function createPixels(readAsset: ReadAsset): {
  render(document: EditorDocument, state: DocumentState): Promise<HTMLCanvasElement>
} {
  // By what was done, the one that was used last at the end.
  const kept = new Map<string, HTMLCanvasElement>()

  function keep(key: string, canvas: HTMLCanvasElement): void {
    kept.delete(key)
    kept.set(key, canvas)
    for (const oldest of [...kept.keys()].slice(0, -KEPT)) kept.delete(oldest)
  }

  async function render(
    document: EditorDocument,
    { pixels }: DocumentState,
  ): Promise<HTMLCanvasElement> {
    const { base } = document
    const keyOf = (count: number) => JSON.stringify([base.asset, pixels.slice(0, count)])
    let done = pixels.length
    while (done > 0 && !kept.has(keyOf(done))) done--
    let canvas = kept.get(keyOf(done))
    if (!canvas) {
      const image = await readAsset(base.asset)
      const context = contextOf(base.width, base.height)
      context.drawImage(image, 0, 0, base.width, base.height)
      image.close()
      canvas = context.canvas
      keep(keyOf(0), canvas)
    }
    for (; done < pixels.length; done++) canvas = await draw(canvas, pixels[done]!, readAsset)
    keep(keyOf(done), canvas)
    return canvas
  }

  return { render }
}

async function draw(
  before: HTMLCanvasElement,
  step: PixelStep,
  readAsset: ReadAsset,
): Promise<HTMLCanvasElement> {
  const { width, height } = sizeAfter(before, step)
  const context = contextOf(width, height)
  switch (step.kind) {
    case 'paste': {
      const image = await readAsset(step.asset)
      context.drawImage(before, 0, 0)
      context.drawImage(image, step.box.x, step.box.y)
      image.close()
      break
    }
    case 'extend': {
      const image = await readAsset(step.asset)
      context.drawImage(image, 0, 0, width, height)
      context.clearRect(step.padding.left, step.padding.top, before.width, before.height)
      context.drawImage(before, step.padding.left, step.padding.top)
      image.close()
      break
    }
    case 'crop':
      context.drawImage(before, -step.box.x, -step.box.y)
      break
    case 'resize':
      context.drawImage(shrunk(before, width, height), 0, 0, width, height)
      break
    case 'flip':
      context.translate(step.axis === 'across' ? width : 0, step.axis === 'down' ? height : 0)
      context.scale(step.axis === 'across' ? -1 : 1, step.axis === 'down' ? -1 : 1)
      context.drawImage(before, 0, 0)
      break
    case 'turn':
    case 'straighten': {
      const degrees = step.kind === 'turn' ? 90 * step.quarters : step.degrees
      context.translate(width / 2, height / 2)
      context.rotate((degrees * Math.PI) / 180)
      context.drawImage(before, -before.width / 2, -before.height / 2)
      break
    }
    case 'levels': {
      context.drawImage(before, 0, 0)
      const image = context.getImageData(0, 0, width, height)
      const { data } = await askWorker('levels', { image: rgbaOf(image), levels: step }, [
        image.data.buffer,
      ])
      context.putImageData(new ImageData(new Uint8ClampedArray(data), width, height), 0, 0)
      break
    }
  }
  return context.canvas
}

/** Halved until one more step of smoothing is enough. */
function shrunk(canvas: HTMLCanvasElement, width: number, height: number): HTMLCanvasElement {
  let copy = canvas
  while (copy.width > 2 * width && copy.height > 2 * height) {
    const half = contextOf(Math.ceil(copy.width / 2), Math.ceil(copy.height / 2))
    half.drawImage(copy, 0, 0, half.canvas.width, half.canvas.height)
    copy = half.canvas
  }
  return copy
}

/** Pixels as the worker takes them. */
export const rgbaOf = ({ data, width, height }: ImageData) => ({
  data: data as Uint8ClampedArray,
  width,
  height,
})
