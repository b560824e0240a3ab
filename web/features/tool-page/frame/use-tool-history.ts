import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { api, call } from '#web/lib/api.ts'
import type { Job } from '#contract/inference-jobs.ts'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { isOpen } from '#web/features/generate/lib/stage-store.ts'
import { cellOf } from '#web/features/gallery/api/use-history.ts'
import { type ImageList, useImagePages } from '#web/features/gallery/api/use-image-pages.ts'
import { useServerEvent } from '#web/lib/events.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { jobTypesOf, type Tool } from './tool.ts'

/** Own results of a tool, newest first; read again when one of its jobs ends. */
export function useToolHistory(
  tool: Tool,
  enabled: boolean,
): { list: ImageList<PredictionImage>; readAnew: () => void } {
  const client = useQueryClient()
  const type = jobTypesOf(tool).join()
  const key = useMemo(() => queryKeys.toolHistory(type), [type])
  const read = useCallback(
    (cursor: string | null, limit: number, signal?: AbortSignal) =>
      call(
        api.predictionImages.list,
        { query: { type, limit: String(limit), ...(cursor !== null && { cursor }) } },
        signal && { signal },
      ),
    [type],
  )
  const readAnew = useCallback(
    () => void client.invalidateQueries({ queryKey: key }),
    [client, key],
  )
  useServerEvent('job', (job: Job) => {
    if (!isOpen(job) && jobTypesOf(tool).includes(job.type)) readAnew()
  })
  return { list: useImagePages({ key, enabled, read, cellOf }), readAnew }
}
