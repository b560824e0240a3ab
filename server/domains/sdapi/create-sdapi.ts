import sharp from 'sharp'
import type { GenerationRequest } from '#contract/generation-request.ts'
import type { GenerationModel, GenerationServer } from '#contract/generation-servers.ts'
import type { UnsaidJob } from '#contract/inference-jobs.ts'
import type {
  SdImageToImage,
  SdImages,
  SdProgress,
  SdTextToImage,
  SdTexts,
  SdUpscale,
  SdUpscaled,
} from '#contract/sdapi.ts'
import type { z } from 'zod'
import type { ApiKeys } from '#server/domains/api-keys/index.ts'
import type { Jobs } from '#server/domains/jobs/index.ts'
import { type Media, readPngTexts, type Uploads } from '#server/domains/media/index.ts'
import { chooseModel, followJob, requireImages } from '#server/domains/openai-images/index.ts'
import { hashRequest } from '#server/domains/orders/index.ts'
import { invalidField, notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/route.ts'
import { t } from '#server/texts/index.ts'
import { presentImages, readImage, timestampOf } from './present-images.ts'
import { readParameters } from './read-parameters.ts'
import { type SentImage, writeRequest, writeUpscale } from './write-request.ts'

/** A call that orders something. */
export interface SdCall<Body> {
  caller: Caller
  asked: Body
  /** What tells a repetition: the header Idempotency-Key. */
  idempotencyKey: string | undefined
  /** Ends the waiting; the job goes on. */
  signal: AbortSignal
}

/** What programs made for A1111's web UI ask of this server. */
export interface SdapiDoor {
  /** @throws {AppError} as the start of a job, as its end */
  textToImage(call: SdCall<SdTextToImage>): Promise<SdImages>
  /** @throws {AppError} as `textToImage`, and as an upload */
  imageToImage(call: SdCall<SdImageToImage>): Promise<SdImages>
  /** @throws {AppError} as `imageToImage` */
  upscale(call: SdCall<SdUpscale>): Promise<z.infer<typeof SdUpscaled>>
  /** @throws {AppError} `invalid` */
  pngInfo(image: string): z.infer<typeof SdTexts>
  progress(caller: Caller): Promise<SdProgress>
  /** Cancels what this key has ordered and what has not ended. */
  interrupt(caller: Caller): Promise<void>
  models(): Promise<GenerationModel[]>
  /** Names of LoRAs that some model takes. */
  loras(): Promise<{ id: string; name: string }[]>
  /** The model of calls that name none. @throws {AppError} `unavailable` */
  modelOf(caller: Caller): Promise<GenerationModel>
  /** Chooses it. @throws {AppError} `invalid` where it is not there */
  chooseModel(caller: Caller, model: string): Promise<void>
}

interface SdapiDeps {
  jobs: Pick<Jobs, 'commissions' | 'defaultModel'>
  /** The engines and what each can do. */
  servers(): Promise<GenerationServer[]>
  uploads: Pick<Uploads, 'addPhoto' | 'admit' | 'decode'>
  media: Pick<Media, 'convertFile'>
  keys: Pick<
    ApiKeys,
    | 'openRequest'
    | 'noteJob'
    | 'noteRefusal'
    | 'noteLeft'
    | 'enterWait'
    | 'openJobsOf'
    | 'chosenModel'
    | 'chooseModel'
  >
}

const DATA_URL = /^data:[^,]*,/

/** @throws {AppError} `invalid` for what is no base64 */
function decode(field: string, text: string): Buffer {
  const encoded = text.replace(DATA_URL, '').replaceAll(/\s+/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) throw invalidField(field, t('sdapi.sendBase64'))
  return Buffer.from(encoded, 'base64')
}

const keyOf = ({ key }: Caller): string => {
  if (!key) throw notFound()
  return key.id
}

export function createSdapi(deps: SdapiDeps): SdapiDoor {
  const { jobs, servers, media, keys } = deps
  const drawing = async () => (await servers()).flatMap(({ models }) => models)

  async function modelOf(caller: Caller, named?: string): Promise<GenerationModel> {
    const chosen = chooseModel(await servers(), {
      named: named ?? (await keys.chosenModel(keyOf(caller))),
      defaultModel: await jobs.defaultModel(),
      prefersEditor: false,
    })
    if (chosen.does !== 'draw')
      throw invalidField('override_settings', t('sdapi.drawsNotFromWords'))
    return chosen.model
  }

  async function draw(
    call: SdCall<SdTextToImage | SdImageToImage>,
    sent: () => Promise<SentImage | null>,
  ): Promise<SdImages> {
    const { caller, asked } = call
    const job = await order(deps, call, async () => {
      const model = await modelOf(caller, asked.override_settings?.sd_model_checkpoint)
      // What is wrong about the rest is said before anything is kept.
      const request = (image: SentImage | null) => writeRequest(asked, model, image)
      if ('init_images' in asked) request({ image: '', mask: null })
      return request(await sent())
    })
    return presentImages(media, { job, asked })
  }

  return {
    textToImage: (call) => draw(call, () => Promise.resolve(null)),
    imageToImage: (call) => draw(call, () => keepImage(deps, call)),
    async upscale(call) {
      const job = await order(deps, call, async () => {
        writeUpscale(call.asked, '')
        const file = decode('image', call.asked.image)
        await deps.uploads.admit(call.caller)
        const { caller, signal } = call
        const upload = { userId: caller.userId, purpose: 'picture' as const, file, signal }
        return writeUpscale(call.asked, (await deps.uploads.addPhoto(upload)).id)
      })
      const image = await readImage(media, job.images[0]!.url)
      const sentTo = job.photos_go_to?.join(', ')
      return {
        html_info: sentTo === undefined ? '' : `Sent to ${sentTo}`,
        image: image.toString('base64'),
      }
    },
    pngInfo(image) {
      const items = readPngTexts(decode('image', image))
      const info = items['parameters'] ?? ''
      return { info, items, parameters: info === '' ? {} : readParameters(info) }
    },
    async progress(caller) {
      const open = await keys.openJobsOf(keyOf(caller))
      const [id] = open
      const job = id && (await jobs.commissions.present(caller.userId, [id])).get(id)
      return presentProgress(job || null, open.length)
    },
    async interrupt(caller) {
      for (const id of await keys.openJobsOf(keyOf(caller)))
        await jobs.commissions.cancel(caller.userId, id)
    },
    models: drawing,
    async loras() {
      return (await servers()).flatMap(({ loras }) =>
        loras.filter(({ problem }) => problem === null),
      )
    },
    modelOf,
    async chooseModel(caller, model) {
      if (!(await drawing()).some(({ id }) => id === model))
        throw invalidField('sd_model_checkpoint', t('sdapi.noSuchModel'))
      await keys.chooseModel(keyOf(caller), model)
    },
  }
}

/** Orders a job, or joins the one that the call repeats. @returns it when it has ended, with images */
async function order<Body extends object>(
  { jobs, keys }: SdapiDeps,
  { caller, asked, idempotencyKey, signal }: SdCall<Body>,
  write: () => Promise<GenerationRequest>,
): Promise<UnsaidJob> {
  signal.throwIfAborted()
  const leave = keys.enterWait(caller)
  try {
    const task = 'force_task_id' in asked ? asked.force_task_id : null
    const bodyHash = hashRequest({ asked })
    const opened = await keys.openRequest({
      keyId: keyOf(caller),
      bodyHash,
      idempotencyKey: idempotencyKey ?? (typeof task === 'string' ? `task:${task}` : undefined),
      retries: 0,
    })
    let jobId = opened.jobId
    if (jobId === null) {
      try {
        const key = { key: `api-request:${opened.id}`, bodyHash }
        jobId = (await jobs.commissions.startAlone(caller, await write(), key)).id
      } catch (error) {
        // Its client may come back; another that has joined the order is at it still.
        if (signal.aborted) await keys.noteLeft(opened.id)
        else await keys.noteRefusal(opened, error)
        throw error
      }
      await keys.noteJob(opened.id, jobId)
    }
    let last: UnsaidJob | null = null
    for await (const job of followJob(jobs.commissions, caller.userId, { jobId, signal }))
      last = job
    requireImages(last!)
    return last!
  } finally {
    leave()
  }
}

/** Keeps the image and the mask of img2img as uploads of their person. @throws {AppError} as an upload */
async function keepImage(
  { uploads }: Pick<SdapiDeps, 'uploads'>,
  { caller, asked, signal }: SdCall<SdImageToImage>,
): Promise<SentImage> {
  const { userId } = caller
  const file = decode('init_images', asked.init_images[0]!)
  const mask = asked.mask == null ? null : decode('mask', asked.mask)
  await uploads.admit(caller)
  const image = (await uploads.addPhoto({ userId, purpose: 'picture', file, signal })).id
  if (!mask) return { image, mask: null }
  // Decoded in a process of its own: what is read here was written by us.
  const { data } = await uploads.decode({ owner: userId, file: mask, signal })
  const grey = sharp(data).flatten({ background: 'black' }).toColourspace('b-w')
  const inverted = asked.inpainting_mask_invert === 1 ? grey.negate() : grey
  const painted = await inverted.png().toBuffer()
  return {
    image,
    mask: (await uploads.addPhoto({ userId, purpose: 'mask', file: painted, signal })).id,
  }
}

function presentProgress(job: UnsaidJob | null, count: number): SdProgress {
  const preview = job?.progress.preview_url ?? null
  const [, encoded = null] = preview === null ? [] : preview.split('base64,')
  return {
    progress: job?.progress.fraction ?? 0,
    eta_relative: job?.queue?.eta_p50 ?? 0,
    state: {
      skipped: false,
      interrupted: job?.cancel_requested ?? false,
      stopping_generation: false,
      job: job?.id ?? '',
      job_count: count,
      job_timestamp: job ? timestampOf(job) : '0',
      job_no: 0,
      sampling_step: job?.progress.step ?? 0,
      sampling_steps: job?.progress.steps ?? 0,
    },
    current_image: encoded,
    textinfo: null,
  }
}
