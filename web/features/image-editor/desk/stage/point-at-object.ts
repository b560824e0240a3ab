import { create } from 'zustand'
import {
  createPointedPicture,
  type PointedPicture,
} from '#web/features/generate/mask/pointed-picture.ts'
import type { SelectedObject } from '#web/features/generate/mask/press-object.ts'
import { handleError } from '#web/lib/errors.ts'
import type { EditorDocument, Point } from '../document/document.ts'
import { stateOf } from '../document/history.ts'
import { act, addFile, drawn, useEditor } from '../editor-store.ts'
import { canvasFile } from '../pixels/files.ts'

/** Where something is being selected; null: nowhere. */
export const usePointing = create<Point | null>()(() => null)

/** What is selected after the press that made a file. By the pixels that were pointed at: of others it is of no use. */
const selected = new WeakMap<
  HTMLCanvasElement,
  Map<string, readonly SelectedObject<HTMLCanvasElement>[]>
>()

let pointed: { pixels: HTMLCanvasElement; picture: PointedPicture } | null = null

/** What became of a press; `busy`: nothing, for another one goes on. */
export type Pressed = 'selected' | 'subtracted' | 'busy' | 'failed'

/**
 * Selects the object at a place of the image, or takes it away. One after the other: what a press does depends on those before. What goes
 * wrong is shown.
 */
export async function pointAtObject(at: Point, erase: boolean): Promise<Pressed> {
  if (usePointing.getState() !== null) return 'busy'
  usePointing.setState(at, true)
  try {
    await drawn()
    const { document, picture } = useEditor.getState()
    if (!document || !picture) return 'failed'
    const { pixels } = picture
    const place = { x: at.x / pixels.width, y: at.y / pixels.height }
    const { mask, objects } = await pictureOf(pixels).press(
      place,
      erase,
      objectsIn(document, pixels),
    )
    const file = await canvasFile(mask)
    // Another image may be there by now, or an order for this one.
    const now = useEditor.getState()
    if (now.picture?.pixels !== pixels || now.document?.pending !== null) return 'failed'
    const asset = addFile(file)
    selected.set(pixels, (selected.get(pixels) ?? new Map()).set(asset, objects))
    await act({ kind: 'object', erase, asset })
    return erase ? 'subtracted' : 'selected'
  } catch (error) {
    handleError(error)
    return 'failed'
  } finally {
    usePointing.setState(null, true)
  }
}

/** Removes what was sent of pixels that are not on the stage any more. */
export function leavePixels(pixels: HTMLCanvasElement): void {
  if (pointed?.pixels !== pixels) return
  pointed.picture.leave()
  pointed = null
}

function pictureOf(pixels: HTMLCanvasElement): PointedPicture {
  if (pointed?.pixels === pixels) return pointed.picture
  if (pointed) leavePixels(pointed.pixels)
  const picture = createPointedPicture(() => Promise.resolve(pixels), pixels)
  pointed = { pixels, picture }
  return picture
}

/** What the last press has selected that is not taken back. */
function objectsIn(document: EditorDocument, pixels: HTMLCanvasElement) {
  const known = selected.get(pixels)
  for (const step of stateOf(document).selection.toReversed()) {
    const objects = step.kind === 'object' ? known?.get(step.asset) : undefined
    if (objects) return objects
  }
  return []
}
