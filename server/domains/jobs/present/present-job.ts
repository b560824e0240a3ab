import type { GenerationParameters } from '#contract/generation-request.ts'
import type { Job, UnsaidJob, JobProgress } from '#contract/inference-jobs.ts'
import type { JobType } from '#contract/prediction-images.ts'
import type { EngineRegistry, OperationProgress } from '#server/engines/spec/index.ts'
import { companyOf } from '../models/given-to.ts'
import type { Kinds } from '../registry.ts'
import { type PictureDeps, presentImages } from './present-image.ts'
import type { QueueEstimates } from '../queue/queue-estimates.ts'
import {
  capturedFor,
  imagesOf,
  isEnded,
  type ImageRow,
  type JobRow,
  parametersOf,
  type DbOrTx,
  readerOf,
} from '../store.ts'

export interface JobPresenter {
  /** @param images its pictures, where they are known */
  present(source: DbOrTx, job: JobRow, images?: ImageRow[]): Promise<UnsaidJob>
  presentAll(source: DbOrTx, jobs: JobRow[]): Promise<UnsaidJob[]>
}

/** Jobs as the API shows them. */
export function createJobPresenter(
  deps: PictureDeps & {
    estimates: QueueEstimates
    kinds: Kinds
    engines: Pick<EngineRegistry, 'get'>
  },
): JobPresenter {
  async function presentAll(source: DbOrTx, jobs: JobRow[]): Promise<UnsaidJob[]> {
    const images = Map.groupBy(
      await imagesOf(
        readerOf(source),
        jobs.map((job) => job.id),
      ),
      (image) => image.job_id,
    )
    return Promise.all(jobs.map((job) => presentOne(source, job, images.get(job.id) ?? [])))
  }

  async function presentOne(source: DbOrTx, job: JobRow, images: ImageRow[]): Promise<UnsaidJob> {
    const delivered = images.filter((image) => image.status === 'S')
    const companies = await companiesOf(job)
    return {
      id: job.id,
      type: job.type as JobType,
      status: job.status,
      created_at: job.created_at.toISOString(),
      started_at: job.started_at?.toISOString() ?? null,
      finished_at: job.finished_at?.toISOString() ?? null,
      deadline_at: job.deadline_at.toISOString(),
      parameters: parametersOf(job) as unknown as GenerationParameters,
      ...(job.template && { template: job.template }),
      outputs: job.num_images,
      cost: presentCost(job, capturedFor(job, images)),
      progress: presentProgress(job, await stepsOf(job)),
      queue: await deps.estimates.estimate(readerOf(source), job),
      engine: job.engine,
      first_engine: job.first_engine,
      ...(companies.length > 0 && { photos_go_to: companies }),
      attempt: job.attempt,
      images: await presentImages(
        deps,
        source,
        delivered.filter((image) => image.deleted_at === null).map((image) => ({ job, image })),
      ),
      error: job.error,
      cancel_requested: job.cancel_requested,
      batch: job.batch_id,
    }
  }

  /** Units of work of one picture; 0 for a kind that is not made any more. */
  async function stepsOf(job: JobRow): Promise<number> {
    const kind = await deps.kinds.find(job.type)
    return kind ? kind.work(parametersOf(job)) : 0
  }

  /** Companies that are given what a job starts from, as far as its engines are still there. */
  async function companiesOf(job: JobRow): Promise<string[]> {
    const companies = [job.engine, job.first_engine].flatMap(
      (engine) => (engine === null ? undefined : companyOf(deps.engines, engine)) ?? [],
    )
    if (companies.length === 0) return []
    const kind = await deps.kinds.find(job.type)
    return kind && kind.inputs(parametersOf(job)).length > 0 ? [...new Set(companies)] : []
  }

  return {
    presentAll,
    present: async (source, job, images) =>
      presentOne(source, job, images ?? (await imagesOf(readerOf(source), [job.id]))),
  }
}

/** A picture is captured exactly when it is delivered and not free, and what is left is released exactly at the end. */
function presentCost(job: JobRow, captured: number): Job['cost'] {
  const rest = job.hold_id === null ? 0 : job.cost_quoted - captured
  const ended = isEnded(job)
  return {
    quoted: job.cost_quoted,
    held: ended ? 0 : rest,
    captured,
    // Of a hold that it does not own, what is left is not its to give back.
    released: ended && !job.keeps_hold ? rest : 0,
  }
}

/** @param steps of the whole work */
function presentProgress(job: JobRow, steps: number): JobProgress {
  const stored = job.progress as Partial<OperationProgress>
  if (job.status === 'S')
    return { step: steps, steps, fraction: 1, begun: true, preview_url: null, previews: [] }
  const previews = job.status === 'R' ? (stored.previews ?? []) : []
  return {
    step: stored.step ?? 0,
    steps: stored.steps ?? steps,
    fraction: stored.fraction ?? 0,
    begun: stored.begun ?? (stored.step ?? 0) > 0,
    preview_url: previews[0]?.url ?? null,
    previews,
  }
}
