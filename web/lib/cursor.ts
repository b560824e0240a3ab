/** The cursor in a list's `next` or `previous` link; null at the end. */
export function cursorOf(link: string | null): string | null {
  return link === null ? null : new URL(link, 'http://host').searchParams.get('cursor')
}
