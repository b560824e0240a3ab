import { keepFlash } from './flash.ts'
import { inLanguage, pageLanguage } from './language.ts'

/** Says nothing about a person: the colours, and which way the page was reloaded. */
const KEPT = new Set(['v1'])
const OWNER = 'owner'

function storages(): Storage[] {
  try {
    return [localStorage, sessionStorage]
  } catch {
    // A browser that keeps nothing has nothing to forget.
    return []
  }
}

async function deleteDatabases(): Promise<void> {
  // Missing in some browsers; the app itself has no database yet.
  const databases = 'databases' in indexedDB ? await indexedDB.databases() : []
  for (const { name } of databases) if (name !== undefined) indexedDB.deleteDatabase(name)
}

/** Removes all that the app has kept in this browser for a person: drafts, paths, unfinished requests. */
export async function removeBrowserData(): Promise<void> {
  for (const storage of storages()) {
    for (const key of Object.keys(storage)) if (!KEPT.has(key)) storage.removeItem(key)
  }
  await deleteDatabases().catch(() => undefined)
}

/**
 * Leaves for another page of the site, in the language of this one, as if it were opened again: what the page has in memory goes, too.
 * @param flash said on the page that comes
 */
export function leaveAfresh(path: string, flash?: string): void {
  if (flash !== undefined) keepFlash(flash)
  window.location.replace(inLanguage(path, pageLanguage()))
}

async function startOver(userId: string): Promise<void> {
  await removeBrowserData()
  localStorage.setItem(OWNER, userId)
  window.location.reload()
}

/**
 * Notes whose data this browser keeps. What somebody else left behind (their session may have ended without signing out)
 * is removed, and the page is loaded again; so it is when the person signs out in another tab.
 * @param home where to go when the person has signed out elsewhere
 * @returns stops watching
 */
export function guardBrowserData(userId: string, home: string): () => void {
  const owner = (): string | null => {
    try {
      return localStorage.getItem(OWNER)
    } catch {
      return userId
    }
  }
  const leave = () => {
    if (owner() !== userId) leaveAfresh(home)
  }
  const before = owner()
  if (before !== null && before !== userId) {
    void startOver(userId)
    return () => undefined
  }
  if (before === null) localStorage.setItem(OWNER, userId)
  const onStorage = ({ key }: StorageEvent) => {
    if (key === OWNER || key === null) leave()
  }
  // A page that comes back as it was left may be of somebody who has signed out since.
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) leave()
  }
  window.addEventListener('storage', onStorage)
  window.addEventListener('pageshow', onShow)
  return () => {
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('pageshow', onShow)
  }
}
