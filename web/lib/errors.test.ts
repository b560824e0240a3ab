import { afterEach, describe, expect, it } from 'vitest'
import { ApiError, TransportError } from './api.ts'
import { fieldErrorsOf, messageOf, reportError } from './errors.ts'
import { setTelemetry } from './telemetry.ts'

const answer = (status: number, body: unknown) => new ApiError({ status, body, header: () => null })

describe('messageOf', () => {
  it('joins the texts of the body', () => {
    const error = answer(400, { email: ['Enter a valid email address.'], detail: 'No.' })
    expect(messageOf(error)).toBe('Enter a valid email address. No.')
  })

  it.each([
    ['a page of a proxy', answer(502, '<html>Bad gateway</html>')],
    ['an empty body', answer(500, null)],
    ['a body without texts', answer(500, { missing: 3 })],
    ['no answer', new TransportError('Network Error', { cancelled: false, cause: null })],
  ])('falls back for %s', (_what, error) => {
    expect(messageOf(error)).toBe('An error occurred. Please try again later.')
  })
})

describe('fieldErrorsOf', () => {
  it('gives the first text of each field', () => {
    const error = answer(400, { password1: ['Too short.', 'Too common.'], email: ['Taken.'] })
    expect(fieldErrorsOf(error)).toEqual({ password1: 'Too short.', email: 'Taken.' })
  })

  it('is empty for other errors', () => {
    expect(fieldErrorsOf(answer(429, { detail: 'Slow down.' }))).toEqual({})
  })
})

describe('reportError', () => {
  const reports: unknown[] = []
  afterEach(() => {
    setTelemetry(null)
    reports.length = 0
  })

  it('tells telemetry about every error but ended sessions and cancelled calls', () => {
    setTelemetry({ pageView() {}, event() {}, report: (error) => reports.push(error) })
    const broken = answer(500, null)
    reportError(broken)
    reportError(answer(401, { detail: 'Invalid token.' }))
    reportError(new TransportError('Query was cancelled', { cancelled: true, cause: null }))
    expect(reports).toEqual([broken])
  })
})
