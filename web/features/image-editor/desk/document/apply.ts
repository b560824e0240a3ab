import type { DocumentState, Operation, PixelStep, Point, TextLayer } from './document.ts'

type Size = Pick<DocumentState, 'width' | 'height'>

/** What is there after one more operation. */
export function apply(state: DocumentState, operation: Operation): DocumentState {
  switch (operation.kind) {
    case 'brush':
    case 'lasso':
    case 'rectangle':
    case 'magic':
    case 'object':
    case 'invert':
      return { ...state, selection: [...state.selection, operation] }
    case 'clear':
      return { ...state, selection: [] }
    case 'text': {
      const { layer } = operation
      const isKnown = state.texts.some(({ id }) => id === layer.id)
      const texts = isKnown
        ? state.texts.map((one) => (one.id === layer.id ? layer : one))
        : [...state.texts, layer]
      return { ...state, texts }
    }
    case 'remove-text':
      return { ...state, texts: state.texts.filter(({ id }) => id !== operation.id) }
    default:
      return {
        ...sizeAfter(state, operation),
        pixels: [...state.pixels, operation],
        texts: state.texts.map((layer) => moved(layer, state, operation)),
        // What was selected lies elsewhere now, or is gone.
        selection: [],
      }
  }
}

/** How large the image is after a step. */
export function sizeAfter({ width, height }: Size, step: PixelStep): Size {
  switch (step.kind) {
    case 'crop':
      return { width: step.box.width, height: step.box.height }
    case 'resize':
      return { width: step.width, height: step.height }
    case 'extend': {
      const { left, top, right, bottom } = step.padding
      return { width: width + left + right, height: height + top + bottom }
    }
    case 'turn':
      return step.quarters === 2 ? { width, height } : { width: height, height: width }
    case 'straighten': {
      const scale = straightScale({ width, height }, step.degrees)
      return {
        width: Math.max(1, Math.floor(width * scale)),
        height: Math.max(1, Math.floor(height * scale)),
      }
    }
    default:
      return { width, height }
  }
}

/** How much of an image's edges is left of the largest part of its shape that lies within it once it is turned. */
export function straightScale({ width, height }: Size, degrees: number): number {
  const angle = (Math.abs(degrees) * Math.PI) / 180
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  return Math.min(width / (width * cos + height * sin), height / (width * sin + height * cos))
}

/** A text where it is after a step. */
function moved(layer: TextLayer, before: Size, step: PixelStep): TextLayer {
  switch (step.kind) {
    case 'crop':
      return { ...layer, x: layer.x - step.box.x, y: layer.y - step.box.y }
    case 'extend':
      return { ...layer, x: layer.x + step.padding.left, y: layer.y + step.padding.top }
    case 'resize': {
      const scale = step.height / before.height
      return {
        ...layer,
        x: (layer.x * step.width) / before.width,
        y: layer.y * scale,
        size: layer.size * scale,
      }
    }
    case 'turn':
      return turned(layer, before, sizeAfter(before, step), 90 * step.quarters)
    case 'straighten':
      return turned(layer, before, sizeAfter(before, step), step.degrees)
    default:
      return layer
  }
}

function turned(layer: TextLayer, before: Size, after: Size, degrees: number): TextLayer {
  const { x, y } = turnPoint(layer, before, after, degrees)
  return { ...layer, x, y, rotation: (layer.rotation + degrees + 360) % 360 }
}

/** Where a point is once an image is turned around its middle. */
function turnPoint({ x, y }: Point, before: Size, after: Size, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  const [dx, dy] = [x - before.width / 2, y - before.height / 2]
  return { x: after.width / 2 + dx * cos - dy * sin, y: after.height / 2 + dx * sin + dy * cos }
}
