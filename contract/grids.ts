import { z } from 'zod'
import { Id, IdParams, page, PageQuery, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { SUBMIT_ERRORS } from './inference-jobs.ts'
import { LIMITS } from './values/jobs/drawing.ts'
import { GridAxis, GridRequest } from './jobs/grid.ts'
import { JobStatus, PredictionImage } from './prediction-images.ts'
import { Failure } from './said.ts'
import * as routes from './routes.ts'

/** One image of a grid. */
export const GridCell = z.object({
  job: Id,
  status: JobStatus,
  /** Null while it is not there, and after it was deleted. */
  image: PredictionImage.nullable(),
  /** Why it is not there. */
  error: Failure.nullable(),
})
export type GridCell = z.infer<typeof GridCell>
/** As the server writes it: its texts may be keys and their values. */
export type UnsaidGridCell = z.input<typeof GridCell>

const summary = {
  /** Also the id of the batch that its jobs form. */
  id: Id,
  created_at: Timestamp,
  /** The request as sent, with what it left to chance (the seed) filled in, because that is the same in all cells. */
  request: z.looseObject({ prompt: z.string().max(LIMITS.prompt) }),
  x: GridAxis,
  y: GridAxis,
  z: GridAxis.nullable(),
}

export const GridSummary = z.object(summary)
export type GridSummary = z.infer<typeof GridSummary>

export const Grid = z.object({
  ...summary,
  /** Row by row, sheet by sheet: the cell at x, y, z is number (z * values of y + y) * values of x + x. */
  cells: z.array(GridCell),
  cost: z.object({ quoted: z.number().int(), captured: z.number().int() }),
})
export type Grid = z.infer<typeof Grid>
/** As {@link UnsaidGridCell}. */
export type UnsaidGrid = z.input<typeof Grid>

export const grids = {
  create: endpoint({
    ...routes.grids.create,
    access: 'user',
    summary:
      'Draw a grid: two or three settings, each with some values, all combinations in one order; header Idempotency-Key as for a job',
    body: GridRequest,
    response: Grid,
    statuses: [201],
    errors: SUBMIT_ERRORS,
  }),
  list: endpoint({
    ...routes.grids.list,
    access: 'user',
    summary: 'Own grids without their cells, newest first',
    query: PageQuery,
    response: page(GridSummary),
  }),
  detail: endpoint({
    ...routes.grids.detail,
    access: 'user',
    summary: 'A grid with what became of each cell',
    params: IdParams,
    response: Grid,
  }),
  sheet: endpoint({
    ...routes.grids.sheet,
    access: 'user',
    summary:
      'A grid as one image with its rows and columns named; cells are smaller where it would be larger than 24 megapixels',
    params: IdParams,
    download: 'image/jpeg',
    response: z.null(),
    errors: ['unavailable'],
  }),
}
