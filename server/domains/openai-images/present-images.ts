import type { UnsaidJob } from '#contract/inference-jobs.ts'
import type { OpenAiEdit, OpenAiImages } from '#contract/openai-images.ts'
import type { Media } from '#server/domains/media/index.ts'

const MEDIA = '/media/'

/** The images of an ended job, as the call asked for them. */
export async function presentImages(
  media: Pick<Media, 'convertFile'>,
  { job, asked, origin }: { job: UnsaidJob; asked: OpenAiEdit; origin: string },
): Promise<OpenAiImages> {
  const format = asked.output_format ?? 'png'
  const [first] = job.images
  const data: OpenAiImages['data'] = []
  for (const { url: path, seed } of job.images) {
    const url = new URL(path, origin)
    if (asked.response_format === 'url') {
      if (format !== 'png') {
        url.searchParams.set('download', 'image')
        url.searchParams.set('format', format)
      }
      data.push({ url: url.href, seed })
      continue
    }
    const { searchParams: signed, pathname } = url
    const { body } = await media.convertFile(
      decodeURIComponent(pathname.slice(MEDIA.length)),
      { exp: signed.get('exp') ?? undefined, sig: signed.get('sig') ?? undefined },
      { format },
    )
    data.push({ b64_json: body.toString('base64'), seed })
  }
  return {
    created: Math.floor(Date.parse(job.created_at) / 1000),
    background: asked.background === 'transparent' ? 'transparent' : 'opaque',
    output_format: format,
    quality: qualityOf(asked.quality),
    size: `${first?.width ?? 0}x${first?.height ?? 0}`,
    data,
    ...(job.photos_go_to && { photos_go_to: job.photos_go_to }),
  }
}

/** As answers name it. */
export function qualityOf(quality: OpenAiEdit['quality']): OpenAiImages['quality'] {
  if (quality === 'low') return 'low'
  return quality === 'high' || quality === 'hd' ? 'high' : 'medium'
}
