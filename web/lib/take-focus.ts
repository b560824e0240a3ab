/**
 * Ref of a heading or a field that takes the place of the one that had the focus: where that is gone, people with a keyboard or
 * a screen reader would begin at the top of the page.
 */
export const takeFocus = (element: HTMLElement | null): void => element?.focus()
