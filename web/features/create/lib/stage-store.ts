import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Job } from '#contract/inference-jobs.ts'
import type { PredictionImage } from '#contract/prediction-images.ts'

/** How many jobs the stage holds; older ones are in the history alone. */
export const STAGE_JOBS = 12

interface StageState {
  /** Jobs of this visit, newest first: those that run and those that ended while the page was open. */
  jobs: Job[]
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

/** What the stage shows; emptied when the person signs out. */
export const stageStore = createStore<StageState>()((set, get) => ({
  jobs: [],
  started: null,
  start: (job) => {
    get().put(job)
    set({ started: job.id })
  },
  put: (job) =>
    set(({ jobs }) => {
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
  clear: () => set({ jobs: [] }),
}))

/** Reads from the stage and follows it. */
export const useStage = <T>(select: (stage: StageState) => T): T => useStore(stageStore, select)
