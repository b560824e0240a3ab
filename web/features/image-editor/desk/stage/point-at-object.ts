import { create } from 'zustand'
import {
  createPointedPicture,
  type PointedPicture,
} from '#web/features/create/mask/pointed-picture.ts'
import { handleError } from '#web/lib/errors.ts'
import type { Point } from '../document/document.ts'
import { act, addFile, drawn, useEditor } from '../editor-store.ts'
import { canvasFile } from '../pixels/files.ts'

/** Where something is being selected; null: nowhere. */
export const usePointing = create<Point | null>()(() => null)

/** By the pixels that are pointed at: what was selected of others is of no use. */
const pictures = new WeakMap<HTMLCanvasElement, PointedPicture>()

/** Selects the object at a place of the image, or takes it away. One after the other: what a press does depends on those before. */
export async function pointAtObject(at: Point, erase: boolean): Promise<void> {
  if (usePointing.getState() !== null) return
  usePointing.setState(at, true)
  try {
    await drawn()
    const pixels = useEditor.getState().picture?.pixels
    if (!pixels) return
    const picture = pictures.get(pixels) ?? createPointedPicture(pixels, pixels)
    pictures.set(pixels, picture)
    const mask = await picture.press({ x: at.x / pixels.width, y: at.y / pixels.height }, erase)
    const file = await canvasFile(mask)
    // Another image may be there by now.
    if (useEditor.getState().picture?.pixels !== pixels) return
    await act({ kind: 'object', erase, asset: addFile(file) })
  } catch (error) {
    handleError(error)
  } finally {
    usePointing.setState(null, true)
  }
}
