import { Text } from '@mantine/core'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { PictureTile } from '#web/features/gallery/components/picture-tile.tsx'
import { ResultBar } from '#web/features/gallery/results/result-bar.tsx'
import type { Tool } from '../frame/tool.ts'
import classes from './choices.module.css'

/** The images of a job, each with the name of what was chosen for it; one alone has the bar of results. */
export function MadeImages({
  tool,
  images,
  nameOf,
  onDetails,
}: {
  tool: Tool
  images: readonly PredictionImage[]
  nameOf(image: PredictionImage): string
  onDetails: (image: PredictionImage) => void
}) {
  const [only, second] = images
  return (
    <>
      <div className={classes.made} data-alone={second === undefined || undefined}>
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
      {only && second === undefined && (
        <ResultBar without={tool.key} image={only} onDetails={onDetails} />
      )}
    </>
  )
}
