import { useCallback } from 'react'
import { useStore } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { createStore } from 'zustand/vanilla'

interface Drafts {
  /** Ids of the chosen images by `tool.slot`. */
  images: Readonly<Record<string, string | null>>
  /** Id of the job on the stage by tool; null: the chosen image is. */
  jobs: Readonly<Record<string, string | null>>
}

/** What each tool is at, kept for this tab, so that a reload comes back to the same image or job. */
export const draftStore = createStore<Drafts>()(
  persist((): Drafts => ({ images: {}, jobs: {} }), {
    name: 'tool-drafts',
    version: 1,
    skipHydration: true,
    storage: createJSONStorage(() => sessionStorage),
  }),
)

/** The chosen image of a tool's slot; choosing one takes the last job off the stage. */
export function useChosenImage(
  tool: string,
  slot: string,
): [id: string | null, choose: (id: string | null) => void] {
  const key = `${tool}.${slot}`
  const id = useStore(draftStore, ({ images }) => images[key] ?? null)
  const choose = useCallback(
    (next: string | null) =>
      draftStore.setState(({ images, jobs }) => ({
        images: { ...images, [key]: next },
        jobs: { ...jobs, [tool]: null },
      })),
    [key, tool],
  )
  return [id, choose]
}

/** Puts a job on the stage of a tool; null takes it off. */
export function showJob(tool: string, job: string | null): void {
  draftStore.setState(({ jobs }) => ({ jobs: { ...jobs, [tool]: job } }))
}

/** Id of the job on the stage of a tool. */
export const useShownJobId = (tool: string): string | null =>
  useStore(draftStore, ({ jobs }) => jobs[tool] ?? null)
