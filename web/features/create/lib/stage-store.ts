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
  /** Jobs of batches that wait or run, by id; the page of their tool shows what becomes of them. */
  batchJobs: Readonly<Record<string, OpenBatch>>
  /** Id of the job that was started here last. */
  started: string | null
  /** Adds a job that was started here. */
  start(job: Job): void
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

/** What the stage shows; emptied when the person signs out. */
export const stageStore = createStore<StageState>()((set, get) => ({
  jobs: [],
  batchJobs: {},
  started: null,
  start: (job) => {
    get().put(job)
    set({ started: job.id })
  },
  put: (job) =>
    set(({ jobs, batchJobs }) => {
      if (job.batch !== null) return { batchJobs: followBatch(batchJobs, job, job.batch) }
      const known = jobs.find(({ id }) => id === job.id)
      if (known === undefined) {
        const all = [job, ...jobs].toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1))
        return { jobs: all.slice(0, STAGE_JOBS) }
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
