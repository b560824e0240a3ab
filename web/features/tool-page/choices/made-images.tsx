import { Text } from '@mantine/core'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { PictureTile } from '#web/features/gallery/components/picture-tile.tsx'
import classes from './choices.module.css'

/** The images of a job, each with the name of what was chosen for it. */
export function MadeImages({
  images,
  nameOf,
  onDetails,
}: {
  images: readonly PredictionImage[]
  nameOf(image: PredictionImage): string
  onDetails: (image: PredictionImage) => void
}) {
  return (
    <div className={classes.made}>
      {images.map((image) => {
        const name = nameOf(image)
        return (
          <figure key={image.id}>
            <PictureTile
              image={{ ...image, alt: image.alt || name }}
              of={images.length}
              sizes="(min-width: 62em) 25vw, 50vw"
              className={classes.tile}
              style={{ aspectRatio: image.width / image.height }}
              onOpen={onDetails}
            />
            <Text component="figcaption" size="sm" c="dimmed">
              {name}
            </Text>
          </figure>
        )
      })}
    </div>
  )
}
