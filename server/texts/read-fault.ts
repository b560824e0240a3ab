import type { Said, Text } from './text.ts'

const START = '{"key":'

/** Returns the text that `fault` of the contract made a message of zod of; zod's own messages are English sentences. */
export const readFault = (message: string): Said =>
  message.startsWith(START) ? (JSON.parse(message) as Text) : message
