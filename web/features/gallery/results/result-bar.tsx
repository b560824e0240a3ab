import { Deferred } from '#web/ui/deferred.tsx'
import classes from './result-bar.module.css'
import type { ResultButtonsProps } from './result-buttons.tsx'

// There is nothing to do with a result before there is one.
const loadButtons = () => import('./result-buttons.tsx').then(({ ResultButtons }) => ResultButtons)

/** What can be done with a result, under the picture wherever one is made. */
export function ResultBar(props: ResultButtonsProps) {
  return (
    <Deferred
      load={loadButtons}
      props={props}
      fallback={<div className={classes.buttonsToCome} />}
    />
  )
}
