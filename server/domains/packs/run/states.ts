import type { PackRun, RunShot, RunState, ShotState } from '#contract/packs.ts'
import type { JobStatus } from '#contract/prediction-images.ts'
import type { Database } from '#server/platform/db/index.ts'
import type { Selectable } from 'kysely'

/** A shot of a run with how its job stands. */
export type RunShotRow = Selectable<Database['run_shots']> & { job_status: JobStatus | null }

const OF_JOB: Record<JobStatus, ShotState> = {
  P: 'waiting',
  R: 'running',
  S: 'delivered',
  FL: 'failed',
  B: 'blocked',
  CD: 'skipped',
}

const SHOT_CODES: Record<ShotState, RunShot['status']> = {
  waiting: 'P',
  running: 'R',
  delivered: 'S',
  failed: 'FL',
  blocked: 'B',
  skipped: 'CD',
}

const RUN_CODES: Record<RunState, PackRun['status']> = {
  pending: 'P',
  running: 'R',
  // Whatever was delivered is a success, as of jobs.
  partly: 'S',
  succeeded: 'S',
  failed: 'FL',
  stopped: 'CD',
}

export const shotCode = (state: ShotState) => SHOT_CODES[state]
export const runCode = (state: RunState) => RUN_CODES[state]

export function shotState({ status, job_status: job }: RunShotRow): ShotState {
  if (status === 'begun') return job === null ? 'failed' : OF_JOB[job]
  return status
}

/** Whether the job of this shot waits or runs. */
export const hasOpenJob = ({ status, job_status: job }: RunShotRow): boolean =>
  status === 'begun' && (job === 'P' || job === 'R')

/** Whether this shot still waits to be made, or is being made. */
export const isLive = (shot: RunShotRow): boolean => shot.status === 'waiting' || hasOpenJob(shot)

/** The state of a run, from the states of its shots. */
export function runState(shots: readonly RunShotRow[]): RunState {
  const states = shots.map(shotState)
  const has = (state: ShotState) => states.includes(state)
  if (shots.some(isLive)) {
    const isBegun = shots.some((shot) => shot.status !== 'waiting' && shot.job_status !== 'P')
    return isBegun ? 'running' : 'pending'
  }
  if (states.every((state) => state === 'delivered')) return 'succeeded'
  if (has('skipped')) return 'stopped'
  return has('delivered') ? 'partly' : 'failed'
}
