import { useSyncExternalStore } from 'react'

const QUERY = '(hover: none)'

function follow(onChange: () => void): () => void {
  const media = window.matchMedia(QUERY)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}

const readHover = (): boolean => !window.matchMedia(QUERY).matches
const assumeHover = (): boolean => true

/** Whether the person can point at something without pressing it: with a mouse, and not with a finger. */
export const useHover = (): boolean => useSyncExternalStore(follow, readHover, assumeHover)
