import { useCallback, useMemo } from 'react'
import { useStore } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { createStore } from 'zustand/vanilla'
import type { SourcePicture } from '#web/features/generate/api/use-source-picture.ts'
import type { ToolKey } from '#contract/tools.ts'

interface Drafts {
  /** Ids of the chosen images by `tool.slot`. */
  images: Readonly<Record<string, string | null>>
  /** Id of the job on the stage by tool; null: the chosen image is. */
  jobs: Readonly<Record<string, string | null>>
  /** What else is chosen, by tool. */
  choices: Readonly<Record<string, object>>
  /** Images of an order of many, by tool. */
  many: Readonly<Record<string, readonly SourcePicture[]>>
  /** Batches on the stage, by tool, the newest first. */
  batches: Readonly<Record<string, readonly ShownBatch[]>>
}

/** A batch with the images that it changes; none where it was started elsewhere. */
export interface ShownBatch {
  id: string
  pictures: readonly SourcePicture[]
}

/** What each tool is at, kept for this tab, so that a reload comes back to the same image or job. */
export const draftStore = createStore<Drafts>()(
  persist((): Drafts => ({ images: {}, jobs: {}, choices: {}, many: {}, batches: {} }), {
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

/**
 * What is chosen in a tool beside its images.
 * @param initial what is chosen first; the same object each time
 */
export function useChoice<T extends object>(
  tool: ToolKey,
  initial: T,
): [choice: T, change: (changes: Partial<T>) => void] {
  // A draft of an earlier version may lack a field.
  const kept = useStore(draftStore, ({ choices }) => choices[tool])
  const choice = useMemo(() => ({ ...initial, ...kept }), [initial, kept])
  const change = useCallback(
    (changes: Partial<T>) =>
      draftStore.setState(({ choices }) => ({
        choices: { ...choices, [tool]: { ...initial, ...choices[tool], ...changes } },
      })),
    [initial, tool],
  )
  return [choice, change]
}

/** Puts a job on the stage of a tool; null takes it off. */
export function showJob(tool: string, job: string | null): void {
  draftStore.setState(({ jobs }) => ({ jobs: { ...jobs, [tool]: job } }))
}

/** Id of the job on the stage of a tool. */
export const useShownJobId = (tool: string): string | null =>
  useStore(draftStore, ({ jobs }) => jobs[tool] ?? null)

const NO_PICTURES: readonly SourcePicture[] = []
const NO_BATCHES: readonly ShownBatch[] = []

/** The images of an order of many. */
export const useManyPictures = (tool: ToolKey): readonly SourcePicture[] =>
  useStore(draftStore, ({ many }) => many[tool] ?? NO_PICTURES)

/** Changes the images of an order of many, which takes the last job off the stage. */
export const changeMany = (
  tool: ToolKey,
  change: (pictures: readonly SourcePicture[]) => readonly SourcePicture[],
): void => {
  draftStore.setState(({ many, jobs }) => ({
    many: { ...many, [tool]: change(many[tool] ?? NO_PICTURES) },
    jobs: { ...jobs, [tool]: null },
  }))
}

/** The batches on the stage of a tool, the newest first. */
export const useShownBatches = (tool: ToolKey): readonly ShownBatch[] =>
  useStore(draftStore, ({ batches }) => batches[tool] ?? NO_BATCHES)

/** Puts a batch on the stage of a tool, first. */
export const showBatch = (tool: ToolKey, batch: ShownBatch): void => {
  draftStore.setState(({ batches, jobs }) => ({
    batches: { ...batches, [tool]: [batch, ...(batches[tool] ?? NO_BATCHES)] },
    jobs: { ...jobs, [tool]: null },
  }))
}

/** Takes a batch off the stage of a tool. */
export const hideBatch = (tool: ToolKey, id: string): void => {
  draftStore.setState(({ batches }) => ({
    batches: { ...batches, [tool]: (batches[tool] ?? NO_BATCHES).filter((one) => one.id !== id) },
  }))
}
