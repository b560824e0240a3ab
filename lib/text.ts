import type { Text } from '#contract/said.ts'

export type { Text, Value } from '#contract/said.ts'

/** A text, or a finished English sentence where a place has no keys; what people wrote themselves is a string too. */
export type Said = Text | string
