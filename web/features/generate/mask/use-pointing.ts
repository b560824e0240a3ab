import { useEffect, useRef } from 'react'
import type { SourcePicture } from '../api/use-source-picture.ts'
import type { MaskAction, ObjectAction, Point } from './mask-painting.ts'
import { createPointedPicture, type PointedPicture } from './pointed-picture.ts'
import { seeImage } from './see-image.ts'
import { uploadOf } from './sent-picture.ts'
import { useSelects } from './use-selects.ts'

/** Selects an object where the board is pressed, in pixels of the picture, or takes it away. */
export type PointAt = (at: Point, erase: boolean) => Promise<void>

/** Painting of which presses on objects are a part. */
interface PointedPainting {
  actions: () => readonly MaskAction[]
  keep: (action: ObjectAction) => void
}

/**
 * Pressing on objects of a picture to select them.
 * @param image what shows the picture, once it is on the page
 * @param painting is given what a press has changed
 * @returns null where nothing selects on this site
 */
export function usePointing(
  image: () => HTMLImageElement | null,
  source: SourcePicture,
  { actions, keep }: PointedPainting,
): PointAt | null {
  const isOffered = useSelects()
  const picture = useRef<PointedPicture>(null)
  useEffect(
    () => () => {
      picture.current?.leave()
      picture.current = null
    },
    [],
  )
  if (!isOffered) return null

  async function see(): Promise<HTMLImageElement> {
    const shown = image()
    if (shown === null) throw new Error('The image is not there yet')
    return seeImage(shown)
  }
  return async ({ x, y }, erase) => {
    picture.current ??= createPointedPicture(see, source, uploadOf(source))
    const last = actions().findLast((action) => action.kind === 'object')
    const place = { x: x / source.width, y: y / source.height }
    const { mask, objects } = await picture.current.press(place, erase, last?.objects ?? [])
    keep({ kind: 'object', erase, mask, objects })
  }
}
