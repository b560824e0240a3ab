import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { ApiError } from '#contract/client.ts'
import { api } from '#contract/index.ts'
import type { LoraTraining, TrainingPhoto } from '#contract/lora-trainings.ts'
import type { Environment } from '#server/config/index.ts'
import type { ImageModel } from '#server/engines/spec/index.ts'
import { type ScriptedEngine, scriptedFace } from '#tests/support/doubles/scripted-engine.ts'
import { trainToTheEnd } from '#tests/support/doubles/scripted-training.ts'
import { balanceOf, startGenerationApp } from '#tests/support/generation.ts'
import { newPerson, type PersonOptions, type TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { uploadForm } from '#tests/support/uploads.ts'

/** The real app on an engine that trains as it is told, and short words for what the owner of a studio does. */
export async function startStudios(
  abilities: Partial<Pick<ImageModel, 'draws' | 'features'>> = {},
  env: Environment = {},
) {
  const { app, engine } = await startGenerationApp(
    {
      capabilities: { features: ['negative_prompt', 'loras'], ...abilities },
    },
    { env, takesSteps: true },
  )
  engine.image.fitLoras = async (_model, ids) =>
    ids.map((id) => ({ id, hash: '', problem: `There is no LoRA named "${id}".` }))
  return { app, engine, ...ownersOf(app) }
}

/** As it is before each test. */
export function resetEngine(engine: ScriptedEngine): void {
  engine.training.script = trainToTheEnd
  engine.training.costMicros = null
  engine.faces = [scriptedFace({ size: 300 })]
}

type Studios = Awaited<ReturnType<typeof startStudios>>

/** Starts studios for the tests of a file, and resets their engine before each. @returns what they have, once the tests run */
export function studiosForFile(): Studios {
  const studios = {} as Studios
  beforeAll(async () => {
    Object.assign(studios, await startStudios())
  })
  afterAll(() => studios.app.dispose())
  beforeEach(() => resetEngine(studios.engine))
  return studios
}

const BODY = {
  project_name: 'Ada of the Hills',
  object_type: 'object',
  consent: { subject: 'none' },
} as const

export const create = (person: TestPerson, body: object = {}): Promise<LoraTraining> =>
  person.call(api.loraTrainings.create, { body: { ...BODY, ...body } })

async function drawPhoto(number: number): Promise<Buffer> {
  const edge = 560
  const data = Buffer.alloc(3 * edge * edge)
  for (let at = 0; at < edge * edge; at++) {
    const [x, y] = [(at % edge) / edge, Math.floor(at / edge) / edge]
    const wave = Math.sin((5 + 3 * number) * x + 2 * number) * Math.cos((4 + 5 * number) * y)
    const grain = ((at * 7919) % 61) - 30
    for (const c of [0, 1, 2])
      data[3 * at + c] = 90 + 25 * number + 50 * wave + grain + 8 * c * (number - 1)
  }
  return sharp(data, { raw: { width: edge, height: edge, channels: 3 } })
    .jpeg()
    .toBuffer()
}

const photos = new Map<number, Promise<Buffer>>()

/** A photo that the coach finds nothing wrong with: waves with grain, other ones for each number. Each is drawn once. */
export function photo(number: number): Promise<Buffer> {
  const drawn = photos.get(number) ?? drawPhoto(number)
  photos.set(number, drawn)
  return drawn
}

/** Adds a photo to a studio. */
export async function addPhoto(
  person: TestPerson,
  training: { id: string },
  file: Uint8Array,
): Promise<TrainingPhoto> {
  const body = uploadForm(file)
  body.append('lora_training', training.id)
  return person.call(api.loraTrainings.upload, { body })
}

export const read = (person: TestPerson, { id }: { id: string }) =>
  person.call(api.loraTrainings.detail, { params: { id } })

export const start = (
  person: TestPerson,
  { id }: { id: string },
  body: { waive?: string[]; quote?: string } = {},
) => person.call(api.loraTrainings.start, { params: { id }, body })

/** The binding price of a start. */
export const quoteOf = ({ id }: { id: string }, person: TestPerson) =>
  person.call(api.quotes.create, { body: { call: `lora_trainings/${id}/start_training/` } })

export const cancel = (person: TestPerson, { id }: { id: string }) =>
  person.call(api.loraTrainings.cancel, { params: { id }, body: {} })

export const remove = (person: TestPerson, { id }: { id: string }) =>
  person.call(api.loraTrainings.remove, { params: { id } })

/** A studio that can be started. */
export async function ready(person: TestPerson, body: object = {}): Promise<LoraTraining> {
  const training = await create(person, body)
  for (let number = 0; number < 4; number++) await addPhoto(person, training, await photo(number))
  return training
}

/** Waits until a studio looks so. */
export async function until(
  person: TestPerson,
  training: { id: string },
  looks: (now: LoraTraining) => boolean,
): Promise<LoraTraining> {
  let now: LoraTraining | null = null
  await expect
    .poll(
      async () => {
        now = await read(person, training)
        return looks(now) || JSON.stringify(now.error ?? now.status)
      },
      { timeout: 40_000, interval: 30 },
    )
    .toBe(true)
  return now!
}

export const untilStatus = (person: TestPerson, training: { id: string }, status: string) =>
  until(person, training, (now) => now.status === status)

/** How a call was refused. */
export async function refusal(call: Promise<unknown>) {
  const error = await call.then(() => null).catch((thrown: unknown) => thrown)
  if (!(error instanceof ApiError)) throw new Error(`not refused: ${String(error)}`)
  const { status, code, body } = error
  return { status, code, body }
}

/** People who may train, and what they paid. */
export function ownersOf(app: TestApp) {
  const owner = (options: PersonOptions = {}) =>
    newPerson(app, { plan: 'starter', credits: 2500, ...options })

  const captured = async (person: TestPerson) => {
    const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(captured), 0)::int as sum from credit_entries
    where user_id = ${person.id}`.execute(app.db.kysely)
    return rows[0]!.sum
  }

  /** What is paid is what is gone, nothing is held, and the books agree. */
  async function expectPaid(person: TestPerson, credits: number, had = 2500): Promise<void> {
    expect(await balanceOf(person)).toEqual({ credits: had - credits, credits_held: 0 })
    expect(await captured(person)).toBe(credits)
    expect(await app.context.credits.reconcile()).toEqual([])
  }

  return { owner, expectPaid }
}
