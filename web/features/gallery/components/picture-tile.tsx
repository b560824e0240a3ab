import { UnstyledButton } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type CSSProperties, memo, useState } from 'react'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { nameImage } from '#web/lib/name-image.ts'
import { useCover } from '#web/lib/use-cover.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { DeferredMenu } from '#web/ui/deferred-menu.tsx'
import { Covered, useUncoverLabel } from '#web/ui/covered.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { useTexts } from '../texts.ts'
import { useHover } from '../lib/use-hover.ts'
import classes from './gallery.module.css'

const loadMoving = () => import('./moving-tile.tsx').then(({ MovingTile }) => MovingTile)
const loadMenu = () => import('./result-menu.tsx').then(({ ResultMenu }) => ResultMenu)

/**
 * An image that opens in the viewer, with a menu of what can be done with it: on a touch screen always, else while it is
 * pointed at or has the focus.
 */
export const PictureTile = memo(function PictureTile({
  image,
  of,
  sizes,
  className,
  style,
  tabIndex,
  onOpen,
}: {
  image: PredictionImage
  /** How many images its job has; null: not known. A number, so that a tile that is the same is not drawn again. */
  of: number | null
  sizes: string
  /** Says how wide it is; it fills what it stands in otherwise. */
  className?: string | undefined
  style?: CSSProperties
  /** Of the image, in a table that arrow keys walk through. */
  tabIndex?: number
  onOpen: (image: PredictionImage) => void
}) {
  const t = useTexts()
  const uncoverLabel = useUncoverLabel()
  const name = nameImage(image, of)
  const { covered, reveal } = useCover(image)
  // Where there is a pointer, only the tile under it has the elements of a menu; once there, they stay.
  const [isPointedAt, setPointedAt] = useState(false)
  const hasHover = useHover()
  const point = () => setPointedAt(true)
  return (
    <div
      className={`${classes.tile} ${className ?? classes.fill}`}
      style={style}
      onPointerEnter={point}
      onFocus={point}
    >
      <UnstyledButton
        className={classes.open}
        tabIndex={tabIndex}
        data-picture={image.id}
        aria-label={covered ? uncoverLabel : t('pictureTile.open', { image: name.label })}
        onClick={() => (covered ? reveal() : onOpen(image))}
      >
        <Covered covered={covered}>
          <Picture image={{ ...image, alt: name.alt }} sizes={sizes} />
          {image.video && (
            <Deferred
              load={loadMoving}
              props={{ url: image.video.url, plays: isPointedAt && !covered }}
            />
          )}
        </Covered>
      </UnstyledButton>
      {(isPointedAt || !hasHover) && (
        <div className={classes.tileActions}>
          <DeferredMenu
            load={loadMenu}
            props={{ image }}
            label={t('pictureTile.menu')}
            className={classes.tileAction}
          >
            <IconDots size={18} />
          </DeferredMenu>
        </div>
      )}
    </div>
  )
})
