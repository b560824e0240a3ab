import { create } from 'zustand'
import type { Box, Padding } from './document/document.ts'
import { type Levels, NO_LEVELS } from './pixels/levels.ts'

/** What the panel shows and the pointer does. */
export const MODES = ['select', 'extend', 'crop', 'adjust', 'text'] as const
export type Mode = (typeof MODES)[number]

export const PICKS = ['brush', 'lasso', 'rectangle', 'magic', 'object'] as const
export type Pick = (typeof PICKS)[number]

export const NO_PADDING: Padding = { left: 0, top: 0, right: 0, bottom: 0 }

interface Options {
  mode: Mode
  pick: Pick
  /** Taken away from what is selected, in place of added. */
  erase: boolean
  /** Of the brush, pixels of the image. */
  size: number
  tolerance: number
  edges: boolean
  /** What is done with what is selected. */
  order: 'remove' | 'replace'
  prompt: string
  /** Id; null: the first. */
  model: string | null
  padding: Padding
  /** What will be left of the image; null: all. */
  crop: Box | null
  degrees: number
  levels: Levels
  /** The text that is changed. */
  textId: string | null
}

/** What is chosen in the editor beside the document; it is not a part of it. */
export const useOptions = create<Options>()(() => ({
  mode: 'select',
  pick: 'brush',
  erase: false,
  size: 60,
  tolerance: 32,
  edges: true,
  order: 'remove',
  prompt: '',
  model: null,
  padding: NO_PADDING,
  crop: null,
  degrees: 0,
  levels: NO_LEVELS,
  textId: null,
}))

export const setOptions = (changes: Partial<Options>): void => useOptions.setState(changes)

/** What was prepared and not done is given up, as when the image has changed. */
export const dropPrepared = (): void =>
  setOptions({ padding: NO_PADDING, crop: null, degrees: 0, levels: NO_LEVELS, textId: null })
