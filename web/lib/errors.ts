import { notifications } from '@mantine/notifications'
import { ApiError, TransportError } from './api.ts'
import { t } from './shared-texts.ts'
import { telemetry } from './telemetry.ts'

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return []
}

/** What a person reads about an error: the texts of the answer's body, joined, or the fallback. Ids in `about` are for programs. */
export function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) return t('error.unknown')
  const { body } = error
  if (typeof body !== 'object' || body === null) return t('error.unknown')
  const { about: _ids, ...texts } = body as Record<string, unknown>
  return Object.values(texts).flatMap(textsIn).join(' ') || t('error.unknown')
}

/** Whether nothing was saved because somebody else had saved since the form was opened. */
export const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'conflict'

/** The first message for each field of a form, as the server answered it. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError) || error.status !== 400) return {}
  return Object.fromEntries(
    Object.entries((error.body ?? {}) as Record<string, unknown>).flatMap(([field, value]) => {
      const text = textsIn(value)[0]
      return text === undefined ? [] : [[field, text]]
    }),
  )
}

/**
 * Reads what is wrong with one job of a batch, as the server writes it: place, field and text.
 * @returns `place` from 0; null for a message about something else
 */
export function readJobProblem(
  message: string,
): { place: number; field: string; text: string } | null {
  const [, place, field, text] = /^(\d+)\.(\w+): (.+)$/s.exec(message) ?? []
  if (place === undefined || field === undefined || text === undefined) return null
  return { place: Number(place), field, text }
}

/** A failed call passes several handlers; telemetry hears of it once. */
const reported = new WeakSet<object>()

/** Tells telemetry about an error, except about sessions that have ended and cancelled calls. */
export function reportError(error: unknown): void {
  if (error instanceof ApiError && error.status === 401) return
  if (error instanceof TransportError && error.cancelled) return
  if (typeof error === 'object' && error !== null) {
    if (reported.has(error)) return
    reported.add(error)
  }
  telemetry.report(error)
}

/**
 * The handler for every failed call whose form does not say itself what is wrong: a red notification and a report.
 */
export function handleError(error: unknown): void {
  if (error instanceof TransportError && error.cancelled) return
  notifications.show({ color: 'red', title: t('error.title'), message: messageOf(error) })
  reportError(error)
}
