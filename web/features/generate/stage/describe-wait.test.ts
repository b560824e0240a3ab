import { expect, test } from 'vitest'
import type { Job } from '#contract/inference-jobs.ts'
import { describeWait, spokenSeconds } from './describe-wait.ts'
import english from '#web/messages/en/generate-stage.json'
import { createTexts } from '#web/lib/texts.ts'

const t = createTexts(english, 'en')

const job = (changes: Partial<Job>): Job =>
  ({
    status: 'P',
    parameters: { type: 'TTI' },
    started_at: null,
    cancel_requested: false,
    queue: { position: 2, eta_p50: 20, eta_p90: 30 },
    progress: { step: 0, steps: 0, fraction: 0, begun: false, preview_url: null, previews: [] },
    ...changes,
  }) as Job

test('says who is before you and for how long', () => {
  expect(describeWait(job({}), t)).toBe('2 jobs ahead of you, about 20 s')
  expect(describeWait(job({ queue: { position: 1, eta_p50: null, eta_p90: null } }), t)).toBe(
    '1 job ahead of you',
  )
  expect(describeWait(job({ queue: { position: 0, eta_p50: 4, eta_p90: 9 } }), t)).toBe(
    'Next in line, about 4 s',
  )
})

test('says how many are before you in the line of the engine', () => {
  const queue = { position: 3, eta_p50: null, eta_p90: null }
  const progress = {
    step: 0,
    steps: 20,
    fraction: 0,
    begun: false,
    preview_url: null,
    previews: [],
  }
  expect(describeWait(job({ status: 'R', progress, queue }), t)).toBe('3 jobs ahead of you')
})

test('an engine that tells no steps is at work all the same', () => {
  const progress = { step: 0, steps: 20, fraction: 0, preview_url: null, previews: [] }
  const queue = { position: 0, eta_p50: 40, eta_p90: 60 }
  const said = (begun: boolean) =>
    describeWait(job({ status: 'R', progress: { ...progress, begun }, queue }), t)
  expect(said(false)).toBe('Starting, about 40 s')
  expect(said(true)).toBe('Drawing, usually 40 s in total')
})

test('says how far it is while it runs', () => {
  const progress = {
    step: 7,
    steps: 20,
    fraction: 0.3,
    begun: true,
    preview_url: null,
    previews: [],
  }
  const queue = { position: 0, eta_p50: 4, eta_p90: 9 }
  expect(describeWait(job({ status: 'R', progress, queue }), t)).toBe('35% drawn, about 4 s')
  expect(describeWait(job({ status: 'R', progress: { ...progress, step: 20 }, queue }), t)).toBe(
    'Finishing the images',
  )
  const parameters = { type: 'UI' } as Job['parameters']
  expect(describeWait(job({ status: 'R', progress, queue, parameters }), t)).toBe(
    '35% done, about 4 s',
  )
})

test('says that a cancel is on its way', () => {
  expect(describeWait(job({ cancel_requested: true }), t)).toBe('Canceling')
})

test('speaks of minutes when it takes minutes', () => {
  expect(spokenSeconds(0.2, t)).toBe('1 s')
  expect(spokenSeconds(300, t)).toBe('5 min')
})
