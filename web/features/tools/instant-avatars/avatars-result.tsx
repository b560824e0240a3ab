import { Text } from '@mantine/core'
import type { Job } from '#contract/inference-jobs.ts'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { PictureTile } from '#web/features/gallery/components/picture-tile.tsx'
import classes from './avatars.module.css'
import { useStyles } from './use-styles.ts'
import { useTexts } from '../texts.ts'

/** The avatars of a job, each with the name of its look. */
export function AvatarsResult({
  job,
  images,
  onDetails,
}: {
  job: Job
  images: readonly PredictionImage[]
  onDetails: (image: PredictionImage) => void
}) {
  const t = useTexts()
  const looks = useStyles().data?.results ?? []
  const { parameters } = job
  const styles = parameters.type === 'ISI' ? parameters.styles : []
  const each = parameters.type === 'ISI' ? parameters.num_images : 1
  return (
    <div className={classes.made}>
      {images.map((image) => {
        const style = styles[Math.floor(image.index / each)]
        const name =
          looks.find(({ id }) => id === style)?.name ?? style ?? t('avatarsResult.avatar')
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
