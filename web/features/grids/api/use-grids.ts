import {
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { Grid, GridCell } from '#contract/grids.ts'
import type { Job } from '#contract/inference-jobs.ts'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { api, call, nullIfMissing } from '#web/lib/api.ts'
import { cursorOf } from '#web/lib/cursor.ts'
import { useServerEvent } from '#web/lib/events.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** How often a grid is read while a cell of it is open, beside the events. */
const READ_MS = 8000

/** True for a cell that still waits or is drawn. */
export const isOpen = ({ status }: Pick<GridCell, 'status'>): boolean =>
  status === 'P' || status === 'R'

/** Changes cells of a grid that was read. */
function editCells(client: QueryClient, id: string, edit: (cell: GridCell) => GridCell): void {
  client.setQueryData<Grid | null>(
    queryKeys.grid(id),
    (grid) => grid && { ...grid, cells: grid.cells.map(edit) },
  )
}

/** Puts the newer state of a job into its cell; what has ended stays so. */
function putJob(client: QueryClient, id: string, job: Job): void {
  editCells(client, id, (cell) => {
    if (cell.job !== job.id || (!isOpen(cell) && isOpen(job))) return cell
    return { ...cell, status: job.status, image: job.images[0] ?? null, error: job.error }
  })
  // What it came to in the end is known to the server.
  const grid = client.getQueryData<Grid | null>(queryKeys.grid(id))
  if (grid && !grid.cells.some(isOpen))
    void client.invalidateQueries({ queryKey: queryKeys.grid(id) })
}

/** A grid, kept true while it is drawn; null when it is not there. */
export function useGrid(id: string) {
  const client = useQueryClient()
  useServerEvent('job', (job: Job) => {
    if (job.batch === id) putJob(client, id, job)
  })
  return useQuery({
    queryKey: queryKeys.grid(id),
    queryFn: ({ signal }) =>
      call(api.grids.detail, { params: { id } }, { signal }).catch(nullIfMissing),
    refetchInterval: ({ state }) => (state.data?.cells.some(isOpen) === true ? READ_MS : false),
    refetchOnMount: 'always',
    retry: false,
  })
}

/** Puts an image that has changed into its cell. */
export function usePutImage(id: string): (image: PredictionImage) => void {
  const client = useQueryClient()
  return (image) =>
    editCells(client, id, (cell) => (cell.image?.id === image.id ? { ...cell, image } : cell))
}

/** Own grids, newest first. */
export function useGrids() {
  return useInfiniteQuery({
    queryKey: queryKeys.gridList,
    queryFn: ({ signal, pageParam: cursor }) =>
      call(api.grids.list, { query: cursor === null ? {} : { cursor } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => cursorOf(next),
  })
}

/** Cancels all cells that have not ended; what is not delivered comes back. */
export function useCancelGrid(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.inferenceJobs.cancelBatch, { params: { id }, body: {} }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: queryKeys.grid(id) })
      void client.invalidateQueries({ queryKey: queryKeys.me })
    },
  })
}
