import type { HeadshotRun, HeadshotShot } from '#contract/headshot-runs.ts'

const isDrawn = ({ status }: Pick<HeadshotShot, 'status'>) => status === 'drawing'

/** Whether something of a set is still to come. */
export const isMoving = ({ status, shots }: Pick<HeadshotRun, 'status' | 'shots'>): boolean =>
  status === 'training' || status === 'drawing' || shots.some(isDrawn)

/** Images of a set that are there. */
export const imagesOf = ({ shots }: Pick<HeadshotRun, 'shots'>) =>
  shots.flatMap(({ image }) => image ?? [])

/** Whether shots may be taken anew now. */
export const canRedo = ({ status, redo }: HeadshotRun, now = Date.now()): boolean =>
  status !== 'failed' && Date.parse(redo.until) > now

/** How alike a shot and the photos are, in percent; null where that is not known. */
export const percentOf = ({ similarity }: Pick<HeadshotShot, 'similarity'>): number | null =>
  similarity === null ? null : Math.round(100 * Math.max(0, Math.min(1, similarity)))
