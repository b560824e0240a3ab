import type { DrawingRequestInput } from '#contract/generation-request.ts'
import { LIMITS } from '#contract/values/jobs/drawing.ts'
import { type CreateTexts, useTexts } from '../texts.ts'

interface Range {
  min: number
  max: number
}

/** What is wrong with a number, or undefined. */
const rangeProblem = (value: number, { min, max }: Range, t: CreateTexts): string | undefined =>
  value >= min && value <= max ? undefined : t('problem.range', { min, max })

/** What is wrong with a width or height that is chosen, in pixels, or undefined. */
function sizeProblem(pixels: number, t: CreateTexts): string | undefined {
  const { min, max, step } = LIMITS.size
  if (pixels >= min && pixels <= max && pixels % step === 0) return undefined
  return t('problem.size', { min, max, step })
}

/** What is wrong with one number or one side in pixels, in the page's language. */
export function useProblems() {
  const t = useTexts()
  return {
    rangeProblem: (value: number, range: Range) => rangeProblem(value, range, t),
    sizeProblem: (pixels: number) => sizeProblem(pixels, t),
  }
}

const PART: Range = { min: 0, max: 1 }
export const HIRES_SCALE: Range = { min: 1, max: 4 }
export const FEATHER: Range = { min: 0, max: 64 }
export const PADDING: Range = { min: 0, max: LIMITS.size.max }

/**
 * Numbers of a request that are out of range, by field. They are said and never changed: what somebody typed is theirs.
 * @param maxSteps of the engine
 */
export function checkRequest(
  request: DrawingRequestInput,
  maxSteps: number,
  t: CreateTexts,
): Record<string, string> {
  const { hires, outpaint, mask, width, height, controls = [] } = request
  const steps = { min: LIMITS.steps.min, max: Math.min(LIMITS.steps.max, maxSteps) }
  const size = (pixels: number | undefined) =>
    pixels === undefined || mask !== undefined || outpaint !== undefined
      ? undefined
      : sizeProblem(pixels, t)
  const check = (value: number | null | undefined, range: Range) =>
    value === null || value === undefined ? undefined : rangeProblem(value, range, t)
  const found: Record<string, string | undefined> = {
    width: size(width),
    height: size(height),
    steps: check(request.steps, steps),
    guidance_scale: check(request.guidance_scale, LIMITS.guidance),
    seed: check(request.seed, LIMITS.seed),
    strength: check(request.strength, PART),
    mask_feather: check(request.mask_feather, FEATHER),
    variation_seed: check(request.variation_seed, LIMITS.seed),
    variation_strength: check(request.variation_strength, PART),
    guidance_rescale: check(request.guidance_rescale, PART),
    hires:
      hires &&
      (check(hires.scale, HIRES_SCALE) ??
        check(hires.strength, PART) ??
        check(hires.steps, { min: 0, max: steps.max })),
    controls: controls
      .map(
        ({ strength, start = 0, end = 1 }) =>
          check(strength, LIMITS.controlStrength) ??
          check(start, PART) ??
          check(end, PART) ??
          (start < end ? undefined : t('problem.controlRange')),
      )
      .find((problem) => problem !== undefined),
    outpaint:
      outpaint &&
      [outpaint.left, outpaint.top, outpaint.right, outpaint.bottom]
        .map((side) => check(side, PADDING))
        .find((problem) => problem !== undefined),
  }
  return Object.fromEntries(
    Object.entries(found).flatMap(([field, problem]) =>
      problem === undefined ? [] : [[field, problem]],
    ),
  )
}
