/** Does the heavy work on pixels in a worker, so that the page stays responsive. */
import { floodFill, type Rgba } from './flood-fill.ts'
import { applyLevels, type Levels } from './levels.ts'
import { boundsOf, feather, type Mask } from './mask.ts'

/** What can be asked for, and what comes back. */
export interface PixelWork {
  floodFill: {
    asked: { image: Rgba; at: { x: number; y: number }; tolerance: number; edges: boolean }
    answer: Mask
  }
  levels: { asked: { image: Rgba; levels: Levels }; answer: Rgba }
  feather: { asked: { mask: Mask; radius: number }; answer: Mask }
  bounds: { asked: { mask: Mask }; answer: ReturnType<typeof boundsOf> }
}

export type PixelOrder = {
  [Name in keyof PixelWork]: { id: number; name: Name; asked: PixelWork[Name]['asked'] }
}[keyof PixelWork]

export type PixelAnswer = { id: number; answer: unknown } | { id: number; error: string }

function work(order: PixelOrder): PixelWork[keyof PixelWork]['answer'] {
  switch (order.name) {
    case 'floodFill': {
      const { image, at, tolerance, edges } = order.asked
      const { width, height } = image
      return { data: floodFill(image, at, tolerance, edges), width, height }
    }
    case 'levels':
      applyLevels(order.asked.image.data, order.asked.levels)
      return order.asked.image
    case 'feather':
      return { ...order.asked.mask, data: feather(order.asked.mask, order.asked.radius) }
    default:
      return boundsOf(order.asked.mask)
  }
}

self.addEventListener('message', ({ data: order }: MessageEvent<PixelOrder>) => {
  const answer = answerOf(order)
  const pixels = 'answer' in answer ? (answer.answer as { data?: ArrayBufferView } | null) : null
  self.postMessage(answer, { transfer: pixels?.data ? [pixels.data.buffer as ArrayBuffer] : [] })
})

function answerOf(order: PixelOrder): PixelAnswer {
  try {
    return { id: order.id, answer: work(order) }
  } catch (error) {
    return { id: order.id, error: String(error) }
  }
}
