import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api, call } from '#web/lib/api.ts'
import type { Job } from '#contract/inference-jobs.ts'
import { isOpen, useStage } from '#web/features/generate/lib/stage-store.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useSession } from '#web/lib/session.ts'
import { showJob, useShownJobId } from '../batch/draft-store.ts'
import { jobTypesOf, type Tool } from './tool.ts'

/** The jobs of a tool that this visit knows, newest first, and the one that its stage shows. */
export function useShownJob(tool: Tool): {
  jobs: Job[]
  /** Undefined while it is read. */
  shown: Job | null | undefined
} {
  const { me } = useSession()
  const types = jobTypesOf(tool)
  const jobs = useStage((stage) => stage.jobs).filter(({ type }) => types.includes(type))
  const started = useStage((stage) => stage.started)
  const id = useShownJobId(tool.key)

  // What is started here comes to the stage.
  const seen = useRef(started)
  useEffect(() => {
    if (started === seen.current) return
    seen.current = started
    showJob(tool.key, started)
  }, [started, tool.key])

  const known = jobs.find((job) => job.id === id)
  const read = useQuery({
    queryKey: queryKeys.job(id ?? ''),
    queryFn: ({ signal }) =>
      call(api.inferenceJobs.detail, { params: { id: id ?? '' } }, { signal }),
    enabled: me !== null && id !== null && known === undefined,
    retry: false,
  })
  if (id === null) return { jobs, shown: null }
  if (known !== undefined) return { jobs, shown: known }
  return { jobs, shown: read.isError ? null : read.data }
}

/** Those of a tool that wait or run. */
export const openJobs = (jobs: readonly Job[]): Job[] => jobs.filter(isOpen)
