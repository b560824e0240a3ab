import { sql } from 'kysely'
import type { PlanName } from '#contract/users.ts'
import { PLAN_NAMES } from '#contract/values/users.ts'
import { lanesOf } from '#server/engines/spec/index.ts'
import { ready } from '#server/domains/studios/testing/studio-app.ts'
import { trained } from '#server/domains/packs/testing/pack-app.ts'
import { hang, type ScriptedEngine, scriptedFace } from '#tests/support/doubles/scripted-engine.ts'
import { startGenerationApp } from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { makePng } from '#tests/support/pictures.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { upload } from '#tests/support/uploads.ts'

/** What a person of the stage has, under ids that are the same in every run. */
export interface Belongings {
  /** An uploaded picture of 80 x 64 pixels. */
  image: string
  /** A trained model of a person, for packs and headshots. */
  model: string
  /** A studio whose training can be started. */
  studio: string
}

export interface Stage {
  app: TestApp
  engine: ScriptedEngine
  people: Record<PlanName, { person: TestPerson; has: Belongings }>
  /** Whose email is not verified, and who has no credits. */
  unverified: TestPerson
  poor: TestPerson
}

/** More than all scenarios cost. */
const CREDITS = 100_000

const fixed = (kind: number, plan: PlanName): string =>
  `00000000-000${kind}-4000-8000-00000000000${PLAN_NAMES.indexOf(plan)}`

/**
 * The real app without workers and sweepers: what it is asked for is written down and goes no further, so that it can be
 * compared. Lanes count as served, so that jobs are admitted.
 */
export async function startStage(): Promise<Stage> {
  const { app, engine } = await startGenerationApp(
    {
      script: hang,
      capabilities: {
        features: [
          'negative_prompt',
          'image_to_image',
          'inpaint',
          'outpaint',
          'hires',
          'variation',
          'guidance_rescale',
          'loras',
          'refine',
          'photo_person',
        ],
      },
    },
    { env: { ROLES: 'web', IMPROVE_PROMPT_CREDITS: '3' } },
  )
  engine.image.fitLoras = async (_model, ids) =>
    ids.map((id) => ({ id, hash: Buffer.from(id.padEnd(32, '.')).toString('hex'), problem: null }))
  engine.faces = [scriptedFace({ size: 300 })]
  for (const { name } of lanesOf(engine))
    await sql`
      insert into lane_workers (process_id, lane, slots, most, heartbeat_at)
      values (uuidv7(), ${name}, 50, null, now() + interval '1 day')`.execute(app.db.kysely)
  const people = {} as Stage['people']
  for (const plan of PLAN_NAMES) {
    const person = await newPerson(app, { plan, credits: CREDITS })
    people[plan] = { person, has: await equip(app, person, plan) }
  }
  const unverified = await newPerson(app, { verified: false })
  const poor = await newPerson(app, { credits: 0 })
  return { app, engine, people, unverified, poor }
}

async function equip(app: TestApp, person: TestPerson, plan: PlanName): Promise<Belongings> {
  const has = { image: fixed(1, plan), model: fixed(2, plan), studio: fixed(3, plan) }
  const { id: image } = await upload(person, await makePng(80, 64))
  const model = await trained(app, person)
  const { id: studio } = await ready(person)
  const client = await app.db.pool.connect()
  try {
    // Rows that name these ids are not asked.
    await client.query('set session_replication_role = replica')
    const rename = (table: string, column: string, from: string, to: string) =>
      client.query(`update ${table} set ${column} = $1 where ${column} = $2`, [to, from])
    await rename('uploaded_images', 'id', image, has.image)
    await rename('lora_trainings', 'id', model, has.model)
    await rename('lora_trainings', 'id', studio, has.studio)
    await rename('lora_training_images', 'lora_training_id', studio, has.studio)
    await client.query(
      `update lora_trainings set created_model_version = $1, training_type = 'Professional Headshots' where id = $2`,
      [`ada-of-${plan}`, has.model],
    )
    await client.query('set session_replication_role = default')
  } finally {
    client.release()
  }
  return has
}

/** Gives a pack and what belongs to it ids that are the same in every run. @returns the pack's */
export async function fixPack(app: TestApp, pack: string, number: number): Promise<string> {
  const of = (kind: number) => `00000000-001${kind}-4000-8000-00000000000${number}`
  const client = await app.db.pool.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query(
      'update pack_shots set version_id = $1 where version_id in (select id from pack_versions where pack_id = $2)',
      [of(2), pack],
    )
    await client.query('update pack_versions set id = $1, pack_id = $2 where pack_id = $3', [
      of(2),
      of(1),
      pack,
    ])
    await client.query(
      `update packs set id = $1, version_id = case when version_id is not null then $2::uuid end,
         draft_id = case when draft_id is not null then $2::uuid end where id = $3`,
      [of(1), of(2), pack],
    )
    await client.query('set session_replication_role = default')
  } finally {
    client.release()
  }
  return of(1)
}
