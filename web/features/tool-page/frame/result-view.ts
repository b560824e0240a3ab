import type { ReactNode } from 'react'
import type { Job } from '#contract/inference-jobs.ts'
import type { PredictionImage } from '#contract/prediction-images.ts'

/** Shows the results of a job that is done. */
export type ResultView = (props: {
  job: Job
  images: readonly PredictionImage[]
  onDetails: (image: PredictionImage) => void
}) => ReactNode
