import { create } from 'zustand'
import type { AxisName } from '#contract/jobs/grid-axes.ts'
import {
  type AxisDraft,
  type AxisDrafts,
  EMPTY_DRAFT,
} from '#web/features/generate/grid/axis-draft.ts'

/** The axes as they were when the dialog was last closed; a prompt may have to be changed in between. */
export const useAxisDrafts = create<{
  drafts: AxisDrafts
  change(name: AxisName, part: Partial<AxisDraft>): void
}>()((set) => ({
  drafts: { x: EMPTY_DRAFT, y: EMPTY_DRAFT, z: EMPTY_DRAFT },
  change: (name, part) =>
    set(({ drafts }) => ({ drafts: { ...drafts, [name]: { ...drafts[name], ...part } } })),
}))
