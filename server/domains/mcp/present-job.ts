import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { Job, UnsaidJob } from '#contract/inference-jobs.ts'
import type { Media } from '#server/domains/media/index.ts'

const MEDIA = '/media/'
/** Longest edge of what is shown in the answer; the address has the whole image. */
const SHOWN_EDGE = 1024

const STATES: Readonly<Record<Job['status'], string>> = {
  P: 'pending',
  R: 'running',
  S: 'succeeded',
  FL: 'failed',
  CD: 'cancelled',
  B: 'blocked',
}

/** A job as the answer of a tool: what became of it, and its images but those that cannot be read. */
export async function presentJob(
  media: Pick<Media, 'convertFile'>,
  job: UnsaidJob,
  { origin, explain }: { origin: string; explain(error: unknown): string },
): Promise<CallToolResult> {
  const told = {
    job: job.id,
    status: STATES[job.status],
    progress: job.progress.fraction,
    credits: job.cost.captured,
    error: job.error?.message ?? null,
    photos_go_to: job.photos_go_to ?? [],
    images: job.images.map(({ id, url, width, height, seed, video }) => ({
      id,
      url: new URL(url, origin).href,
      width,
      height,
      seed,
      video: video && new URL(video.url, origin).href,
    })),
  }
  const content: CallToolResult['content'] = [{ type: 'text', text: JSON.stringify(told) }]
  for (const { url: path } of job.images) {
    const { pathname, searchParams } = new URL(path, origin)
    try {
      const { body, type } = await media.convertFile(
        decodeURIComponent(pathname.slice(MEDIA.length)),
        { exp: searchParams.get('exp') ?? undefined, sig: searchParams.get('sig') ?? undefined },
        { format: 'webp', edge: SHOWN_EDGE },
      )
      content.push({ type: 'image', data: body.toString('base64'), mimeType: `image/${type}` })
    } catch (error) {
      // Its address is there; without an answer the client would order again.
      explain(error)
    }
  }
  const isError = job.status === 'FL' || job.status === 'B' || job.status === 'CD'
  return { content, structuredContent: told, ...(isError && { isError }) }
}
