import { sql } from 'kysely'
import type { VideoProvider } from '#contract/video-inference-jobs.ts'
import type { EngineRegistry, VideoModel } from '#server/engines/spec/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import { priceOfSecond } from './price.ts'

/** Videos of a provider that its pace is measured from. */
const RECENT_JOBS = 50

/** Who makes videos here now, the preferred engine first. */
export async function listVideoProviders({
  db,
  engines,
}: {
  db: Db
  engines: EngineRegistry
}): Promise<VideoProvider[]> {
  const [found, waits] = await Promise.all([engines.videoModels(), readWaits(db)])
  return found.map(({ model }) => present(model, waits.get(model.provider) ?? null))
}

function present(model: VideoModel, wait: number | null): VideoProvider {
  return {
    provider: model.provider,
    name: model.name,
    durations: [...model.durations],
    sizes: model.sizes.map(({ width, height }) => ({
      ratio: ratioOf(width, height),
      width,
      height,
    })),
    free_size: model.freeSize ?? null,
    motions: [...model.motions],
    prompt: model.prompt,
    image: model.image,
    max_prompts: model.maxPrompts,
    end_frame: model.endFrame && { durations: [...model.endFrame.durations] },
    extend: model.extend && {
      durations: [...model.extend.durations],
      motions: [...model.extend.motions],
      prompt: model.extend.prompt,
      end_frame: model.extend.endFrame,
    },
    credits_per_second: priceOfSecond(model),
    wait_p50: wait,
  }
}

const RATIOS = [
  [1, 1],
  [16, 9],
  [9, 16],
  [4, 3],
  [3, 4],
  [21, 9],
  [9, 21],
  [3, 2],
  [2, 3],
] as const

/** The usual name of the nearest ratio: sizes are rounded to what encoders take. */
function ratioOf(width: number, height: number): string {
  const away = ([w, h]: readonly [number, number]) => Math.abs(Math.log((width * h) / (height * w)))
  const [w, h] = RATIOS.reduce((best, next) => (away(next) < away(best) ? next : best))
  return `${w}:${h}`
}

/** Median seconds from beginning to end for a second of video, by provider. */
async function readWaits(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ provider: string; wait: number }>`
    select provider, percentile_cont(0.5) within group (order by wait) as wait
    from (
      select parameters->>'provider' as provider,
        extract(epoch from finished_at - started_at)::float8
          / greatest(1, (parameters->>'duration')::float8) as wait,
        row_number() over (partition by parameters->>'provider' order by id desc) as place
      from inference_jobs where type = 'VID' and status = 'S' and started_at is not null
    ) made where place <= ${RECENT_JOBS} group by provider`.execute(db.kysely)
  return new Map(rows.map(({ provider, wait }) => [provider, Math.round(wait * 10) / 10]))
}
