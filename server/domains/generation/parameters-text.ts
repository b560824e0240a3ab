import type { JobParameters } from './resolve-request.ts'

const SHORT_HASH = 10

/**
 * The settings of one picture as A1111 writes them into its files: prompt, negative prompt, and a line
 * `Steps: 20, Sampler: Euler a, ...`.
 */
export function formatParametersText(
  parameters: JobParameters,
  picture: { seed: number; modelHash: string },
): string {
  const settings: [string, string | number | undefined][] = [
    ['Steps', parameters.steps],
    ['Sampler', parameters.sampler],
    ['CFG scale', parameters.guidance_scale],
    ['Seed', picture.seed],
    ['Size', `${parameters.width}x${parameters.height}`],
    ['Model hash', picture.modelHash.slice(0, SHORT_HASH)],
    ['Model', parameters.model],
    ['Style', parameters.style],
    ['Version', 'Atelier'],
  ]
  const line = settings
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${quoteValue(String(value))}`)
    .join(', ')
  const negative =
    parameters.negative_prompt === '' ? [] : [`Negative prompt: ${parameters.negative_prompt}`]
  return [parameters.prompt, ...negative, line].join('\n')
}

/** A value with a comma, colon or line break is quoted as JSON. */
function quoteValue(value: string): string {
  return /[,:\n]/.test(value) ? JSON.stringify(value) : value
}
