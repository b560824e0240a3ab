import { type RefCallback, useState } from 'react'
import { useLocation } from 'react-router'

/** Image whose page was opened last from a feed, and the place of that feed in the history. */
let lastOpened: { image: string; place: string } | null = null

const takeFocus = (link: HTMLAnchorElement | null): void => link?.focus({ preventScroll: true })

/** On the way back the keyboard goes on at the image that was opened, as the window does at its place. */
export function useLastOpened(): {
  noteOpened(image: string): void
  /** For the link to an image; undefined where nothing is to be done. */
  refOf(image: string): RefCallback<HTMLAnchorElement> | undefined
} {
  const { key: place } = useLocation()
  // As the feed is drawn first: later ones are opened from it.
  const [wanted] = useState(() => (lastOpened?.place === place ? lastOpened.image : null))
  return {
    noteOpened(image) {
      lastOpened = { image, place }
    },
    refOf: (image) => (image === wanted ? takeFocus : undefined),
  }
}
