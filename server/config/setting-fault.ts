import { OperatorError } from '#lib/operator-error.ts'
import { inEnglish, type Said, t, type Text } from '#server/texts/index.ts'

/** A setting that is wrong or missing. The command line and the log have its English. */
export class SettingFault extends OperatorError {
  /** The wrong one first, then those that need it: without one of them the rest holds. */
  readonly names: readonly [string, ...string[]]
  /** The message without those of other faults. */
  readonly line: string
  /** The fault of the first of them, as a sentence for the person who has just entered it. */
  readonly sentence: Text

  /**
   * @param said what is wrong, without the setting in front of it: `must be 0 or 1`
   * @param value what the setting is; left out: it is not shown
   */
  constructor(names: readonly [string, ...string[]], said: Said, value?: string) {
    const shown = value === undefined ? '' : `, not ${JSON.stringify(value)}`
    super(`${names[0]} ${inEnglish(said)}${shown}.`)
    this.names = names
    this.line = this.message
    this.sentence =
      value === undefined
        ? t('settings.wrong', { said })
        : t('settings.wrongValue', { said, value })
  }

  /** Says another fault in a line of its own; the names and the sentence stay those of this one. */
  followedBy(other: SettingFault): this {
    this.message = `${this.message}\n${other.line}`
    return this
  }
}
