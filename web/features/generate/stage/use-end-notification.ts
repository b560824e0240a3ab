import { useEffect, useRef, useState } from 'react'
import { iconOf } from '#brands/index.ts'
import type { Job } from '#contract/inference-jobs.ts'
import { useSite } from '#web/lib/site.ts'
import { isOpen } from '../lib/stage-store.ts'
import { type StageTexts, useTexts } from './texts.ts'

/** A later one takes the place of the one before, or a queue would fill the screen. */
const TAG = 'jobs'

/** Null: nothing that its person does not know already. */
function describeEnd(ended: readonly Job[], t: StageTexts): string | null {
  const told = ended.filter(({ status }) => status !== 'CD')
  if (told.length === 0) return null
  const count = told.reduce((sum, { images }) => sum + images.length, 0)
  return count > 0 ? t('liveMessage.ready', { count }) : t('liveMessage.none')
}

/** By the service worker where there is one: phones know no other way. */
async function show(title: string, options: NotificationOptions): Promise<void> {
  const container = (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker
  const registration = await container?.getRegistration()
  if (registration) return registration.showNotification(title, options)
  const shown = new Notification(title, options)
  shown.addEventListener('click', () => {
    window.focus()
    shown.close()
  })
}

/**
 * Tells by a notification of the system that a job has ended while nobody looks at the page, where that was allowed.
 * @returns asks for the permission; null while nothing is awaited, and where the browser would not ask
 */
export function useEndNotification(jobs: readonly Job[]): (() => void) | null {
  const t = useTexts()
  const { brand } = useSite()
  const [permission, setPermission] = useState(() =>
    typeof Notification === 'undefined' ? 'denied' : Notification.permission,
  )
  const awaited = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const ended = jobs.filter((job) => awaited.current.has(job.id) && !isOpen(job))
    awaited.current = new Set(jobs.filter(isOpen).map(({ id }) => id))
    const text = describeEnd(ended, t)
    if (text === null || !document.hidden || permission !== 'granted') return
    const icon = iconOf(brand, '192')
    // The title of the tab says it, too.
    show(text, { body: brand.name, icon, tag: TAG, data: location.href }).catch(() => undefined)
  }, [jobs, permission, brand, t])
  if (permission !== 'default' || !jobs.some(isOpen)) return null
  return () => void Notification.requestPermission().then(setPermission)
}
