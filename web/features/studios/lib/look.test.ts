import { expect, test } from 'vitest'
import type { StudiosTexts } from '../texts.ts'
import { HEADSHOT, progressText, statusText } from './look.ts'
import { suggestedPrompt } from './use-model-link.ts'

/** The key of a text and its values. */
const t = ((key: string, values?: object) =>
  values ? `${key} ${JSON.stringify(values)}` : key) as unknown as StudiosTexts

const at = (step: number, steps: number) => ({ step, steps, loss: null, eta: null })

test('how far a training is stands before the sentence of the specification', () => {
  const running = { status: 'Running', downloaded: false, error: null } as const
  expect(progressText(t, { ...running, progress: at(16, 1200) })).toBe('status.step {"percent":1}')
  expect(progressText(t, { ...running, progress: at(1199, 1200) })).toBe(
    'status.step {"percent":99}',
  )
  expect(progressText(t, { ...running, progress: null })).toBe('status.begun')
  expect(statusText(t, running)).toBe('status.other')
  const waiting = { status: 'Pending', downloaded: false, error: null } as const
  expect(progressText(t, { ...waiting, progress: null })).toBe('status.waiting')
  expect(progressText(t, { ...waiting, progress: at(16, 1200) })).toBe('status.interrupted')
  expect(progressText(t, { status: 'Successful', progress: at(1200, 1200) })).toBeNull()
})

test('a model is suggested to draw what its own model can draw', () => {
  const trained = {
    project_name: 'Chelsea',
    object_type: 'pet',
    original_model_version: 'built-in',
    created_model_version: 'chelsea-1',
  } as const
  expect(suggestedPrompt(trained, true)).toBe('Chelsea on the grass, sticker style')
  expect(suggestedPrompt({ ...trained, object_type: 'style' }, true)).toBe('a house in this style')
  expect(suggestedPrompt(trained, false)).toBe(HEADSHOT)
})
