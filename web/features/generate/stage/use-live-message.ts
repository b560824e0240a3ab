import { useEffect, useRef, useState } from 'react'
import type { Job } from '#contract/inference-jobs.ts'
import { type StageTexts, useTexts } from './texts.ts'
import { describeWait } from './describe-wait.ts'

/** At most one message in this time, or a screen reader would never fall silent. */
const PAUSE_MS = 5000

function describe(jobs: readonly Job[], t: StageTexts): string {
  const [job] = jobs
  if (job === undefined) return ''
  if (job.status === 'P' || job.status === 'R') return describeWait(job, t)
  if (job.images.length > 0) return t('liveMessage.ready', { count: job.images.length })
  return job.status === 'CD' ? t('liveMessage.canceled') : t('liveMessage.none')
}

/** The news of the newest job, slowed down for live regions. */
export function useLiveMessage(jobs: readonly Job[]): string {
  const latest = describe(jobs, useTexts())
  const [message, setMessage] = useState('')
  const saidAt = useRef(0)
  useEffect(() => {
    const wait = Math.max(0, saidAt.current + PAUSE_MS - Date.now())
    const timer = setTimeout(() => {
      saidAt.current = Date.now()
      setMessage(latest)
    }, wait)
    return () => clearTimeout(timer)
  }, [latest])
  return message
}
