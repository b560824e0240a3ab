/** A folder of `web/messages`. */
export type Language = string

/** What every text exists in; its messages come with the code that shows them. */
export const DEFAULT_LANGUAGE: Language = 'en'
