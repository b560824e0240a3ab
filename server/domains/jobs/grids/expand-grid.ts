import { GenerationRequest, type DrawingRequest } from '#contract/generation-request.ts'
import type { GridAxis, GridRequest } from '#contract/jobs/grid.ts'
import { axesOf, type AxisName } from '#contract/jobs/grid-axes.ts'
import { MOST_CELLS } from '#contract/values/jobs/grid.ts'
import { formatLoraTag, parseLoraTags, replaceLoraTag } from '#contract/lora-tags.ts'
import { AppError, type FieldSentences, invalidField } from '#server/platform/errors.ts'
import { inEnglish, readFault, t } from '#server/texts/index.ts'
import { randomSeed } from '../seeds.ts'
import { labelOf } from './label-value.ts'

/** A cell before it is drawn: its request, and the value of each axis as it is told. */
interface Cell {
  request: DrawingRequest
  labels: Partial<Record<AxisName, string>>
}

/** What the cells share and left to chance is drawn once, or they would differ in more than their axes. */
export function fixChance(request: GridRequest['request']): GridRequest['request'] {
  const { seed, variation_strength: strength, variation_seed: variation } = request
  return {
    ...request,
    seed: seed ?? randomSeed(),
    ...(strength !== undefined && variation === undefined && { variation_seed: randomSeed() }),
  }
}

/**
 * Every combination of the axes, row by row and sheet by sheet.
 * @throws {AppError} `invalid` naming the axis that cannot be
 */
export function expandGrid(grid: GridRequest): Cell[] {
  const axes = axesOf(grid)
  checkAxes(grid, axes)
  let cells: Cell[] = [{ request: { ...grid.request, num_images: 1 }, labels: {} }]
  // The last axis is the slowest.
  for (const [name, axis] of axes.toReversed()) {
    cells = cells.flatMap((cell) =>
      axis.values.map((_, at) => ({
        request: withValue(cell.request, axis, at),
        labels: { ...cell.labels, [name]: labelOf(axis, at) },
      })),
    )
  }
  return cells.map((cell) => ({ ...cell, request: checked(cell, axes) }))
}

function checkAxes({ request }: GridRequest, axes: [AxisName, GridAxis][]): void {
  const count = axes.reduce((product, [, { values }]) => product * values.length, 1)
  if (count > MOST_CELLS) {
    const [longest] = axes.toSorted(([, a], [, b]) => b.values.length - a.values.length)
    throw invalidField(longest![0], t('jobs.tooManyCells', { count, most: MOST_CELLS }))
  }
  const taken = new Set<string>()
  for (const [name, axis] of axes) {
    const setting = settingOf(axis)
    if (taken.has(setting)) throw invalidField(name, t('jobs.axisTwice'))
    taken.add(setting)
    const labels = axis.values.map((_, at) => labelOf(axis, at))
    const twice = labels.find((label, at) => labels.indexOf(label) !== at)
    if (twice !== undefined) throw invalidField(name, t('jobs.valueTwice', { value: twice }))
    if (axis.of === 'prompt' && !request.prompt.includes(axis.find))
      throw invalidField(name, t('jobs.wordNotInPrompt', { word: axis.find }))
  }
}

const settingOf = (axis: GridAxis): string => {
  if (axis.of === 'prompt') return `prompt ${axis.find}`
  return axis.of === 'lora' ? `lora ${axis.lora}` : axis.of
}

function withValue(request: DrawingRequest, axis: GridAxis, at: number): DrawingRequest {
  switch (axis.of) {
    case 'prompt': {
      const replace = (text: string) => text.replaceAll(axis.find, () => axis.values[at]!)
      const { prompt, negative_prompt: negative } = request
      return { ...request, prompt: replace(prompt), negative_prompt: replace(negative) }
    }
    case 'lora':
      return withWeight(request, axis.lora, axis.values[at]!)
    case 'size':
      return { ...request, ...axis.values[at] }
    case 'style':
      return { ...request, style: axis.values[at] ?? undefined }
    default:
      return { ...request, [axis.of]: axis.values[at] }
  }
}

function withWeight(request: DrawingRequest, lora: string, weight: number): DrawingRequest {
  const places = parseLoraTags(request.prompt).flatMap(({ name }, at) =>
    name === lora ? [at] : [],
  )
  if (places.length > 0) {
    const tag = formatLoraTag(lora, weight)
    return {
      ...request,
      prompt: places.reduce((text, at) => replaceLoraTag(text, at, tag), request.prompt),
    }
  }
  const others = request.loras.filter(({ model }) => model !== lora)
  return { ...request, loras: [...others, { model: lora, weight }] }
}

/** What is put together may be what nobody could have sent, as a prompt that is too long. */
function checked({ request, labels }: Cell, axes: [AxisName, GridAxis][]): DrawingRequest {
  const read = GenerationRequest.safeParse(request)
  if (read.success) return read.data as DrawingRequest
  const fields: FieldSentences = {}
  for (const { path, message } of read.error.issues)
    (fields[String(path[0])] ??= []).push(inEnglish(readFault(message)))
  throw new AppError('invalid', 'A cell does not fit', { fields: byAxis(fields, { labels, axes }) })
}

/** Which fields of a request an axis decides. */
const FIELDS: Record<GridAxis['of'], readonly string[]> = {
  prompt: ['prompt', 'negative_prompt'],
  seed: ['seed'],
  steps: ['steps'],
  guidance_scale: ['guidance_scale'],
  sampler: ['sampler'],
  model: ['model'],
  lora: ['loras'],
  size: ['width', 'height'],
  style: ['style'],
  strength: ['strength'],
}

/** What is wrong with a cell, told at the axes that decide the field; what none of them decides is told at the field. */
export function byAxis(
  fields: FieldSentences,
  { labels, axes }: { labels: Cell['labels']; axes: [AxisName, GridAxis][] },
): FieldSentences {
  const told: FieldSentences = {}
  for (const [field, messages] of Object.entries(fields)) {
    const deciding = axes.filter(([, { of }]) => FIELDS[of].includes(field))
    for (const [name] of deciding)
      (told[name] ??= []).push(...messages.map((message) => `${labels[name]}: ${message}`))
    if (deciding.length === 0) {
      // What suits one model may not suit another.
      const model = axes.find(([, { of }]) => of === 'model')?.[0]
      const about = model === undefined ? '' : `${labels[model]}: `
      ;(told[field] ??= []).push(...messages.map((message) => `${about}${message}`))
    }
  }
  return told
}
