import type { Background } from '#server/engines/spec/index.ts'
import { invalidField } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { InputFiles } from '../../kind.ts'

/** How a request names a background. */
interface AskedBackground {
  /** Drawn from these words, where the kind has it. */
  prompt?: string | undefined
  color?: string | undefined
  gradient?: { from: string; to: string; angle: number } | undefined
  background_image?: string | undefined
  /** These two are replaced backgrounds alone. */
  scene?: string | undefined
  blur?: true | undefined
}

/** The fields of a request that name one. */
export const namedBackgrounds = (asked: AskedBackground): (keyof AskedBackground)[] =>
  (['prompt', 'scene', 'blur', 'color', 'gradient', 'background_image'] as const).filter(
    (name) => asked[name] !== undefined,
  )

/** @throws {AppError} `invalid` naming the second, when there are two */
export function requireOneBackground(asked: AskedBackground): void {
  const [, second] = namedBackgrounds(asked)
  if (second) throw invalidField(second, t('jobs.chooseOneBackground'))
}

/** What an engine puts behind the subject, of what need not be drawn; null: nothing. */
export function backgroundOf(
  { color, gradient }: AskedBackground,
  files: InputFiles,
): Background | null {
  if (color !== undefined) return readColor(color)
  if (gradient) {
    const { from, to, angle } = gradient
    return { from: readColor(from), to: readColor(to), angle }
  }
  return files['background_image'] ?? null
}

/** @param color `#rrggbb` */
function readColor(color: string): { red: number; green: number; blue: number } {
  const at = (place: number) => Number.parseInt(color.slice(place, place + 2), 16)
  return { red: at(1), green: at(3), blue: at(5) }
}
