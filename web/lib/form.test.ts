import { expect, it, vi } from 'vitest'
import { focusBrokenDate } from './form.ts'

const field = (badInput: boolean) => ({ validity: { badInput }, focus: vi.fn<() => void>() })
const formOf = (...fields: ReturnType<typeof field>[]) =>
  ({ querySelectorAll: () => fields }) as unknown as HTMLFormElement

it('leads to the first date that is half typed, which looks like none by its value', () => {
  const [whole, half, other] = [field(false), field(true), field(true)]
  expect(focusBrokenDate(formOf(whole, half, other))).toBe(true)
  expect(half.focus).toHaveBeenCalledOnce()
  expect(whole.focus).not.toHaveBeenCalled()
  expect(other.focus).not.toHaveBeenCalled()
  expect(focusBrokenDate(formOf(whole))).toBe(false)
})
