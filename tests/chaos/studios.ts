import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { createClient } from '#tests/support/client.ts'
import { api } from '#contract/index.ts'
import { TRAINING_PHOTOS } from '#contract/values/lora-trainings.ts'
import { photo } from '#server/domains/studios/testing/studio-app.ts'
import { OWN_MODEL } from './orders.ts'
import { uploadForm } from '#tests/support/uploads.ts'

type Call = ReturnType<typeof createClient>

/**
 * Repeats a call until it is answered.
 * @param refusals by which it may be refused as well, for an earlier one may have been heard
 * @returns null when it was refused so, or the storm is over first
 */
type Until = <T>(request: () => Promise<T>, refusals: readonly string[]) => Promise<T | null>

/** How long a training goes on before it is stopped, at most: some have not begun by then. */
const STOPPED_WITHIN_MS = 12_000

/** Has studios trained one after the other, stops each early, starts some again and deletes some, as long as the plan lets it. */
export async function trainStudios(call: Call, until: Until, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const id = await newStudio(call, until)
    if (id === null) return
    const params = { id }
    do {
      const started = await until(
        () => call(api.loraTrainings.start, { params, body: { waive: ['few_photos'] } }),
        // A photo whose upload was repeated is there twice.
        ['conflict', 'plan_required', 'invalid'],
      )
      // Its places of the month are used up, unless an earlier call was heard.
      if (started === null) {
        const now = await until(() => call(api.loraTrainings.detail, { params }), [])
        if (now?.status === 'Not Started') return
      }
      await sleep(randomInt(STOPPED_WITHIN_MS), undefined, { signal }).catch(() => undefined)
      await until(() => call(api.loraTrainings.cancel, { params, body: {} }), ['conflict'])
    } while (!signal.aborted && randomInt(2) === 0)
    if (randomInt(3) === 0)
      await until(() => call(api.loraTrainings.remove, { params }), ['not_found'])
  }
}

/** A studio with as many photos as it needs. @returns null when the storm is over first */
async function newStudio(call: Call, until: Until): Promise<string | null> {
  const made = await until(
    () =>
      call(api.loraTrainings.create, {
        body: {
          project_name: 'A fox',
          object_type: 'object',
          original_model_version: OWN_MODEL,
          consent: { subject: 'none' },
        },
      }),
    [],
  )
  if (!made) return null
  for (let number = 0; number < TRAINING_PHOTOS.least; number++) {
    const file = await photo(number)
    const added = await until(() => {
      const body = uploadForm(file)
      body.append('lora_training', made.id)
      return call(api.loraTrainings.upload, { body })
    }, [])
    if (!added) return null
  }
  return made.id
}

/** Stops what is still trained after the storm. @returns whether nothing is any more */
export async function stopTrainings(call: Call): Promise<boolean> {
  const page = await call(api.loraTrainings.list, { query: { limit: '100' } }).catch(() => null)
  const open = page?.results.filter(({ status }) =>
    ['Pending', 'Running', 'Downloading'].includes(status),
  )
  for (const { id } of open ?? [])
    await call(api.loraTrainings.cancel, { params: { id }, body: {} }).catch(() => null)
  return open?.length === 0
}
