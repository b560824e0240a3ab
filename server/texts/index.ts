export {
  type CompiledMessages,
  compileMessages,
  fillMessage,
  localeOf,
} from './compile-messages.ts'
export { formatMoney } from './format-money.ts'
export { readFault } from './read-fault.ts'
export { type Say, sayAnswer } from './say-answer.ts'
export { inLanguage } from './in-language.ts'
export { inEnglish } from './say.ts'
export { asText } from './recognize-text.ts'
export { readFailure, readStored, storeFailure, type StoredFailure } from './stored-text.ts'
export { isText, type Said, t, type Text, type Value } from './text.ts'
