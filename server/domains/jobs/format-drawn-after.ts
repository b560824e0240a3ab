import type { DrawnAfter } from '#server/engines/spec/index.ts'

/** "fox, Noto Emoji, Apache-2.0; ..."; undefined for nothing. */
export function formatDrawnAfter(drawnAfter: readonly DrawnAfter[]): string | undefined {
  const texts = drawnAfter.map(({ thing, set, licence }) => `${thing}, ${set}, ${licence}`)
  return texts.length > 0 ? texts.join('; ') : undefined
}
