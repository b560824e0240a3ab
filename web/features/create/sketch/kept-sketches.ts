import type { ColorStroke, SketchAction } from './sketch-painting.ts'

/** Not in the draft itself, which is written at every move of a slider: strokes may take a hundred kilobytes. */
const KEY = 'create-sketches'
/** The last ones: a picture may be brought back after another was chosen. */
const MOST = 4

/** A stroke as it is kept: its points one after the other, x and y, in half pixels. */
interface KeptStroke extends Pick<ColorStroke, 'erase' | 'size' | 'color'> {
  xy: number[]
}

interface KeptSketch {
  /** Of the upload that the strokes are part of. */
  id: string
  strokes: KeptStroke[]
}

/** The strokes that still matter: those after everything was last cleared. */
function strokesOf(actions: readonly SketchAction[]): ColorStroke[] {
  const after = actions.slice(actions.findLastIndex(({ kind }) => kind === 'clear') + 1)
  return after.flatMap((action) => (action.kind === 'stroke' ? [action] : []))
}

function pack({ erase, size, color, points }: ColorStroke): KeptStroke {
  const xy: number[] = []
  for (const point of points) {
    const [x, y] = [Math.round(2 * point.x), Math.round(2 * point.y)]
    if (xy.length === 0 || xy.at(-2) !== x || xy.at(-1) !== y) xy.push(x, y)
  }
  return { erase, size, color, xy }
}

function unpack({ erase, size, color, xy }: KeptStroke): ColorStroke {
  const points = Array.from({ length: xy.length / 2 }, (_, at) => ({
    x: (xy[2 * at] ?? 0) / 2,
    y: (xy[2 * at + 1] ?? 0) / 2,
  }))
  return { kind: 'stroke', erase, size, color, points }
}

function readAll(storage: Storage): KeptSketch[] {
  try {
    return JSON.parse(storage.getItem(KEY) ?? '[]') as KeptSketch[]
  } catch {
    return []
  }
}

/**
 * Keeps the strokes of a sketch in the browser, so that they can be changed after a reload.
 * @param id of the upload that they are part of
 * @returns false where the browser has no room for them
 */
export function keepSketch(
  id: string,
  actions: readonly SketchAction[],
  storage: Storage = localStorage,
): boolean {
  const sketch = { id, strokes: strokesOf(actions).map(pack) }
  const others = readAll(storage).filter((one) => one.id !== id)
  for (let room = MOST - 1; room >= 0; room--) {
    try {
      storage.setItem(KEY, JSON.stringify([sketch, ...others.slice(0, room)]))
      return true
    } catch {
      // Full: with fewer of the earlier ones it may fit.
    }
  }
  return false
}

/** The strokes of a sketch, the oldest first; none where they are not kept. */
export function readSketch(id: string | null, storage: Storage = localStorage): ColorStroke[] {
  return (readAll(storage).find((one) => one.id === id)?.strokes ?? []).map(unpack)
}
