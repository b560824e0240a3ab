import type { Preset } from '#contract/presets.ts'

/** What is done to a preset; a new one is made of the settings of the page. */
export type PresetTask =
  | { kind: 'create' }
  | { kind: 'rename'; preset: Preset }
  | { kind: 'overwrite'; preset: Preset }

/** What was done in the dialog, with a way back that the keyboard reaches: the focus stays inside. */
export interface Done {
  text: string
  undo: () => void
}
