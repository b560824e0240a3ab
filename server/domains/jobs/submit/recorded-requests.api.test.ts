import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DrawingRequestInput } from '#contract/generation-request.ts'
import { api } from '#contract/index.ts'
import { SAMPLERS } from '#contract/samplers.ts'
import { hang } from '#tests/support/doubles/scripted-engine.ts'
import { cancel, startGenerationApp } from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { readPackedJson } from '#tests/support/packed-fixtures.ts'

/** What the server made of a request in November 2026, before jobs had kinds. */
interface Recorded {
  body: DrawingRequestInput
  /** SHA-256, hexadecimal: what a repeat with the same Idempotency-Key is compared with. */
  body_hash: string
  quote: { request_hash: string; cost: number; lines: unknown[]; marked: number }
  job: Record<string, unknown>
}

interface Recording {
  /** Each with a mask of its size. */
  uploads: { id: string; mask: string; width: number; height: number }[]
  requests: Recorded[]
}

const FILE = join(import.meta.dirname, '../../../../tests/fixtures/recorded-requests.json')
const { uploads, requests } = readPackedJson(FILE) as Recording

const FEATURES = [
  'negative_prompt',
  'image_to_image',
  'inpaint',
  'outpaint',
  'hires',
  'variation',
  'guidance_rescale',
  'loras',
] as const

/** The LoRA files of the recording: 32 bytes that follow from the name. */
const hashOf = (name: string) => Buffer.from(name.padEnd(32, '.')).toString('hex').slice(0, 64)

let app: TestApp
let person: TestPerson
beforeAll(async () => {
  const started = await startGenerationApp({
    script: hang,
    capabilities: { features: [...FEATURES], samplers: [...SAMPLERS] },
  })
  app = started.app
  started.engine.image.fitLoras = async (_model, ids) =>
    ids.map((id) => ({ id, hash: hashOf(id), problem: null }))
  person = await newPerson(app, { credits: 100_000, plan: 'pro' })
  const picture = { user_id: person.id, bytes: 1, content_type: 'image/png' }
  const times = { stored_at: new Date(), expires_at: new Date(Date.now() + 86_400_000) }
  for (const { id, mask, width, height } of uploads) {
    const size = { width, height }
    await app.db.kysely
      .insertInto('uploaded_images')
      .values([
        { ...picture, ...times, ...size, id, purpose: 'picture', storage_key: `uploads/${id}` },
        {
          ...picture,
          ...times,
          ...size,
          id: mask,
          purpose: 'mask',
          storage_key: `uploads/${mask}`,
        },
      ])
      .execute()
  }
})
afterAll(() => app.dispose())

async function readStored(jobId: string, key: string, quoteId: string, drawsVariation: boolean) {
  const { kysely } = app.db
  const [row, remembered, quote, hold, pictures] = await Promise.all([
    kysely
      .selectFrom('inference_jobs')
      .selectAll()
      .where('id', '=', jobId)
      .executeTakeFirstOrThrow(),
    kysely
      .selectFrom('idempotency_keys')
      .select('body_hash')
      .where('key', '=', key)
      .executeTakeFirstOrThrow(),
    kysely
      .selectFrom('quotes')
      .select('request_hash')
      .where('id', '=', quoteId)
      .executeTakeFirstOrThrow(),
    kysely
      .selectFrom('credit_entries')
      .select(['amount', 'text'])
      .where('job_id', '=', jobId)
      .where('kind', '=', 'hold')
      .executeTakeFirstOrThrow(),
    kysely
      .selectFrom('prediction_images')
      .select(['width', 'height'])
      .where('job_id', '=', jobId)
      .execute(),
  ])
  const { variation_seed, ...others } = row.parameters
  const parameters = drawsVariation ? others : row.parameters
  expect(typeof variation_seed).toBe(
    row.parameters['variation_strength'] === undefined ? 'undefined' : 'number',
  )
  const { width, height } = pictures[0]!
  return {
    body_hash: remembered.body_hash.toString('hex'),
    request_hash: quote.request_hash.toString('hex'),
    job: {
      type: row.type,
      fingerprint: row.fingerprint?.toString('hex') ?? null,
      parameters,
      model_hash: row.model_hash,
      num_images: row.num_images,
      unit_price: row.unit_price,
      cost_quoted: row.cost_quoted,
      pictures: `${pictures.length} of ${width} x ${height}`,
      hold,
    },
  }
}

// A retry across an upgrade carries a key, a quote or a fixed seed: each is found again only if these stay.
test('200 recorded requests have the price, hashes and parameters that they had', async () => {
  expect(requests).toHaveLength(200)
  for (const [number, { body, body_hash, quote: recorded, job: expected }] of requests.entries()) {
    const { request_hash, ...price } = recorded
    const quote = await person.call(api.quotes.create, { body })
    expect(quote, `quote of request ${number}`).toMatchObject(price)
    const key = `recorded ${number}`
    const job = await person.call(
      api.inferenceJobs.create,
      { body },
      { headers: { 'Idempotency-Key': key } },
    )
    const draws = body.variation_strength !== undefined && body.variation_seed === undefined
    const stored = await readStored(job.id, key, quote.id, draws)
    expect(stored, `request ${number}`).toEqual({ body_hash, request_hash, job: expected })
    await cancel(person, job)
  }
})
