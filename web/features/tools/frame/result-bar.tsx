import { Deferred } from '#web/ui/deferred.tsx'
import type { PredictionImage } from '#contract/prediction-images.ts'
import classes from './tool.module.css'
import type { Tool } from './tool.ts'

export interface ResultBarProps {
  tool: Tool
  image: PredictionImage
  /** In place of the usual one, as for a cut-out on a backdrop. */
  onDownload?: () => void
  onDetails: (image: PredictionImage) => void
}

// There is nothing to do with a result before there is one.
const loadButtons = () => import('./result-buttons.tsx').then(({ ResultButtons }) => ResultButtons)

/** What can be done with a result: download first, then the list that every image has. */
export function ResultBar(props: ResultBarProps) {
  return (
    <Deferred
      load={loadButtons}
      props={props}
      fallback={<div className={classes.buttonsToCome} />}
    />
  )
}
