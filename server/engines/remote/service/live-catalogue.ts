import type { AddedModel, PausedBy } from '../../spec/index.ts'
import type { Catalogue } from './catalogue.ts'

/** The models of a service as they stand now: those it came with, and those that administrators added. */
export interface LiveCatalogue {
  /** What can be ordered. */
  offered(): Catalogue
  paused(): ReadonlyMap<string, PausedBy>
  set(models: readonly AddedModel[]): void
}

/** Work for which people choose a model by its name. */
const CHOSEN: ReadonlySet<string> = new Set(['draw', 'inpaint', 'video'])

/** @param shipped keeps its entries where an added model has the same id */
export function createLiveCatalogue(shipped: Catalogue): LiveCatalogue {
  let offered = shipped
  let paused: ReadonlyMap<string, PausedBy> = new Map()
  return {
    offered: () => offered,
    paused: () => paused,
    set(models) {
      const added = models.filter(({ id }) => !Object.hasOwn(shipped, id))
      const entriesOf = (some: readonly AddedModel[]) =>
        Object.fromEntries(some.map(({ id, entry }) => [id, entry]))
      const ready = added.filter(({ state }) => state === 'offered')
      // Whoever adds a tool means to use it: the first of a kind does the work. The default drawing model stays.
      offered = {
        ...entriesOf(ready.filter(({ entry }) => !CHOSEN.has(entry.does))),
        ...shipped,
        ...entriesOf(ready.filter(({ entry }) => CHOSEN.has(entry.does))),
      }
      paused = new Map(
        added.flatMap(({ id, state, pausedBy }) =>
          state === 'paused' ? [[id, pausedBy ?? 'admin'] as const] : [],
        ),
      )
    },
  }
}
