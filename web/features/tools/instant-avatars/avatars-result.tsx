import type { Job } from '#contract/inference-jobs.ts'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { MadeImages } from '#web/features/tool-page/choices/made-images.tsx'
import { instantAvatarsTool } from './tool.ts'
import { useStyles } from './use-styles.ts'
import { useTexts } from '#web/features/tool-page/texts.ts'

/** The avatars of a job, each with the name of its look. */
export function AvatarsResult({
  job: { parameters },
  ...shown
}: {
  job: Job
  images: readonly PredictionImage[]
  onDetails: (image: PredictionImage) => void
}) {
  const t = useTexts()
  const looks = useStyles().data?.results ?? []
  const styles = parameters.type === 'ISI' ? parameters.styles : []
  const each = parameters.type === 'ISI' ? parameters.num_images : 1
  return (
    <MadeImages
      {...shown}
      tool={instantAvatarsTool}
      nameOf={({ index }) => {
        const style = styles[Math.floor(index / each)]
        return looks.find(({ id }) => id === style)?.name ?? style ?? t('avatarsResult.avatar')
      }}
    />
  )
}
