import { expect, test } from 'vitest'
import { HeadshotRun } from '#contract/headshot-runs.ts'
import { Grid } from '#contract/grids.ts'
import { Job } from '#contract/inference-jobs.ts'
import { LoraTraining } from '#contract/lora-trainings.ts'
import { PackRun } from '#contract/packs.ts'
import { VideoJob } from '#contract/video-inference-jobs.ts'
import { inEnglish, readFailure, type Said, sayAnswer, storeFailure, t } from './index.ts'
import { sayText } from './say.ts'

const RETURNED = t('headshots.creditsReturned', { said: t('headshots.notDrawnAtAll') })
const ENGLISH = 'Your headshots could not be drawn. Your credits were returned.'
const SPANISH = 'Tus retratos no se pudieron dibujar. Te devolvimos los créditos.'

const stored = storeFailure({ code: 'not_drawn', message: RETURNED })
const inSpanish = (said: Said): string =>
  typeof said === 'string' ? `<${said}>` : sayText('es', said, (english) => english)

test('stores the English sentence beside the text', () => {
  expect(stored).toEqual({ code: 'not_drawn', message: ENGLISH, text: RETURNED })
  expect(inSpanish(readFailure(stored))).toBe(SPANISH)
})

test('stores and reads a finished sentence by itself', () => {
  const finished = storeFailure({ code: 'x', message: 'No.' })
  expect(finished).toEqual({ code: 'x', message: 'No.' })
  expect(readFailure(finished)).toBe('No.')
})

test('reads the sentence of a text that only a newer version has, also inside of another', () => {
  const newer = { key: 'headshots.ofTomorrow' }
  const around = { key: 'headshots.creditsReturned', values: { said: newer } }
  for (const text of [newer, around, { key: 'tomorrow.new' }])
    expect(readFailure({ ...stored, text })).toBe(ENGLISH)
})

test.each([
  ['a job', Job, (error: unknown) => ({ error })],
  ['a video', VideoJob, (error: unknown) => ({ error })],
  ['a training', LoraTraining, (error: unknown) => ({ error })],
  ['headshots', HeadshotRun, (error: unknown) => ({ error })],
  ['a run of a pack', PackRun, (error: unknown) => ({ shots: [{ error }, { error: null }] })],
  ['a grid', Grid, (error: unknown) => ({ cells: [{ error }, { error: null }] })],
])('the answer of %s has the sentence, and no text', (_name, schema, answer) => {
  const say = sayAnswer(schema)
  const { code } = stored
  expect(say(answer(stored), inSpanish)).toEqual(answer({ code, message: SPANISH }))
  expect(say(answer(stored), inEnglish)).toEqual(answer({ code, message: ENGLISH }))
  const before = { code, message: ENGLISH }
  expect(say(answer(before), inSpanish)).toEqual(answer({ code, message: SPANISH }))
})
