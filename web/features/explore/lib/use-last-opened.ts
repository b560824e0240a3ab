import { type RefCallback, useState } from 'react'
import { NavigationType, useNavigationType } from 'react-router'

/** Image whose page was opened last from a feed. */
let lastOpened: string | null = null

const takeFocus = (link: HTMLAnchorElement | null): void => link?.focus({ preventScroll: true })

/** On the way back the keyboard goes on at the image that was opened, as the window does at its place. */
export function useLastOpened(): {
  noteOpened(image: string): void
  /** For the link to an image; undefined where nothing is to be done. */
  refOf(image: string): RefCallback<HTMLAnchorElement> | undefined
} {
  const type = useNavigationType()
  // As the feed is drawn first: later ones are opened from it.
  const [wanted] = useState(() => (type === NavigationType.Pop ? lastOpened : null))
  return {
    noteOpened(image) {
      lastOpened = image
    },
    refOf: (image) => (image === wanted ? takeFocus : undefined),
  }
}
