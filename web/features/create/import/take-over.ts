import type { GenerationModel } from '#contract/generation-servers.ts'
import { LIMITS } from '#contract/jobs/drawing.ts'
import type { GenerationForm, KnownLoras } from '../lib/form.ts'
import { formOfRequest } from '../lib/form-of-request.ts'
import type { FoundSettings } from './found-settings.ts'

/** What this site has. */
interface Here {
  models: readonly GenerationModel[]
  loras: KnownLoras | null
  samplers: ReadonlySet<string>
}

/** A form with settings of a file, and what of them is not here. */
export interface TakenOver {
  form: GenerationForm
  /** Never replaced by something else without a word. */
  missing: { kind: 'model' | 'sampler' | 'lora'; name: string }[]
}

const isSame = (a: string, b: string): boolean =>
  a.toLowerCase().replaceAll(/[^a-z0-9]/g, '') === b.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** To the nearest size that can be asked for. */
function sizeOf(value: unknown): number | undefined {
  if (typeof value !== 'number') return undefined
  const { min, max, step } = LIMITS.size
  return Math.min(max, Math.max(min, Math.round(value / step) * step))
}

/** Fills the form from what was found in a file, with the model, sampler and LoRAs of the same names. */
export function takeOver(found: FoundSettings, here: Here): TakenOver {
  const { request, seed } = found
  const missing: TakenOver['missing'] = []
  const model = here.models.find(
    ({ id, name }) => found.model !== null && [id, name].some((one) => isSame(one, found.model!)),
  )
  if (found.model !== null && !model) missing.push({ kind: 'model', name: found.model })
  const sampler = [...here.samplers].find((one) => one === found.sampler)
  if (found.sampler !== null && sampler === undefined) {
    missing.push({ kind: 'sampler', name: found.sampler })
  }
  const loras = found.loras.flatMap(({ model: name, weight }) => {
    const id = [...(here.loras?.keys() ?? [])].find((one) => isSame(one, name))
    if (id === undefined) missing.push({ kind: 'lora', name })
    return id === undefined ? [] : [{ model: id, weight }]
  })
  const { min, max } = LIMITS.seed
  const isSeed = seed !== null && Number.isInteger(seed) && seed >= min && seed <= max
  const [width, height] = [sizeOf(request['width']), sizeOf(request['height'])]
  return {
    form: formOfRequest(
      {
        ...request,
        loras,
        ...(model && { model: model.id }),
        ...(sampler !== undefined && { sampler }),
        ...(width !== undefined && { width }),
        ...(height !== undefined && { height }),
        num_images: 1,
      },
      'advanced',
      isSeed ? seed : null,
    ),
    missing,
  }
}
