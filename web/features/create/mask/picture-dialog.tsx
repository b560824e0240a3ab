import { type ComponentProps, type Ref, type RefCallback, useRef } from 'react'
import { useCover } from '#web/lib/use-cover.ts'
import { Uncover } from '#web/ui/covered.tsx'
import type { SourcePicture } from '#web/features/generate/api/use-source-picture.ts'
import { PaintDialog } from '#web/features/generate/mask/paint-dialog.tsx'
import classes from './picture-dialog.module.css'

/**
 * Painting on a canvas over a picture, which stays covered until somebody wants to see it.
 * @param props.size of the canvas, pixels; the picture fills it
 * @param props.image the element that shows the picture
 */
export function PictureDialog({
  picture,
  image,
  canvas,
  canvasClass,
  ...dialog
}: Omit<ComponentProps<typeof PaintDialog>, 'hand' | 'over' | 'children'> & {
  picture: SourcePicture
  image?: Ref<HTMLImageElement>
  canvas: RefCallback<HTMLCanvasElement>
  canvasClass?: string | undefined
}) {
  const { covered, reveal } = useCover(picture)
  const hand = useRef<HTMLButtonElement>(null)
  return (
    <PaintDialog
      {...dialog}
      hand={hand}
      over={
        covered && (
          <Uncover
            onClick={() => {
              reveal()
              hand.current?.focus()
            }}
          />
        )
      }
    >
      <img
        ref={image}
        className={classes.picture}
        src={picture.url}
        alt=""
        draggable={false}
        data-covered={covered || undefined}
      />
      <canvas
        ref={canvas}
        className={canvasClass}
        width={dialog.size.width}
        height={dialog.size.height}
      />
    </PaintDialog>
  )
}
