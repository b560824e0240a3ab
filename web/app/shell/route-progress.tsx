import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import classes from './route-progress.module.css'
import { useTexts } from './texts.ts'

const DELAY_MS = 120
const STEP_MS = 250

function LoadingBar() {
  const t = useTexts()
  const [value, setValue] = useState(0)
  useEffect(() => {
    // Nearer and nearer to the end, for nobody knows how long it takes.
    const advance = () => setValue((current) => current + (95 - current) * 0.25)
    let interval: ReturnType<typeof setInterval> | undefined
    // A quick change does not flash the bar.
    const timer = setTimeout(() => {
      advance()
      interval = setInterval(advance, STEP_MS)
    }, DELAY_MS)
    return () => {
      clearTimeout(timer)
      clearInterval(interval)
    }
  }, [])
  if (value === 0) return null
  return (
    <div
      role="progressbar"
      className={classes.bar}
      style={{ '--done': `${value}%` }}
      aria-valuenow={Math.round(value)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-label={t('routeProgress.label')}
    />
  )
}

/** A thin bar at the top while the next page is loading. */
export function RouteProgress() {
  return useNavigation().state === 'idle' ? null : <LoadingBar />
}
