import type { ReactNode } from 'react'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { useCover } from '#web/lib/use-cover.ts'
import { Uncover } from '#web/ui/covered.tsx'
import classes from './tool.module.css'

/** Blurs a result that not everybody wants to see, until somebody asks for it. */
export function CoveredResult({
  images,
  children,
}: {
  images: readonly PredictionImage[]
  children: ReactNode
}) {
  const worst = images.find(({ rating }) => rating === 'X' || rating === 'Mature') ?? images[0]!
  const { covered, reveal } = useCover(worst)
  if (!covered) return children
  return (
    <div className={classes.covered}>
      <div inert>{children}</div>
      <Uncover onClick={reveal} />
    </div>
  )
}
