import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import type { createClient } from '#tests/support/client.ts'
import type { HeadshotOrder, HeadshotRun } from '#contract/headshot-runs.ts'
import { api } from '#contract/index.ts'
import { photographFile } from '#scripts/support/photographs.ts'
import { uploadForm } from '#tests/support/uploads.ts'

type Call = ReturnType<typeof createClient>

/**
 * Repeats a call until it is answered.
 * @param refusals by which it may be refused as well, for an earlier one may have been heard
 * @returns null when it was refused so, or the storm is over first
 */
type Until = <T>(request: () => Promise<T>, refusals?: readonly string[]) => Promise<T | null>

const ORDER: HeadshotOrder = {
  gender: 'Woman',
  age_range: '25-34',
  attire: ['suit'],
  backgrounds: ['office'],
  shots: 4,
}
const PHOTOS = 4
/** The service's model that draws people and can be trained. */
const PEOPLE_MODEL = 'flux-dev'
const LOOK_MS = 500

/** Orders sets of headshots one after the other, some twice by accident, has shots taken again, cancels and deletes some. */
export async function orderSets(
  call: Call,
  until: Until,
  { signal, wrong }: { signal: AbortSignal; wrong: (what: string) => void },
): Promise<void> {
  const studio = await newStudio(call, until)
  if (studio === null) return
  while (!signal.aborted) {
    const run = await orderOne(call, until, { studio, wrong })
    if (run === null) return
    if (randomInt(6) === 0) await cancelShots(call, until, run)
    const drawn = await untilDrawn(call, until, run, signal)
    for (const shot of drawn?.shots.slice(0, randomInt(3)) ?? [])
      await until(
        () => call(api.headshotRuns.redo, { params: { id: run, shot: shot.id }, body: {} }),
        // It is drawn already, or the ten of a set are used up.
        ['conflict'],
      )
    await untilDrawn(call, until, run, signal)
    // A failed training is started again by the next order; the last set of a studio would take it along.
    if (drawn?.status === 'done' && randomInt(5) === 0) {
      const others = await until(() => call(api.headshotRuns.list, { query: {} }))
      if ((others?.results.length ?? 0) > 1)
        await until(() => call(api.headshotRuns.remove, { params: { id: run } }), ['not_found'])
    }
  }
}

/** A studio with photos of one person. @returns its id; null when the storm is over first */
async function newStudio(call: Call, until: Until): Promise<string | null> {
  const made = await until(() =>
    call(api.loraTrainings.create, {
      body: {
        project_name: 'Ada',
        training_type: 'Professional Headshots',
        object_type: 'person',
        original_model_version: PEOPLE_MODEL,
        consent: { subject: 'self' },
      },
    }),
  )
  if (!made) return null
  for (let number = 0; number < PHOTOS; number++) {
    const file = await portrait(number)
    const added = await until(() => {
      const body = uploadForm(file)
      body.append('lora_training', made.id)
      return call(api.loraTrainings.upload, { body })
    })
    if (!added) return null
  }
  return made.id
}

/** The same person in crops and lights that differ. */
const portrait = (number: number): Promise<Buffer> =>
  sharp(photographFile('astronaut'))
    .extract({ left: 40 + 20 * number, top: 10 * number, width: 420 - 20 * number, height: 460 })
    .resize(640 + 16 * number, 640 + 24 * number, { fit: 'fill' })
    .modulate({ brightness: 0.9 + 0.06 * number })
    .flop(number % 2 === 1)
    .jpeg()
    .toBuffer()

/** One set for one quote, however often it is asked for. @returns its id; null when the storm is over first */
async function orderOne(
  call: Call,
  until: Until,
  { studio, wrong }: { studio: string; wrong: (what: string) => void },
): Promise<string | null> {
  const priced = await until(() =>
    call(api.quotes.create, {
      body: { call: `lora_trainings/${studio}/payment_headshot/`, body: ORDER },
    }),
  )
  if (!priced) return null
  const body = { ...ORDER, quote: priced.id }
  // The quote ends while the program is away for long; of two at once one may be told of the other.
  const send = () =>
    until(
      () => call(api.headshotRuns.order, { params: { id: studio }, body }),
      ['conflict', 'quote_expired', 'quote_mismatch', 'plan_required'],
    )
  const answers = await Promise.all(randomInt(4) === 0 ? [send(), send()] : [send()])
  const ids = new Set(answers.flatMap((run) => run?.id ?? []))
  if (ids.size > 1) wrong(`the quote ${priced.id} made ${ids.size} sets`)
  return [...ids][0] ?? null
}

/** Cancels what of a set is drawn now: its images are a batch of the same id. */
async function cancelShots(call: Call, until: Until, run: string): Promise<void> {
  await sleep(randomInt(4000))
  await until(
    () => call(api.inferenceJobs.cancelBatch, { params: { id: run }, body: {} }),
    ['not_found'],
  )
}

/** @returns the set once nothing of it is made any more; null when the storm is over first */
async function untilDrawn(
  call: Call,
  until: Until,
  id: string,
  signal: AbortSignal,
): Promise<HeadshotRun | null> {
  while (!signal.aborted) {
    const run = await until(() => call(api.headshotRuns.detail, { params: { id } }), ['not_found'])
    if (run === null || isOver(run)) return run
    await sleep(LOOK_MS)
  }
  return null
}

const isOver = ({ status, shots }: HeadshotRun) =>
  status === 'failed' || (status === 'done' && shots.every((shot) => shot.status !== 'drawing'))

/** @returns whether no set is made any more */
export async function areSetsOver(call: Call): Promise<boolean> {
  const page = await call(api.headshotRuns.list, { query: {} }).catch(() => null)
  return page !== null && page.results.every(isOver)
}
