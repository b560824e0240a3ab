import { Deferred } from '#web/ui/deferred.tsx'
import classes from './tool.module.css'
import type { ResultButtonsProps } from './result-buttons.tsx'

// There is nothing to do with a result before there is one.
const loadButtons = () => import('./result-buttons.tsx').then(({ ResultButtons }) => ResultButtons)

/** What can be done with a result: download first, then the list that every image has. */
export function ResultBar(props: ResultButtonsProps) {
  return (
    <Deferred
      load={loadButtons}
      props={props}
      fallback={<div className={classes.buttonsToCome} />}
    />
  )
}
