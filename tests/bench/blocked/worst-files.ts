import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { api } from '#contract/index.ts'
import { MODEL_UPLOAD } from '#contract/model-publishing.ts'
import { MOST_IMAGES_AT_ONCE } from '#contract/values/prediction-images.ts'
import type { TestPerson } from '../../support/people.ts'
import { makePng } from '../../support/pictures.ts'
import type { TestApp } from '../../support/test-app.ts'
import { upload } from '../../support/uploads.ts'
import { post, send, urlOf, type WorstRequest } from './worst-request.ts'

/** Edge of a photo whose file is about as large as one may be, as nothing in it can be compressed. */
const EDGE = 2560

/** A library of as many images as are asked for at once. @returns their ids */
async function fillLibrary(app: TestApp, person: TestPerson): Promise<string[]> {
  const { id: photo } = await upload(person, await makePng(512, 512, { noise: 20 }))
  const { id: job } = await person.call(api.inferenceJobs.create, {
    body: { prompt: 'a cup', num_images: 1 },
  })
  const { rows } = await sql<{ id: string }>`
    with job as (update inference_jobs set status = 'S' where id = ${job} returning id, user_id)
    insert into prediction_images
      (job_id, user_id, index, status, seed, width, height, storage_key, bytes, content_type)
    select job.id, job.user_id, number, 'S', 1, file.width, file.height, file.storage_key, file.bytes, 'image/png'
    from job, uploaded_images as file, generate_series(1, ${MOST_IMAGES_AT_ONCE}::integer) as number
    where file.id = ${photo}
    returning id`.execute(app.db.kysely)
  return rows.map(({ id }) => id)
}

/** Pairs of matrices of the longest header that is read. */
const LAYERS = 10_000

/** The first part of a LoRA whose header is about as long as a part. */
function longHeader(): Buffer {
  const tensors: [string, object][] = []
  let end = 0
  const add = (name: string, shape: [number, number]) => {
    const from = end
    end += 2 * shape[0] * shape[1]
    tensors.push([name, { dtype: 'F16', shape, data_offsets: [from, end] }])
  }
  for (let layer = 0; layer < LAYERS; layer++) {
    const name = `lora_unet_${'block_'.repeat(40)}${layer}`
    add(`${name}.lora_down.weight`, [4, 32])
    add(`${name}.lora_up.weight`, [32, 4])
  }
  const header = Buffer.from(JSON.stringify(Object.fromEntries(tensors)))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(header.length))
  return Buffer.concat([length, header, Buffer.alloc(end)])
}

/** The first part of a model that somebody brings along. */
async function worstImport(person: TestPerson): Promise<WorstRequest> {
  const { startUpload, sendPart } = api.modelPublishing
  const file = longHeader()
  const { id } = await person.call(startUpload, {
    body: {
      filename: 'long.safetensors',
      bytes: file.length,
      sha256: createHash('sha256').update(file).digest('hex'),
    },
  })
  return {
    name: 'import of a model with a long header',
    method: sendPart.method,
    url: urlOf(sendPart, { id, n: '0' }),
    contentType: 'application/octet-stream',
    payload: () => file.subarray(0, MODEL_UPLOAD.partBytes),
    flows: true,
  }
}

/** What reads and sends files. */
export async function worstFiles(app: TestApp, person: TestPerson): Promise<WorstRequest[]> {
  const ids = await fillLibrary(app, person)
  const raw = { width: EDGE, height: EDGE, channels: 3 } as const
  const photo = await sharp(randomBytes(3 * EDGE * EDGE), { raw })
    .png()
    .toBuffer()
  return [
    { ...post('zip of images with files', api.predictionImages.zip, () => ({ ids })), flows: true },
    { ...send('upload of a large photo', api.uploadedImages.upload, () => photo), flows: true },
    await worstImport(person),
  ]
}
