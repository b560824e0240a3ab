import { expect, it } from 'vitest'
import { findUnseen, type FormPart } from './problem-places.ts'

const seen = (...places: FormPart[]) => new Set<FormPart>(places)
const STEPS = { steps: 'Enter a number from 1 to 100.' }

it('what stands beside its field is not said again', () => {
  expect(findUnseen({ prompt: 'Too long' }, 'text', seen())).toBeNull()
  expect(findUnseen(STEPS, 'text', seen('settings', 'advanced'))).toBeNull()
})

it('what is out of sight is said, with what opens its field', () => {
  expect(findUnseen(STEPS, 'text', seen('settings'))).toEqual({
    text: STEPS.steps,
    place: 'advanced',
  })
  expect(findUnseen({ width: 'Too wide' }, 'text', seen())).toMatchObject({ place: 'settings' })
  expect(findUnseen({ controls: 'None' }, 'text', seen())).toMatchObject({ place: 'settings' })
})

it('what belongs to no field of the page is said', () => {
  expect(findUnseen({ detail: 'Not now' }, 'text', seen('settings', 'advanced'))).toEqual({
    text: 'Not now',
    place: null,
  })
  expect(findUnseen({ image: 'Gone' }, 'text', seen('settings'))).toMatchObject({ place: null })
  expect(findUnseen({ image: 'Gone' }, 'image', seen())).toBeNull()
})
