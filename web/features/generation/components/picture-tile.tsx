import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core'
import { IconPhotoEdit } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { Picture } from '#web/ui/picture.tsx'
import { useCover } from '../lib/use-cover.ts'
import classes from './stage.module.css'

const COVER_NOTE = 'it may not suit everybody'

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
  className: string | undefined
  style: CSSProperties
  onOpen: (image: PredictionImage) => void
  /** Null where there is no image to image. */
  onStartFrom: ((image: PredictionImage) => void) | null
}) {
  const { covered, reveal } = useCover(image)
  return (
    <div className={className} style={style}>
      <UnstyledButton
        className={classes.open}
        data-picture={image.id}
        data-covered={covered || undefined}
        aria-label={covered ? `Show picture: ${COVER_NOTE}` : label}
        onClick={() => (covered ? reveal() : onOpen(image))}
      >
        <Picture image={image} sizes={sizes} />
        {covered && <span className={classes.cover}>Show</span>}
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
