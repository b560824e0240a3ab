import { Text } from '@mantine/core'
import type { Job } from '#contract/inference-jobs.ts'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { useSourcePicture } from '#web/features/create/api/use-source-picture.ts'
import { CompareSlider } from '../frame/compare-slider.tsx'
import { inputOf } from '../frame/input-of.ts'
import { ResultBar } from '../frame/result-bar.tsx'
import classes from './face-swap.module.css'
import { faceSwapTool } from './tool.ts'

/** The photo with the other face beside what it was. */
export function SwapResult({
  job,
  image,
  onDetails,
}: {
  job: Job
  image: PredictionImage
  onDetails: (image: PredictionImage) => void
}) {
  const before = useSourcePicture(inputOf(job), true).picture ?? null
  return (
    <>
      <CompareSlider
        before={before}
        after={image}
        alt={image.alt || 'The photo with the other face'}
      />
      <Text size="sm" c="dimmed" className={classes.note}>
        Made with AI. The file says so, too.
      </Text>
      <ResultBar tool={faceSwapTool} image={image} onDetails={onDetails} />
    </>
  )
}
