import type { GridAxis } from '#contract/jobs/grid.ts'
import { STYLES } from '#contract/styles.ts'
import type { EngineRegistry } from '#server/engines/spec/index.ts'
import { notFound } from '#server/platform/errors.ts'
import { Download } from '#server/platform/route.ts'
import { shownKey } from '../present/shown-image.ts'
import { labelOf } from './label-value.ts'
import { type GridDeps, readCells, requireGrid, summaryOf } from './read-grids.ts'

const TITLES: Record<Exclude<GridAxis['of'], 'prompt' | 'lora'>, string> = {
  seed: 'Seed',
  steps: 'Steps',
  guidance_scale: 'Guidance',
  sampler: 'Sampler',
  model: 'Model',
  size: 'Size',
  style: 'Style',
  strength: 'Strength',
}

const NOTES = {
  P: 'Waiting',
  R: 'Drawing',
  S: 'Deleted',
  B: 'Blocked',
  CD: 'Canceled',
  FL: 'Failed',
}

/**
 * An own grid as one labelled image. What is not there says why in its place.
 * @throws {AppError} `not_found` also when nothing was delivered yet, `unavailable` when too busy
 */
export async function drawGridSheet(
  deps: GridDeps & { engines: EngineRegistry },
  userId: string,
  id: string,
): Promise<Download> {
  const row = await requireGrid(deps.db, userId, id)
  const [cells, clean, models] = await Promise.all([
    readCells(deps.db, row),
    deps.billing.hasPaid(deps.db, userId),
    deps.engines.imageModels(),
  ])
  const names = new Map(models.map(({ model }) => [model.id, model.name]))
  const images = cells.flatMap(({ image }) => image ?? [])
  if (images.length === 0) throw notFound()
  const { x, y, z } = row
  const jpeg = await deps.media.drawSheet({
    title: summaryOf(row).request.prompt,
    columns: linesOf(x, names),
    rows: linesOf(y, names),
    pages: z && linesOf(z, names),
    cell: {
      width: Math.max(...images.map(({ width }) => width)),
      height: Math.max(...images.map(({ height }) => height)),
    },
    cells: cells.map(({ job, image }) => ({
      storageKey: image && shownKey(image, clean),
      note: NOTES[job?.status ?? 'CD'],
    })),
  })
  return new Download(`atelier-grid-${id.slice(-8)}.jpg`, only(jpeg))
}

async function* only(file: Buffer): AsyncGenerator<Buffer> {
  yield file
}

/** What each value of an axis is called on the sheet: words of a prompt need no name before them. */
function linesOf(axis: GridAxis, names: ReadonlyMap<string, string>): string[] {
  return axis.values.map((value, at) => {
    if (axis.of === 'prompt') return labelOf(axis, at) || `no “${axis.find}”`
    if (axis.of === 'lora') return `${axis.lora}: ${labelOf(axis, at)}`
    const known = axis.of === 'model' ? names.get(axis.values[at] ?? '') : styleOf(axis, value)
    return `${TITLES[axis.of]}: ${known ?? labelOf(axis, at)}`
  })
}

const styleOf = ({ of }: GridAxis, value: unknown): string | undefined =>
  of === 'style' ? STYLES.find(({ id }) => id === value)?.label : undefined
