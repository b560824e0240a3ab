/** Work that waits in one line for places, each of which does one piece at a time. */
export interface WorkLine<Work extends { id: string }> {
  add(work: Work): void
  /** The work that is done at a place now. */
  at(place: number): Work | null
  /** A place has done its work: the next begins there. */
  release(place: number): void
  /** Takes waiting work out of the line. @returns the place that does it already, or null */
  remove(id: string): number | null
  /** Pieces of work that are done now or wait. */
  load(): number
  /** Forgets everything. @returns what was being done or waited */
  clear(): Work[]
}

/**
 * Of our own: what a place does can be taken back and begun again in another process, which `p-queue` does not know.
 * @param begin told what a place is to do from now on
 */
export function createWorkLine<Work extends { id: string }>(
  places: number,
  begin: (work: Work, place: number) => void,
): WorkLine<Work> {
  const waiting: Work[] = []
  const done: (Work | null)[] = Array.from({ length: places }, () => null)

  function beginNext(): void {
    for (let place = 0; place < places; place++) {
      if (done[place]) continue
      const next = waiting.shift()
      if (!next) return
      done[place] = next
      begin(next, place)
    }
  }

  return {
    add(work) {
      waiting.push(work)
      beginNext()
    },
    at: (place) => done[place] ?? null,
    release(place) {
      done[place] = null
      beginNext()
    },
    remove(id) {
      const index = waiting.findIndex((work) => work.id === id)
      if (index >= 0) waiting.splice(index, 1)
      const place = done.findIndex((work) => work?.id === id)
      return place < 0 ? null : place
    },
    load: () => waiting.length + done.filter((work) => work !== null).length,
    clear() {
      const all = [...done.filter((work) => work !== null), ...waiting]
      waiting.length = 0
      done.fill(null)
      return all
    },
  }
}
