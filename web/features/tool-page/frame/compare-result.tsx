import { Text } from '@mantine/core'
import type { Job } from '#contract/inference-jobs.ts'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { useSourcePicture } from '#web/features/generate/api/use-source-picture.ts'
import { CompareSlider } from './compare-slider.tsx'
import { inputOf } from './input-of.ts'
import { ResultBar } from '#web/features/gallery/results/result-bar.tsx'
import classes from './tool.module.css'
import type { Tool } from './tool.ts'

/** The result of a tool beside what it was, and what can be done with it. */
export function CompareResult({
  tool,
  job,
  image,
  alt,
  note,
  onDetails,
}: {
  tool: Tool
  job: Job
  image: PredictionImage
  /** Of a result that was not described. */
  alt: string
  note?: string
  onDetails: (image: PredictionImage) => void
}) {
  const before = useSourcePicture(inputOf(job), true).picture ?? null
  return (
    <>
      <CompareSlider before={before} after={image} alt={image.alt || alt} />
      <ResultBar without={tool.key} image={image} onDetails={onDetails} />
      {note !== undefined && (
        <Text size="sm" c="dimmed" ta="center" className={classes.note}>
          {note}
        </Text>
      )}
    </>
  )
}
