import { useStore } from 'zustand'
import { persist } from 'zustand/middleware'
import { createStore } from 'zustand/vanilla'
import { EMPTY_SOURCE, NO_PADDING, type Source } from './source.ts'

interface SourceState {
  source: Source
  change(changes: Partial<Source>): void
  /** Starts from another picture: what was painted and added belongs to the one before. */
  choose(imageId: string | null): void
  /** Takes over what a job was given. If that is the picture with its sketch, the sketch can still be changed. */
  reuse(given: Source): void
}

/** The picture to start from, kept in the browser like the form's draft. Only ids: addresses grow old. */
export const sourceStore = createStore<SourceState>()(
  persist(
    (set) => ({
      source: EMPTY_SOURCE,
      change: (changes) => set(({ source }) => ({ source: { ...source, ...changes } })),
      choose: (imageId) =>
        set(({ source }) => ({
          source: {
            ...source,
            imageId,
            sketchId: null,
            maskId: null,
            padding: NO_PADDING,
            size: null,
          },
        })),
      reuse: (given) =>
        set(({ source: { imageId, sketchId } }) => ({
          source:
            sketchId !== null && sketchId === given.imageId
              ? { ...given, imageId, sketchId }
              : given,
        })),
    }),
    {
      name: 'create-source',
      version: 1,
      skipHydration: true,
      partialize: ({ source }) => ({ source }),
      merge: (kept, state) => ({
        ...state,
        source: { ...EMPTY_SOURCE, ...(kept as Partial<SourceState> | undefined)?.source },
      }),
    },
  ),
)

export const useSource = (): SourceState => useStore(sourceStore)
