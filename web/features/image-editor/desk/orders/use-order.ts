import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, call } from '#web/lib/api.ts'
import type { Job } from '#contract/inference-jobs.ts'
import { handleError, messageOf } from '#web/lib/errors.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import type { Pending } from '../document/document.ts'
import { act, save, setPending, useEditor } from '../editor-store.ts'
import { dropPrepared } from '../options.ts'
import { useTexts } from '../texts.ts'
import { OtherPrice } from './pay-order.ts'
import { type Order, OrderProblem, placeOrder } from './place-order.ts'
import { takeResult } from './take-result.ts'

const LOOK_MS = 700

const isOpen = ({ status }: Job): boolean => status === 'P' || status === 'R'

/** Orders something for the document, waits for it, and puts it in; a page that is loaded again goes on waiting. */
export function useEditorOrder() {
  const t = useTexts()
  const client = useQueryClient()
  const pending = useEditor(({ document }) => document?.pending ?? null)
  const [job, setJob] = useState<Job | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  /** What the server wants, where it is not what the price list says; for the order that it was said of. */
  const [told, setTold] = useState<{ about: string; cost: number } | null>(null)

  const place = useMutation({
    mutationFn: ({ order, shown }: { order: Order; shown: number }) => placeOrder(order, shown),
    meta: { showsOwnErrors: true },
    onMutate: () => setProblem(null),
    onSuccess(started) {
      if (!started) return
      setPending(started)
      void save()
      void client.invalidateQueries({ queryKey: queryKeys.me })
    },
    onError(error, { order }) {
      if (error instanceof OrderProblem) setProblem(t(`order.${error.code}`))
      else if (error instanceof OtherPrice) {
        setTold({ about: JSON.stringify(order), cost: error.cost })
        setProblem(t('otherPrice', { credits: error.cost }))
      } else setProblem(messageOf(error))
    },
  })

  const jobId = pending?.job ?? null
  useEffect(() => {
    if (jobId === null) return undefined
    const leaving = new AbortController()
    const wait = async (): Promise<void> => {
      let now = await look(jobId, leaving.signal)
      while (now && isOpen(now)) {
        setJob(now)
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
        now = await look(jobId, leaving.signal)
      }
      if (leaving.signal.aborted || now === undefined) return
      await finish(now)
      void client.invalidateQueries({ queryKey: queryKeys.me })
    }
    const finish = async (ended: Job): Promise<void> => {
      const { document } = useEditor.getState()
      const waited: Pending | null = document?.pending ?? null
      setJob(null)
      setPending(null)
      if (waited?.job !== ended.id || ended.status === 'CD') return
      if (ended.images.length === 0) {
        setProblem(ended.error?.message ?? t('order.failed'))
        return
      }
      await act(await takeResult(ended, waited))
      dropPrepared()
      void save()
    }
    wait().catch((error: unknown) => {
      if (leaving.signal.aborted) return
      setPending(null)
      handleError(error)
    })
    return () => leaving.abort()
  }, [jobId, client, t])

  return {
    /** What is being made; its progress 0 to 1. */
    progress: pending === null ? null : (job?.progress.fraction ?? 0),
    isBusy: place.isPending || pending !== null,
    isSending: place.isPending,
    problem,
    costOf: (order: Order | null, listed: number | null): number | null =>
      told !== null && told.about === JSON.stringify(order) ? told.cost : listed,
    send: (order: Order, shown: number) => place.mutate({ order, shown }),
    cancel() {
      if (jobId !== null)
        call(api.inferenceJobs.cancel, { params: { id: jobId }, body: {} }).catch(handleError)
    },
  }
}

export type EditorOrder = ReturnType<typeof useEditorOrder>

/** The job as it is now; a lost connection is waited for. Undefined once the page has been left. */
async function look(id: string, signal: AbortSignal): Promise<Job | undefined> {
  for (;;) {
    if (signal.aborted) return undefined
    try {
      return await call(api.inferenceJobs.detail, { params: { id } }, { signal })
    } catch (error) {
      if (signal.aborted) return undefined
      const { status } = error as { status?: number }
      if (status !== undefined && status < 500 && status !== 429) throw error
      await new Promise((resolve) => setTimeout(resolve, 4 * LOOK_MS))
    }
  }
}
