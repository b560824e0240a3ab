import { useMemo } from 'react'
import { ApiError } from '#contract/client.ts'
import type { GenerationRequestInput } from '#contract/generation-request.ts'
import type { FieldProblems, OrderInput } from '#web/features/generate/lib/order.ts'
import { readJobProblem } from '#web/lib/errors.ts'
import { useTexts } from '../texts.ts'
import type { Input } from './use-input.ts'

/**
 * What is ordered: the request for the one image, or one for each of several.
 * @returns `count`: of images
 */
export function useManyOrder(
  { many }: Input,
  {
    single,
    each,
    wrong,
  }: {
    single: GenerationRequestInput | null
    each: ((image: string) => GenerationRequestInput | null) | undefined
    wrong: FieldProblems
  },
): { request: OrderInput | null; wrong: FieldProblems; count: number } {
  const t = useTexts()
  const active = many?.active === true
  const pictures = many?.pictures
  const jobs = useMemo(() => {
    if (!active || !each || !pictures || pictures.length === 0) return null
    const requests = pictures.map(({ id }) => each(id)).filter((request) => request !== null)
    return requests.length === pictures.length ? { jobs: requests } : null
  }, [active, each, pictures])
  if (!active) return { request: single, wrong, count: 1 }
  const { image: _none, ...rest } = wrong
  return {
    request: jobs,
    wrong: { ...rest, ...(many.pictures.length === 0 && { image: t('input.chooseFirst') }) },
    count: many.pictures.length,
  }
}

/** What the server has against some of several images, by their place. */
export function placesOf(refusal: unknown): Map<number, string> {
  const places = new Map<number, string>()
  if (!(refusal instanceof ApiError)) return places
  const { jobs } = (refusal.body ?? {}) as { jobs?: unknown }
  for (const message of Array.isArray(jobs) ? jobs : []) {
    const problem = readJobProblem(String(message))
    if (problem !== null) places.set(problem.place, problem.text)
  }
  return places
}
