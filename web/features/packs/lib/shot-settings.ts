import { DEFAULTS, LIMITS } from '#contract/values/jobs/drawing.ts'
import type { VideoMotion } from '#contract/jobs/video.ts'
import type { PackKind, PackShot } from '#contract/packs.ts'

/** What a shot is made with beside its prompt. */
export interface ShotSettings {
  negative: string
  /** null: another one each time. */
  seed: number | null
  style: string | null
  width: number
  height: number
  /** Of videos; kept as it was written. */
  motion: VideoMotion | null
}

export const PLAIN: ShotSettings = {
  negative: '',
  seed: null,
  style: null,
  width: DEFAULTS.size,
  height: DEFAULTS.size,
  motion: null,
}

export const settingsOf = (shot: PackShot): ShotSettings => ({
  negative: shot.negative_prompt,
  seed: shot.seed,
  style: shot.style,
  width: shot.width ?? PLAIN.width,
  height: shot.height ?? PLAIN.height,
  motion: shot.motion,
})

/** The prompts of a text, one a line. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** Settings stay with their prompts when lines are put in, taken out or changed. */
export function carrySettings(
  before: readonly string[],
  after: readonly string[],
  settings: readonly ShotSettings[],
): ShotSettings[] {
  const least = Math.min(before.length, after.length)
  let same = 0
  while (same < least && before[same] === after[same]) same += 1
  let sameAtEnd = 0
  while (sameAtEnd < least - same && before.at(-1 - sameAtEnd) === after.at(-1 - sameAtEnd))
    sameAtEnd += 1
  const changed = { before: before.length - sameAtEnd, after: after.length - sameAtEnd }
  return after.map((_, index) => {
    if (index >= changed.after) return settings[index - after.length + before.length] ?? PLAIN
    // Within what was changed, line by line as far as there were lines.
    return (index < changed.before ? settings[index] : undefined) ?? PLAIN
  })
}

/** Whether an edge is of whole steps and within the limits. */
export function isEdge(edge: number): boolean {
  const { min, max, step } = LIMITS.size
  return edge >= min && edge <= max && edge % step === 0
}

/** As it is sent with a pack: nothing that its kind does not have. */
export function bodyOf(
  kind: PackKind,
  { negative, seed, style, width, height, motion }: ShotSettings,
) {
  const common = { width, height, seed }
  if (kind === 'video') return { ...common, ...(motion !== null && { motion }) }
  return { ...common, negative_prompt: negative.trim(), ...(style !== null && { style }) }
}
