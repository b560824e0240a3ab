/**
 * Runs beside the pages in the browser: shows a page of our own where there is no network, takes the image that another
 * app on the phone shares, and leads from a notification back to its page. It keeps nothing else: pages are one person's. `VERSION` is put above this by the build.
 */
/* global VERSION */
const PAGES = `pages-${VERSION}`
/** Of the image that was shared last; the page at `/share` reads it (web/features/share-target/). */
const SHARED = 'shared-image'
const OFFLINE = '/offline'
const SHARE = '/share'

async function keepOfflinePage() {
  const answer = await fetch(OFFLINE, { cache: 'reload' })
  if (!answer.ok) throw new Error(`${OFFLINE} answers ${answer.status}`)
  // A page that came by a redirect, as one of another language does, cannot stand for another address.
  const copy = new Response(await answer.blob(), { headers: answer.headers })
  const cache = await caches.open(PAGES)
  await cache.put(OFFLINE, copy)
}

async function dropOldPages() {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith('pages-') && name !== PAGES)
  await Promise.all(old.map((name) => caches.delete(name)))
}

async function tellVersion() {
  for (const client of await clients.matchAll()) client.postMessage({ version: VERSION })
}

async function navigate(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch (error) {
    const page = await caches.match(OFFLINE)
    if (page) return page
    throw error
  }
}

async function takeShared(request) {
  const form = await request.formData()
  const file = form.getAll('image').find((part) => part instanceof File && part.size > 0)
  if (file) {
    const { type, name } = file
    const headers = { 'Content-Type': type, 'X-File-Name': encodeURIComponent(name) }
    const cache = await caches.open(SHARED)
    await cache.put(SHARE, new Response(file, { headers }))
  }
  return Response.redirect(SHARE, 303)
}

/** Back to the page that a notification came from, or to a new one at its address. */
async function openPage(address) {
  const pages = await clients.matchAll({ type: 'window' })
  const page = pages.find(({ url }) => url === address) ?? pages[0]
  return page ? page.focus() : clients.openWindow(address)
}

addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(event.notification.data))
})

addEventListener('install', (event) => {
  skipWaiting()
  event.waitUntil(keepOfflinePage())
})

addEventListener('activate', (event) => {
  const start = async () => {
    await dropOldPages()
    await registration.navigationPreload?.enable()
    await clients.claim()
    await tellVersion()
  }
  event.waitUntil(start())
})

addEventListener('fetch', (event) => {
  const { request } = event
  const shares = request.method === 'POST' && new URL(request.url).pathname === SHARE
  if (shares) event.respondWith(takeShared(request))
  else if (request.mode === 'navigate' && request.method === 'GET')
    event.respondWith(navigate(event))
})
