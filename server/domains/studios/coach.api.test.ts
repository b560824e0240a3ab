import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { LoraTraining } from '#contract/lora-trainings.ts'
import type { FoundFace } from '#server/engines/spec/index.ts'
import { scriptedFace } from '#tests/support/doubles/scripted-engine.ts'
import {
  addPhoto,
  create,
  photo,
  read,
  ready,
  refusal,
  start,
  untilStatus,
  studiosForFile,
} from './testing/studio-app.ts'

const studios = studiosForFile()

describe('the coach', () => {
  const codes = (training: LoraTraining) =>
    training.lora_training_images.map(({ findings }) => findings.map(({ code }) => code))

  test('sees what is small, dark, blurred and there twice', async () => {
    const ada = await studios.owner()
    const training = await create(ada)
    const sharpOne = await photo(0)
    const blurred = await sharp(await photo(1))
      .blur(20)
      .toBuffer()
    const dark = await sharp(await photo(3))
      .linear(0.15)
      .toBuffer()
    const small = await sharp(await photo(2))
      .resize(200)
      .toBuffer()
    const again = await sharp(sharpOne).resize(520).toBuffer()
    const mirrored = await sharp(sharpOne).flop().toBuffer()
    for (const file of [sharpOne, blurred, dark, small, again, mirrored])
      await addPhoto(ada, training, file)
    const now = await read(ada, training)
    expect(codes(now)).toEqual([
      [],
      expect.arrayContaining(['blurred']),
      expect.arrayContaining(['dark']),
      expect.arrayContaining(['too_small']),
      expect.arrayContaining(['duplicate']),
      expect.arrayContaining(['duplicate']),
    ])
    expect(now.coach.level).toBe('red')
    const refused = await refusal(start(ada, training))
    expect(refused.status).toBe(400)
    expect((refused.body as { images: string[] }).images).toEqual([
      expect.stringMatching(/^Photo 2: Blurred/),
      expect.stringMatching(/^Photo 4: Too small/),
    ])
  })

  test('sees who is not there, who is not alone, and who is somebody else', async () => {
    const ada = await studios.owner()
    const training = await create(ada, { object_type: 'person', consent: { subject: 'self' } })
    const me = { ...scriptedFace({ size: 300 }), identity: [1, 0] }
    const faces: FoundFace[][] = [
      [me],
      [{ ...me, identity: [0.9, 0.44] }],
      [],
      [me, scriptedFace({ index: 1, size: 250 })],
      [{ ...me, identity: [0, 1] }],
      [{ ...scriptedFace({ size: 40 }), identity: [1, 0] }],
      [{ ...me, eyesCovered: true }],
    ]
    for (const [number, found] of faces.entries()) {
      studios.engine.faces = found
      await addPhoto(ada, training, await photo(number % 4))
    }
    const now = await read(ada, training)
    expect(codes(now).map((found) => found.filter((code) => code !== 'duplicate'))).toEqual([
      [],
      [],
      ['no_face'],
      ['several_people'],
      ['another_person'],
      ['small_face'],
      ['covered_eyes'],
    ])
    const { rows } = await sql<{ text: string }>`
      select look::text || alike::text as text from lora_training_images where user_id = ${ada.id}`.execute(
      studios.app.db.kysely,
    )
    expect(rows.every(({ text }) => !text.includes('identity'))).toBe(true)
  })

  test('has amber findings waived, but for those that are not named', async () => {
    const ada = await studios.owner()
    const training = await ready(ada)
    await addPhoto(ada, training, await photo(0))
    expect((await read(ada, training)).coach.level).toBe('amber')
    expect(await refusal(start(ada, training, { waive: [] }))).toMatchObject({ status: 400 })
    await start(ada, training, { waive: ['duplicate'] })
    await untilStatus(ada, training, 'Successful')
  })
})
