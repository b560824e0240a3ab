/** Where the service worker puts the image that another app shared (web/app/service-worker.js). */
const CACHE = 'shared-image'
const ENTRY = '/share'

/** The image that was shared last; null if there is none, or if it was used. */
export async function readSharedFile(): Promise<File | null> {
  // There are no caches without https.
  if (!('caches' in window)) return null
  const cache = await caches.open(CACHE)
  const kept = await cache.match(ENTRY)
  if (!kept) return null
  const name = decodeURIComponent(kept.headers.get('X-File-Name') ?? 'image')
  const blob = await kept.blob()
  return new File([blob], name, { type: blob.type })
}

export const forgetSharedFile = (): Promise<boolean> => caches.delete(CACHE)
