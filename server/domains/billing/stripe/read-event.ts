import { z } from 'zod'
import { AppError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { ProviderEvent } from '../payment-provider.ts'
import { dateOf } from './client.ts'
import { targetOf } from './shapes.ts'

/** The last second of the year 9999. */
const LAST_SECOND = 253_402_300_799

/** What all versions of the API have in common, as far as it is looked at. */
const EventShape = z.object({
  id: z.string().regex(/^[\w-]{1,255}$/),
  type: z.string().regex(/^[\w.]{1,255}$/),
  api_version: z
    .string()
    .regex(/^[\w.-]{1,100}$/)
    .nullish()
    .catch(null),
  created: z.number().int().min(0).max(LAST_SECOND),
  data: z.object({ object: z.unknown() }),
})

/**
 * Reads what was signed; that alone does not make it an event.
 * @throws {AppError} `invalid` when it is none
 */
export function eventOf(signed: unknown): ProviderEvent {
  const { data: event } = EventShape.safeParse(signed)
  if (!event) {
    throw new AppError('invalid', 'What was signed is not a payment event', {
      userMessage: t('billing.notAnEvent'),
    })
  }
  return {
    id: event.id,
    type: event.type,
    apiVersion: event.api_version ?? null,
    createdAt: dateOf(event.created),
    target: targetOf(event.type, event.data.object),
  }
}
