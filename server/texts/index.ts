export {
  type CompiledMessages,
  compileMessages,
  fillMessage,
  localeOf,
} from './compile-messages.ts'
export { sentencesIn } from './list-sentences.ts'
export { readFault } from './read-fault.ts'
export { type Say, sayAnswer } from './say-answer.ts'
export { inEnglish, orIn, sayText } from './say.ts'
export { readFailure, storeFailure, type StoredFailure } from './stored-failure.ts'
export { isText, type Said, t, type Text, type Value } from './text.ts'
