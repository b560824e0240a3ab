import type { Text } from '#server/texts/index.ts'

/** A setting that administrators may change in the console. */
export interface ConsoleSetting {
  /** Its name in the environment. */
  name: string
  /** Its value is never shown. */
  secret: boolean
  /** It holds at once, in every process; else from the next start on. */
  live: boolean
  /** It lists `name=value`, and one of them may change apart from the others. */
  isList: boolean
  /** What it is for. */
  means: string
  /** What holds where it is not set, in words. */
  without: string
}

/** Text values of settings by name, as the environment has them. */
export type SettingTexts = Readonly<Record<string, string>>

/** The program's settings as far as the console may change them, from their one declaration. */
export interface SettingsBook {
  list: readonly ConsoleSetting[]
  /** Value that the environment gives; undefined: none, and the console may say it. */
  given(name: string): string | undefined
  /** What is wrong with the changed ones when these texts are stored; null: nothing. */
  faultOf(stored: SettingTexts, changed: readonly string[]): { name: string; sentence: Text } | null
}
