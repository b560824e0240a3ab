import type { HeadshotRun, HeadshotShot } from '#contract/headshot-runs.ts'

const MOVING = new Set<HeadshotRun['status']>(['unpaid', 'paid', 'training', 'drawing'])

const isDrawn = ({ status }: Pick<HeadshotShot, 'status'>) => status === 'drawing'

/** Whether something of a set is still to come. */
export const isMoving = ({ status, shots, payment }: HeadshotRun): boolean =>
  MOVING.has(status) || shots.some(isDrawn) || isUndecided(payment)

/** Whether a card payment was made that may still go back, or is on its way back. */
const isUndecided = (payment: HeadshotRun['payment']): boolean =>
  payment !== null &&
  payment.judged_at !== null &&
  (payment.verdict === null ||
    (payment.verdict === 'returned' && payment.refunded < payment.amount))

/** Images of a set that are there. */
export const imagesOf = ({ shots }: Pick<HeadshotRun, 'shots'>) =>
  shots.flatMap(({ image }) => image ?? [])

/** Whether shots may be taken again now. */
export const canRedo = ({ status, redo, payment }: HeadshotRun, now = Date.now()): boolean =>
  (status === 'drawing' || status === 'done') &&
  payment?.verdict !== 'returned' &&
  Date.parse(redo.until) > now

/** How alike a shot and the photos are, in percent; null where that is not known. */
export const percentOf = ({ similarity }: Pick<HeadshotShot, 'similarity'>): number | null =>
  similarity === null ? null : Math.round(100 * Math.max(0, Math.min(1, similarity)))

/** Whether there is something to show of the shots. */
export const hasShots = ({ status }: Pick<HeadshotRun, 'status'>): boolean =>
  status !== 'failed' && status !== 'unpaid' && status !== 'expired'
