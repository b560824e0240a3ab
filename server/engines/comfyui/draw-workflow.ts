import type { ServerSampler } from '../remote/sampler-names.ts'
import { firstPassOf, seedOf } from '../remote/request-sizes.ts'
import type { ImageRequest } from '../spec/index.ts'
import { addPart, type Draft, draftOf, type Values } from './build-workflow.ts'
import { addControl } from './control.ts'
import { loadParts } from './load-templates.ts'
import type { ServerModel } from './read-abilities.ts'
import type { Usable, Workflow } from './template.ts'
import { writePrompt } from './write-prompt.ts'

/** A request, and what was found for it on the server. */
export interface Found {
  request: ImageRequest
  model: ServerModel
  sampler: ServerSampler
  upscaler: Usable | null
  /** Files of the request's LoRAs, in its order. */
  loras: string[]
  /** As `LoadImage` names them, once they are there. */
  source: { image: string; mask: string | null } | null
  /** Names of what leads it, likewise, in the order of the request. */
  controls: string[]
}

/** For samplers that space their steps themselves; the server wants a name all the same. */
const ANY_SCHEDULER = 'normal'

/**
 * One picture of a request as a workflow.
 * @param output beginning of its file's name on the server
 */
export async function buildWorkflow(
  found: Found,
  index: number,
  output: string,
): Promise<Workflow> {
  const parts = await loadParts()
  const { request, model, source, upscaler, controls } = found
  const values = valuesOf(found, index, output)
  let draft = draftOf(model.template, values)
  for (const [at, { weight }] of request.loras.entries()) {
    const lora = { lora: found.loras[at] ?? '', weight }
    draft = addPart(draft, parts.lora, lora, `lora${at + 1}-`)
  }
  if (request.guidanceRescale !== undefined)
    draft = addPart(draft, parts['guidance-rescale'], { rescale: request.guidanceRescale })
  if (source) draft = addSource(draft, parts, source)
  for (const [place, control] of (request.controls ?? []).entries()) {
    const [tools, image] = [model.controls.get(control.kind), controls[place]]
    const prefix = place === 0 ? '' : `control${place + 1}-`
    if (tools && image !== undefined)
      draft = addControl(draft, parts, tools, { ...control, image, prefix })
  }
  if (request.hires) {
    const part = parts[upscaler ? 'hires-by-model' : 'hires']
    draft = addPart(draft, part, { ...values, upscaler: upscaler?.file ?? '' })
  }
  return draft.workflow
}

function addSource(
  draft: Draft,
  parts: Awaited<ReturnType<typeof loadParts>>,
  { image, mask }: NonNullable<Found['source']>,
): Draft {
  return mask === null
    ? addPart(draft, parts['image-to-image'], { source: image })
    : addPart(draft, parts.inpaint, { source: image, mask })
}

function valuesOf({ request, model, sampler }: Found, index: number, output: string): Values {
  const { template, file, files } = model
  const { steps, guidanceScale, source, hires } = request
  const first = partOf(steps, source?.strength ?? 1)
  const second = partOf(hires?.steps || steps, hires?.strength ?? 1)
  const size = hires ? firstPassOf(request) : request
  return {
    ...files,
    ...(file !== null && { model: file }),
    prompt: writePrompt(request.prompt, steps, template.promptWeights),
    negative: writePrompt(request.negativePrompt, steps, template.promptWeights),
    seed: seedOf(request.seed, index),
    steps: first.steps,
    denoise: first.denoise,
    guidance: guidanceScale,
    cfg: template.cfg ?? guidanceScale,
    sampler: sampler.sampler,
    scheduler: sampler.scheduler ?? ANY_SCHEDULER,
    width: size.width,
    height: size.height,
    final_width: request.width,
    final_height: request.height,
    hires_steps: second.steps,
    hires_denoise: second.denoise,
    output,
  }
}

/**
 * Of all steps, the last `floor(steps * strength)` are made, at least one. ComfyUI is told how many to make, and lays
 * them on the end of `floor(steps / denoise)` (`comfy/samplers.py`, `KSampler.set_steps`).
 */
function partOf(steps: number, strength: number): { steps: number; denoise: number } {
  if (strength >= 1) return { steps, denoise: 1 }
  const made = Math.max(1, Math.floor(steps * strength))
  if (strength <= 0) return { steps: made, denoise: 0 }
  // A hair less, or the division could give one step too few.
  return { steps: made, denoise: made / steps - 1e-9 }
}
