import { isBlank } from '#contract/is-blank.ts'
import type { GridRequestInput } from '#contract/jobs/grid.ts'
import { axesOf, type AxisName } from '#contract/jobs/grid-axes.ts'
import { MOST_CELLS } from '#contract/values/jobs/grid.ts'
import { useAbilities } from '#web/features/generate/api/use-generation-servers.ts'
import { useGenerationForm } from '#web/features/generate/lib/form-store.ts'
import { keepsPixels } from '#web/features/generate/lib/source.ts'
import { useSource } from '#web/features/generate/lib/source-store.ts'
import { useTool } from '#web/features/generate/lib/tool.ts'
import { useFormRequest } from '../panel/use-form-request.ts'
import {
  type AxisDrafts,
  type AxisKind,
  type AxisProblem,
  readAxis,
} from '#web/features/generate/grid/axis-draft.ts'

export const AXES: readonly AxisName[] = ['x', 'y', 'z']

/** What the drafts of the axes and the form of the page ask for together. */
export interface GridDraft {
  /** Null while something is missing or wrong. */
  request: GridRequestInput | null
  /** Images, as far as the axes are known; 0: not known. */
  count: number
  /** As people write it: `3 × 3`. */
  sizes: string
  /** What is wrong with each axis; `empty` also for one that has to be chosen. */
  problems: Partial<Record<AxisName, AxisProblem>>
  /** What is missing in the form. */
  missing: 'prompt' | 'image' | null
}

/** Puts a grid together out of the form of the page and the axes. */
export function useGridRequest(drafts: AxisDrafts): GridDraft {
  const { request: form, size } = useFormRequest()
  const problems: GridDraft['problems'] = {}
  const read = (name: AxisName) => {
    const { axis, problem } = readAxis(drafts[name])
    const isMissing = drafts[name].of === null && name !== 'z'
    if (isMissing || problem) problems[name] = problem ?? { kind: 'empty' }
    return axis
  }
  const [x, y, z] = [read('x'), read('y'), read('z')]
  const lacking = size === null ? 'image' : null
  const missing = isBlank(form.prompt) ? 'prompt' : lacking
  if (x === null || y === null || problems.z)
    return { request: null, count: 0, sizes: '', problems, missing }
  const axes = { x, y, ...(z && { z }) }
  const lengths = axesOf(axes).map(([, { values }]) => values.length)
  const count = lengths.reduce((product, length) => product * length, 1)
  const { num_images: _count, quote: _quote, ...shared } = form
  const request = { request: shared, ...axes } as GridRequestInput
  const fits = count <= MOST_CELLS && missing === null
  return { request: fits ? request : null, count, sizes: lengths.join(' × '), problems, missing }
}

/** The settings that an axis may change here. */
export function useAxisKinds(): AxisKind[] {
  const tool = useTool()
  const { source } = useSource()
  const { form } = useGenerationForm()
  const { models, samplers, loras } = useAbilities(form.model)
  const ofImage = tool === 'image'
  const offers: Record<AxisKind, boolean> = {
    prompt: true,
    seed: true,
    steps: true,
    guidance_scale: true,
    sampler: samplers.size > 1,
    model: new Set(models.map(({ id }) => id)).size > 1,
    lora: loras !== null && loras.size > 0,
    size: !(ofImage && keepsPixels(source)),
    style: true,
    strength: ofImage,
  }
  return (Object.keys(offers) as AxisKind[]).filter((kind) => offers[kind])
}
