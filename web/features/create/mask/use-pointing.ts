import { useRef } from 'react'
import type { Size } from '../lib/sizes.ts'
import type { Point, ObjectAction } from './mask-painting.ts'
import { createPointedPicture, type PointedPicture } from './pointed-picture.ts'
import { useSelects } from './use-selects.ts'

/** Selects an object where the board is pressed, in pixels of the picture, or takes it away. */
export type PointAt = (at: Point, erase: boolean) => Promise<void>

/**
 * Pressing on objects of a picture to select them.
 * @param image what is seen of the picture, once it is there
 * @param onObject given what a press has changed
 * @returns null where nothing selects on this site
 */
export function usePointing(
  image: () => CanvasImageSource | null,
  size: Size,
  onObject: (object: ObjectAction) => void,
): PointAt | null {
  const isOffered = useSelects()
  const picture = useRef<PointedPicture>(null)
  if (!isOffered) return null
  return async ({ x, y }, erase) => {
    const seen = image()
    if (seen === null) throw new Error('The image is not there yet')
    picture.current ??= createPointedPicture(seen, size)
    const mask = await picture.current.press({ x: x / size.width, y: y / size.height }, erase)
    onObject({ kind: 'object', erase, mask })
  }
}
