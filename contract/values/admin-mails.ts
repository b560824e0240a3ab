/** Tells whether a text has a word in braces that stands for nothing: `{name}` would be sent as it is. */
export const hasUnknownPlaceholder = (text: string): boolean => /\{(?!site\})[^{}]*\}/.test(text)
