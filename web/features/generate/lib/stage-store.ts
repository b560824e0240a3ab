import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Job } from '#contract/inference-jobs.ts'
import type { PredictionImage } from '#contract/prediction-images.ts'

/** How many jobs the stage holds; older ones are in the history alone. */
export const STAGE_JOBS = 12

/** A batch that has a job which waits or runs. */
export interface OpenBatch {
  id: string
  type: Job['type']
}

interface StageState {
  /** Jobs of this visit, newest first: those that run and those that ended while the page was open. */
  jobs: Job[]
  /** Other jobs of batches that wait or run, by id; the page of their tool or grid shows what becomes of them. */
  batchJobs: Readonly<Record<string, OpenBatch>>
  /** Id of the job that was started here last. */
  started: string | null
  /** Adds jobs that were ordered here together, one or more. */
  start(jobs: readonly Job[]): void
  /** Adds a job or replaces it by its newer state. */
  put(job: Job): void
  /** Puts a picture that has changed or come back among those of its job, if the job is on the stage. */
  putImage(image: PredictionImage): void
  /** Takes a picture off the stage, as when it was deleted. */
  removeImage(imageId: string): void
  dismiss(jobId: string): void
  clear(): void
}

const RANK = { P: 0, R: 1, B: 2, CD: 2, FL: 2, S: 2 } as const

/** True for a job that still waits or runs. */
export const isOpen = (job: Job): boolean => job.status === 'P' || job.status === 'R'

/** Answers and events may arrive in any order: an older state never replaces a newer one. */
function isOlder(job: Job, known: Job): boolean {
  if (job.attempt !== known.attempt) return job.attempt < known.attempt
  if (RANK[job.status] !== RANK[known.status]) return RANK[job.status] < RANK[known.status]
  return job.status === 'R' && job.progress.fraction < known.progress.fraction
}

/** Previews end before the picture is there; the last one stays in its place until then. */
function keepPreviews(job: Job, known: Job): Job {
  if (job.progress.previews.length > 0 || !isOpen(job)) return job
  return { ...job, progress: { ...job.progress, previews: known.progress.previews } }
}

/**
 * Whether a job has a place of its own on the stage. Of batches only drawings of several images each have: those that the
 * create page orders. A cell of a grid and a sample of a training are one image, and tools show their batches themselves.
 */
const hasOwnPlace = (job: Job): boolean =>
  job.batch === null || ((job.type === 'TTI' || job.type === 'ITI') && job.outputs > 1)

/** Newest first; of jobs that were ordered together the last one first. */
function byAge(a: Job, b: Job): number {
  if (a.created_at === b.created_at) return a.id < b.id ? 1 : -1
  return a.created_at < b.created_at ? 1 : -1
}

function followBatch(
  batchJobs: StageState['batchJobs'],
  job: Job,
  id: string,
): StageState['batchJobs'] {
  if (isOpen(job))
    return job.id in batchJobs ? batchJobs : { ...batchJobs, [job.id]: { id, type: job.type } }
  const { [job.id]: _ended, ...open } = batchJobs
  return open
}

/** The batches that have a job which waits or runs, each once. */
export const openBatches = ({ batchJobs }: Pick<StageState, 'batchJobs'>): OpenBatch[] => [
  ...new Map(Object.values(batchJobs).map((batch) => [batch.id, batch])).values(),
]

/** How many orders wait or run: jobs that were ordered together count as one, as in the queue of their owner. */
export const countOpenOrders = ({ jobs, batchJobs }: Pick<StageState, 'jobs' | 'batchJobs'>) =>
  new Set([
    ...jobs.filter(isOpen).map(({ batch, id }) => batch ?? id),
    ...Object.values(batchJobs).map(({ id }) => id),
  ]).size

/** What the stage shows; emptied when the person signs out. */
export const stageStore = createStore<StageState>()((set, get) => ({
  jobs: [],
  batchJobs: {},
  started: null,
  start: (jobs) => {
    for (const job of jobs) get().put(job)
    const shown = jobs.find(hasOwnPlace)
    if (shown !== undefined) set({ started: shown.id })
  },
  put: (job) =>
    set(({ jobs, batchJobs }) => {
      if (!hasOwnPlace(job) && job.batch !== null)
        return { batchJobs: followBatch(batchJobs, job, job.batch) }
      const known = jobs.find(({ id }) => id === job.id)
      if (known === undefined) {
        return { jobs: [job, ...jobs].toSorted(byAge).slice(0, STAGE_JOBS) }
      }
      if (job === known || isOlder(job, known)) return { jobs }
      const newer = keepPreviews(job, known)
      return { jobs: jobs.map((other) => (other.id === job.id ? newer : other)) }
    }),
  putImage: (image) =>
    set(({ jobs }) => ({
      jobs: jobs.map((job) =>
        job.id === image.job
          ? {
              ...job,
              images: [...job.images.filter(({ id }) => id !== image.id), image].toSorted(
                (a, b) => a.index - b.index,
              ),
            }
          : job,
      ),
    })),
  removeImage: (imageId) =>
    set(({ jobs }) => ({
      jobs: jobs.map((job) => ({
        ...job,
        images: job.images.filter(({ id }) => id !== imageId),
      })),
    })),
  dismiss: (jobId) => set(({ jobs }) => ({ jobs: jobs.filter(({ id }) => id !== jobId) })),
  clear: () => set({ jobs: [], batchJobs: {} }),
}))

/** Reads from the stage and follows it. */
export const useStage = <T>(select: (stage: StageState) => T): T => useStore(stageStore, select)
