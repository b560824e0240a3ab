import type { UnsaidJob } from '#contract/inference-jobs.ts'
import type { SdImageToImage, SdImages, SdTextToImage } from '#contract/sdapi.ts'
import { type Media, readPngTexts } from '#server/domains/media/index.ts'

const MEDIA = '/media/'
const KEYWORD = 'parameters'

/** The file of a delivered image, as it lies in the store. */
export async function readImage(media: Pick<Media, 'convertFile'>, url: string): Promise<Buffer> {
  const { searchParams: signed, pathname } = new URL(url, 'http://localhost')
  const { body } = await media.convertFile(
    decodeURIComponent(pathname.slice(MEDIA.length)),
    { exp: signed.get('exp') ?? undefined, sig: signed.get('sig') ?? undefined },
    { format: 'png' },
  )
  return body
}

/** What A1111 calls an image that was not made by a variation. */
const NO_SUBSEED = -1

/** The images of an ended job as A1111 answers them: `info` is JSON in a text, as there. */
export async function presentImages(
  media: Pick<Media, 'convertFile'>,
  { job, asked }: { job: UnsaidJob; asked: SdTextToImage | SdImageToImage },
): Promise<SdImages> {
  const files = await Promise.all(job.images.map(({ url }) => readImage(media, url)))
  const infotexts = files.map((file) => readPngTexts(file)[KEYWORD] ?? '')
  const made: Record<string, unknown> = job.parameters
  const [first] = job.images
  const each = <T>(value: T): T[] => job.images.map(() => value)
  const negative = made['negative_prompt'] ?? ''
  const subseed = made['variation_seed'] ?? NO_SUBSEED
  const { init_images: _images, mask: _mask, ...parameters } = asked as SdImageToImage
  return {
    images: asked.send_images === false ? [] : files.map((file) => file.toString('base64')),
    parameters: { ...parameters, seed: first?.seed ?? asked.seed },
    info: JSON.stringify({
      prompt: made['prompt'],
      all_prompts: each(made['prompt']),
      negative_prompt: negative,
      all_negative_prompts: each(negative),
      seed: first?.seed,
      all_seeds: job.images.map(({ seed }) => seed),
      subseed,
      all_subseeds: each(subseed),
      subseed_strength: made['variation_strength'] ?? 0,
      width: first?.width,
      height: first?.height,
      sampler_name: made['sampler'],
      cfg_scale: made['guidance_scale'],
      steps: made['steps'],
      batch_size: job.images.length,
      restore_faces: false,
      face_restoration_model: null,
      sd_model_name: made['model'],
      sd_model_hash: '',
      sd_vae_name: null,
      sd_vae_hash: null,
      seed_resize_from_w: -1,
      seed_resize_from_h: -1,
      denoising_strength: made['strength'] ?? null,
      extra_generation_params: {},
      index_of_first_image: 0,
      infotexts,
      styles: [],
      job_timestamp: timestampOf(job),
      clip_skip: 1,
      is_using_inpainting_conditioning: false,
      version: 'Atelier',
      ...(job.photos_go_to && { photos_go_to: job.photos_go_to }),
    }),
  }
}

/** As 20260131235959. */
export const timestampOf = ({ created_at: at }: Pick<UnsaidJob, 'created_at'>): string =>
  at.replaceAll(/\D/g, '').slice(0, 14)
