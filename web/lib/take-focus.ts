/**
 * Ref of a heading or a field that takes the place of the one that had the focus: where that is gone, people with a keyboard or
 * a screen reader would begin at the top of the page.
 */
export const takeFocus = (element: HTMLElement | null): void => element?.focus()

/** State of a navigation that follows an act: the heading of the page that comes takes the focus of the button that was pressed. */
export const AFTER_ACT = { followsAct: true } as const

/** Whether a page was opened with {@link AFTER_ACT}. @param state of its location */
export const followsAct = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'followsAct' in state

/** Gives the focus to the heading of the page. */
export function focusPage(): void {
  const heading = document.querySelector<HTMLElement>('#content h1')
  if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1
  const place = heading ?? document.getElementById('content')
  place?.focus({ preventScroll: true })
}
