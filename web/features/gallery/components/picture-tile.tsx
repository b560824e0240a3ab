import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core'
import { IconPhotoEdit } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { useCover } from '#web/lib/use-cover.ts'
import { Covered, UNCOVER_LABEL } from '#web/ui/covered.tsx'
import { Picture } from '#web/ui/picture.tsx'
import classes from './gallery.module.css'

/** A picture that opens in the viewer, with what can be done with it at once when it is pointed at. */
export function PictureTile({
  image,
  label,
  sizes,
  className,
  style,
  onOpen,
  onStartFrom,
}: {
  image: PredictionImage
  label: string
  sizes: string
  /** Says how wide it is. */
  className: string | undefined
  style: CSSProperties
  onOpen: (image: PredictionImage) => void
  /** Null where there is no image to image. */
  onStartFrom: ((image: PredictionImage) => void) | null
}) {
  const { covered, reveal } = useCover(image)
  return (
    <div className={`${classes.tile} ${className}`} style={style}>
      <UnstyledButton
        className={classes.open}
        data-picture={image.id}
        aria-label={covered ? UNCOVER_LABEL : label}
        onClick={() => (covered ? reveal() : onOpen(image))}
      >
        <Covered covered={covered}>
          <Picture image={image} sizes={sizes} />
        </Covered>
      </UnstyledButton>
      {onStartFrom !== null && (
        <Tooltip label="Use as input">
          <ActionIcon
            variant="default"
            size={32}
            className={classes.tileAction}
            aria-label="Use as input"
            onClick={() => onStartFrom(image)}
          >
            <IconPhotoEdit size={18} />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  )
}
