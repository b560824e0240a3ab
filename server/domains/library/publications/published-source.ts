import type { Fingerprint, Media } from '#server/domains/media/index.ts'
import {
  findJob,
  type ImageRow,
  type JobRow,
  type Kinds,
  modelsOf,
  parametersOf,
} from '#server/domains/jobs/index.ts'
import type { Reader } from '#server/platform/db/index.ts'
import { isId } from '#server/platform/storable-text.ts'

/** An image that becomes public, with what may be told of how it was made. */
export interface PublishedSource {
  userId: string
  imageId: string
  /** Root-relative, of the copy that strangers get. */
  url: string
  width: number
  height: number
  blurhash: string | null
  alt: string
  rating: string
  type: string
  /** Null: its owner does not show it. */
  prompt: string | null
  /** The words that it was drawn from; not to be shown. */
  drawnFrom: string | null
  /** What makes it again, without what names the owner's own files; null as the prompt. */
  parameters: Record<string, unknown> | null
  model: string | null
  style: string | null
  /** Published image that its owner began with. */
  remixOf: string | null
  /** Whether it shows somebody real. */
  showsPerson: boolean
  /** Whether it was made of a photo that somebody uploaded, and a face may be in it. */
  isOfPhoto: boolean
  /** Of each drawing that shows somebody and is in it, by itself or before it was changed: the LoRAs of that drawing. */
  lorasOfPeople: string[][]
  /** The owner says that the face in it is their own, and that they are an adult. */
  isOwnFace: boolean
  /** By which it is known again; null: as it was before, or its file is gone. */
  fingerprint: Fingerprint | null
}

/** Settings that say nothing about the owner. */
const TOLD = [
  'type',
  'prompt',
  'negative_prompt',
  'model',
  'style',
  'sampler',
  'width',
  'height',
  'steps',
  'guidance_scale',
] as const

/** Changes of changes that are followed back to what was drawn first. */
const MOST_STEPS = 20

/** @param given.isOwnFace as the owner states */
export async function publishedSource(
  deps: { media: Media; kinds: Kinds },
  reader: Reader,
  {
    image,
    job,
    ...said
  }: { image: ImageRow; job: JobRow } & Pick<PublishedSource, 'isOwnFace' | 'fingerprint'>,
): Promise<PublishedSource> {
  const parameters = parametersOf(job)
  const prompt = textOf(parameters['prompt'])
  const isShown = image.shows_prompt && prompt !== null
  const { width, height, blurhash, alt, rating } = image
  const { isOfUpload, ...shown } = await whoIsShown(deps, reader, job)
  return {
    userId: image.user_id,
    imageId: image.id,
    url:
      image.publication_id === null
        ? ''
        : deps.media.publicUrl({ id: image.publication_id, file: 'image.png' }),
    width,
    height,
    blurhash,
    alt,
    rating,
    type: job.type,
    prompt: isShown ? prompt : null,
    drawnFrom: prompt,
    parameters: isShown ? toldOf(parameters, image.seed) : null,
    model: textOf(parameters['model']),
    style: textOf(parameters['style']),
    remixOf: textOf(parameters['remix_of']),
    ...shown,
    isOfPhoto: isOfUpload && image.has_face !== false,
    ...said,
  }
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null

function toldOf(parameters: Readonly<Record<string, unknown>>, seed: number | null) {
  const told = TOLD.flatMap((name) => {
    const value = parameters[name]
    return value === undefined || value === null ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(told), ...(seed !== null && { seed }) }
}

/** Follows an image back through the images that it was made of: a swap that was enlarged still shows somebody. */
async function whoIsShown(
  { kinds }: { kinds: Kinds },
  reader: Reader,
  job: JobRow,
): Promise<Pick<PublishedSource, 'showsPerson' | 'lorasOfPeople'> & { isOfUpload: boolean }> {
  const lorasOfPeople: string[][] = []
  const seen = new Set<string>()
  const waiting: JobRow[] = [job]
  let showsPerson = false
  let isOfUpload = false
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const next = waiting.shift()
    if (!next) return { showsPerson, lorasOfPeople, isOfUpload }
    seen.add(next.id)
    const kind = await kinds.find(next.type)
    const parameters = parametersOf(next)
    showsPerson ||= next.shows_person || kind?.likeness === 'always'
    const loras = modelsOf(parameters)
    if (next.shows_person && loras.length > 0) lorasOfPeople.push(loras)
    const origins = kind ? await originsOf(reader, kind.inputs(parameters)) : NO_ORIGINS
    isOfUpload ||= origins.hasUpload
    for (const origin of origins.jobs) if (!seen.has(origin.id)) waiting.push(origin)
  }
  // A chain that is too long to be followed counts as somebody.
  return { showsPerson: true, lorasOfPeople, isOfUpload }
}

/** Where inputs come from: the jobs of those that were made here, and whether another one was uploaded. */
interface Origins {
  jobs: JobRow[]
  hasUpload: boolean
}
const NO_ORIGINS: Origins = { jobs: [], hasUpload: false }

async function originsOf(
  reader: Reader,
  inputs: readonly { field: string; id: string }[],
): Promise<Origins> {
  // A mask says nothing about who is shown.
  const pictures = inputs.filter(({ field }) => field !== 'mask')
  const ids = [...new Set(pictures.map(({ id }) => id).filter(isId))]
  if (ids.length === 0) return NO_ORIGINS
  const images = await reader
    .selectFrom('prediction_images')
    .select(['id', 'job_id'])
    .where('id', 'in', ids)
    .execute()
  const of = [...new Set(images.map(({ job_id: id }) => id))]
  const jobs = await Promise.all(of.map((id) => findJob(reader, id)))
  return { jobs: jobs.filter((job) => job !== undefined), hasUpload: images.length < ids.length }
}
