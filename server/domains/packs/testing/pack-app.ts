import { sql } from 'kysely'
import { expect } from 'vitest'
import { ApiError } from '#contract/client.ts'
import { api } from '#contract/index.ts'
import type { PackDetail, PackInput, PackRun } from '#contract/packs.ts'
import type {
  ScriptedEngine,
  ScriptedEngineOptions,
} from '#tests/support/doubles/scripted-engine.ts'
import { balanceOf, expectCleanBooks, startGenerationApp } from '#tests/support/generation.ts'
import { putModelFile } from '#tests/support/model-file.ts'
import { newPerson, type PersonOptions, type TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'

/** The real app on an engine that does as it is told, with the packs that come with it. */
/** Of the model, in pixels: shorter than what a pack may ask for. */
export const LARGEST_EDGE = 1024

export async function startPacks(): Promise<{ app: TestApp; engine: ScriptedEngine }> {
  const capabilities: ScriptedEngineOptions['capabilities'] = {
    features: ['negative_prompt', 'loras'],
    sizes: { min: 64, max: LARGEST_EDGE, step: 8 },
  }
  const started = await startGenerationApp({ capabilities }, { takesSteps: true })
  started.engine.image.fitLoras = async (_model, ids) =>
    ids.map((id) => ({ id, hash: '', problem: `There is no LoRA named "${id}".` }))
  return started
}

export async function newStaff(app: TestApp): Promise<TestPerson> {
  const person = await newPerson(app, {})
  await app.db.kysely
    .updateTable('users')
    .set({ is_staff: true })
    .where('id', '=', person.id)
    .execute()
  return person
}

export const owner = (app: TestApp, options: PersonOptions = {}): Promise<TestPerson> =>
  newPerson(app, { plan: 'pro', ...options })

/** Ten shots of 64 pixels, one credit each, told apart by their words. */
export const packInput = (input: Partial<PackInput> = {}): PackInput => ({
  title: 'Ten foxes',
  description: '',
  tags: ['foxes'],
  subject: 'none',
  shots: Array.from({ length: 10 }, (_, index) => ({
    prompt: `a red fox number ${index + 1}`,
    negative_prompt: '',
    seed: null,
    width: 64,
    height: 64,
  })),
  ...input,
})

/** Of a person: the prompts name the subject. */
export const ofPerson = (): PackInput => {
  const input = packInput({ subject: 'person' })
  const shots = input.shots.map((shot, index) => ({
    ...shot,
    prompt: `a photo of {subject}, number ${index + 1}`,
  }))
  return { ...input, shots }
}

/** A pack that everybody can use. */
export async function published(app: TestApp, input = packInput()): Promise<PackDetail> {
  const staff = await newStaff(app)
  const draft = await staff.call(api.photoPacks.create, { body: input })
  return staff.call(api.photoPacks.publish, { params: { id: draft.id }, body: {} })
}

/** A trained model, as if it had been trained a while ago. */
export async function trained(
  app: TestApp,
  person: TestPerson,
  kind: 'person' | 'pet' | 'style' = 'person',
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into lora_trainings (user_id, project_name, training_type, object_type, original_model_version, engine,
      consent_subject, consent_text, status, seed, created_model_version, lora_hash, checkpoint_key)
    values (${person.id}, 'Ada', 'General', ${kind}, 'scripted-model', 'scripted', 'self', '', 'Successful', 1,
      'ada-' || substr(uuidv7()::text, 25), 'abc', ${putModelFile(app.config.dataDir)})
    returning id`.execute(app.db.kysely)
  return rows[0]!.id
}

export const run = (
  person: TestPerson,
  pack: { id: string },
  body: { training?: string | null; quote?: string } = {},
  headers: Record<string, string> = {},
): Promise<PackRun> =>
  person.call(
    api.photoPacks.run,
    { params: { id: pack.id }, body: { training: null, ...body } },
    { headers },
  )

export const read = (person: TestPerson, { id }: { id: string }): Promise<PackRun> =>
  person.call(api.photoPacks.readRun, { params: { id } })

export const retry = (
  person: TestPerson,
  { id }: { id: string },
  body: { shots?: string[]; quote?: string } = {},
): Promise<PackRun> => person.call(api.photoPacks.retry, { params: { id }, body })

export const stop = (person: TestPerson, { id }: { id: string }): Promise<PackRun> =>
  person.call(api.photoPacks.cancelRun, { params: { id }, body: {} })

export const swap = (
  person: TestPerson,
  { id }: { id: string },
  shot: { id: string },
  prompt: string,
): Promise<PackRun> =>
  person.call(api.photoPacks.swap, { params: { id, shot: shot.id }, body: { prompt } })

/** Waits until a run looks so. */
export async function until(
  person: TestPerson,
  { id }: { id: string },
  looks: (now: PackRun) => boolean,
): Promise<PackRun> {
  let now: PackRun | null = null
  await expect
    .poll(
      async () => {
        now = await read(person, { id })
        return looks(now) || `${now.state} ${now.shots.map(({ state }) => state).join()}`
      },
      { timeout: 50_000, interval: 50 },
    )
    .toBe(true)
  return now!
}

export const untilState = (person: TestPerson, of: { id: string }, state: PackRun['state']) =>
  until(person, of, (now) => now.state === state)

/** How many shots are in each state. */
export const countStates = ({ shots }: PackRun): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(shots, ({ state }) => state)].map(([state, some]) => [state, some.length]),
  )

/** Why a shot failed, as its row has it. */
export async function storedError(app: TestApp, shot: string) {
  const { error } = await app.db.kysely
    .selectFrom('run_shots')
    .select('error')
    .where('id', '=', shot)
    .executeTakeFirstOrThrow()
  return error
}

/** How a call was refused. */
export async function refusal(call: Promise<unknown>) {
  const error = await call.then(() => null).catch((thrown: unknown) => thrown)
  if (!(error instanceof ApiError)) throw new Error(`not refused: ${String(error)}`)
  const { status, code, body } = error
  return { status, code, body }
}

/** What is paid is what is gone, nothing is held, and all books agree. */
export async function expectPaid(
  app: TestApp,
  person: TestPerson,
  credits: number,
  had = 100,
): Promise<void> {
  await expect
    .poll(() => balanceOf(person), { timeout: 20_000 })
    .toEqual({ credits: had - credits, credits_held: 0 })
  await expectCleanBooks(app)
  expect(await app.context.admin.findDifferences(30)).toMatchObject({ findings: [] })
}

/** The time for another try of what is held is over. */
export async function endHolds(app: TestApp): Promise<void> {
  await sql`update run_holds set ends_at = money_now() where closed_at is null`.execute(
    app.db.kysely,
  )
}
