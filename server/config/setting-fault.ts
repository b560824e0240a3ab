import { OperatorError } from '#lib/operator-error.ts'

/** A setting that is wrong or missing. */
export class SettingFault extends OperatorError {
  /** The wrong one first, then those that need it: without one of them the rest holds. */
  readonly names: readonly string[]
  /** What is wrong with the first of them. */
  readonly predicate: string

  constructor(names: readonly [string, ...string[]], predicate: string) {
    super(`${names[0]} ${predicate}`)
    this.names = names
    this.predicate = predicate
  }
}
