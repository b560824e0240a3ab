import { useEffect, useRef } from 'react'
import type { Job } from '#contract/inference-jobs.ts'
import { type StageTexts, useTexts } from './texts.ts'
import { isOpen } from '../lib/stage-store.ts'

/** Percent in steps, so that the title is not restless. */
const STEP = 10

function progressOf(jobs: readonly Job[], t: StageTexts): string | null {
  const running = jobs.findLast(isOpen)
  if (running === undefined) return null
  const percent = Math.floor((running.progress.fraction * 100) / STEP) * STEP
  return running.status === 'P' ? t('pageTitle.waiting') : t('pageTitle.percent', { percent })
}

/**
 * Says in the title of the tab how far the images are, and how many are ready, until somebody looks at the page.
 * @param title of the page, without what is said before it
 */
export function usePageTitle(jobs: readonly Job[], title: string): void {
  const t = useTexts()
  const progress = progressOf(jobs, t)
  const ready = useRef(0)
  const seen = useRef<ReadonlyMap<string, number>>(new Map())
  useEffect(() => {
    const counts = new Map(jobs.map((job) => [job.id, job.images.length]))
    if (document.hidden) {
      for (const [id, count] of counts) {
        const before = seen.current.get(id)
        if (before !== undefined) ready.current += Math.max(0, count - before)
      }
    }
    seen.current = counts
    const write = () => {
      if (!document.hidden) ready.current = 0
      const images = t('pageTitle.ready', { count: ready.current })
      const news = [ready.current > 0 && images, progress].filter(
        (part) => typeof part === 'string',
      )
      document.title = news.length === 0 ? title : `(${news.join(', ')}) ${title}`
    }
    write()
    document.addEventListener('visibilitychange', write)
    return () => {
      document.removeEventListener('visibilitychange', write)
      document.title = title
    }
  }, [progress, title, jobs, t])
}
