/** What a list keeps of every image that it has seen: enough to lay it out and to find it again. About 200 bytes. */
export interface Cell {
  id: string
  /** Width by height of its tile. */
  ratio: number
  /** Images of one job stand together; null where there are no jobs. */
  job: string | null
  /** On the reader's clock: year * 10000 + month * 100 + day; 0 where days do not matter. */
  day: number
}

/** What one call answers. */
export interface Answer<T> {
  results: T[]
  next: string | null
}

interface ImagePage<T> {
  /** Of the call that reads it; null for the first page. */
  cursor: string | null
  /** Of the page after it; null at the end of the list. */
  next: string | null
  cells: readonly Cell[]
  /** Null while nobody looks there: they are read again when somebody does. */
  items: readonly T[] | null
}

/** A list of images as far as it is known, newest first, which holds the images themselves only where somebody looks. */
export interface ImagePages<T> {
  pages: readonly ImagePage<T>[]
}

/** Pages on each side of what is seen that keep their images: a screen and a half of the smallest tiles. */
const KEPT = 4

const toPage = <T>(
  cursor: string | null,
  next: string | null,
  items: readonly T[],
  cellOf: (item: T) => Cell,
): ImagePage<T> => ({ cursor, next, items, cells: items.map(cellOf) })

/**
 * The list after its beginning was read again. Where the answer reaches what is known, the rest stays and so does
 * everybody's place in it; otherwise the list starts over. Ids of images fall from page to page.
 */
export function withHead<T extends { id: string }>(
  known: ImagePages<T> | undefined,
  answer: { results: readonly T[]; next: string | null },
  cellOf: (item: T) => Cell,
): ImagePages<T> {
  const fresh = toPage(null, answer.next, answer.results, cellOf)
  const oldest = answer.results.at(-1)?.id
  const newestKnown = known?.pages.find(({ cells }) => cells.length > 0)?.cells[0]?.id
  if (known === undefined || oldest === undefined || answer.next === null) return { pages: [fresh] }
  if (newestKnown === undefined || newestKnown < oldest) return { pages: [fresh] }
  const index = known.pages.findIndex(({ cells }) => (cells.at(-1)?.id ?? oldest) < oldest)
  const page = known.pages[index]
  if (page === undefined) return { pages: [fresh] }
  const left = page.cells.findIndex(({ id }) => id < oldest)
  // Images that were let go are not known any more; the page is then read again.
  const items = page.items && [...answer.results, ...page.items.slice(left)]
  const cells = [...fresh.cells, ...page.cells.slice(left)]
  return {
    pages: [{ cursor: null, next: page.next, cells, items }, ...known.pages.slice(index + 1)],
  }
}

/** The list with one more page at its end, or with the images of a page that was known without them. */
export function withPage<T extends { id: string }>(
  known: ImagePages<T>,
  cursor: string | null,
  answer: { results: readonly T[]; next: string | null },
  cellOf: (item: T) => Cell,
): ImagePages<T> {
  const index = known.pages.findIndex((page) => page.cursor === cursor)
  if (index >= 0) {
    const page = known.pages[index]!
    // Its end stays where it was: that is where the next page begins.
    const fresh = toPage(cursor, page.next, answer.results, cellOf)
    return { pages: known.pages.with(index, fresh) }
  }
  if (known.pages.at(-1)?.next !== cursor) return known
  return { pages: [...known.pages, toPage(cursor, answer.next, answer.results, cellOf)] }
}

/** The list with its images changed; their order and their pages stay. */
export function editImages<T extends { id: string }>(
  known: ImagePages<T>,
  edit: (items: readonly T[]) => readonly T[],
  cellOf: (item: T) => Cell,
): ImagePages<T> {
  return {
    pages: known.pages.map((page) => {
      if (page.items === null) return page
      const items = edit(page.items)
      return items === page.items ? page : { ...page, items, cells: items.map(cellOf) }
    }),
  }
}

/** The list with an image that has come back in its place, if the images around it are there. */
export function withImage<T extends { id: string }>(
  known: ImagePages<T>,
  image: T,
  cellOf: (item: T) => Cell,
): ImagePages<T> {
  const index = known.pages.findIndex(({ cells }) => (cells.at(-1)?.id ?? image.id) < image.id)
  const page = known.pages[index] ?? known.pages.at(-1)
  if (!page?.items || page.items.some(({ id }) => id === image.id)) return known
  const at = page.items.findIndex(({ id }) => id < image.id)
  const items = page.items.toSpliced(at < 0 ? page.items.length : at, 0, image)
  const changed = { ...page, items, cells: items.map(cellOf) }
  return { pages: known.pages.map((other) => (other === page ? changed : other)) }
}

/** Pages that hold the cells from `first` to `last`, by their index in `pages`; -1 for none. */
function pagesAt<T>({ pages }: ImagePages<T>, first: number, last: number): [number, number] {
  let from = -1
  let to = -1
  let start = 0
  for (const [index, { cells }] of pages.entries()) {
    const end = start + cells.length
    if (from < 0 && first < end) from = index
    if (start <= last) to = index
    start = end
  }
  return [from < 0 ? pages.length - 1 : from, to]
}

/**
 * What to read so that the cells from `first` to `last` and those beside them can be shown.
 * @returns cursors of pages that are wanted and not there, the nearest first; null is the first page's
 */
export function wantedPages<T>(
  known: ImagePages<T>,
  first: number,
  last: number,
): (string | null)[] {
  const [from, to] = pagesAt(known, first, last)
  const near = known.pages.slice(Math.max(0, from - 1), to + 2)
  const missing = near.filter(({ items }) => items === null).map(({ cursor }) => cursor)
  const end = known.pages.at(-1)
  const endIsNear = to + 1 >= known.pages.length - 1
  return endIsNear && end !== undefined && end.next !== null ? [...missing, end.next] : missing
}

/** The list without the images that are far from the cells from `first` to `last`; the same one if there are none. */
export function dropFar<T>(known: ImagePages<T>, first: number, last: number): ImagePages<T> {
  const [from, to] = pagesAt(known, first, last)
  const isFar = (index: number) => index < from - KEPT || index > to + KEPT
  if (!known.pages.some(({ items }, index) => items !== null && isFar(index))) return known
  return {
    pages: known.pages.map((page, index) => (isFar(index) ? { ...page, items: null } : page)),
  }
}
